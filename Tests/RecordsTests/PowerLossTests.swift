import FaultyFiles
import Glibc
import TestSupport
import Testing

@testable import Records

/// A session whose machine loses its power at any moment.
struct PowerLossTests {
  /// How often the power is lost.
  private static let lossCount =
    getenv("CHIMP_POWER_LOSSES").flatMap { Int(String(cString: $0)) } ?? 300

  private let folder = TemporaryFolder(isInMemory: true)
  private let schema = Schema([News.self, Note.self, WakingNote.self])
  private var path: String { folder.path + "/store" }
  private var name: String { "power-\(folder.path)" }

  /// What the store holds after a save, and how much had been done to the files when that was told.
  private struct Acknowledgement {
    let deedCount: Int
    let titles: [String]
  }

  /// Several runs of a program, of many saves, of which each changes several rows.
  private func session(_ synchronization: String) throws -> [Acknowledgement] {
    var acknowledged = [Acknowledgement(deedCount: 0, titles: [])]
    var generator = RandomNumbers(seed: 1)
    for run in 0..<3 {
      var settings = World(seed: UInt64(run) + 1).settings(.file(path))
      settings.fileSystem = name
      settings.reserve = 0
      let context = try World(seed: UInt64(run) + 10).context(settings)
      // NB: so that pages go to the file several times in each run.
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
            deedCount: Int(faulty_recorded(name)), titles: try context.allNews()))
      }
    }
    return acknowledged
  }

  /// Loses the power at so many moments, and answers what was found to be wrong.
  private func losses(_ count: Int, _ acknowledged: [Acknowledgement], _ start: [UInt8]) throws
    -> [String]
  {
    var faults: [String] = []
    let total = Int(faulty_recorded(name))
    for seed in 0..<count {
      var generator = RandomNumbers(seed: UInt64(seed))
      let moment = generator.below(total + 1)
      var disk = LosingDisk(path, start)
      for number in 0..<moment { disk.follow(faulty_call_at(name, Int32(number)).pointee) }
      for file in folder.files { unlink(folder.path + "/" + file) }
      for (path, bytes) in disk.files(after: &generator) {
        folder.write(bytes, String(path.split(separator: "/").last ?? ""))
      }
      // NB: the shared index is anything after a loss of power.
      folder.write((0..<32_768).map { _ in UInt8(generator.below(256)) }, "store-shm")
      let last = acknowledged.lastIndex { $0.deedCount <= moment } ?? 0
      let states = acknowledged[last..<min(last + 2, acknowledged.count)].map(\.titles)
      if let fault = try fault(states) { faults.append("loss \(seed) at \(moment): \(fault)") }
    }
    return faults
  }

  /// What is wrong with a store that should hold one of some states.
  private func fault(_ states: [[String]]) throws -> String? {
    var settings = World().settings(.file(path))
    settings.reserve = 0
    let context = try World().context(settings)
    if context.store.condition != .writable { return "\(context.store.condition)" }
    let findings =
      try context.store.checkFile(isQuick: false) + context.store.checkRows(of: schema)
    if let first = findings.first { return "\(first)" }
    return states.contains(try context.allNews()) ? nil : "another state than was acknowledged"
  }

  private func run(_ synchronization: String, _ count: Int) throws -> [String] {
    #expect(faulty_register(name) == 0)
    var settings = World().settings(.file(path))
    settings.reserve = 0
    do { _ = try World().context(settings) }
    let start = folder.bytes("store")
    faulty_record(name)
    let acknowledged = try session(synchronization)
    #expect(acknowledged.count == 37)
    #expect(faulty_recorded(name) > 400)
    return try losses(count, acknowledged, start)
  }

  @Test func `Whenever the power is lost, all is there that was acknowledged and nothing half`()
    throws
  {
    #expect(try run("FULL", Self.lossCount) == [])
  }

  @Test func `A log that is not synchronized at each save loses some of them`() throws {
    #expect(try run("NORMAL", 100).count > 10)
  }
}
