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
      guard let value = words.popFirst() else { exitProgram("usage: \(word) VALUE") }
      switch (word, Int(value)) {
      case ("--program", _): program = value
      case ("--rounds", let number?): roundCount = number
      default: exitProgram("unknown option: \(word) \(value)")
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
    } catch { exitProgram("can't start '\(program)': \(error)") }
    for failure in failures.prefix(40) { printLine("FAULT \(failure)") }
    if !failures.isEmpty { exit(1) }
  }
}
