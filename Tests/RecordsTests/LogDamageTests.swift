import Glibc
import TestSupport
import Testing

@testable import Records

/// A log that somebody writes over.
struct LogDamageTests {
  private let folder = Folder()
  private let schema = Schema([News.self, Note.self, WakingNote.self])
  private var log: String { folder.file + "-wal" }
  private let titles = (0..<18).map { "number \($0)" }

  /// A context that has saved some rows one by one, all of them in the log.
  private func openContext() throws -> RecordContext {
    let context = try World().context(.file(folder.file))
    for (place, title) in titles.enumerated() {
      try context.news(title, place)
      try context.save()
    }
    return context
  }

  /// Writes so many bytes over a file, from a place on.
  private func overwrite(_ path: String, at place: Int, count: Int) {
    let descriptor = open(path, O_WRONLY)
    defer { close(descriptor) }
    let bytes = [UInt8](repeating: 0x5A, count: count)
    #expect(pwrite(descriptor, bytes, count, place) == count)
  }

  /// Where the log is written over: its head, its first page, amid it, its last page.
  static let places: [(Int, Int)] = [(0, 5000), (0, 32), (40, 10), (30_000, 5000), (60_000, 1)]

  @Test(arguments: places)
  func `It is told at the next save, and what was acknowledged is saved beside`(
    _ place: Int, _ count: Int
  ) throws {
    let context = try openContext()
    overwrite(log, at: place, count: count)
    try context.news("late", 99)
    let error = StoreError.overwritten(path: log)
    #expect(throws: RecordError.store(error)) { try context.save() }
    #expect(context.store.condition == .lost(error))
    let bytes = folder.bytes("store-wal")
    #expect(context.store.rescue(schema: schema) == .whole(path: folder.file + "-rescued"))
    #expect(folder.bytes("store-wal") == bytes)
    let copy = try World().context(.file(folder.file + "-rescued"))
    #expect(try copy.allNews() == titles)
  }

  @Test func `It is told at the end where nothing is saved any more`() throws {
    let context = try openContext()
    var facts = stat()
    stat(log, &facts)
    overwrite(log, at: 30_000, count: 5000)
    // NB: whoever does that hides it from all but a thorough look.
    #expect(utimensat(AT_FDCWD, log, [facts.st_atim, facts.st_mtim], 0) == 0)
    try context.store.checkFiles()
    let error = StoreError.overwritten(path: log)
    #expect(throws: error) { try context.store.checkFiles(isThorough: true) }
  }

  /// The program is killed before it could tell.
  @Test(arguments: places.dropLast())
  func `It is told when the store is opened again, and nothing is touched`(
    _ place: Int, _ count: Int
  ) throws {
    do {
      let context = try openContext()
      folder.write(folder.bytes(), "copy")
      folder.write(folder.bytes("store-wal"), "copy-wal")
      withExtendedLifetime(context) {}
    }
    overwrite(folder.path + "/copy-wal", at: place, count: count)
    let (bytes, logBytes) = (folder.bytes("copy"), folder.bytes("copy-wal"))
    do {
      let store = try Store.open(World().settings(.file(folder.path + "/copy")))
      guard case .damaged(let detail) = store.condition else {
        Issue.record("\(store.condition)")
        return
      }
      #expect(detail.hasSuffix(" saves in the log can't be read"))
    }
    #expect(folder.bytes("copy") == bytes && folder.bytes("copy-wal") == logBytes)
  }

  /// What becomes of the head: the other order of bytes, no order, no size of pages, no head.
  static let heads: [(Int, Int, UInt8)] = [
    (3, 1, 0x83), (3, 1, 0x5A), (8, 4, 0), (0, 32, 0x5A), (0, 32, 0), (0, 4096, 0),
  ]

  @Test(arguments: heads)
  func `A log without a head is kept, and what is in the file is read and recovered`(
    _ place: Int, _ count: Int, _ byte: UInt8
  ) throws {
    do {
      let context = try World().context(.file(folder.file))
      try context.news("old")
      try context.save()
    }
    try copyKilled(openContext())
    let log = changed(folder.bytes("copy-wal"), at: place, count, byte)
    folder.write(log, "copy-wal")
    do {
      let store = try Store.open(World().settings(.file(folder.path + "/copy")))
      let detail = "18 saves in the log can't be read"
      #expect(store.condition == .damaged(detail: detail))
      #expect(try RecordContext(store, schema).allNews() == ["old"])
      #expect(try store.checkFile(isQuick: false) == [.damage(detail)])
      #expect(try store.recover(to: folder.path + "/left", schema: schema) == 1)
    }
    #expect(folder.bytes("copy-wal") == log)
  }

  @Test func `A single save behind a damaged head is missed`() throws {
    let context = try World().context(.file(folder.file))
    try context.news("one")
    try context.save()
    try copyKilled(context)
    folder.write(changed(folder.bytes("copy-wal"), at: 0, 4, 0), "copy-wal")
    let store = try Store.open(World().settings(.file(folder.path + "/copy")))
    #expect(store.condition == .damaged(detail: "1 saves in the log can't be read"))
  }

  @Test func `No migration is written over a log that can't be read`() throws {
    var settings = World().settings(.file(folder.file))
    settings.migrations.removeLast()
    let store = try Store.open(settings)
    let context = try RecordContext(store, Schema([News.self]))
    for title in titles.prefix(2) {
      try context.news(title)
      try context.save()
    }
    try copyKilled(context)
    let log = changed(folder.bytes("copy-wal"), at: 0, 32, 0)
    folder.write(log, "copy-wal")
    let copy = try Store.open(World().settings(.file(folder.path + "/copy")))
    #expect(copy.condition == .damaged(detail: "2 saves in the log can't be read"))
    #expect(folder.bytes("copy-wal") == log)
  }

  @Test func `While somebody else knows what is in a log without a head, all of it is read`() throws
  {
    let context = try openContext()
    overwrite(log, at: 0, count: 32)
    let store = try Store.open(World().settings(.file(folder.file)))
    guard case .damaged = store.condition else {
      Issue.record("\(store.condition)")
      return
    }
    #expect(try RecordContext(store, schema).allNews() == titles)
    withExtendedLifetime(context) {}
  }

  @Test(arguments: [0, 10, 32, 10_000])
  func `A log of zeros, in which nothing was ever committed, is no damage`(_ count: Int) throws {
    do { _ = try openContext() }
    folder.write(Array(repeating: 0, count: count), "store-wal")
    let context = try World().context(.file(folder.file))
    #expect(context.store.condition == .writable)
    #expect(try context.allNews() == titles)
  }

  private func changed(
    _ bytes: [UInt8], at place: Int, _ count: Int, _ byte: UInt8
  ) -> [UInt8] {
    bytes[..<place] + Array(repeating: byte, count: count) + bytes[(place + count)...]
  }

  /// Copies the files as they would be if the program were killed now.
  private func copyKilled(_ context: RecordContext) throws {
    for end in ["", "-wal", "-shm"] { folder.write(folder.bytes("store" + end), "copy" + end) }
    withExtendedLifetime(context) {}
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

  @Test func `The first page of each log says to which store it belongs`() throws {
    let context = try openContext()
    let identity = LogPages(log, pageSize: 4096).identity
    #expect(identity == FileHeader.identity(in: folder.bytes(), at: 0))
    #expect(identity != 0)
    for _ in 0..<3 {
      try context.store.connection.run("PRAGMA wal_checkpoint(RESTART)")
      try context.news("more", 60)
      try context.save()
      #expect(LogPages(log, pageSize: 4096).identity == identity)
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
    try context.store.checkFiles(isThorough: true)
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

  /// A byte of the log of a killed program is changed, so often.
  @Test func `Whatever byte of a log is changed, all is there or it is told`() throws {
    let variable = getenv("CHIMP_LOG_MUTATIONS").flatMap { Int(String(cString: $0)) }
    let (log, size) = try killedLog()
    var generator = RandomNumbers(seed: 7)
    var counts = ["all is there": 0, "told": 0, "the newest save is not there": 0]
    for _ in 0..<(variable ?? 100) {
      var bytes = log
      bytes[generator.below(log.count)] ^= UInt8(1 + generator.below(255))
      folder.write(bytes, "copy-wal")
      counts[try outcome(), default: 0] += 1
      for name in ["copy-wal", "copy-shm", "copy-reserve"] { unlink(folder.path + "/" + name) }
      folder.write(folder.bytes("whole"), "copy")
    }
    #expect(counts.count == 3, "\(counts)")
    // NB: who changes the last save makes it look like one that the power cut short.
    #expect(counts["the newest save is not there", default: 0] * size < 3 * 18 * 100)
    if variable != nil { print(counts) }
  }

  /// The log of a program that was killed; its file is `copy`, and so is `whole`.
  private func killedLog() throws -> ([UInt8], count: Int) {
    let context = try openContext()
    for name in ["copy", "whole"] { folder.write(folder.bytes(), name) }
    return withExtendedLifetime(context) { (folder.bytes("store-wal"), 18) }
  }

  private func outcome() throws -> String {
    let store = try Store.open(World().settings(.file(folder.path + "/copy")))
    if case .damaged = store.condition { return "told" }
    let found = try RecordContext(store, schema).allNews()
    if found == titles { return "all is there" }
    // NB: the head of the page that ends the save before the last says that it does.
    let isNearlyAll = titles.starts(with: found) && found.count >= titles.count - 2
    return isNearlyAll ? "the newest save is not there" : "\(found)"
  }
}
