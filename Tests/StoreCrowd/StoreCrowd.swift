import Glibc
import TestSupport

/// A stress test: many programs share one store, and each lost or duplicated record is reported.
///
/// `store-crowd [--rounds N | --seconds N] [--writers N] [--seed N] [--no-kills] [--program PATH]`
@main
struct StoreCrowd {
  static func main() {
    var options = CrowdOptions()
    var program = programPath
    var words = CommandLine.arguments.dropFirst()
    while let word = words.popFirst() {
      if word == "--no-kills" {
        options.kills = false
        continue
      }
      guard let value = words.popFirst() else { exitProgram("usage: \(word) VALUE") }
      switch (word, Int(value)) {
      case ("--program", _): program = value
      case ("--rounds", let number?): options.roundCount = number
      case ("--seconds", let number?): options.seconds = number
      case ("--writers", let number?) where number > 0: options.writerCount = number
      case ("--seed", let number?): options.seed = UInt64(number)
      default: exitProgram("unknown option: \(word) \(value)")
      }
    }
    run(program, options)
  }

  /// Runs a crowd, prints the verdict, and exits with status 1 if there is a failure.
  private static func run(_ program: String, _ options: CrowdOptions) {
    let folder = TemporaryFolder()
    let crowd = Crowd(program: program, folder: folder, options)
    crowd.run()
    let verdict = Verdict(crowd)
    for failure in verdict.failures.prefix(40) { printLine("FAULT \(failure)") }
    for line in verdict.lines { printLine(line) }
    if !verdict.failures.isEmpty { exit(1) }
  }
}
