import Examiner
package import Shell

/// Shows the round: a line that says what happened, then the board.
///
/// It is told what the model notifies; no command knows that there is a view.
package final class RoundView {
  private let output: OutputWriter
  private let round: Round
  private var image: BoardImage

  /// Makes a view that shows the round on the output.
  package init(_ round: Round, output: OutputWriter) {
    self.round = round
    self.output = output
    image = round.isStarted ? BoardImage(round) : BoardImage()
  }

  /// Shows what has happened.
  package func show(_ notice: GameNotice) {
    switch notice {
    case .happened(let facts, let lateCount): show(facts, lateCount)
    case .refused(let fault): output.refuse(fault.description)
    case .shown:
      writeState()
      writeBoard()
    case .reported: RoundReportView(output: output).show(RoundReport(round.kept))
    case .concluded: writeResult()
    case .identified: writeIdentifiers()
    case .restored: if round.isStarted { image = BoardImage(round) }
    case .nothing: break
    }
  }

  /// Shows each fact on the board, and says the last one.
  private func show(_ facts: GameFacts, _ lateCount: Int32) {
    for (place, fact) in facts.enumerated() {
      show(fact, isLast: place == facts.count - 1, lateCount)
    }
  }

  private func show(_ fact: GameFact, isLast: Bool, _ lateCount: Int32) {
    switch fact {
    // Where another round follows, the board is the other one's already.
    case .left: if isLast { patch(.gaveUp) } else { output.endConcealment() }
    case .started: showStart(of: round.board)
    case .resumed: writeResumption()
    case .moved(let outcome):
      patch(outcome)
      if isLast {
        writeMove(outcome, lateCount)
      } else if case .mistaken(let cell, _, let due) = outcome {
        writeMistake(cell, due)
      }
    }
  }

  private func showStart(of board: Board) {
    redraw(board)
    writeNumber()
    output.compose { reply in
      reply.append(decimal: board.count)
      reply.append(board.count == 1 ? " numeral on " : " numerals on ")
      reply.append(decimal: board.size.h)
      reply.append("x")
      reply.append(decimal: board.size.v)
      reply.append(", board ")
    }
    if let origin = board.origin {
      output.write(text: origin.description)
    } else {
      conceal(if: round.isSecret) { output.write(text: board.descriptiveIdentifier) }
    }
    output.endLine()
    writeBoard()
  }

  private func writeResumption() {
    output.endConcealment()
    image = BoardImage(round)
    output.write("resumed: ")
    writeState()
    writeBoard()
  }

  private func writeNumber() {
    let number = round.number
    output.compose { reply in
      reply.append("round ")
      reply.append(decimal: number)
      reply.append(": ")
    }
  }

  private func writeMove(_ outcome: Outcome, _ unmadeCount: Int32) {
    switch outcome {
    case .right: writeProgress("right: ", .good, unmadeCount)
    case .passed: writeProgress("passed: ", .good, unmadeCount)
    case .gaveUp: writeProgress("given up: ", .bad, unmadeCount)
    case .masked: writeMasked()
    case .ignored(let cell):
      output.compose { reply in
        reply.append("ignored: ")
        reply.append(cell)
        reply.append(" is empty\n")
      }
      writeBoard()
    case .wrong(let cell, let held, let due):
      writeMistake(cell, held, due, unmadeCount)
      writeBoard()
    case .mistaken(let cell, _, let due):
      writeMistake(cell, due)
      writeBoard()
    }
  }

  /// Says that a press was wrong after which the round goes on: not what the cell holds, which has
  /// still to be found.
  private func writeMistake(_ cell: Cell, _ due: Int32) {
    output.write("wrong: ", .bad)
    output.compose { reply in
      reply.append(cell)
      reply.append(", ")
      reply.append(decimal: Int(due))
      reply.append(" is still due\n")
    }
  }

  private func writeMistake(_ cell: Cell, _ held: Int32?, _ due: Int32, _ unmadeCount: Int32) {
    output.write("wrong: ", .bad)
    output.compose { reply in
      reply.append(cell)
      reply.append(held == nil ? " is empty" : " held ")
      if let held { reply.append(decimal: Int(held)) }
      reply.append(", ")
      reply.append(decimal: Int(due))
      reply.append(" was due")
      if unmadeCount > 0 { reply.append(unmade: unmadeCount) }
      reply.append(UInt8(ascii: "\n"))
    }
  }

  /// Says how many numerals are pressed, and shows the board, which is no secret after a press.
  @inline(__always)
  private func writeProgress(
    _ words: StaticString, _ style: Style, _ unmadeCount: Int32
  ) {
    let done = round.pressedCount
    let count = round.board.count
    let board = image.text
    let hasColor = output.hasColor
    output.compose { reply in
      reply.append(words, style, hasColor: hasColor)
      reply.append(decimal: done)
      reply.append(" of ")
      reply.append(decimal: count)
      if unmadeCount > 0 { reply.append(unmade: unmadeCount) }
      reply.append(UInt8(ascii: "\n"))
      reply.append(board)
    }
    output.notePicture(byteCount: board.count)
  }

  private func writeMasked() {
    output.write("masked: ")
    output.write(round.board.count - round.pressedCount)
    output.write(" left\n")
    writeBoard()
  }

  private func writeState() {
    writeNumber()
    if let finish = round.finish {
      output.write(text: finish.words)
      return output.endLine()
    }
    let done = round.pressedCount
    let count = round.board.count
    output.compose { reply in
      reply.append(decimal: done)
      reply.append(" of ")
      reply.append(decimal: count)
      reply.append(" pressed\n")
    }
  }

  private func writeResult() {
    let report = RoundReport(round.kept)
    writeNumber()
    let end = report.finish.map { "\($0.words), " } ?? ""
    let time = report.time.map { " in \($0) ms" } ?? ""
    output.write(text: "\(end)\(report.pressedCount) of \(round.board.count)\(time)\n")
  }

  private func writeIdentifiers() {
    let board = round.board
    output.write("descriptive: ")
    conceal(if: round.isSecret) { output.write(text: board.descriptiveIdentifier) }
    output.write("\nseeded: ")
    if let origin = board.origin {
      output.write(text: origin.description)
    } else {
      output.write("none, the board was described")
    }
    output.endLine()
  }

  private func writeBoard() {
    conceal(if: round.isSecret) { output.write(image.text) }
    if !round.isSecret { output.notePicture(byteCount: image.text.count) }
  }

  private func conceal(if isSecret: Bool, _ body: () -> Void) {
    if isSecret { output.conceal(body) } else { body() }
  }

  private func redraw(_ board: Board) {
    output.endConcealment()
    if !image.replace(by: board) { image = BoardImage(board) }
  }

  private func patch(_ outcome: Outcome) {
    switch outcome {
    case .right(let cell, let masksOthers):
      image.clear(cell)
      if masksOthers { maskRest() }
    case .passed(let cell):
      image.clear(cell)
      output.endConcealment()
    case .masked: maskRest()
    case .wrong, .gaveUp:
      output.endConcealment()
      image.show(round.board)
    case .ignored, .mistaken: break
    }
  }

  private func maskRest() {
    output.endConcealment()
    image.mask(round.board, fromPlace: round.pressedCount)
  }
}

extension OwnedBuffer<UInt8> {
  /// Puts at the end which cell it is.
  fileprivate mutating func append(_ cell: Cell) {
    append("cell ")
    append(decimal: cell.h)
    append(UInt8(ascii: " "))
    append(decimal: cell.v)
  }

  /// Puts at the end how many presses of a command came too late.
  fileprivate mutating func append(unmade count: Int32) {
    append("; ")
    append(decimal: Int(count))
    append(count == 1 ? " press was not made" : " presses were not made")
  }
}
