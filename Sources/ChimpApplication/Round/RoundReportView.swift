import Examiner
package import Shell

/// Shows all that is known of a round: its board and rule, its times, and press by press what came.
package struct RoundReportView {
  private let output: OutputWriter

  /// Makes a view that writes to the output.
  package init(output: OutputWriter) {
    self.output = output
  }

  /// Shows a report.
  package func show(_ report: RoundReport, date: String? = nil) {
    let round = report.round
    let state = report.outcome?.words ?? "not over"
    say("round \(round.number): \(state), \(report.pressedCount) of \(round.board.count)")
    say("board: \(Self.identifier(report))")
    if report.outcome != nil && round.board.isInReadingOrder {
      say("order: the numerals could be pressed row by row")
    }
    say("rule: \(round.rule)")
    if let test = round.test { say("test: \(test.name), round \(test.number)") }
    let isOfThisSession = date != nil || round.gaps.isEmpty
    let onset = isOfThisSession ? "\(round.onset) ms" : "in an earlier session"
    say("onset: \(onset)\(date.map { ", \($0)" } ?? "")")
    for gap in round.gaps {
      say("interrupted after \(gap) \(gap == 1 ? "move" : "moves"), and taken up later")
    }
    if let requested = round.rule.hold {
      let end =
        report.outcome == nil && !report.wasMasked
        ? "not over" : report.round.gaps.isEmpty ? "ended before" : "not known"
      let measured = report.measuredHold.map { "measured \($0) ms" }
      say("hold: requested \(requested) ms, \(measured ?? end)")
    }
    showTimes(report)
    showPresses(report)
  }

  /// The seeded identifier, or the descriptive one once nobody has to find the numerals any more.
  static func identifier(_ report: RoundReport) -> String {
    let board = report.round.board
    if let origin = board.origin { return origin.description }
    return report.outcome == nil ? "described" : board.descriptiveIdentifier
  }

  private func showTimes(_ report: RoundReport) {
    let unknown = report.wasMasked ? "not known" : "nothing was masked"
    let study = report.studyTime.map { "\($0) ms" } ?? unknown
    say("study time: \(study)")
    if let recall = report.recallTime { say("recall time: \(recall) ms") }
    if let time = report.firstPressFromOnset {
      let fromMask = report.firstPressFromMask.map { ", \($0) ms after the mask" } ?? ""
      say("first press: \(time) ms after the onset\(fromMask)")
    }
  }

  private func showPresses(_ report: RoundReport) {
    guard !report.presses.isEmpty else { return }
    say(Self.row(["press", "cell", "held", "due", "result", "time", "line_latency"]))
    for (index, press) in report.presses.enumerated() {
      // While the round goes on, nobody is told which numeral a wrong press has hit.
      let isHidden = report.outcome == nil && press.judgement == .wrong
      let held = isHidden ? "?" : press.numeral.map { "\($0)" } ?? "-"
      say(
        Self.row([
          "\(index + 1)", "\(press.h) \(press.v)", held,
          "\(press.due)", press.judgement.rawValue, "\(press.time)",
          press.lineLatency.map { "\($0)" } ?? "-",
        ]))
    }
  }

  private static func row(_ fields: [String]) -> String {
    let widths = [5, 7, 8, 8, 9, 9, 14]
    var row = ""
    for (field, width) in zip(fields, widths) {
      row += String(repeating: " ", count: max(0, width - field.utf8.count)) + field
    }
    return row
  }

  private func say(_ words: String) {
    output.write(text: escaped(words))
    output.endLine()
  }
}

extension RoundOutcome {
  /// How a round ended, in words.
  var words: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .gaveUp: "given up"
    case .quit: "quit"
    }
  }
}

extension ChimpanzeeExaminer.Finish {
  /// How a round ended, in words.
  var words: String { RoundOutcome(self).words }
}
