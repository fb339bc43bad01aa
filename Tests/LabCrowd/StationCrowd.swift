import Glibc
import Synchronization
import TestSupport

/// A crowd of stations that send their stores to one server at the same time, and the comparison
/// afterwards.
final class StationCrowd {
  private struct Counts {
    var runs = 0
    var sendCount = 0
    var stationKills = 0
    var serverKills = 0
    var refusals = 0
    var storeRows = 0
    var serverRows = 0
    var lost = 0
    var doubled = 0
    var unexpected = 0
  }

  private let program: String
  private let options: CrowdOptions
  private let folder = TemporaryFolder()
  private let server: PostgreSQL
  private let proxy: CuttingProxy
  private let counts = Mutex(Counts())
  /// The rows of all stations by table, which the server must have in the end.
  private var storeRows: [Set<String>] = []

  /// Creates a server, stations and their stores; returns `nil` if one of them can't be created.
  init?(program: String, _ options: CrowdOptions) {
    (self.program, self.options) = (program, options)
    guard let server = PostgreSQL(settings: ["max_connections=200"]),
      let proxy = CuttingProxy(to: server, seed: options.seed)
    else { return nil }
    (self.server, self.proxy) = (server, proxy)
    let owner = server.address("postgres")
    guard FinishedRun([program + "-lab", "init", owner]).status == 0 else { return nil }
    for number in 1...options.stationCount {
      guard FinishedRun([program + "-lab", "enrol", owner, name(number)]).status == 0 else {
        return nil
      }
      makeStore(number)
    }
    storeRows = Rows.tables.map { table in
      (1...options.stationCount).reduce(into: []) { rows, number in
        let text = Database.value(table.storeQuery, store(number)) ?? ""
        for line in text.split(separator: "\n") { rows.insert("\(name(number))|\(line)") }
      }
    }
    Worker.detach { proxy.run() }
  }

  /// Returns the name of a station.
  private func name(_ number: Int) -> String { "station-\(number)" }

  /// Returns the path of a station's store.
  private func store(_ number: Int) -> String { folder.path + "/store-\(number)" }

  /// Creates the store of a station, by playing its trials in two sessions.
  private func makeStore(_ number: Int) {
    var random = RandomNumbers(seed: options.seed &+ UInt64(number))
    for part in 0..<2 {
      var lines: [String] = ["set participant p\(number)-\(part)"]
      for _ in 0..<(options.trialCount + part) / 2 {
        lines += ["start 5x4:1,1;2,2;3,3;4,4", "wait \(random.below(900))"]
        let cells = ["1 1", "2 2", "3 3", "4 4"].prefix(random.below(5))
        if !cells.isEmpty { lines.append("press " + cells.joined(separator: " ")) }
        if cells.count < 4 { lines.append(random.below(2) == 0 ? "press 5 4" : "give-up") }
      }
      let script = folder.file("script", lines.joined(separator: "\n") + "\n")
      _ = FinishedRun([program, "--store", store(number), script])
    }
  }

  /// Empties the server's tables, makes all stations send at the same time, and compares the rows.
  func run(_ number: Int) {
    let names = Rows.tables.map { "chimp.\($0.name)" } + ["chimp.contacts"]
    _ = server.query("TRUNCATE \(names.joined(separator: ", "))")
    let seed = options.seed &+ UInt64(number) &* 1_000_003
    let stations = (1...options.stationCount).map { station in
      Worker { [self] in send(station, RandomNumbers(seed: seed &+ UInt64(station))) }
    }
    restartServer(RandomNumbers(seed: seed))
    for station in stations { station.join() }
    compare()
  }

  /// Kills the server when it has a random number of the trials, and starts it again.
  private func restartServer(_ random: RandomNumbers) {
    var random = random
    let count = random.below(options.stationCount * options.trialCount / 2)
    while case let found = server.query("SELECT count(*) FROM chimp.trials"),
      let number = found.flatMap({ Int($0.dropLast()) }), number < count
    {}
    server.kill()
    server.start()
    counts.withLock { $0.serverKills += 1 }
  }

  /// Sends the store of a station again and again until the server has acknowledged all rows; some
  /// of the programs are killed.
  private func send(_ number: Int, _ random: RandomNumbers) {
    var random = random
    let address = server.address(name(number), in: proxy.folder.path)
    for _ in 0..<200 {
      counts.withLock { $0.sendCount += 1 }
      let run = Run([program + "-lab", "send", store(number), address])
      if random.below(3) == 0 {
        if !run.isOver(within: random.below(400)) { counts.withLock { $0.stationKills += 1 } }
        run.kill()
        continue
      }
      let end = run.finish()
      if end.status == 0 { return }
      counts.withLock { $0.refusals += 1 }
    }
  }

  /// Compares the rows of the server with those of the stores, and counts the differences.
  private func compare() {
    counts.withLock { counts in
      counts.runs += 1
      for (table, storeRows) in zip(Rows.tables, storeRows) {
        let lines = (server.query(table.serverQuery) ?? "").split(separator: "\n").map {
          String($0)
        }
        let serverRows = Set(lines)
        counts.storeRows += storeRows.count
        counts.serverRows += lines.count
        counts.lost += storeRows.subtracting(serverRows).count
        counts.unexpected += serverRows.subtracting(storeRows).count
        counts.doubled += lines.count - serverRows.count
      }
    }
  }

  /// `true` if rows of the server and of the stores differ, or if there are none.
  var hasFailed: Bool {
    counts.withLock {
      $0.lost + $0.doubled + $0.unexpected > 0 || $0.storeRows != $0.serverRows || $0.storeRows == 0
    }
  }

  /// The report: all counts in a sentence.
  var verdict: String {
    counts.withLock { counts in
      """
      \(counts.runs) runs, \(options.stationCount) stations, \(options.trialCount) trials each: \
      \(counts.sendCount) sendings, \(counts.stationKills) of them killed, \(counts.refusals) \
      ended with an error; \(proxy.connectionCount) connections, \(proxy.cutCount) cut; \
      \(counts.serverKills) servers killed. Rows here \(counts.storeRows), there \
      \(counts.serverRows): \(counts.lost) lost, \(counts.doubled) doubled, \
      \(counts.unexpected) others.
      """
    }
  }
}

/// Two queries of a table, in a store and on the server, that return rows as texts.
///
/// The texts exclude the server's keys, so that a duplicate under another key is found.
struct Rows {
  let name: String
  let storeQuery: String
  let serverQuery: String

  static var tables: [Rows] {
    [
      table(
        "sessions", "Session s JOIN Participant p ON p.row = s.participant",
        [
          ("s.objectId", "id"), ("p.code", "participant"), ("s.dateCreated", "session_created"),
          ("s.clockKind", "clock"), ("s.seed", "session_seed"),
        ]),
      table("session_ends", "Session", [("objectId", "id"), ("dateEnded", "session_ended")]),
      table(
        "trials", "Round r JOIN Session s ON s.row = r.session",
        [
          ("r.objectId", "trial_id"), ("s.objectId", "session_id"), ("r.board", "board"),
          ("r.moves", "moves"), ("r.outcome", "outcome"), ("r.onset", "onset"),
          ("coalesce(r.time, '-')", "coalesce(time::text, '-')"), ("r.block", "block"),
        ]),
      table(
        "presses", "Press p JOIN Round r ON r.row = p.round",
        [
          ("p.objectId", "id"), ("r.objectId", "trial_id"), ("p.\"index\"", "\"index\""),
          ("p.h", "h"), ("p.v", "v"), ("p.judgement", "judgement"), ("p.time", "time"),
        ]),
    ]
  }

  /// Returns the queries for a table with these columns.
  private static func table(
    _ name: String, _ source: String, _ columns: [(store: String, server: String)]
  ) -> Rows {
    let storeColumns = columns.map(\.store).joined(separator: " || '|' || ")
    let serverColumns = (["station"] + columns.map(\.server)).joined(separator: ", ")
    return Rows(
      name: name, storeQuery: "SELECT group_concat(\(storeColumns), char(10)) FROM \(source)",
      serverQuery: "SELECT concat_ws('|', \(serverColumns)) FROM chimp.\(name)")
  }
}
