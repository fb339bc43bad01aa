import Glibc
import TestSupport

/// A stress test that kills programs while they erase a participant, and reads every byte of every
/// file afterwards.
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
      guard let value = words.popFirst() else { return end("usage: \(word) VALUE") }
      switch (word, Int(value)) {
      case ("--program", _): program = value
      case ("--kills", let number?): killCount = number
      case ("--seed", let number?): seed = UInt64(number)
      default: return end("unknown option: \(word) \(value)")
      }
    }
    var generator = RandomNumbers(seed: seed)
    var tally = WithdrawalTally()
    do {
      let withdrawal = try KilledWithdrawal(program)
      for number in 0..<killCount {
        try withdrawal.kill(number, &generator, &tally)
      }
    } catch { return end("can't start '\(program)': \(error)") }
    for failure in tally.failures.prefix(40) { say("FAULT \(failure)") }
    say(tally.line)
    if !tally.failures.isEmpty { exit(1) }
  }

  /// Writes a message and exits with status 2.
  private static func end(_ message: String) {
    say(message)
    exit(2)
  }

  /// Writes a line to standard output immediately.
  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = Glibc.write(1, bytes, bytes.count)
  }
}

/// The results of all kills.
struct WithdrawalTally {
  var failures: [String] = []
  /// The number of kills before the rows were deleted.
  var beforeCount = 0
  /// The number of kills between the deletion of the rows and the end.
  var amidCount = 0
  /// The number of kills after the end.
  var afterCount = 0

  var line: String {
    "kills \(beforeCount + amidCount + afterCount), before \(beforeCount), amid \(amidCount), "
      + "after \(afterCount), faults \(failures.count)"
  }
}
