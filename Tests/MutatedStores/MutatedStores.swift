import Glibc
import TestSupport

/// Changes one value at a time of a store, with the right checksum, and lets the program use it.
///
/// `mutated-stores [--count N] [--recoveries N] [--seed N] [--only N] [--program PATH]`
///
/// Each changed store is merged into a good one, and is opened as the user's own. No program may
/// end by a signal, the good store stays good, and each refusal names a row. Then as many
/// recoveries run beside a program that plays: each copy has to be clean.
@main
struct MutatedStores {
  static func main() {
    var (count, recoveries, seed, only) = (100, 10, 1, -1)
    var program = programPath
    var words = CommandLine.arguments.dropFirst()
    while let word = words.popFirst() {
      let value = words.popFirst() ?? ""
      switch (word, Int(value)) {
      case ("--program", _): program = value
      case ("--count", let number?) where number >= 0: count = number
      case ("--recoveries", let number?) where number >= 0: recoveries = number
      case ("--seed", let number?) where number >= 0: seed = number
      case ("--only", let number?) where number >= 0: only = number
      default: return end("unknown option: \(word) \(value)", status: 2)
      }
    }
    let folder = TemporaryFolder(isInMemory: true)
    let trial = MutationTrial(program: program, folder: folder, seed: UInt64(seed))
    trial.run(only >= 0 ? only..<only + 1 : 0..<count, isTelling: only >= 0)
    var faults = trial.faults
    say(trial.summary)
    if recoveries > 0, only < 0 {
      let trial = RecoveryTrial(program: program, folder: folder)
      trial.run(recoveries)
      faults += trial.faults
      say(trial.summary)
    }
    for fault in faults.prefix(100) { say("FAULT \(fault)") }
    if !faults.isEmpty { exit(1) }
  }

  private static func end(_ words: String, status: Int32) {
    say(words)
    exit(status)
  }
}

/// Writes a line to standard output at once.
func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = Glibc.write(1, bytes, bytes.count)
}
