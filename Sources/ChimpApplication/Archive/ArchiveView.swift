import Examiner
package import Shell

/// Shows the rounds that are kept: as a list, one by one, or played once more.
package struct ArchiveView {
  private let output: OutputWriter
  /// Whether a test goes on.
  private let isTestOn: () -> Bool

  /// Makes a view that writes to the output.
  package init(output: OutputWriter, isTestOn: @escaping () -> Bool) {
    self.output = output
    self.isTestOn = isTestOn
  }

  /// Shows the head of the list.
  package func showHead() {
    say(Self.row("round", "onset", "result", "pressed", "board"))
  }

  /// Shows a line of the list.
  package func showLine(_ archived: ArchivedRound) {
    guard let round = archived.round else {
      return say(Self.row("\(archived.number)", archived.date, "damaged", "", ""))
    }
    let report = RoundReport(round)
    say(
      Self.row(
        "\(archived.number)", archived.date, report.outcome?.words ?? "not over",
        "\(report.pressedCount) of \(round.board.count)", identifier(report)))
  }

  /// Says that there are no rounds.
  package func showNone() {
    output.write("no rounds\n")
  }

  /// Shows a round with its presses and times, and its board once it is over.
  package func show(_ archived: ArchivedRound, _ round: KeptRound) {
    let report = RoundReport(round)
    RoundReportView(output: output, isTestOn: isTestOn()).show(report, date: archived.date)
    if report.outcome != nil { draw(BoardImage(round.board)) }
  }

  /// Plays a round once more.
  package func play(_ kept: KeptRound) {
    let replay = RoundReplay(kept)
    say("replay of round \(kept.number): \(identifier(RoundReport(kept)))")
    draw(BoardImage(replay.round))
    replay.play { timed, step in
      let move = "\(timed.time - kept.onset) ms, \(timed.move): "
      switch step {
      case .done(let outcome): say(move + outcome.words)
      case .refused(let fault): say(move + "refused, \(fault)")
      }
      draw(BoardImage(replay.round))
    }
    let then = kept.outcome?.words ?? "not over"
    if replay.endsTheSame {
      say("the outcome is the same: \(then)")
    } else {
      say("the outcome differs: \(then) then, \(replay.round.finish?.words ?? "not over") now")
    }
  }

  /// Says why a command can't be done.
  package func refuse(_ fault: RoundFault) {
    output.refuse(fault.description)
  }

  private func identifier(_ report: RoundReport) -> String {
    RoundReportView.identifier(report, isTestOn: isTestOn())
  }

  private static func row(
    _ number: String, _ date: String, _ result: String, _ pressed: String, _ board: String
  ) -> String {
    func gap(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.utf8.count))
    }
    if board.isEmpty { return gap(number, 6) + "\(number)  \(date)  \(result)" }
    return gap(number, 6) + "\(number)  \(date)\(gap(date, 24))  \(result)\(gap(result, 8))  "
      + "\(pressed)\(gap(pressed, 8))  \(board)"
  }

  private func draw(_ image: consuming BoardImage) {
    output.write(image.text)
  }

  private func say(_ words: String) {
    output.write(text: escaped(words))
    output.endLine()
  }
}

extension Outcome {
  /// What a move did, in words.
  fileprivate var words: String {
    switch self {
    case .right: "right"
    case .passed: "passed"
    case .wrong(_, let held?, let due), .mistaken(_, let held?, let due):
      "wrong, held \(held), \(due) was due"
    case .wrong(_, nil, let due), .mistaken(_, nil, let due):
      "wrong, the cell is empty, \(due) was due"
    case .ignored: "ignored"
    case .masked: "masked"
    case .gaveUp: "given up"
    case .timedOut: "timed out"
    }
  }
}
