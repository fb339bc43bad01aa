import Glibc
import TestSupport

/// A stress test that makes many stations send at the same time through connections that are cut,
/// to a server that is killed, and reports rows that were lost, duplicated or changed.
///
/// `lab-crowd [--runs N] [--stations N] [--trials N] [--seed N] [--program PATH]`, or `lab-crowd
/// measure yes [--program PATH]` for speed, delay and memory
@main
struct LabCrowd {
  static func main() {
    var options = CrowdOptions()
    var program = programPath
    var words = CommandLine.arguments.dropFirst()
    var measures = false
    while let word = words.popFirst() {
      guard let value = words.popFirst() else { exitProgram("usage: \(word) VALUE") }
      switch (word, Int(value)) {
      case ("--program", _): program = value
      case ("measure", _): measures = true
      case ("--runs", let number?): options.runCount = number
      case ("--stations", let number?) where number > 0: options.stationCount = number
      case ("--trials", let number?) where number > 0: options.trialCount = number
      case ("--seed", let number?): options.seed = UInt64(number)
      default: exitProgram("unknown option: \(word) \(value)")
      }
    }
    guard PostgreSQL.isInstalled else { return printLine("skipped: no PostgreSQL") }
    if measures {
      guard let measurement = Measurement(program: program) else {
        exitProgram("nothing to measure")
      }
      for line in measurement.run() { printLine(line) }
      return
    }
    guard let crowd = StationCrowd(program: program, options) else {
      exitProgram("there is no server")
    }
    for number in 1...max(1, options.runCount) {
      crowd.run(number)
      if number % 10 == 0 { printLine(crowd.verdict) }
    }
    printLine(crowd.verdict)
    if crowd.hasFailed { exit(1) }
  }
}

/// The command line options of a run.
struct CrowdOptions {
  var runCount = 1
  var stationCount = 30
  var trialCount = 100
  var seed: UInt64 = 1
}
