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
      guard let value = words.popFirst() else { return end("usage: \(word) VALUE") }
      switch (word, Int(value)) {
      case ("--program", _): program = value
      case ("measure", _): measures = true
      case ("--runs", let number?): options.runCount = number
      case ("--stations", let number?) where number > 0: options.stationCount = number
      case ("--trials", let number?) where number > 0: options.trialCount = number
      case ("--seed", let number?): options.seed = UInt64(number)
      default: return end("unknown option: \(word) \(value)")
      }
    }
    guard PostgreSQL.isInstalled else { return printLine("skipped: no PostgreSQL") }
    if measures {
      guard let measurement = Measurement(program: program) else {
        return end("nothing to measure")
      }
      for line in measurement.run() { printLine(line) }
      return
    }
    guard let crowd = Crowd(program: program, options) else { return end("there is no server") }
    for number in 1...max(1, options.runCount) {
      crowd.run(number)
      if number % 10 == 0 { printLine(crowd.verdict) }
    }
    printLine(crowd.verdict)
    if crowd.hasFailed { exit(1) }
  }

  /// Writes a message and exits with status 2.
  private static func end(_ words: String) {
    printLine(words)
    exit(2)
  }

  /// Writes a line to standard output without a buffer.
  private static func printLine(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = Glibc.write(1, bytes, bytes.count)
  }
}

/// The command line options of a run.
struct CrowdOptions {
  var runCount = 1
  var stationCount = 30
  var trialCount = 100
  var seed: UInt64 = 1
}
