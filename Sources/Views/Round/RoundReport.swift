import Characters
package import Console
import Examiner
package import Game
import Words

/// Shows all that is known of a round: its board and rule, its times, and press by press what came.
package struct RoundReportView {
  package let speaker: Speaker
  /// Whether a test goes on, whose rounds don't tell what their boards are drawn from.
  package let isTestOn: Bool

  package init(speaker: Speaker, isTestOn: Bool) {
    self.speaker = speaker
    self.isTestOn = isTestOn
  }

  package func show(_ report: RoundReport, date: String? = nil) {
    let round = report.round
    speaker.say { $0.heading(report) }
    speaker.say { $0.board(Self.identifier(report, isTestOn: isTestOn, in: $0)) }
    if report.outcome != nil && round.board.isInReadingOrder { speaker.say(\.readingOrder) }
    speaker.say { $0.rule(round.rule) }
    if let test = round.test { speaker.say { $0.test(test) } }
    let isOfThisSession = date != nil || round.gaps.isEmpty
    speaker.say { $0.onset(isOfThisSession ? round.onset : nil, date: date) }
    for gap in round.gaps { speaker.say { $0.interruption(afterMoves: gap) } }
    if let hold = round.rule.hold { speaker.say { $0.hold(requested: hold, of: report) } }
    showTimes(report)
    showPresses(report)
  }

  /// What is told of a board: what it was drawn from, or its cells once the round is over.
  ///
  /// Whoever knows what one board of a test was drawn from can draw the next one.
  package static func identifier(_ report: RoundReport, isTestOn: Bool, in language: Language)
    -> String
  {
    let board = report.round.board
    let isOver = report.outcome != nil
    let isHidden = report.round.test != nil && (isTestOn || !isOver)
    if let origin = board.origin, !isHidden { return origin.description }
    return isOver
      ? board.descriptiveIdentifier : isHidden ? language.hiddenBoard : language.describedBoard
  }

  private func showTimes(_ report: RoundReport) {
    speaker.say { $0.studyTime(report.studyTime, wasMasked: report.wasMasked) }
    if let recall = report.recallTime { speaker.say { $0.recallTime(recall) } }
    if let time = report.firstPressFromOnset {
      speaker.say { $0.firstPress(afterOnset: time, afterMask: report.firstPressFromMask) }
    }
  }

  private func showPresses(_ report: RoundReport) {
    guard !report.presses.isEmpty else { return }
    speaker.say { Self.row($0.pressColumns) }
    for (index, press) in report.presses.enumerated() {
      // While the round goes on, nobody is told which numeral a wrong press has hit.
      let isHidden = report.outcome == nil && press.judgement == .wrong
      let held = isHidden ? "?" : press.numeral.map { "\($0)" } ?? "-"
      speaker.say {
        Self.row([
          "\(index + 1)", "\(press.h) \(press.v)", held,
          "\(press.due)", $0.words(for: press.judgement), "\(press.time)",
          press.lineLatency.map { "\($0)" } ?? "-",
        ])
      }
    }
  }

  private static func row(_ fields: [String]) -> String {
    let widths = [5, 7, 8, 8, 9, 9, 14]
    var row = ""
    for (field, width) in zip(fields, widths) {
      row += String(repeating: " ", count: max(0, width - displayWidth(field))) + field
    }
    return row
  }
}
