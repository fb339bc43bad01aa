import Glibc
import TestSupport

/// A background job, which repeats one kind of command on the store.
struct CrowdJob {
  let name: String
  let crowd: Crowd
  /// Returns the commands of a turn, each with the beginning of its expected reply; `nil` ends the
  /// job.
  let turn: (_ number: Int) -> [(command: String, answer: String)]?

  /// Repeats the commands until the crowd is over, and records their replies.
  func run() {
    var number = 0
    while !crowd.isOver, let commands = turn(number) {
      number += 1
      guard let program = crowd.program(["--machine", "--store", crowd.store]) else { return }
      for (command, expected) in commands {
        let begin = crowd.milliseconds
        program.send(command)
        let answer = program.answer()?.first ?? "no answer"
        crowd.ledger.recordWait(crowd.milliseconds - begin, of: name)
        checkReply(command, answer, expected)
      }
      let status = program.finish()
      if status > 1 { crowd.ledger.alarm("\(name): status \(status)") }
    }
  }

  /// Counts a reply as expected or as a refusal; any other reply is an alarm.
  private func checkReply(_ command: String, _ answer: String, _ expected: String) {
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
