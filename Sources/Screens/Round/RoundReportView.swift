import ChimpSystem
import Examiner
package import Game
package import Shell

/// The view of a round's report: the board, the rule, the times and a table of presses.
///
///     RoundReportView(speaker: speaker, isTestOn: false).show(RoundReport(round))
package struct RoundReportView {
  package let speaker: Speaker
  /// `true` during a test, in which the seeds of boards must stay secret.
  package let isTestOn: Bool
  /// The width of the window and the format for the table.
  package let reader: TableReader

  /// Creates the view of reports.
  package init(speaker: Speaker, isTestOn: Bool, reader: TableReader) {
    self.speaker = speaker
    self.isTestOn = isTestOn
    self.reader = reader
  }

  /// Writes the report; `date` is the date of a stored round, `nil` for the current one.
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

  /// Returns the seed or the cells of a board, as far as they may be shown.
  ///
  /// The cells are shown after the round. During a test both are hidden, because the seed of one
  /// board reveals the next.
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

  /// Writes the times before and after the mask; writes nothing before the first press.
  private func showTimes(_ report: RoundReport) {
    speaker.say { $0.studyTime(report.studyTime, wasMasked: report.wasMasked) }
    if let recall = report.recallTime { speaker.say { $0.recallTime(recall) } }
    if let time = report.firstPressFromOnset {
      speaker.say { $0.firstPress(afterOnset: time, afterMask: report.firstPressFromMask) }
    }
  }

  /// Writes the table of presses; writes nothing before the first press.
  private func showPresses(_ report: RoundReport) {
    guard !report.presses.isEmpty else { return }
    let language = speaker.language
    var rows = [language.pressColumns]
    for (index, press) in report.presses.enumerated() {
      // During the round, the numeral of a cell that is still to be pressed stays secret.
      let isSecret = press.judgement == .wrong || press.judgement == .early
      let isHidden = report.outcome == nil && isSecret
      let held = isHidden ? "?" : press.numeral.map { "\($0)" } ?? "-"
      rows.append([
        "\(index + 1)", "\(press.h) \(press.v)", held, "\(press.expected)",
        language.words(for: press.judgement), "\(press.time)",
        press.lineLatency.map { "\($0)" } ?? "-",
      ])
    }
    let isNarrow = reader.columns.map { $0 < Self.widths.reduce(0, +) } ?? false
    let lines = isNarrow ? aligned(rows, textColumns: 0, for: reader) : rows.map(Self.row)
    for line in lines { speaker.say { _ in line } }
  }

  /// The column widths of the table in a wide window.
  private static let widths = [5, 7, 8, 8, 9, 9, 14]

  /// Returns a table row with fields aligned to the right.
  private static func row(_ fields: [String]) -> String {
    var row = ""
    for (field, width) in zip(fields, widths) {
      row += String(repeating: " ", count: max(0, width - displayWidth(field))) + field
    }
    return row
  }
}
