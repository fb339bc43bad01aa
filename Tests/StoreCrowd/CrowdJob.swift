import Glibc
import TestSupport

/// Somebody who does one kind of work on the store again and again.
struct Neighbour {
  let name: String
  let crowd: Crowd
  /// The commands of the next turn, each with the beginning of its answer.
  let turn: (_ number: Int) -> [(command: String, answer: String)]?

  /// Works until all rounds are played.
  func run() {
    var number = 0
    while !crowd.isOver, let commands = turn(number) {
      number += 1
      guard let program = crowd.program(["--machine", "--store", crowd.store]) else { return }
      for (command, expected) in commands {
        let begin = crowd.milliseconds
        program.tell(command)
        let answer = program.answer()?.first ?? "no answer"
        crowd.ledger.noteWait(crowd.milliseconds - begin, of: name)
        judge(command, answer, expected)
      }
      let status = program.finish()
      if status > 1 { crowd.ledger.alarm("\(name): status \(status)") }
    }
  }

  private func judge(_ command: String, _ answer: String, _ expected: String) {
    if answer.hasPrefix("= " + expected) {
      crowd.ledger.count(name)
      if name == "imports" { crowd.ledger.count("imported rounds", Crowd.importedRoundCount) }
    } else if answer.hasPrefix("? locked") {
      crowd.ledger.count("refusals")
    } else {
      crowd.ledger.alarm("\(name): '\(command)' was answered with '\(answer)'")
    }
  }
}
