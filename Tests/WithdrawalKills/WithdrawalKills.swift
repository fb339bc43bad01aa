import Glibc
import TestSupport

/// A stress test that kills programs while they erase a participant, and then searches all files
/// for the participant's data.
///
/// `withdrawal-kills [--kills N] [--seed N] [--program PATH]`
@main
struct WithdrawalKills {
  static func main() {
    let options = KillOptions(killCount: 200)
    var generator = RandomNumbers(seed: options.seed)
    var tally = WithdrawalTally()
    do {
      let withdrawal = try KilledWithdrawal(options.program)
      for number in 0..<options.killCount {
        try withdrawal.kill(number, &generator, &tally)
      }
    } catch { exitProgram("can't start '\(options.program)': \(error)") }
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
