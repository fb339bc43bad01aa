import Glibc
import TestSupport
import Testing

@testable import Records

/// Logs that were left behind by a killed program, whole and damaged.
struct LogDamageTests {
  private let folder = Folder()
  private let schema = Schema([News.self, Note.self, WakingNote.self])
  private let titles = (0..<18).map { "number \($0)" }

  /// A context that has saved some rows one by one, all of them in the log.
  private func openContext() throws -> RecordContext {
    let context = try World().context(.file(folder.file))
    for (index, title) in titles.enumerated() {
      try context.news(title, index)
      try context.save()
    }
    return context
  }

  /// Replaces bytes by so many that are equal.
  private func changed(
    _ bytes: [UInt8], at offset: Int, _ count: Int, _ byte: UInt8
  ) -> [UInt8] {
    bytes[..<offset] + Array(repeating: byte, count: count) + bytes[(offset + count)...]
  }

  @Test(arguments: [0, 10, 32, 10_000])
  func `A log of zeros, in which nothing was ever committed, is no damage`(_ count: Int) throws {
    do { _ = try openContext() }
    folder.write(Array(repeating: 0, count: count), "store-wal")
    let context = try World().context(.file(folder.file))
    #expect(context.store.condition == .writable)
    #expect(try context.allNews() == titles)
  }

  @Test func `A log that ends amid a save that nobody acknowledged is no damage`() throws {
    do {
      let context = try openContext()
      folder.write(folder.bytes(), "copy")
      folder.write(Array(folder.bytes("store-wal").dropLast(100)), "copy-wal")
      withExtendedLifetime(context) {}
    }
    let copy = try World().context(.file(folder.path + "/copy"))
    #expect(copy.store.condition == .writable)
    #expect(try copy.allNews() == Array(titles.dropLast()))
  }

  @Test func `A log that has begun anew has old pages behind the new ones, which is no damage`()
    throws
  {
    let context = try openContext()
    try context.store.connection.run("PRAGMA wal_checkpoint(RESTART)")
    for title in ["one more", "and another"] {
      try context.news(title, 50)
      try context.save()
      folder.write(folder.bytes(), "copy")
      folder.write(folder.bytes("store-wal"), "copy-wal")
      let copy = try Store.open(World().settings(.file(folder.path + "/copy")))
      #expect(copy.condition == .writable)
    }
    // NB: the head is what would be torn if the power failed as the log began anew.
    try context.store.connection.run("PRAGMA wal_checkpoint(FULL)")
    folder.write(folder.bytes(), "copy")
    folder.write(folder.bytes("store-wal"), "copy-wal")
    let bytes = (folder.bytes("copy"), folder.bytes("copy-wal"))
    for byte: UInt8 in [0x5A, 0] {
      folder.write(bytes.0, "copy")
      folder.write(changed(bytes.1, at: 0, 32, byte), "copy-wal")
      #expect(
        try Store.open(World().settings(.file(folder.path + "/copy"))).condition == .writable)
    }
  }

  @Test func `Each transaction says to which store its log belongs`() throws {
    let world = World(seed: 3)
    do { try world.context(.file(folder.path + "/other")).save() }
    let other = folder.bytes("other")
    let context = try openContext()
    for number in 0..<3 {
      try context.store.connection.run("PRAGMA wal_checkpoint(RESTART)")
      try context.news("more", 60 + number)
      try context.save()
      folder.write(other, "copy")
      folder.write(folder.bytes("store-wal"), "copy-wal")
      #expect(throws: StoreError.foreignLog(path: folder.path + "/copy-wal")) {
        try Store.open(World().settings(.file(folder.path + "/copy")))
      }
      #expect(folder.bytes("copy") == other)
    }
    #expect(try context.store.connection.integer("PRAGMA user_version") & 255 == 3)
  }

  @Test func `A store without an identity is given one when it is opened`() throws {
    try Database.run("PRAGMA user_version = 0", folder.path + "/none")
    do { _ = try openContext() }
    try Database.run("PRAGMA user_version = 3", folder.file)
    let context = try World().context(.file(folder.file))
    try context.news("late", 99)
    try context.save()
    #expect(try context.store.connection.integer("PRAGMA user_version") > 255)
    try context.store.connection.run("PRAGMA wal_checkpoint(FULL)")
    try context.store.checkFiles()
    #expect(context.store.condition == .writable)
  }

  @Test func `Who does not merge is told that somebody else was quicker`() throws {
    let (here, there) = (
      try World().context(.file(folder.file)), try World(seed: 2).context(.file(folder.file))
    )
    let own = try here.insert(Note.self) { $0.text = "one" }
    try here.save()
    let other = try #require(try there.record(Note.self, objectId: own.objectId))
    let fault = RecordError.changedElsewhere(entity: "Note", objectId: own.objectId)
    try Note.$mergesChanges.withValue(false) {
      own.text = "here"
      other.weight = 2
      try here.save()
      #expect(throws: fault) { try there.save() }
      // Also where the change has been seen meanwhile.
      #expect(try there.record(Note.self, objectId: own.objectId)?.text == "here")
      #expect(throws: fault) { try there.save() }
      there.rollback()
      other.weight = 3
      try there.save()
    }
    own.isRead = true
    try here.save()
    #expect((own.text, own.weight) == ("here", 3))
  }

  /// A byte of the log of a killed program is changed: SQLite reads the log up to the damage.
  @Test func `Whatever byte of a log is changed, what is read was saved in that order`() throws {
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

  /// The log of a program that was killed; its file is `copy`, and so is `whole`.
  private func logOfKilledProgram() throws -> [UInt8] {
    let context = try openContext()
    for name in ["copy", "whole"] { folder.write(folder.bytes(), name) }
    return withExtendedLifetime(context) { folder.bytes("store-wal") }
  }

  /// Checks that the copy is whole and has the oldest rows; returns how many.
  private func checkCopy() throws -> Int {
    let store = try Store.open(World().settings(.file(folder.path + "/copy")))
    #expect(store.condition == .writable)
    #expect(try store.checkFile(isQuick: false) == [])
    #expect(try store.checkRows(of: schema) == [])
    let found = try RecordContext(store, schema).allNews()
    #expect(titles.starts(with: found), "\(found)")
    return found.count
  }
}
