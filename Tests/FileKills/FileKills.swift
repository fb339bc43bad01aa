import Glibc
import TestSupport

/// A stress test that kills programs while they write files, and checks the files afterwards.
///
/// `file-kills [--kills N] [--seed N] [--program PATH]`
@main
struct FileKills {
  static func main() {
    let options = KillOptions(killCount: 600)
    var generator = RandomNumbers(seed: options.seed)
    var tally = KillTally()
    do {
      let stores = TemporaryFolder()
      try makeStores(in: stores, options.program)
      let targets = Target.allCases
      let cases = try targets.map { try KillCase($0, stores.path, options.program) }
      for number in 0..<options.killCount {
        try cases[number % cases.count].kill(&generator, &tally)
      }
    } catch { exitProgram("can't start '\(options.program)': \(error)") }
    for failure in tally.failures.prefix(40) { printLine("FAULT \(failure)") }
    printLine(tally.line)
    if !tally.failures.isEmpty { exit(1) }
  }

  /// Creates two stores, one with few trials and one with many, so that an old file and a new one
  /// differ.
  private static func makeStores(in folder: TemporaryFolder, _ program: String) throws {
    for (name, count) in [("old", 5), ("new", 400)] {
      let maker = try LiveProgram(
        ["--machine", "--seed", name, "--store", "\(folder.path)/\(name)"], program: program)
      for _ in 0..<count {
        maker.send("start 5 5 9")
        maker.send("give-up")
      }
      _ = maker.finish()
    }
  }
}

/// The results of all kills: a count of each kind, and the failures.
struct KillTally {
  var failures: [String] = []
  private(set) var counts: [String: Int] = [:]

  mutating func count(_ name: String) { counts[name, default: 0] += 1 }

  var line: String {
    let names = ["kills", "before", "whole", "absent", "mixed", "leftovers"]
    return names.map { "\($0) \(counts[$0] ?? 0)" }.joined(separator: ", ")
      + ", faults \(failures.count)"
  }
}
