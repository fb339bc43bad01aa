import ChimpSystem
import Glibc
@testable import Records
import TestSupport
import Testing

/// Tests of the logs of killed programs, beside other files than those that they belong to.
struct LeftLogTests {
  private let folder = TemporaryFolder()
  private let schema = Schema([News.self, Note.self, CountingNote.self])
  private var left: String { folder.path + "/left" }
  private var settings: StoreSettings { StoreFixture().settings(.file(left)) }

  /// Saves news with a title in the store at a path, and returns its context.
  private func context(_ title: String, _ path: String) throws -> RecordContext {
    let context = try StoreFixture(seed: UInt64(title.utf8.count)).context(.file(path))
    try context.news(title)
    try context.save()
    return context
  }

  /// Leaves the files of a killed program at the path `left`: a store with the news `old`, which is
  /// only in the log.
  private func leaveStore() throws {
    let context = try context("old", folder.file)
    for ending in ["", "-wal"] { folder.write(folder.bytes("store" + ending), "left" + ending) }
    withExtendedLifetime(context) {}
  }

  /// Returns the titles in the store at a path.
  private func titles(_ path: String) throws -> [String] {
    let context = try StoreFixture().context(.file(path))
    #expect(context.store.condition == .writable)
    #expect(try context.store.checkFile(isQuick: false) == [])
    return try context.allNews()
  }

  @Test(arguments: ["-wal", "-journal"])
  func `No copy is written beside a log that was left at its path`(_ ending: String) throws {
    try leaveStore()
    unlink(left)
    if ending != "-wal" { rename(left + "-wal", left + ending) }
    let store = try context("new", folder.path + "/other").store
    let names = folder.files
    let log = folder.bytes("left" + ending)
    let error = RecordError.foreignLog(path: left + ending)
    #expect(throws: error) { try store.backup(to: left) }
    #expect(throws: error) { try store.backup(to: left, replacing: true) }
    #expect(throws: error) { try store.recover(to: left, schema: schema) }
    #expect(throws: error) { try Store.open(settings) }
    folder.write([1], "left")
    #expect(throws: error) { try store.backup(to: left, replacing: true) }
    #expect(folder.bytes("left") == [1])
    unlink(left)
    #expect(folder.files == names)
    #expect(folder.bytes("left" + ending) == log)
    folder.write([], "left" + ending)
    try store.backup(to: left)
    #expect(try titles(left) == ["new"])
  }

  @Test func `A copy has an identity of its own`() throws {
    let store = try context("old", folder.file).store
    try store.backup(to: folder.path + "/backup")
    _ = try store.recover(to: folder.path + "/recovered", schema: schema)
    unlink(folder.file)
    #expect(throws: RecordError.moved(path: folder.file)) { try store.checkFiles() }
    #expect(store.rescue(schema: schema) == .whole(path: folder.file + "-rescued"))
    let memory = try StoreFixture().context().store
    try memory.backup(to: folder.path + "/memory")
    var identities = [try store.connection.integer("PRAGMA user_version")]
    for name in ["backup", "recovered", "store-rescued", "memory"] {
      let number = Database.value("PRAGMA user_version", folder.path + "/" + name)
      identities.append(try #require(number.flatMap { Int($0) }))
    }
    #expect(identities.allSatisfy { StoreIdentity.version(in: $0) == 3 })
    let own = Set(identities.map { StoreIdentity.identity(in: $0) })
    #expect(own.count == 5 && !own.contains(0))
  }

  /// Backups of earlier versions have the identity of their store.
  @Test(arguments: [true, false])
  func `A backup in the place of a killed store is not changed by that store's log`(
    _ isOfEarlierVersion: Bool
  ) throws {
    do {
      let store = try context("first", left).store
      let backup = folder.path + "/backup"
      try store.backup(to: backup)
      if isOfEarlierVersion {
        let number = try store.connection.integer("PRAGMA user_version")
        try Database.run("PRAGMA user_version = \(number)", backup)
      }
      let context = try RecordContext(store, schema)
      for number in 0..<70 {
        try context.news("\(number)")
        try context.save()
      }
      folder.write(folder.bytes("left-wal"), "log")
    }
    folder.write(folder.bytes("log"), "left-wal")
    folder.write(folder.bytes("backup"), "left")
    #expect(throws: RecordError.foreignLog(path: left + "-wal")) { try Store.open(settings) }
    #expect(folder.bytes("left") == folder.bytes("backup"))
    #expect(folder.bytes("left-wal") == folder.bytes("log"))
    #expect(try Store.setForeignLogAside(settings) == left + "-wal-aside")
    #expect(folder.bytes("left-wal-aside") == folder.bytes("log"))
    #expect(try titles(left) == ["first"])
    #expect(try Store.setForeignLogAside(settings) == nil)
    // By now an earlier version's backup has a log of its own, with the same identity.
    if isOfEarlierVersion { return }
    folder.write(folder.bytes("log"), "left-wal")
    #expect(try Store.setForeignLogAside(settings) == left + "-wal-aside-2")
    #expect(folder.bytes("left-wal-aside") == folder.bytes("log"))
  }

  @Test func `The log of a store that was removed is set aside for the next store`() throws {
    try leaveStore()
    let log = folder.bytes("left-wal")
    unlink(left)
    #expect(try Store.setForeignLogAside(settings) == left + "-wal-aside")
    #expect(folder.bytes("left-wal-aside") == log)
    #expect(try titles(left) == [])
  }

  @Test func `A store's own log stays where it is`() throws {
    try leaveStore()
    #expect(try Store.setForeignLogAside(settings) == nil)
    #expect(try titles(left) == ["old"])
  }

  @Test func `A log that is in use stays where it is`() throws {
    let child = try Child("hold", left)
    #expect(child.line() == "holding")
    folder.write(try otherStore(), "new")
    rename(folder.path + "/new", left)
    #expect(throws: RecordError.foreignLog(path: left + "-wal")) { try Store.open(settings) }
    #expect(try Store.setForeignLogAside(settings) == nil)
    child.kill()
    #expect(try Store.setForeignLogAside(settings) == left + "-wal-aside")
    #expect(try titles(left) == ["other"])
  }

  /// Returns the bytes of another store.
  private func otherStore() throws -> [UInt8] {
    do { _ = try context("other", folder.path + "/other") }
    return folder.bytes("other")
  }

  @Test func `What is rescued is beside the file and not beside a link to it`() throws {
    symlink("store", folder.path + "/link")
    let link = folder.path + "/link"
    mkdir(folder.file + "-rescued", 0o755)
    symlink("nothing", folder.file + "-rescued-2")
    folder.write([1], "store-rescued-3-wal")
    let store = try context("old", link).store
    unlink(folder.file)
    #expect(throws: RecordError.moved(path: link)) { try store.checkFiles() }
    #expect(store.rescue(schema: schema) == .whole(path: folder.file + "-rescued-4"))
    #expect(Store.rescuedPaths(of: folder.file) == [folder.file + "-rescued-4"])
    // An earlier version wrote it beside the link.
    folder.write([1], "link-rescued")
    #expect(Store.rescuedPaths(of: link) == [folder.file + "-rescued-4", link + "-rescued"])
    rmdir(folder.file + "-rescued")
  }

  @Test func `A long log is emptied when a store is opened or closed`() throws {
    // As long as another connection is open, SQLite leaves the log as it is.
    let other = try context("old", folder.file)
    try other.store.connection.run("PRAGMA wal_autocheckpoint = 0")
    try other.store.connection.run("PRAGMA journal_size_limit = -1")
    /// Makes the log longer than its limit, and returns its length.
    func fillLog() throws -> Int {
      for _ in 0..<30 {
        try other.news(String(repeating: "x", count: 50_000))
        try other.save()
      }
      return folder.bytes("store-wal").count
    }
    #expect(try fillLog() > Store.longLog)
    do {
      let store = try Store.open(StoreFixture().settings(.file(folder.file)))
      #expect(folder.bytes("store-wal").count == 0)
      #expect(try fillLog() > Store.longLog)
      withExtendedLifetime(store) {}
    }
    #expect(folder.bytes("store-wal").count == 0)
    #expect(try fillLog() > Store.longLog)
    // While somebody reads, nobody waits.
    try other.store.beginReading()
    _ = try other.allNews()
    let fixture = StoreFixture()
    #expect(try fixture.context(.file(folder.file)).allNews().count == 91)
    #expect(fixture.slept == [])
    other.store.endReading()
  }
}
