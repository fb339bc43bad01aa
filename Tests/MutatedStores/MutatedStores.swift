import Glibc
import TestSupport

/// An attack by altered stores: one value at a time is changed, with a matching checksum.
///
/// `mutated-stores [--count N] [--recoveries N] [--seed N] [--only N] [--program PATH]`
///
/// Each changed store is merged into a valid one, and is opened like the store of a user. No
/// program may end by a signal, the valid store stays valid, and each refusal names a row. Then the
/// given number of recoveries run beside a program that plays, and each recovered store must be
/// valid.
@main
struct MutatedStores {
  static func main() {
    var count = 100
    var recoveries = 10
    var seed = 1
    var only = -1
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
      default: exitProgram("unknown option: \(word) \(value)", status: 2)
      }
    }
    let folder = TemporaryFolder(isInMemory: true)
    let trial = MutationTrial(program: program, folder: folder, seed: UInt64(seed))
    trial.run(only >= 0 ? only..<only + 1 : 0..<count, isVerbose: only >= 0)
    var failures = trial.failures
    printLine(trial.summary)
    if recoveries > 0, only < 0 {
      let trial = RecoveryTrial(program: program, folder: folder)
      trial.run(recoveries)
      failures += trial.failures
      printLine(trial.summary)
    }
    for failure in failures.prefix(100) { printLine("FAULT \(failure)") }
    if !failures.isEmpty { exit(1) }
  }
}
