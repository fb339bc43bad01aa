package import Examiner
package import Shell

/// Shows the round: a line that says what happened, then the board.
package final class RoundView {
  private let output: OutputWriter
  private var image: BoardImage?
  /// The board that the image shows.
  private var shownBoard: Board?

  /// Makes a view that writes to the output.
  package init(output: OutputWriter) {
    self.output = output
  }

  private func write(_ report: RoundModel.Report, of round: Round) {
    switch report {
    case .started: writeStart(round)
    case .moved(let outcome, let unmadeCount):
      writeOutcome(outcome, round)
      if unmadeCount > 0 { writeUnmade(unmadeCount) }
      output.endLine()
    case .shown: writeState(round)
    case .identified: return writeIdentifiers(round)
    }
    writeBoard(round)
  }

  private func writeStart(_ round: Round) {
    let board = round.board
    writeNumber(round)
    output.compose { reply in
      reply.append(decimal: board.count)
      reply.append(board.count == 1 ? " numeral on " : " numerals on ")
      reply.append(decimal: board.size.h)
      reply.append("x")
      reply.append(decimal: board.size.v)
      reply.append(", board ")
    }
    if let origin = board.origin {
      origin.utf8.withUnsafeBufferPointer(output.write)
    } else {
      conceal(if: round.isSecret) { output.write(text: board.descriptiveIdentifier) }
    }
    output.endLine()
  }

  private func writeNumber(_ round: Round) {
    output.write("round ")
    output.write(round.number)
    output.write(": ")
  }

  private func writeOutcome(_ outcome: Outcome, _ round: Round) {
    let count = round.board.count
    switch outcome {
    case .right: write("right: ", .good, round.pressedCount, count)
    case .passed: write("passed: ", .good, count, count)
    case .gaveUp: write("gave up: ", .bad, round.pressedCount, count)
    case .masked:
      output.write("masked: ")
      output.write(count - round.pressedCount)
      output.write(" left")
    case .ignored(let cell): output.write(text: "ignored: cell \(cell.h) \(cell.v) is empty")
    case .wrong(let cell, let held, let due):
      output.write("wrong: ", .bad)
      let found = held.map { "held \($0)" } ?? "is empty"
      output.write(text: "cell \(cell.h) \(cell.v) \(found), \(due) was due")
    }
  }

  private func write(_ word: StaticString, _ style: Style, _ done: Int, _ count: Int) {
    output.write(word, style)
    output.compose { reply in
      reply.append(decimal: done)
      reply.append(" of ")
      reply.append(decimal: count)
    }
  }

  private func writeUnmade(_ count: Int) {
    output.write(text: "; \(count) \(count == 1 ? "press was" : "presses were") not made")
  }

  private func writeState(_ round: Round) {
    writeNumber(round)
    switch round.finish {
    case .passed: output.write("passed")
    case .failed: output.write("failed")
    case .gaveUp: output.write("given up")
    case nil:
      output.write(text: "\(round.pressedCount) of \(round.board.count) pressed")
    }
    output.endLine()
  }

  private func writeIdentifiers(_ round: Round) {
    let board = round.board
    output.write("descriptive: ")
    conceal(if: round.isSecret) { output.write(text: board.descriptiveIdentifier) }
    output.endLine()
    output.write(
      text: "seeded: \(board.origin.map(\.description) ?? "none, the board was described")\n")
  }

  private func writeBoard(_ round: Round) {
    conceal(if: round.isSecret) { if let text = image?.text { output.write(text) } }
  }

  private func conceal(if isSecret: Bool, _ body: () -> Void) {
    if isSecret { output.conceal(body) } else { body() }
  }
}

extension RoundView: RoundObserver {
  package func roundStarted(_ round: Round) {
    output.endConcealment()
    let isReplaced = shownBoard.map { image?.replace($0, by: round.board) ?? false } ?? false
    if !isReplaced { image = BoardImage(round.board) }
    shownBoard = round.board
  }

  package func roundChanged(_ outcome: Outcome, _ round: Round) {
    switch outcome {
    case .right(let cell, let masksOthers):
      image?.clear(cell)
      if masksOthers { maskRest(of: round) }
    case .passed(let cell):
      image?.clear(cell)
      output.endConcealment()
    case .masked: maskRest(of: round)
    case .wrong, .gaveUp:
      output.endConcealment()
      image?.show(round.board)
    case .ignored: break
    }
  }

  package func roundReported(_ report: RoundModel.Report, _ round: Round) {
    write(report, of: round)
  }

  package func roundRefused(_ fault: RoundFault) {
    output.refuse(fault.description)
  }

  private func maskRest(of round: Round) {
    output.endConcealment()
    for place in round.pressedCount..<round.board.count {
      image?.mask(round.board.cell(atPlace: place))
    }
  }
}
