import Glibc
import TestSupport

/// A stress test that kills programs while they erase a participant, and then searches all files
/// for the participant's data.
///
/// `withdrawal-kills [--kills N] [--seed N] [--program PATH]`
@main
struct WithdrawalKills {
  static func main() {
    var killCount = 200
    var seed: UInt64 = 1
    var program = programPath
    var words = CommandLine.arguments.dropFirst()
    while let word = words.popFirst() {
      guard let value = words.popFirst() else { exitProgram("usage: \(word) VALUE") }
      switch (word, Int(value)) {
      case ("--program", _): program = value
      case ("--kills", let number?): killCount = number
      case ("--seed", let number?): seed = UInt64(number)
      default: exitProgram("unknown option: \(word) \(value)")
      }
    }
    var generator = RandomNumbers(seed: seed)
    var tally = WithdrawalTally()
    do {
      let withdrawal = try KilledWithdrawal(program)
      for number in 0..<killCount {
        try withdrawal.kill(number, &generator, &tally)
      }
    } catch { exitProgram("can't start '\(program)': \(error)") }
    for failure in tally.failures.prefix(40) { printLine("FAULT \(failure)") }
    printLine(tally.line)
    if !tally.failures.isEmpty { exit(1) }
  }
}

/// The results of all kills: a count of each kind, and the failures.
struct WithdrawalTally {
  var failures: [String] = []
  /// The number of kills before any row was deleted.
  var beforeCount = 0
  /// The number of kills after rows were deleted but before all bytes were overwritten.
  var duringCount = 0
  /// The number of kills after all bytes were overwritten.
  var afterCount = 0

  var line: String {
    "kills \(beforeCount + duringCount + afterCount), before \(beforeCount), amid \(duringCount), "
      + "after \(afterCount), faults \(failures.count)"
  }
}
