import FaultyFiles
import Glibc
@testable import Records
import TestSupport
import Testing

/// Tests with a disk that fails at the n-th write, for every n.
struct FaultTests {
  private let folder = TemporaryFolder()

  /// Saves several pieces of news on the faulty disk `name`, and returns the titles of those whose
  /// save succeeded, in order.
  private func session(_ name: String) -> [String] {
    var acknowledged: [String] = []
    var settings = StoreFixture().settings(.file(folder.file))
    settings.fileSystem = name
    guard let store = try? Store.open(settings),
      let context = try? RecordContext(store, Schema([News.self, Note.self]))
    else { return [] }
    for number in 0..<4 {
      let title = "\(number) " + String(repeating: "x", count: 3000)
      _ = try? context.news(title, number)
      if (try? context.save()) != nil {
        acknowledged = (try? context.allNews()) ?? acknowledged
      } else {
        context.rollback()
      }
    }
    return acknowledged
  }

  /// Deletes all files of the folder.
  private func removeAll() {
    for name in folder.files { unlink(folder.path + "/" + name) }
  }

  @Test(arguments: [FAULTY_DEAD, FAULTY_ONCE, FAULTY_FULL])
  func `After any failed write, all acknowledged rows exist and the file is valid`(
    _ kind: faulty_kind
  ) throws {
    let name = "faulty-\(folder.path)-\(kind.rawValue)"
    #expect(faulty_register(name) == 0)
    faulty_arm(name, FAULTY_NONE, 0)
    #expect(session(name).count == 4)
    let total = Int(faulty_count(name))
    #expect(total > 20)
    var failures = 0
    for number in 0..<total {
      removeAll()
      faulty_arm(name, kind, Int32(number))
      let acknowledged = session(name)
      if acknowledged.count < 4 { failures += 1 }
      faulty_arm(name, FAULTY_NONE, 0)
      guard access(folder.file, F_OK) == 0 else {
        #expect(acknowledged == [])
        continue
      }
      #expect(Database.value("PRAGMA integrity_check", folder.file) == "ok")
      let context = try StoreFixture().context(.file(folder.file))
      let found = try context.allNews()
      #expect(acknowledged.allSatisfy { found.contains($0) }, "\(number)")
      #expect(try context.store.checkRows(of: Schema([News.self, Note.self])) == [])
      #expect(folder.files.filter { $0.contains(".new-") } == [])
    }
    #expect(failures > 10)
  }

  /// The argument is `true` for a store with the log of a killed session.
  @Test(arguments: [false, true])
  func `A valid store on a full disk is opened for reading, with that condition`(
    _ hasLog: Bool
  ) throws {
    let name = "full-opening-\(folder.path)"
    #expect(faulty_register(name) == 0)
    var context: RecordContext? = try StoreFixture().context(.file(folder.file))
    try context?.news("one")
    try context?.save()
    if hasLog {
      for end in ["", "-wal"] { folder.write(folder.bytes("store" + end), "copy" + end) }
    }
    context = nil
    unlink(folder.file + "-reserve")
    if hasLog {
      for end in ["", "-wal"] { rename(folder.path + "/copy" + end, folder.file + end) }
    }
    var settings = StoreFixture().settings(.file(folder.file))
    settings.fileSystem = name
    faulty_arm(name, FAULTY_FULL, 0)
    let full = try StoreFixture().context(settings)
    #expect(full.store.condition == .full)
    #expect(try full.allNews() == ["one"])
    try full.news("two")
    #expect(throws: RecordError.full(path: folder.file)) { try full.save() }
  }

  @Test func `The reserve is released for a store that is opened on a full disk`() throws {
    let name = "full-reserve-\(folder.path)"
    #expect(faulty_register(name) == 0)
    do { _ = try StoreFixture().context(.file(folder.file)) }
    #expect(folder.files == ["store", "store-reserve"])
    var settings = StoreFixture().settings(.file(folder.file))
    settings.fileSystem = name
    faulty_arm(name, FAULTY_FULL, 0)
    faulty_reserve(name, folder.file + "-reserve")
    let context = try StoreFixture().context(settings)
    #expect(context.store.condition == .writable)
    try context.news("one")
    try context.save()
    #expect(!folder.files.contains("store-reserve"))
  }

  @Test(arguments: [(4, 1), (0, 0), (1_000, 0), (262_144, 1), (262_145, 0)])
  func `A user's file with the name of the reserve is neither written nor removed`(
    _ size: Int, _ byte: UInt8
  ) throws {
    let name = "full-own-\(folder.path)"
    let bytes = Array(repeating: byte, count: size)
    #expect(faulty_register(name) == 0)
    folder.write(bytes, "store-reserve")
    var settings = StoreFixture().settings(.file(folder.file))
    settings.fileSystem = name
    do {
      let context = try StoreFixture().context(settings)
      try context.news("one")
      try context.save()
      faulty_arm(name, FAULTY_FULL, 0)
      try context.news("two")
      #expect(throws: RecordError.full(path: folder.file)) { try context.save() }
    }
    #expect(folder.bytes("store-reserve") == bytes)
    faulty_arm(name, FAULTY_FULL, 0)
    #expect(try StoreFixture().context(settings).store.condition == .full)
    #expect(folder.bytes("store-reserve") == bytes)
  }

  @Test func `A reserve with a second name, or behind a link, is not removed`() throws {
    do { _ = try StoreFixture().context(.file(folder.file)) }
    let reserve = DiskReserve(StorePath(folder.file))
    link(folder.file + "-reserve", folder.path + "/own")
    #expect(!reserve.release())
    unlink(folder.file + "-reserve")
    symlink("own", folder.file + "-reserve")
    #expect(!reserve.release())
    #expect(folder.files == ["own", "store", "store-reserve"])
    unlink(folder.file + "-reserve")
    rename(folder.path + "/own", folder.file + "-reserve")
    #expect(reserve.release())
    #expect(folder.files == ["store"])
  }

  @Test func `The reserve of an earlier version is removed, too`() {
    folder.write(Array(repeating: 0, count: 262_144), "store-reserve")
    #expect(DiskReserve(StorePath(folder.file)).release())
    #expect(folder.files == [])
  }

  @Test func `On a full disk no store can be created, which is an error`() throws {
    let name = "full-new-\(folder.path)"
    #expect(faulty_register(name) == 0)
    var settings = StoreFixture().settings(.file(folder.file))
    settings.fileSystem = name
    for number in 0..<8 {
      faulty_arm(name, FAULTY_FULL, Int32(number))
      #expect(throws: RecordError.full(path: folder.file)) { try Store.open(settings) }
      #expect(folder.files == [])
    }
  }

  @Test func `A full disk is an error, and the reserve is released for later saves`() throws {
    let name = "full-\(folder.path)"
    #expect(faulty_register(name) == 0)
    var settings = StoreFixture().settings(.file(folder.file))
    settings.fileSystem = name
    let context = try StoreFixture().context(settings)
    try context.news("one")
    try context.save()
    #expect(folder.files.contains("store-reserve"))
    #expect(!context.store.isReserveSpent)
    faulty_arm(name, FAULTY_FULL, 0)
    let news = try context.news("two")
    #expect(throws: RecordError.full(path: folder.file)) { try context.save() }
    #expect(context.store.isReserveSpent)
    #expect(!folder.files.contains("store-reserve"))
    #expect(news.phase == .inserted)
    faulty_arm(name, FAULTY_NONE, 0)
    try context.save()
    #expect(try StoreFixture().context(.file(folder.file)).allNews().count == 2)
  }

  @Test func `A read in the middle of another program's commit is repeated`() throws {
    let name = "unsteady-\(folder.path)"
    #expect(faulty_register(name) == 0)
    // The writer keeps the log open, as another program does.
    let writer = try StoreFixture().context(.file(folder.file))
    try writer.news("first", 0)
    try writer.save()
    var settings = StoreFixture().settings(.file(folder.file))
    settings.fileSystem = name
    faulty_arm(name, FAULTY_UNSTEADY, 7)
    let reader = try RecordContext(
      Store.reading(folder.file, like: settings), Schema([News.self, Note.self]))
    #expect(try reader.allNews() == ["first"])
    try writer.news("second", 1)
    try writer.save()
    faulty_arm(name, FAULTY_UNSTEADY, 7)
    #expect(try reader.allNews() == ["first", "second"])
    // Damage that stays is an error, not a hang.
    faulty_arm(name, FAULTY_UNSTEADY, .max)
    #expect(throws: RecordError.readOnly(path: folder.file)) { try reader.allNews() }
    faulty_arm(name, FAULTY_NONE, 0)
    #expect(try reader.allNews() == ["first", "second"])
  }
}
