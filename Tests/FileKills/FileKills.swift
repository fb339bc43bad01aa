import Glibc
import TestSupport

/// Kills programs while they write files, and finds out what is there afterwards.
///
/// `file-kills [--kills N] [--seed N] [--program PATH]`
@main
struct FileKills {
  static func main() {
    var (killCount, seed, program) = (600, UInt64(1), programPath)
    var words = CommandLine.arguments.dropFirst()
    while let word = words.popFirst() {
      guard let value = words.popFirst() else { return end("usage: \(word) VALUE") }
      switch (word, Int(value)) {
      case ("--program", _): program = value
      case ("--kills", let number?): killCount = number
      case ("--seed", let number?): seed = UInt64(number)
      default: return end("unknown option: \(word) \(value)")
      }
    }
    run(program, killCount, seed)
  }

  private static func run(_ program: String, _ killCount: Int, _ seed: UInt64) {
    var generator = RandomNumbers(seed: seed)
    var tally = KillTally()
    do {
      let stores = TemporaryFolder()
      try makeStores(in: stores, program)
      let targets = Target.allCases
      let cases = try targets.map { try KillCase($0, stores.path, program) }
      for number in 0..<killCount {
        try cases[number % cases.count].kill(&generator, &tally)
      }
    } catch { return end("can't start '\(program)': \(error)") }
    for fault in tally.faults.prefix(40) { say("FAULT \(fault)") }
    say(tally.line)
    if !tally.faults.isEmpty { exit(1) }
  }

  /// Makes a store with many trials, and one that has fewer: what is replaced is another file.
  private static func makeStores(in folder: TemporaryFolder, _ program: String) throws {
    for (name, count) in [("old", 5), ("new", 400)] {
      let maker = try LiveProgram(
        ["--machine", "--seed", name, "--store", "\(folder.path)/\(name)"], program: program)
      for _ in 0..<count {
        maker.tell("start 5 5 9")
        maker.tell("give-up")
      }
      _ = maker.finish()
    }
  }

  private static func end(_ words: String) {
    say(words)
    exit(2)
  }

  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = Glibc.write(1, bytes, bytes.count)
  }
}

/// What all kills have led to.
struct KillTally {
  var faults: [String] = []
  private(set) var counts: [String: Int] = [:]

  mutating func count(_ name: String) { counts[name, default: 0] += 1 }

  var line: String {
    let names = ["kills", "before", "whole", "absent", "mixed", "leftovers"]
    return names.map { "\($0) \(counts[$0] ?? 0)" }.joined(separator: ", ")
      + ", faults \(faults.count)"
  }
}
