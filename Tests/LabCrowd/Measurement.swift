import Glibc
import TestSupport

/// A measurement of sending a store: the speed, the delay until a round arrives, and the memory.
///
/// The speed is compared with that of a C program which sends only the presses, with the same
/// statements and the same hashes.
final class Measurement {
  private static var runCount: Int { 5 }
  private static var pressesOfTrial: Int { 9 }
  private static var delayCount: Int { 60 }

  private let program: String
  private let folder = TemporaryFolder()
  private let server: PostgreSQL
  private let baseline: String

  /// Creates a server that writes to the disk, and compiles the C program; returns `nil` if either
  /// fails.
  init?(program: String) {
    self.program = program
    baseline = folder.path + "/baseline"
    let source = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/lab.c"
    let headers = FinishedRun(["pg_config", "--includedir"]).output.split(separator: "\n").first
    let built = FinishedRun([
      "clang", "-O2", "-I\(headers ?? "")", "-o", baseline, source, "-lpq", "-lsqlite3",
    ])
    guard built.status == 0, let server = PostgreSQL(settings: ["fsync=on"]) else { return nil }
    self.server = server
    let owner = server.address("postgres")
    for words in [["init", owner], ["enrol", owner, "one"]] {
      guard FinishedRun([program + "-lab"] + words).status == 0 else { return nil }
    }
  }

  private var address: String { server.address("one") }

  /// Runs all measurements and returns the lines of the report.
  func run() -> [String] {
    for (name, count) in [("small", 1_000), ("large", 12_000)] { play(count, into: name) }
    var (own, other) = ([Double](), [Double]())
    for _ in 0..<Self.runCount {
      own.append(send("large", [program + "-lab", "send"]))
      other.append(send("large", [baseline]))
    }
    let memory = ["small", "large"].map { "\(peak($0)) KB" }
    let delays = (
      delays([program + "-lab", "send"], "--follow"), self.delays([baseline], "follow")
    )
    return [
      "press rows a second: chimp-lab \(Int(median(own))), with their trials; "
        + "C, presses alone \(Int(median(other)))",
      "memory: \(memory[0]) for 1000 trials, \(memory[1]) for 12000",
      "delay of --follow: \(words(delays.0)); C \(words(delays.1))",
    ]
  }

  /// Creates a store with a number of random trials.
  private func play(_ count: Int, into name: String) {
    var random = RandomNumbers(seed: UInt64(count))
    var lines: [String] = []
    for _ in 0..<count {
      var cells = (0..<20).map { ($0 % 5 + 1, $0 / 5 + 1) }
      for index in 0..<Self.pressesOfTrial {
        cells.swapAt(index, index + random.below(cells.count - index))
      }
      let chosen = cells.prefix(Self.pressesOfTrial)
      lines.append("start 5x4:" + chosen.map { "\($0.0),\($0.1)" }.joined(separator: ";"))
      lines.append("press " + chosen.map { "\($0.0) \($0.1)" }.joined(separator: " "))
    }
    let script = folder.file("script", lines.joined(separator: "\n") + "\n")
    _ = FinishedRun([program, "--store", folder.path + "/" + name, script])
  }

  /// Deletes all rows of the server's tables.
  private func empty() {
    let names = Rows.tables.map { "chimp.\($0.name)" }.joined(separator: ", ")
    _ = server.query("TRUNCATE \(names)")
    _ = server.query("CHECKPOINT")
  }

  /// Runs a program that sends a store, and returns the presses per second from its start to its
  /// exit.
  private func send(_ store: String, _ words: [String]) -> Double {
    empty()
    let start = microseconds
    _ = FinishedRun(words + [folder.path + "/" + store, address])
    let time = microseconds - start
    let count = Int(server.query("SELECT count(*) FROM chimp.presses")?.dropLast() ?? "") ?? 0
    return Double(count) * 1e6 / time
  }

  /// Returns the peak resident memory of the program that sends a store, in KB.
  private func peak(_ store: String) -> Int {
    empty()
    return Run([program + "-lab", "send", folder.path + "/" + store, address]).peak()
  }

  /// Returns the delays of single rounds, in milliseconds: from the reply to the last press until a
  /// query of the server returns it.
  private func delays(_ words: [String], _ option: String) -> [Double] {
    empty()
    let store = folder.path + "/played-" + option
    guard let player = try? LiveProgram(["--machine", "--store", store], program: program),
      let observer = try? server.terminal()
    else { return [] }
    ask(player, "start 4x4:1,1", "press 1 1")
    let follower = Run(words + [store, address, option])
    defer { follower.kill() }
    while shownCount(observer) < 1 {}
    return (2...Self.delayCount).map { number in
      ask(player, "start 4x4:1,1", "press 1 1")
      let start = microseconds
      while shownCount(observer) < number {}
      let delay = (microseconds - start) / 1_000
      // NB: the presses are made at varying times between two polls.
      for _ in 0..<(20 + number * 137 % 10) { _ = shownCount(observer) }
      return delay
    }
  }

  /// Sends lines to a program and waits for the reply to each.
  private func ask(_ player: LiveProgram, _ lines: String...) {
    for line in lines {
      player.send(line)
      _ = player.answer()
    }
  }

  /// Returns the number of presses that a query of the server returns.
  private func shownCount(_ observer: LiveProgram) -> Int {
    observer.send("SELECT count(*) FROM chimp.presses;")
    return observer.line().flatMap { Int($0) } ?? 0
  }

  /// Returns the median and the largest of the delays as text.
  private func words(_ delays: [Double]) -> String {
    let tenths = [median(delays), delays.max() ?? 0].map {
      "\(Int($0 * 10) / 10).\(Int($0 * 10) % 10)"
    }
    return "median \(tenths[0]) ms, largest \(tenths[1]) ms"
  }

  /// Returns the median of values; 0 if there are none.
  private func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
  }

  private var microseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }
}
