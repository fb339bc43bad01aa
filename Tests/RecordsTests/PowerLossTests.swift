import FaultyFiles
import Glibc
@testable import Records
import TestSupport
import Testing

/// Tests of power failures at random moments of a session.
struct PowerLossTests {
  /// The number of power failures: 300, or the value of the environment variable
  /// `CHIMP_POWER_LOSSES`.
  private static let lossCount =
    getenv("CHIMP_POWER_LOSSES").flatMap { Int(String(cString: $0)) } ?? 300

  private let folder = TemporaryFolder(isInMemory: true)
  private let schema = Schema([News.self, Note.self, CountingNote.self])
  private var path: String { folder.path + "/store" }
  private var name: String { "power-\(folder.path)" }

  /// The titles in the store after a save, and the number of disk operations until the save
  /// returned.
  private struct Acknowledgement {
    let operationCount: Int
    let titles: [String]
  }

  /// Runs three sessions with several saves each, and returns the acknowledgement of each save.
  private func session(_ synchronization: String) throws -> [Acknowledgement] {
    var acknowledged = [Acknowledgement(operationCount: 0, titles: [])]
    var generator = RandomNumbers(seed: 1)
    for run in 0..<3 {
      var settings = StoreFixture(seed: UInt64(run) + 1).settings(.file(path))
      settings.fileSystem = name
      settings.reserve = 0
      let context = try StoreFixture(seed: UInt64(run) + 10).context(settings)
      // So that pages are copied to the file several times in each run.
      try context.store.connection.run("PRAGMA wal_autocheckpoint = 12")
      try context.store.connection.run("PRAGMA synchronous = \(synchronization)")
      for number in 0..<12 {
        let news = try context.fetch(News.self, "allNews")
        if let first = news.first, number % 4 == 3 { try context.delete(first) }
        news.last?.title += "+"
        for _ in 0..<2 {
          try context.news(String(repeating: "x", count: generator.below(4000)), run * 100 + number)
        }
        try context.save()
        acknowledged.append(
          Acknowledgement(
            operationCount: Int(faulty_recorded(name)), titles: try context.allNews()))
      }
    }
    return acknowledged
  }

  /// Simulates power failures at random moments, and returns a message for each after which the
  /// store is wrong.
  private func losses(_ count: Int, _ acknowledged: [Acknowledgement], _ start: [UInt8]) throws
    -> [String]
  {
    var failures: [String] = []
    let total = Int(faulty_recorded(name))
    for seed in 0..<count {
      var generator = RandomNumbers(seed: UInt64(seed))
      let moment = generator.below(total + 1)
      var disk = LosingDisk(path, start)
      for number in 0..<moment { disk.perform(faulty_call_at(name, Int32(number)).pointee) }
      for file in folder.files { unlink(folder.path + "/" + file) }
      for (path, bytes) in disk.files(after: &generator) {
        folder.write(bytes, String(path.split(separator: "/").last ?? ""))
      }
      // After a power failure, the shared index may have any contents.
      folder.write((0..<32_768).map { _ in UInt8(generator.below(256)) }, "store-shm")
      let last = acknowledged.lastIndex { $0.operationCount <= moment } ?? 0
      let states = acknowledged[last..<min(last + 2, acknowledged.count)].map(\.titles)
      if let failure = try failure(states) {
        failures.append("loss \(seed) at \(moment): \(failure)")
      }
    }
    return failures
  }

  /// Checks that the store is valid and contains the rows of one of the states; returns a message
  /// if not.
  private func failure(_ states: [[String]]) throws -> String? {
    var settings = StoreFixture().settings(.file(path))
    settings.reserve = 0
    let context = try StoreFixture().context(settings)
    if context.store.condition != .writable { return "\(context.store.condition)" }
    let findings =
      try context.store.checkFile(isQuick: false) + context.store.checkRows(of: schema)
    if let first = findings.first { return "\(first)" }
    return states.contains(try context.allNews()) ? nil : "another state than was acknowledged"
  }

  /// Records a session with a mode of synchronization, simulates power failures, and returns the
  /// messages of those after which the store is wrong.
  private func run(_ synchronization: String, _ count: Int) throws -> [String] {
    #expect(faulty_register(name) == 0)
    var settings = StoreFixture().settings(.file(path))
    settings.reserve = 0
    do { _ = try StoreFixture().context(settings) }
    let start = folder.bytes("store")
    faulty_record(name)
    let acknowledged = try session(synchronization)
    #expect(acknowledged.count == 37)
    #expect(faulty_recorded(name) > 400)
    return try losses(count, acknowledged, start)
  }

  @Test func `After any power failure, all acknowledged saves exist, and none is incomplete`()
    throws
  {
    #expect(try run("FULL", Self.lossCount) == [])
  }

  @Test func `A log that is not synchronized at each save loses some of them`() throws {
    #expect(try run("NORMAL", 100).count > 10)
  }
}
