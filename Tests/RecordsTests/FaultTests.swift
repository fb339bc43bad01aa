import FaultyFiles
import Glibc
import Records
import TestSupport
import Testing

/// A disk that fails at the n-th write, for every n.
struct FaultTests {
  private let folder = Folder()

  /// A session of several saves; returns the titles that were acknowledged, in their order.
  private func session(_ name: String) -> [String] {
    var acknowledged: [String] = []
    var settings = World().settings(.file(folder.file))
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

  private func removeAll() {
    for name in folder.names { unlink(folder.path + "/" + name) }
  }

  @Test(arguments: [FAULTY_DEAD, FAULTY_ONCE, FAULTY_FULL])
  func `Whichever write fails, what was acknowledged is there and the file is whole`(
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
      let context = try World().context(.file(folder.file))
      let found = try context.allNews()
      #expect(acknowledged.allSatisfy { found.contains($0) }, "\(number)")
      #expect(try context.store.checkRows(of: Schema([News.self, Note.self])) == [])
      #expect(folder.names.filter { $0.contains(".new-") } == [])
    }
    #expect(failures > 10)
  }

  @Test func `A full disk is told, and the reserve makes room for a good end`() throws {
    let name = "full-\(folder.path)"
    #expect(faulty_register(name) == 0)
    var settings = World().settings(.file(folder.file))
    settings.fileSystem = name
    let context = try World().context(settings)
    try context.news("one")
    try context.save()
    #expect(folder.names.contains("store-reserve"))
    #expect(!context.store.isReserveSpent)
    faulty_arm(name, FAULTY_FULL, 0)
    let news = try context.news("two")
    #expect(throws: RecordError.store(.full(path: folder.file))) { try context.save() }
    #expect(context.store.isReserveSpent)
    #expect(!folder.names.contains("store-reserve"))
    #expect(news.phase == .inserted)
    faulty_arm(name, FAULTY_NONE, 0)
    try context.save()
    #expect(try World().context(.file(folder.file)).allNews().count == 2)
  }
}
