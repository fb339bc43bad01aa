package import Examiner
package import Shell

/// Shows the round: a line that says what happened, then the board.
package final class RoundView {
  private let output: OutputWriter
  private var image: BoardImage?

  /// Makes a view that writes to the output.
  package init(output: OutputWriter) {
    self.output = output
  }

  private func write(_ report: RoundModel.Report, of model: RoundModel) {
    if case .refused(let fault) = report { return output.refuse(fault.description) }
    guard let examiner = model.examiner else { return }
    switch report {
    case .started: writeStart(model.number, examiner)
    case .moved(let outcome, let unmadeCount):
      writeOutcome(outcome, examiner)
      if unmadeCount > 0 { writeUnmade(unmadeCount) }
      output.endLine()
    case .shown: writeState(model.number, examiner)
    case .identified: return writeIdentifiers(examiner.board)
    case .refused: return
    }
    writeBoard(examiner)
  }

  private func writeStart(_ number: Int, _ examiner: ChimpanzeeExaminer) {
    let board = examiner.board
    writeRound(number)
    output.write(board.count)
    output.write(board.count == 1 ? " numeral on " : " numerals on ")
    output.write(board.size.h)
    output.write("x")
    output.write(board.size.v)
    output.write(", board ")
    if let origin = board.origin {
      output.write(origin.utf8)
    } else {
      conceal(if: examiner.rule.mask == .first) { output.write(board.descriptiveIdentifier) }
    }
    output.endLine()
  }

  private func writeRound(_ number: Int) {
    output.write("round ")
    output.write(number)
    output.write(": ")
  }

  private func writeOutcome(_ outcome: Outcome, _ examiner: ChimpanzeeExaminer) {
    switch outcome {
    case .right(_, let pressed): write("right: ", .good, pressed, examiner.board.count)
    case .passed: write("passed: ", .good, examiner.board.count, examiner.board.count)
    case .gaveUp: write("gave up: ", .bad, examiner.pressedCount, examiner.board.count)
    case .masked:
      output.write("masked: ")
      output.write(examiner.board.count - examiner.pressedCount)
      output.write(" left")
    case .ignored(let cell): output.write("ignored: cell \(cell.h) \(cell.v) is empty")
    case .wrong(let cell, let held, let due):
      output.style(.bad)
      output.write("wrong: ")
      output.style(.plain)
      let found = held.map { "held \($0)" } ?? "is empty"
      output.write("cell \(cell.h) \(cell.v) \(found), \(due) was due")
    }
  }

  private func write(_ word: StaticString, _ style: Style, _ done: Int, _ count: Int) {
    output.style(style)
    output.write(word)
    output.style(.plain)
    output.write(done)
    output.write(" of ")
    output.write(count)
  }

  private func writeUnmade(_ count: Int) {
    output.write(", \(count) \(count == 1 ? "press was" : "presses were") not made")
  }

  private func writeState(_ number: Int, _ examiner: ChimpanzeeExaminer) {
    writeRound(number)
    switch examiner.finish {
    case .passed: output.write("passed")
    case .failed: output.write("failed")
    case .gaveUp: output.write("given up")
    case nil: output.write("\(examiner.pressedCount) of \(examiner.board.count) pressed")
    }
    output.endLine()
  }

  private func writeIdentifiers(_ board: Board) {
    output.write("descriptive: \(board.descriptiveIdentifier)\n")
    output.write("seeded: \(board.origin.map(\.description) ?? "none, the board was described")\n")
  }

  private func writeBoard(_ examiner: ChimpanzeeExaminer) {
    guard let image else { return }
    let isSecret = !examiner.isMasked && examiner.finish == nil && examiner.rule.mask == .first
    conceal(if: isSecret) { output.write(image.bytes) }
  }

  private func conceal(if isSecret: Bool, _ body: () -> Void) {
    if isSecret { output.conceal(body) } else { body() }
  }
}

extension RoundView: RoundObserver {
  package func roundStarted(_ examiner: ChimpanzeeExaminer) {
    image = BoardImage(examiner)
  }

  package func roundChanged(_ outcomes: Outcomes, _ examiner: ChimpanzeeExaminer) {
    show(outcomes.first, examiner)
    if let second = outcomes.second { show(second, examiner) }
  }

  package func roundReported(_ report: RoundModel.Report, _ model: RoundModel) {
    write(report, of: model)
  }

  private func show(_ outcome: Outcome, _ examiner: ChimpanzeeExaminer) {
    switch outcome {
    case .right(let cell, _): image?.clear(cell)
    case .masked:
      output.endConcealment()
      for cell in examiner.board.cells[examiner.pressedCount...] { image?.mask(cell) }
    case .wrong, .gaveUp:
      output.endConcealment()
      image = BoardImage(solutionOf: examiner.board)
    case .passed: output.endConcealment()
    case .ignored: break
    }
  }
}
