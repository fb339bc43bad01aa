package import Console
import Examiner
import Game
package import Models
import Observing
import Words

/// Shows the round: a line that says what happened, then the board.
///
/// It is told what the model notifies; no command knows that there is a view.
package final class RoundView {
  private let speaker: Speaker
  private let output: OutputWriter
  private let model: GameModel
  private var image: BoardImage
  /// Whether boards and moves are told in words, for screen readers.
  package var isSpoken = false

  package init(_ model: GameModel, _ speaker: Speaker) {
    self.model = model
    self.speaker = speaker
    output = speaker.output
    image = model.session.isStarted ? BoardImage(model.session) : BoardImage()
  }

  package func show(_ notice: GameNotice) {
    switch notice {
    case .happened(let facts, let lateCount): show(facts, lateCount)
    case .refused(let fault): speaker.refuse { $0.words(for: fault) }
    case .shown where isSpoken:
      writeState()
      SpokenBoard(speaker).show(model.session)
    case .shown:
      writeState()
      writeBoard()
    case .reported:
      RoundReportView(speaker: speaker, isTestOn: isTestOn).show(RoundReport(model.session.round))
    case .concluded:
      writeNumber()
      speaker.say { $0.result(RoundReport(model.session.round)) }
    case .identified: writeIdentifiers()
    case .restored: if model.session.isStarted { image = BoardImage(model.session) }
    case .nothing: break
    }
  }

  /// Shows each fact on the board, and says the last one.
  private func show(_ facts: GameFacts, _ lateCount: Int32) {
    if case .one(let fact) = facts { return show(fact, isLast: true, lateCount) }
    // What becomes of a test is told by whoever leads it.
    let last = facts.lastIndex { $0 != .stopped && $0 != .completed }
    for (place, fact) in facts.enumerated() { show(fact, isLast: place == last, lateCount) }
  }

  private func show(_ fact: GameFact, isLast: Bool, _ lateCount: Int32) {
    switch fact {
    // Where another round follows, the board is the other one's already.
    case .left: if isLast { patch(.gaveUp) } else { output.endConcealment() }
    case .started: showStart(of: model.session.board)
    case .resumed: writeResumption()
    case .covered: maskRest()
    case .interrupted, .exposed, .stopped, .completed: break
    case .moved(let outcome):
      patch(outcome)
      if isLast {
        writeMove(outcome, lateCount)
      } else if isSpoken, case .right(_, masksOthers: true) = outcome {
        speaker.say(\.spokenMask)
      } else if case .mistaken(_, _, let due) = outcome {
        writeMistaken(due, 0)
      }
    }
  }

  private func showStart(of board: Board) {
    redraw(board)
    if isSpoken { return SpokenBoard(speaker).showStart(model.session) }
    writeNumber()
    let words = speaker.language.start(count: board.count)
    output.compose { reply in
      reply.append(decimal: board.count)
      reply.append(words.between)
      reply.append(decimal: board.size.h)
      reply.append("x")
      reply.append(decimal: board.size.v)
    }
    if model.session.round.test == nil { writeIdentifier(of: board) }
    output.endLine()
    writeBoard()
  }

  /// Says which board it is; in a test that would tell the solution, and those of the next rounds.
  private func writeIdentifier(of board: Board) {
    output.write(speaker.language.startBoard)
    if let origin = board.originText {
      output.write(bytes: origin)
    } else {
      conceal(if: model.session.isSecret) { output.write(text: board.descriptiveIdentifier) }
    }
  }

  private func writeResumption() {
    output.endConcealment()
    image = BoardImage(model.session)
    if isSpoken { return SpokenBoard(speaker).showResumption(model.session) }
    output.write(speaker.language.resumed)
    writeState()
    writeBoard()
  }

  private func writeNumber() {
    let words = speaker.language.round
    let number = model.session.number
    output.compose { reply in
      reply.append(words.begin)
      reply.append(decimal: number)
      reply.append(words.end)
    }
  }

  private func writeMove(_ outcome: Outcome, _ unmadeCount: Int32) {
    if let finish = outcome.finish, model.session.feedback != .full {
      return writeEnd(finish, unmadeCount)
    }
    if isSpoken { return SpokenBoard(speaker).show(outcome, model.session, unmade: unmadeCount) }
    let language = speaker.language
    switch outcome {
    case .right: language.right { writeProgress($0, $1, .good, unmadeCount) }
    case .passed: writeProgress(language.passed, .good, unmadeCount)
    case .gaveUp: writeProgress(language.givenUp, .bad, unmadeCount)
    case .timedOut: writeProgress(language.timedOut, .bad, unmadeCount)
    case .masked: writeMasked()
    case .ignored(let cell):
      let words = language.ignored
      writeLine("\(words.begin)\(name(of: cell))\(words.end)", unmadeCount)
      writeBoard()
    case .wrong(_, let held, let due):
      writeMistake(language.mistake(held: held, due: due), unmadeCount)
      writeBoard()
    case .mistaken(_, _, let due):
      writeMistaken(due, unmadeCount)
      writeBoard()
    }
  }

  /// Says that the round is over, and no more than may be told.
  private func writeEnd(_ finish: ChimpanzeeExaminer.Finish, _ unmadeCount: Int32) {
    let done = model.session.examiner.pressedCount
    let count = model.session.board.count
    writeLine(speaker.language.end(finish, model.session.feedback, done, of: count), unmadeCount)
  }

  /// Says that a press was wrong after which the round goes on: not what the cell holds, which has
  /// still to be found.
  private func writeMistaken(_ due: Int32, _ unmadeCount: Int32) {
    writeMistake(speaker.language.stillDue(due), unmadeCount)
  }

  private func writeMistake(_ words: String, _ unmadeCount: Int32) {
    output.write(speaker.language.wrong, .bad)
    writeLine(words, unmadeCount)
  }

  /// Writes a line that ends with how many presses of a command were left out, if any were.
  private func writeLine(_ words: String, _ unmadeCount: Int32) {
    output.write(text: words)
    output.compose { reply in
      reply.append(unmade: unmadeCount, speaker.language)
      reply.append(UInt8(ascii: "\n"))
    }
  }

  private func name(of cell: Cell) -> String { "\(speaker.language.cell)\(cell.h) \(cell.v)" }

  private func writeProgress(_ words: MoveWords, _ style: Style, _ unmadeCount: Int32) {
    writeProgress(words.begin, words.between, style, unmadeCount)
  }

  /// Says how many numerals are pressed, and shows the board, which is no secret after a press.
  @inline(__always)
  private func writeProgress(
    _ begin: StaticString, _ between: StaticString, _ style: Style, _ unmadeCount: Int32
  ) {
    let done = model.session.examiner.pressedCount
    let count = model.session.examiner.board.count
    let hasColor = output.hasColor
    let language = speaker.language
    var stagedCount = image.byteCount
    output.compose { reply in
      let start = reply.count
      reply.append(begin, style, hasColor: hasColor)
      reply.append(decimal: done)
      reply.append(between)
      reply.append(decimal: count)
      reply.append(unmade: unmadeCount, language)
      reply.append(UInt8(ascii: "\n"))
      image.append(to: &reply)
      // The stage shows the progress, too, but not the presses that were not made.
      if unmadeCount == 0 { stagedCount = reply.count - start }
    }
    output.notePicture(byteCount: stagedCount)
  }

  private func writeMasked() {
    let words = speaker.language.masked
    writeLine(
      "\(words.begin)\(model.session.board.count - model.session.examiner.pressedCount)\(words.end)",
      0)
    writeBoard()
  }

  private func writeState() {
    writeNumber()
    if let finish = model.session.finish {
      return speaker.say { $0.end(finish, model.session.laterFeedback) }
    }
    let words = speaker.language.pressed
    output.write(model.session.examiner.pressedCount)
    output.write(words.between)
    output.write(model.session.board.count)
    output.write(words.end)
    output.endLine()
  }

  private func writeIdentifiers() {
    let board = model.session.board
    let isOpen = model.session.finish == nil
    let language = speaker.language
    let isOfTest = model.session.round.test != nil
    output.write(language.descriptive)
    if isOpen && (model.session.examiner.isMasked || isOfTest)
      || model.session.laterFeedback != .full
    {
      output.write(text: language.hiddenBoard)
    } else {
      conceal(if: model.session.isSecret) { output.write(text: board.descriptiveIdentifier) }
    }
    output.endLine()
    let isHidden = isOfTest && (isOpen || isTestOn)
    let seed = board.origin?.description ?? "\(language.noSeed)"
    writeLine("\(language.seeded)\(isHidden ? language.hiddenBoard : seed)", 0)
  }

  private var isTestOn: Bool { model.session.isInTest }

  private func writeBoard() {
    let session = model.session
    if session.finish != nil && session.laterFeedback != .full { return }
    conceal(if: session.isSecret) { image.write(to: output) }
    if !session.isSecret { output.notePicture(byteCount: image.byteCount) }
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
    case .wrong, .gaveUp, .timedOut:
      output.endConcealment()
      image.show(model.session.board)
    case .ignored, .mistaken: break
    }
  }

  private func maskRest() {
    output.endConcealment()
    image.mask(model.session.board, fromIndex: model.session.examiner.pressedCount)
  }
}

extension OwnedBuffer<UInt8> {
  /// Puts at the end how many presses of a command were left out, if any were.
  @inline(__always)
  fileprivate mutating func append(unmade count: Int32, _ language: Language) {
    if count > 0 { append(madeNot: count, language) }
  }

  private mutating func append(madeNot count: Int32, _ language: Language) {
    let words = language.unmade(count: count)
    append(words.begin)
    append(decimal: Int(count))
    append(words.end)
  }
}
