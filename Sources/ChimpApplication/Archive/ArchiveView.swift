import Characters
import Examiner
import Shell

/// Shows the rounds that are kept: as a list, one by one, or played once more.
struct ArchiveView {
  private let speaker: Speaker
  private let isTestOn: () -> Bool

  init(_ speaker: Speaker, isTestOn: @escaping () -> Bool) {
    (self.speaker, self.isTestOn) = (speaker, isTestOn)
  }

  func showHead() { speaker.say { Self.row($0.roundColumns) } }

  func showLine(_ archived: ArchivedRound) {
    let number = "\(archived.number)"
    guard let round = archived.round else {
      return speaker.say { Self.row([number, archived.date, $0.damagedRound]) }
    }
    let report = RoundReport(round)
    speaker.say {
      Self.row([
        number, archived.date, $0.words(for: report.outcome),
        $0.pressed(report.pressedCount, of: round.board.count),
        identifier(report, in: $0),
      ])
    }
  }

  func showNone() { speaker.say(\.noRounds) }

  /// Shows a round with its presses and times, and its board once it is over.
  func show(_ archived: ArchivedRound, _ round: KeptRound) {
    let report = RoundReport(round)
    RoundReportView(speaker: speaker, isTestOn: isTestOn())
      .show(report, date: archived.date)
    if report.outcome != nil { draw(BoardImage(round.board)) }
  }

  func play(_ kept: KeptRound) {
    let replay = RoundReplay(kept)
    let report = RoundReport(kept)
    speaker.say { $0.replay(of: kept.number, identifier(report, in: $0)) }
    draw(BoardImage(replay.round))
    replay.play { timed, step in
      speaker.say { $0.replayed(timed.move, at: timed.time - kept.onset, step) }
      draw(BoardImage(replay.round))
    }
    let now = replay.round.finish.map(RoundOutcome.init)
    speaker.say { $0.comparison(then: kept.outcome, now: now, isSame: replay.endsTheSame) }
  }

  func refuse(_ fault: RoundFault) { speaker.refuse { $0.words(for: fault) } }

  private func identifier(_ report: RoundReport, in language: Language) -> String {
    RoundReportView.identifier(report, isTestOn: isTestOn(), in: language)
  }

  /// The fields of a line: the number to the right, the others to the left.
  private static func row(_ fields: [String]) -> String {
    let widths = [6, 24, 8, 8, 0]
    var row = ""
    for (place, (field, width)) in zip(fields, widths).enumerated() {
      let gap = String(repeating: " ", count: max(0, width - displayWidth(field)))
      let isPadded = fields.count == widths.count && place < widths.count - 1
      row += place == 0 ? gap + field : "  " + field + (isPadded ? gap : "")
    }
    return row
  }

  private func draw(_ image: consuming BoardImage) { image.write(to: speaker.output) }
}
