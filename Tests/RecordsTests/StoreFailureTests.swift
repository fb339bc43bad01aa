import Glibc
@testable import Records
import TestSupport
import Testing

/// Tests of stores that fail: the error messages, and files that must not be changed.
struct StoreFailureTests {
  private let folder = TemporaryFolder()

  /// Opens the store, and returns its condition or the description of the error.
  private func openResult(_ change: (inout StoreSettings) -> Void = { _ in }) -> String {
    var settings = StoreFixture().settings(.file(folder.file))
    change(&settings)
    do throws(RecordError) {
      return "\(try Store.open(settings).condition)"
    } catch {
      return "\(error)"
    }
  }

  /// Creates a store with a number of rows and closes it.
  private func fill(_ count: Int = 3) throws {
    let context = try StoreFixture().context(.file(folder.file))
    for number in 0..<count { try context.news("number \(number)", number) }
    try context.save()
  }

  /// Saves the context, and returns `saved` or the description of the error.
  private func saveResult(_ context: RecordContext) -> String {
    do throws(RecordError) {
      try context.save()
      return "saved"
    } catch {
      return "\(error)"
    }
  }

  @Test func `A file that is no database is refused and not changed`() {
    let bytes = Array("hello, this is no database at all\n".utf8)
    folder.write(bytes)
    #expect(openResult() == "not a database: '\(folder.file)'")
    #expect(folder.bytes() == bytes)
    #expect(folder.files == ["store"])
  }

  @Test func `The database of another program is refused and not changed`() throws {
    try Database.run("PRAGMA application_id = 7; CREATE TABLE t (a)", folder.file)
    let bytes = folder.bytes()
    #expect(
      openResult() == "a database of another program: '\(folder.file)' (application 7)")
    #expect(folder.bytes() == bytes)
    #expect(folder.files == ["store"])
  }

  @Test func `An empty file is refused and not changed`() {
    folder.write([])
    #expect(openResult() == "an empty file, not a database: '\(folder.file)'")
    #expect(folder.bytes() == [])
    #expect(folder.files == ["store"])
  }

  @Test func `A missing file is refused if it must exist, and so is a folder`() {
    let missing = openResult { $0.location = .file(self.folder.file, mustExist: true) }
    #expect(missing == "no such file: '\(folder.file)'")
    #expect(folder.files == [])
    let path = folder.path
    #expect(openResult { $0.location = .file(path) } == "can't open '\(path)': it is a folder")
  }

  @Test func `A file that is not regular is refused without waiting for it`() {
    #expect(mkfifo(folder.file, 0o600) == 0)
    #expect(openResult() == "can't open '\(folder.file)': it is no plain file")
    #expect(
      openResult { $0.location = .file("/dev/null") }
        == "can't open '/dev/null': it is no plain file")
  }

  @Test func `A file with two names is refused, because it would have two logs`() throws {
    try fill()
    let second = folder.path + "/second"
    #expect(link(folder.file, second) == 0)
    let reason = " has more than one name (a hard link), and each would have a log of its own"
    #expect(openResult() == "'\(folder.file)'" + reason)
    #expect(openResult { $0.location = .file(second) } == "'\(second)'" + reason)
    #expect(folder.files == ["second", "store", "store-reserve"])
    unlink(second)
    #expect(openResult() == "writable")
  }

  @Test func `A missing table is damage`() throws {
    try fill()
    let store = try Store.open(StoreFixture().settings(.file(folder.file)))
    let error = RecordError.damaged(path: folder.file, detail: "no such table: Setting")
    #expect(throws: error) { try store.texts("name", "value", of: "Setting") }
  }

  @Test func `A file of a newer version is refused and not changed`() throws {
    try fill()
    let bytes = folder.bytes()
    let answer = openResult { $0.migrations.removeLast() }
    #expect(
      answer == "written by a newer version: '\(folder.file)' has version 3, ours is 2")
    #expect(folder.bytes() == bytes)
  }

  @Test func `A file with another history is refused and not changed`() throws {
    try fill()
    let bytes = folder.bytes()
    let answer = openResult { $0.migrations[1] = Migration("others", []) }
    #expect(answer == "another history: '\(folder.file)' has the migration 'notes'")
    #expect(folder.bytes() == bytes)
  }

  @Test func `A migration that fails leaves the file unchanged`() throws {
    try fill()
    let answer = openResult {
      $0.migrations.append(
        Migration("broken", [.createTable("New", []), .statement("CREATE TABLE News (a)")]))
    }
    #expect(answer == "the store failed with number 1: table News already exists")
    #expect(openResult() == "writable")
    let tables = "SELECT count(*) FROM sqlite_master WHERE name = 'New'"
    #expect(Database.value(tables, folder.file) == "0")
    let column = ColumnDescription.column("rank", .integer, isOptional: true)
    #expect(
      openResult { $0.migrations.append(Migration("rank", [.addColumn(column, table: "News")])) }
        == "writable")
    let unranked = "SELECT count(*) FROM News WHERE rank IS NULL"
    #expect(Database.value(unranked, folder.file) == "3")
  }

  @Test func `A table without a declared column is named`() throws {
    var settings = StoreFixture().settings()
    settings.migrations = [Migration("old", [.createTable("News", [.column("title", .text)])])]
    let store = try Store.open(settings)
    let error = RecordError.missingColumn(entity: "News", column: "body")
    #expect(throws: error) { try RecordContext(store, Schema([News.self])) }
    #expect("\(error)" == "the table 'News' has no column 'body'")
  }

  @Test func `A truncated file is not written, and the rest is recovered`() throws {
    try fill(2000)
    let bytes = Array(folder.bytes().prefix(100_000))
    folder.write(bytes)
    let detail = "database disk image is malformed"
    let store = try Store.open(StoreFixture().settings(.file(folder.file)))
    #expect(store.condition == .damaged(detail: detail))
    let context = try RecordContext(store, Schema([News.self]))
    try context.news("new")
    #expect(saveResult(context) == "damaged: '\(folder.file)': \(detail)")
    let copy = folder.path + "/copy"
    let schema = Schema([News.self, Note.self, CountingNote.self])
    let count = try store.recover(to: copy, schema: schema).rowCount
    #expect(count > 100 && count < 2000)
    #expect(try StoreFixture().context(.file(copy)).allRows().count == count)
    #expect(folder.bytes() == bytes)
  }

  /// The shortest length cuts off the schema; the longest one only a part of the last page.
  @Test(arguments: [600, 2000, 4096, 5000, -4096, -4095])
  func `A truncated file of any length is not written, and is recovered as far as possible`(
    _ length: Int
  ) throws {
    try fill(100)
    let whole = folder.bytes()
    let bytes = Array(whole.prefix(length > 0 ? length : whole.count + length))
    folder.write(bytes)
    let store = try Store.open(StoreFixture().settings(.file(folder.file)))
    guard case .damaged(let detail) = store.condition else {
      Issue.record("\(store.condition)")
      return
    }
    let error = RecordError.damaged(path: folder.file, detail: detail)
    #expect(throws: error) { try store.write {} }
    let copy = folder.path + "/copy"
    let schema = Schema([News.self, Note.self, CountingNote.self])
    if length > 0 {
      #expect(throws: RecordError.nothingLeft(path: folder.file)) {
        try store.recover(to: copy, schema: schema)
      }
    } else {
      let count = try store.recover(to: copy, schema: schema).rowCount
      #expect(try StoreFixture().context(.file(copy)).allRows().count == count)
      #expect(count > 50)
    }
    #expect(folder.bytes() == bytes)
    let copies = length > 0 ? [] : ["copy", "copy-reserve"]
    // Damage that only a check finds is found after the log was opened.
    let names = folder.files.filter { $0 != "store-shm" && $0 != "store-wal" }
    #expect(names == copies + ["store", "store-reserve"])
  }

  @Test(arguments: [50, 100, 511])
  func `A file that is shorter than any page is no database, and is not changed`(
    _ length: Int
  ) throws {
    try fill()
    let bytes = Array(folder.bytes().prefix(length))
    folder.write(bytes)
    #expect(openResult() == "not a database: '\(folder.file)'")
    #expect(folder.bytes() == bytes)
  }

  @Test func `A file whose history can't be read is recovered`() throws {
    try fill()
    var bytes = folder.bytes()
    for index in 4096..<8192 { bytes[index] = 0 }
    folder.write(bytes)
    let store = try Store.open(StoreFixture().settings(.file(folder.file)))
    #expect(store.condition == .damaged(detail: "database disk image is malformed"))
    let copy = folder.path + "/copy"
    #expect(try store.recover(to: copy, schema: Schema([News.self])).rowCount == 3)
    #expect(folder.bytes() == bytes)
  }

  /// The damaged page is one that opening always reads, or one that only a check reads.
  @Test(arguments: [1, 12])
  func `The log of a damaged file is not written into it`(_ page: Int) throws {
    let context = try StoreFixture().context(.file(folder.file))
    for number in 0..<20 { try context.news(String(repeating: "x", count: 3000), number) }
    try context.save()
    try context.store.connection.run("PRAGMA wal_checkpoint(PASSIVE)")
    try context.news("last", 99)
    try context.save()
    var bytes = folder.bytes()
    for index in page * 4096..<(page + 1) * 4096 { bytes[index] = 0 }
    let log = folder.bytes("store-wal")
    folder.write(bytes, "copy")
    folder.write(log, "copy-wal")
    do {
      let store = try Store.open(StoreFixture().settings(.file(folder.path + "/copy")))
      guard case .damaged = store.condition else {
        Issue.record("\(store.condition)")
        return
      }
    }
    let isUntouched = folder.bytes("copy") == bytes && folder.bytes("copy-wal") == log
    #expect(isUntouched)
  }

  @Test func `A negative version is damage`() throws {
    try fill()
    try Database.run("PRAGMA user_version = -1", folder.file)
    let bytes = folder.bytes()
    #expect(openResult() == "damaged(detail: \"its version is -1\")")
    #expect(folder.bytes() == bytes)
  }

  @Test func `A file with missing pages is valid if they are in its log`() throws {
    let context = try StoreFixture().context(.file(folder.file))
    try context.store.connection.run("PRAGMA wal_autocheckpoint = 0")
    for number in 0..<20 { try context.news(String(repeating: "x", count: 3000), number) }
    try context.save()
    for name in ["store", "store-wal"] {
      folder.write(folder.bytes(name), name == "store" ? "copy" : "copy-wal")
    }
    let length = folder.bytes("copy").count
    truncate(folder.path + "/copy", length + 1000)
    let copy = StoreFixture().settings(.file(folder.path + "/copy"))
    #expect(try Store.open(copy).condition == .writable)
  }

  @Test func `A page of zeros ends all writing, and the rest is recovered`() throws {
    try fill(2000)
    var bytes = folder.bytes()
    let page = (bytes.count / 4096 / 2) * 4096
    for index in page..<page + 4096 { bytes[index] = 0 }
    folder.write(bytes)
    let store = try Store.open(StoreFixture().settings(.file(folder.file)))
    guard case .damaged = store.condition else {
      Issue.record("\(store.condition)")
      return
    }
    #expect(folder.bytes() == bytes)
    let own = try RecordContext(store, Schema([News.self]))
    try own.news("new")
    #expect(saveResult(own).hasPrefix("damaged: '\(folder.file)': "))
    #expect(folder.bytes() == bytes)
    let copy = folder.path + "/copy"
    let schema = Schema([News.self, Note.self, CountingNote.self])
    let count = try store.recover(to: copy, schema: schema).rowCount
    #expect(count > 500 && count <= 2000)
    let recovered = try StoreFixture().context(.file(copy))
    #expect(try recovered.allNews().count == count)
    #expect(try recovered.store.checkFile(isQuick: false) == [])
    #expect(try recovered.store.checkRows(of: schema) == [])
    #expect(throws: RecordError.exists(path: copy)) { try store.recover(to: copy, schema: schema) }
  }

  @Test func `A flipped bit in a row is found by its checksum, and the other rows are read`()
    throws
  {
    try fill()
    var bytes = folder.bytes()
    let text = Array("number 1".utf8)
    let index = try #require(bytes.indices.first { bytes[$0...].starts(with: text) })
    bytes[index] ^= 1
    folder.write(bytes)
    let context = try StoreFixture().context(.file(folder.file))
    let rows = try context.allRows()
    let objectId = try #require(
      Database.value("SELECT objectId FROM News WHERE row = 2", folder.file))
    let message = "not what was written: News '\(objectId)'"
    #expect(rows == ["number 0", message, "number 2"])
    #expect(throws: RecordError.notAsWritten(entity: "News", objectId: objectId)) {
      try context.fetch(News.self, "allNews")
    }
    #expect(try context.readable(News.self, "allNews").map(\.title) == ["number 0", "number 2"])
    #expect(context.consumeOmissions().map(\.description) == [message])
    #expect(context.consumeOmissions() == [])
    #expect(context.store.condition == .writable)
    let findings = try context.store.checkRows(of: Schema([News.self]))
    #expect(findings.map(\.description) == [message])
  }

  @Test func `A large file is not checked while it is opened`() throws {
    try fill(30)
    var settings = StoreFixture().settings(.file(folder.file))
    #expect(try !Store.open(settings).needsCheck)
    settings.checkedRowLimit = 29
    let store = try Store.open(settings)
    #expect(store.needsCheck)
    #expect(try store.checkFile(isQuick: true) == [])
  }

  @Test func `Deleted rows do not make a file large`() throws {
    try fill(30)
    let context = try StoreFixture().context(.file(folder.file))
    for news in try context.fetch(News.self, "allNews").dropFirst() { try context.delete(news) }
    try context.save()
    var settings = StoreFixture().settings(.file(folder.file))
    settings.checkedRowLimit = 1
    #expect(try !Store.open(settings).needsCheck)
    settings.checkedRowLimit = 0
    #expect(try Store.open(settings).needsCheck)
  }

  @Test func `A backup is a complete store, and overwrites nothing unless asked to`() throws {
    let context = try StoreFixture().context(.file(folder.file))
    try context.news("one")
    try context.save()
    let copy = folder.path + "/copy"
    var steps: [Int] = []
    try context.store.backup(to: copy) { rest, _ in
      steps.append(rest)
      return true
    }
    #expect(steps.last == 0)
    #expect(try StoreFixture().context(.file(copy)).allNews() == ["one"])
    let bytes = folder.bytes("copy")
    #expect(throws: RecordError.exists(path: copy)) { try context.store.backup(to: copy) }
    #expect(folder.bytes("copy") == bytes)
    #expect(throws: RecordError.interrupted) {
      try context.store.backup(to: copy, replacing: true) { _, _ in false }
    }
    #expect(folder.bytes("copy") == bytes)
    #expect(folder.files.filter { $0.contains(".new-") } == [])
  }
}

/// Tests of the journal of a store: its mode, its synchronization, and file systems that do not
/// support it.
struct JournalTests {
  private let folder = TemporaryFolder()

  @Test func `Every commit is synchronized, and the log is ahead of the file`() throws {
    let context = try StoreFixture().context(.file(folder.file))
    let connection = context.store.connection
    #expect(try connection.integer("PRAGMA synchronous") == 2)
    #expect(try connection.value("PRAGMA journal_mode") == .text("wal"))
    #expect(try connection.integer("PRAGMA foreign_keys") == 1)
  }

  @Test func `A file system without shared memory is refused`() {
    var settings = StoreFixture().settings(.file(folder.file))
    settings.fileSystem = "unix-dotfile"
    let error = RecordError.noWriteAheadLog(path: folder.file, answer: "delete")
    #expect(throws: error) { try Store.open(settings) }
    rmdir(folder.file + ".lock")
  }

  @Test func `A file that another program creates at the same time is used by both`() throws {
    let first = StoreFixture(seed: 1)
    let second = StoreFixture(seed: 2)
    let context = try first.context(.file(folder.file))
    try context.news("one")
    try context.save()
    #expect(try second.context(.file(folder.file)).allNews() == ["one"])
    #expect(folder.files.filter { $0.contains(".new-") } == [])
  }

  @Test func `A foreign key that another context has broken is an error`() throws {
    let fixture = StoreFixture()
    let firstContext = try fixture.context(.file(folder.file))
    let secondContext = try fixture.context(.file(folder.file))
    let news = try firstContext.news("one")
    try firstContext.save()
    let note = try secondContext.insert(Note())
    note.news = try secondContext.record(News.self, objectId: news.objectId)
    try firstContext.delete(news)
    try firstContext.save()
    let broken = RecordError.constraint(detail: "FOREIGN KEY constraint failed")
    #expect(throws: broken) { try secondContext.save() }
    #expect(note.phase == .inserted)
    try firstContext.insert(News(), objectId: "same")
    try firstContext.save()
    secondContext.rollback()
    try secondContext.insert(News(), objectId: "same")
    let twice = RecordError.constraint(detail: "UNIQUE constraint failed: News.objectId")
    #expect(throws: twice) { try secondContext.save() }
  }
}
