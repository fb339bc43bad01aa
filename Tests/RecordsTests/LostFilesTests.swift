import FaultyFiles
import Glibc
@testable import Records
import TestSupport
import Testing

/// Tests of an open store whose files another program removes or replaces.
struct LostFilesTests {
  /// A way in which a file of an open store is lost: removed, replaced, or given a second name.
  enum Loss: CaseIterable {
    case fileReplaced
    case fileUnlinked
    case fileReplacedByLink
    case fileNamedTwice
    case logUnlinked
    case logReplaced
    case indexUnlinked
  }

  private let folder = TemporaryFolder()
  private let schema = Schema([News.self, Note.self, CountingNote.self])
  private var rescued: String { folder.file + "-rescued" }

  /// Creates a context of a store with one row in the database file and one in its log.
  private func openContext(_ settings: StoreSettings? = nil) throws -> RecordContext {
    let settings = settings ?? StoreFixture().settings(.file(folder.file))
    try save("one", in: try StoreFixture().context(settings))
    let context = try StoreFixture(seed: 2).context(settings)
    try save("two", in: context)
    return context
  }

  /// Inserts a piece of news with a title and saves it.
  private func save(_ title: String, in context: RecordContext) throws {
    try context.news(title, title.utf8.count)
    try context.save()
  }

  /// Returns the bytes of the database file of an unrelated store.
  private func otherStore() throws -> [UInt8] {
    let fixture = StoreFixture()
    fixture.time = 2_000_000
    try save("other", in: try fixture.context(.file(folder.path + "/other")))
    defer { for name in ["other", "other-reserve"] { unlink(folder.path + "/" + name) } }
    return folder.bytes("other")
  }

  /// Removes or replaces the file, and returns the error that a save is expected to throw.
  private func perform(_ loss: Loss) throws -> RecordError {
    let (file, log, index) = (folder.file, folder.file + "-wal", folder.file + "-shm")
    switch loss {
    case .fileReplaced:
      folder.write(try otherStore(), "new")
      rename(folder.path + "/new", file)
      return .moved(path: file)
    case .fileUnlinked:
      unlink(file)
      return .moved(path: file)
    case .fileReplacedByLink:
      rename(file, folder.path + "/moved")
      symlink("moved", file)
      return .moved(path: file)
    case .fileNamedTwice:
      #expect(link(file, folder.path + "/second") == 0)
      return .linked(path: file)
    case .logUnlinked, .logReplaced:
      unlink(log)
      if loss == .logReplaced { folder.write([], "store-wal") }
      return .moved(path: log)
    case .indexUnlinked:
      unlink(index)
      return .moved(path: index)
    }
  }

  @Test(arguments: Loss.allCases)
  func `A loss is found before the next acknowledgement, and all rows are rescued`(
    _ loss: Loss
  ) throws {
    let context = try openContext()
    let error = try perform(loss)
    try context.news("three")
    #expect(throws: error) { try context.save() }
    #expect(throws: error) { try context.save() }
    #expect(throws: error) { try context.store.checkFiles() }
    #expect(context.store.condition == .lost(error))
    #expect(context.store.rescue(schema: schema) == .whole(path: rescued))
    let copy = try StoreFixture().context(.file(rescued))
    #expect(try copy.fetch(News.self, "allNews").map(\.title) == ["one", "two"])
    #expect(copy.store.condition == .writable)
  }

  @Test func `A loss is also found when a read fails because of it`() throws {
    let writer = try openContext()
    for number in 0..<30 { try save("\(number)" + String(repeating: "x", count: 3000), in: writer) }
    try writer.store.connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    var settings = StoreFixture().settings(.file(folder.file))
    // A check would read the whole file.
    settings.checkedRowLimit = 0
    let reader = try StoreFixture().context(settings)
    truncate(folder.file, 5000)
    unlink(folder.file)
    #expect(throws: RecordError.self) { try reader.allNews() }
    #expect(reader.store.condition == .lost(.moved(path: folder.file)))
  }

  @Test func `A file that replaced the store's is not changed`() throws {
    let bytes = try otherStore()
    do {
      let context = try openContext()
      folder.write(bytes, "new")
      rename(folder.path + "/new", folder.file)
      #expect(throws: RecordError.moved(path: folder.file)) { try context.store.checkFiles() }
      #expect(context.store.rescue(schema: schema) == .whole(path: rescued))
    }
    #expect(folder.bytes() == bytes)
    #expect(folder.bytes("store-wal") == [])
    let other = try StoreFixture().context(.file(folder.file))
    #expect(try other.allNews() == ["other"])
    #expect(try other.store.checkFile(isQuick: false) == [])
  }

  @Test func `A moved file has all acknowledged rows, and can be moved back`() throws {
    do {
      let context = try openContext()
      rename(folder.file, folder.path + "/gone")
      #expect(throws: RecordError.moved(path: folder.file)) { try context.store.checkFiles() }
      #expect(context.store.rescue(schema: schema) == .whole(path: rescued))
    }
    #expect(
      folder.files == ["gone", "store-rescued", "store-reserve", "store-shm", "store-wal"])
    folder.write(folder.bytes("gone"), "copy")
    #expect(try StoreFixture().context(.file(folder.path + "/copy")).allNews() == ["one", "two"])
    rename(folder.path + "/gone", folder.file)
    #expect(try StoreFixture().context(.file(folder.file)).allNews() == ["one", "two"])
  }

  @Test func `A log beside a link to the store is not ignored`() throws {
    let context = try openContext()
    for end in ["", "-wal"] { folder.write(folder.bytes("store" + end), "moved" + end) }
    withExtendedLifetime(context) {}
    symlink("moved", folder.path + "/link")
    rename(folder.path + "/moved-wal", folder.path + "/link-wal")
    #expect(throws: RecordError.foreignLog(path: folder.path + "/link-wal")) {
      try StoreFixture().context(.file(folder.path + "/link"))
    }
    rename(folder.path + "/link-wal", folder.path + "/moved-wal")
    #expect(try StoreFixture().context(.file(folder.path + "/link")).allNews() == ["one", "two"])
  }

  /// The program was killed, so that its log is still beside the file that replaces the store.
  @Test(arguments: [false, true])
  func `The log of an earlier file at the path is not copied into another one`(
    _ isReadOnly: Bool
  ) throws {
    let context = try openContext()
    let bytes = try otherStore()
    for ending in ["-wal", "-shm"] { folder.write(folder.bytes("store" + ending), "left" + ending) }
    withExtendedLifetime(context) {}
    folder.write(bytes, "left")
    let left = folder.path + "/left"
    let names = folder.files
    let log = folder.bytes("left-wal")
    let settings = StoreFixture().settings(.file(left))
    #expect(throws: RecordError.foreignLog(path: left + "-wal")) {
      isReadOnly ? try Store.reading(left, like: settings) : try Store.open(settings)
    }
    #expect(folder.files == names)
    #expect(folder.bytes("left") == bytes)
    #expect(folder.bytes("left-wal") == log)
    for ending in ["-wal", "-shm"] { unlink(left + ending) }
    #expect(try StoreFixture().context(.file(left)).allNews() == ["other"])
  }

  @Test func `External writes into an open file are found when it is opened again`() throws {
    do {
      let context = try openContext()
      let offset = 4096
      let descriptor = open(folder.file, O_WRONLY)
      #expect(pwrite(descriptor, [UInt8](repeating: 7, count: 5000), 5000, offset) == 5000)
      close(descriptor)
      try save("three", in: context)
    }
    guard case .damaged = try Store.open(StoreFixture().settings(.file(folder.file))).condition
    else {
      Issue.record("the damage was not found")
      return
    }
  }

  @Test func `A second rescue has another name`() throws {
    let context = try openContext()
    folder.write([], "store-rescued")
    _ = try perform(.fileUnlinked)
    try? context.store.checkFiles()
    #expect(context.store.rescue(schema: schema) == .whole(path: rescued + "-2"))
    #expect(folder.bytes("store-rescued") == [])
  }

  @Test func `The readable rows of a large file that was truncated and removed are rescued`()
    throws
  {
    let filling = try StoreFixture().context(.file(folder.file))
    for number in 0..<1000 { try filling.news(String(repeating: "x", count: 8000), number) }
    try filling.save()
    let context = try openContext()
    truncate(folder.file, 6_000_000)
    unlink(folder.file)
    #expect(throws: RecordError.moved(path: folder.file)) { try context.store.checkFiles() }
    let rescue = context.store.rescue(schema: schema)
    guard case .rows(let count, rescued) = rescue else {
      Issue.record("\(rescue)")
      return
    }
    #expect(count > 300 && count < 1000)
    let copy = try StoreFixture().context(.file(rescued))
    #expect(try copy.allRows().count == count)
    // The ends of long texts may be lost, which their checksums detect.
    #expect(try copy.store.checkRows(of: schema).count < 10)
  }

  /// With a log, SQLite reads the missing part of the file as zeros.
  @Test(arguments: [false, true])
  func `A copy with a truncated text is not reported as complete`(
    _ hasLog: Bool
  ) throws {
    try save("one", in: try StoreFixture().context(.file(folder.file)))
    try save(
      String(repeating: "x", count: 5000), in: try StoreFixture().context(.file(folder.file)))
    var settings = StoreFixture().settings(.file(folder.file))
    settings.checkedRowLimit = 0
    let context = try StoreFixture().context(settings)
    if hasLog { try context.store.connection.run("UPDATE News SET body = 'b' WHERE row = 1") }
    truncate(folder.file, off_t(folder.bytes().count - 4096))
    unlink(folder.file)
    #expect(throws: RecordError.moved(path: folder.file)) { try context.store.checkFiles() }
    #expect(context.store.rescue(schema: schema) == .rows(hasLog ? 2 : 1, path: rescued))
  }

  @Test func `If nothing can be rescued, the log is kept`() throws {
    let name = "lost-\(folder.path)"
    #expect(faulty_register(name) == 0)
    var settings = StoreFixture().settings(.file(folder.file))
    settings.fileSystem = name
    let context = try openContext(settings)
    _ = try perform(.fileReplaced)
    try? context.store.checkFiles()
    faulty_arm(name, FAULTY_FULL, 0)
    #expect(context.store.rescue(schema: schema) == .nothing(.full(path: rescued)))
    faulty_arm(name, FAULTY_NONE, 0)
    #expect(folder.files.contains("store-wal"))
    #expect(!folder.files.contains { $0.hasPrefix("store-rescued") })
  }

  @Test func `Allowed operations of other programs are no loss`() throws {
    let context = try openContext()
    for number in 0..<40 {
      try save("\(number)" + String(repeating: "x", count: 3000), in: context)
    }
    for text in [
      "PRAGMA wal_checkpoint(FULL)", "DELETE FROM News WHERE sortOrder > 10; VACUUM",
      "PRAGMA wal_checkpoint(TRUNCATE)",
      "UPDATE News SET body = 'b'", "PRAGMA wal_checkpoint(RESTART)", "VACUUM",
    ] {
      try Database.run(text, folder.file)
      utimes(folder.file, nil)
      try save("new", in: context)
    }
    // A row that was changed without its checksum is reported as damaged, but its store is not
    // lost.
    let rows = try context.allRows().map { $0.hasPrefix("not what was written: ") ? "spoilt" : $0 }
    #expect(rows.filter { $0 == "new" }.count == 3)
    #expect(rows.filter { $0 == "spoilt" }.count == 5)
    #expect(context.store.condition == .writable)
  }
}
