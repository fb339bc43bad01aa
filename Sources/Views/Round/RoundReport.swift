import Characters
package import Console
import Examiner
package import Game
package import Words

/// The view of a round's report: the board, the rule, the times and a table of the presses.
///
///     RoundReportView(speaker: speaker, isTestOn: false).show(RoundReport(round))
package struct RoundReportView {
  package let speaker: Speaker
  /// `true` during a test, whose rounds must not reveal the seeds of their boards.
  package let isTestOn: Bool
  /// The reader of the table, to whose window it is adapted.
  package let reader: TableReader

  /// Creates the view.
  package init(speaker: Speaker, isTestOn: Bool, reader: TableReader) {
    self.speaker = speaker
    self.isTestOn = isTestOn
    self.reader = reader
  }

  /// Writes the report; `date` is that of a round from the archive, `nil` for the current one.
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

  /// Returns the text that identifies a board: its seed, or its cells once the round is over.
  ///
  /// Both are hidden during a test: who knows the seed of one board can compute the next.
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

  /// Writes the times of looking and recalling; the first press has none before it is made.
  private func showTimes(_ report: RoundReport) {
    speaker.say { $0.studyTime(report.studyTime, wasMasked: report.wasMasked) }
    if let recall = report.recallTime { speaker.say { $0.recallTime(recall) } }
    if let time = report.firstPressFromOnset {
      speaker.say { $0.firstPress(afterOnset: time, afterMask: report.firstPressFromMask) }
    }
  }

  /// Writes the table of the presses; nothing before the first press.
  private func showPresses(_ report: RoundReport) {
    guard !report.presses.isEmpty else { return }
    let language = speaker.language
    var rows = [language.pressColumns]
    for (index, press) in report.presses.enumerated() {
      // While the round goes on, the numeral of a wrongly pressed cell stays secret.
      let isHidden = report.outcome == nil && press.judgement == .wrong
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

  /// The widths of the columns where there is room for all.
  private static let widths = [5, 7, 8, 8, 9, 9, 14]

  /// Returns fields aligned to the right of fixed columns.
  private static func row(_ fields: [String]) -> String {
    var row = ""
    for (field, width) in zip(fields, widths) {
      row += String(repeating: " ", count: max(0, width - displayWidth(field))) + field
    }
    return row
  }
}
