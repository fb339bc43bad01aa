import Glibc
@testable import Records
import TestSupport
import Testing

/// Tests of the write-ahead log of a killed program, both valid and damaged.
struct LogDamageTests {
  private let folder = TemporaryFolder()
  private let schema = Schema([News.self, Note.self, CountingNote.self])
  private let titles = (0..<18).map { "number \($0)" }

  /// Creates a context whose rows were saved one by one; all of them are still in the log.
  private func openContext() throws -> RecordContext {
    let context = try StoreFixture().context(.file(folder.file))
    for (index, title) in titles.enumerated() {
      try context.news(title, index)
      try context.save()
    }
    return context
  }

  /// Returns the bytes with `count` of them, from an offset on, replaced by one value.
  private func changed(
    _ bytes: [UInt8], at offset: Int, _ count: Int, _ byte: UInt8
  ) -> [UInt8] {
    bytes[..<offset] + Array(repeating: byte, count: count) + bytes[(offset + count)...]
  }

  @Test(arguments: [0, 10, 32, 10_000])
  func `A log of zeros without a commit is no damage`(_ count: Int) throws {
    do { _ = try openContext() }
    folder.write(Array(repeating: 0, count: count), "store-wal")
    let context = try StoreFixture().context(.file(folder.file))
    #expect(context.store.condition == .writable)
    #expect(try context.allNews() == titles)
  }

  @Test func `A log that ends within an unacknowledged save is no damage`() throws {
    do {
      let context = try openContext()
      folder.write(folder.bytes(), "copy")
      folder.write(Array(folder.bytes("store-wal").dropLast(100)), "copy-wal")
      withExtendedLifetime(context) {}
    }
    let copy = try StoreFixture().context(.file(folder.path + "/copy"))
    #expect(copy.store.condition == .writable)
    #expect(try copy.allNews() == Array(titles.dropLast()))
  }

  @Test func `Old pages after the new ones of a restarted log are no damage`()
    throws
  {
    let context = try openContext()
    try context.store.connection.run("PRAGMA wal_checkpoint(RESTART)")
    for title in ["one more", "and another"] {
      try context.news(title, 50)
      try context.save()
      folder.write(folder.bytes(), "copy")
      folder.write(folder.bytes("store-wal"), "copy-wal")
      let copy = try Store.open(StoreFixture().settings(.file(folder.path + "/copy")))
      #expect(copy.condition == .writable)
    }
    // A power failure while the log restarts would damage its header.
    try context.store.connection.run("PRAGMA wal_checkpoint(FULL)")
    folder.write(folder.bytes(), "copy")
    folder.write(folder.bytes("store-wal"), "copy-wal")
    let bytes = (folder.bytes("copy"), folder.bytes("copy-wal"))
    for byte: UInt8 in [0x5A, 0] {
      folder.write(bytes.0, "copy")
      folder.write(changed(bytes.1, at: 0, 32, byte), "copy-wal")
      #expect(
        try Store.open(StoreFixture().settings(.file(folder.path + "/copy"))).condition == .writable
      )
    }
  }

  @Test func `Each transaction writes the identity of its store into the log`() throws {
    let fixture = StoreFixture(seed: 3)
    do { try fixture.context(.file(folder.path + "/other")).save() }
    let other = folder.bytes("other")
    let context = try openContext()
    for number in 0..<3 {
      try context.store.connection.run("PRAGMA wal_checkpoint(RESTART)")
      try context.news("more", 60 + number)
      try context.save()
      folder.write(other, "copy")
      folder.write(folder.bytes("store-wal"), "copy-wal")
      #expect(throws: RecordError.foreignLog(path: folder.path + "/copy-wal")) {
        try Store.open(StoreFixture().settings(.file(folder.path + "/copy")))
      }
      #expect(folder.bytes("copy") == other)
    }
    #expect(try context.store.connection.integer("PRAGMA user_version") & 255 == 3)
  }

  @Test func `A store without an identity gets one when it is opened`() throws {
    try Database.run("PRAGMA user_version = 0", folder.path + "/none")
    do { _ = try openContext() }
    try Database.run("PRAGMA user_version = 3", folder.file)
    let context = try StoreFixture().context(.file(folder.file))
    try context.news("late", 99)
    try context.save()
    #expect(try context.store.connection.integer("PRAGMA user_version") > 255)
    try context.store.connection.run("PRAGMA wal_checkpoint(FULL)")
    try context.store.checkFiles()
    #expect(context.store.condition == .writable)
  }

  @Test func `A save without merging is refused after another save`() throws {
    let (firstContext, secondContext) = (
      try StoreFixture().context(.file(folder.file)),
      try StoreFixture(seed: 2).context(.file(folder.file))
    )
    let own = try firstContext.insert(Note.self) { $0.text = "one" }
    try firstContext.save()
    let other = try #require(try secondContext.record(Note.self, objectId: own.objectId))
    let error = RecordError.changedElsewhere(entity: "Note", objectId: own.objectId)
    try Note.$mergesChanges.withValue(false) {
      own.text = "here"
      other.weight = 2
      try firstContext.save()
      #expect(throws: error) { try secondContext.save() }
      // Also if the change was read before.
      #expect(try secondContext.record(Note.self, objectId: own.objectId)?.text == "here")
      #expect(throws: error) { try secondContext.save() }
      secondContext.rollback()
      other.weight = 3
      try secondContext.save()
    }
    own.isRead = true
    try firstContext.save()
    #expect((own.text, own.weight) == ("here", 3))
  }

  /// SQLite reads a log up to the first damaged frame.
  @Test func `After any changed byte of a log, the oldest saves are read, in order`() throws {
    let variable = getenv("CHIMP_LOG_MUTATIONS").flatMap { Int(String(cString: $0)) }
    let log = try logOfKilledProgram()
    var generator = RandomNumbers(seed: 7)
    var counts: Set<Int> = []
    for _ in 0..<(variable ?? 100) {
      var bytes = log
      bytes[generator.below(log.count)] ^= UInt8(1 + generator.below(255))
      folder.write(bytes, "copy-wal")
      counts.insert(try checkCopy())
      for name in ["copy-wal", "copy-shm", "copy-reserve"] { unlink(folder.path + "/" + name) }
      folder.write(folder.bytes("whole"), "copy")
    }
    #expect(counts.count > 10, "\(counts)")
  }

  /// Creates the file `copy` of a store as a killed program leaves it, and returns the bytes of its
  /// log.
  private func logOfKilledProgram() throws -> [UInt8] {
    let context = try openContext()
    for name in ["copy", "whole"] { folder.write(folder.bytes(), name) }
    return withExtendedLifetime(context) { folder.bytes("store-wal") }
  }

  /// Expects that the store `copy` is valid and contains the oldest rows without a gap; returns
  /// their number.
  private func checkCopy() throws -> Int {
    let store = try Store.open(StoreFixture().settings(.file(folder.path + "/copy")))
    #expect(store.condition == .writable)
    #expect(try store.checkFile(isQuick: false) == [])
    #expect(try store.checkRows(of: schema) == [])
    let found = try RecordContext(store, schema).allNews()
    #expect(titles.starts(with: found), "\(found)")
    return found.count
  }
}
