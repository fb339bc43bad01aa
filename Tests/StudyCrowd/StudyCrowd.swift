import Glibc
import TestSupport

/// A stress test: programs that use one store at the same instant take the same participant's
/// block, add the same things, are killed, or withdraw the participant of another one.
///
/// `study-crowd [--rounds N] [--program PATH]`
@main
struct StudyCrowd {
  static func main() {
    var roundCount = 20
    var program = programPath
    var words = CommandLine.arguments.dropFirst()
    while let word = words.popFirst() {
      guard let value = words.popFirst() else { return end("usage: \(word) VALUE") }
      switch (word, Int(value)) {
      case ("--program", _): program = value
      case ("--rounds", let number?): roundCount = number
      default: return end("unknown option: \(word) \(value)")
      }
    }
    var failures: [String] = []
    do {
      for (name, run) in CrowdAttack.all {
        var count = 0
        for round in 0..<roundCount {
          let attack = try run(program)
          count += attack.failures.count
          failures += attack.failures.map { "\(name), round \(round): \($0)" }
        }
        printLine("\(name): \(roundCount) rounds, faults \(count)")
      }
    } catch { return end("can't start '\(program)': \(error)") }
    for failure in failures.prefix(40) { printLine("FAULT \(failure)") }
    if !failures.isEmpty { exit(1) }
  }

  /// Writes a message and exits with status 2.
  private static func end(_ message: String) {
    printLine(message)
    exit(2)
  }

  /// Writes a line to standard output without a buffer.
  private static func printLine(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = Glibc.write(1, bytes, bytes.count)
  }
}
