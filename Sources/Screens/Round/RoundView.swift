import Archive
import ChimpSystem
import Examiner
import Game
import Observing
package import Shell

/// The text view of the round: writes a line and the board for each notification of the model.
///
/// It only depends on the notifications of the model; commands do not call it.
///
///     let view = RoundView(model, speaker)
///     let token = model.notices.observe { change in
///       if let notice = change.new { view.show(notice) }
///     }
package final class RoundView {
  private let speaker: Speaker
  private let output: OutputWriter
  private let model: GameModel
  /// `true` to describe boards and moves in words, for screen readers.
  package var isSpoken = false
  /// Returns the width of the window and the format for reports.
  package var reader: () -> TableReader = { TableReader() }

  /// Creates the view, and writes nothing.
  package init(_ model: GameModel, _ speaker: Speaker) {
    self.model = model
    self.speaker = speaker
    output = speaker.output
  }

  /// Writes the reply for a notification of the model.
  package func show(_ notice: GameNotice) {
    switch notice {
    case .happened(let facts, let skippedCount): show(facts, skippedCount)
    case .refused(.round(.rejected(.move(let fault)))): speaker.refuseMove { $0.words(for: fault) }
    case .refused(let fault): speaker.refuse { $0.words(for: fault) }
    case .shown where isSpoken:
      writeState()
      SpokenBoard(speaker).show(model.session)
    case .shown:
      writeState()
      writeBoard()
    case .reported:
      RoundReportView(speaker: speaker, isTestOn: isTestOn, reader: reader())
        .show(RoundReport(model.session.round))
    case .concluded:
      let report = RoundReport(model.session.round)
      // The stage shows the last trial of a test.
      if report.round.test == nil {
        speaker.say { $0.numberedResult(report) }
      } else {
        speaker.sayBesideStage { $0.numberedResult(report) }
      }
    case .identified: writeIdentifiers()
    case .restored, .nothing: break
    }
  }

  /// Writes a line about the last fact.
  private func show(_ facts: [GameFact], _ skippedCount: Int32) {
    // The end of a test is reported by its controller.
    let last = facts.lastIndex { $0 != .stopped && $0 != .completed }
    for (index, fact) in facts.enumerated() { show(fact, isLast: index == last, skippedCount) }
  }

  /// Writes a line about a fact if it is the last one of its input.
  ///
  /// Two facts always get a line: a mistake that doesn't end the round and, where boards are
  /// spoken, the mask.
  private func show(_ fact: GameFact, isLast: Bool, _ skippedCount: Int32) {
    switch fact {
    case .started: showStart(of: model.session.examiner.board)
    case .resumed: writeResumption()
    case .left, .covered: output.endConcealment()
    case .interrupted, .exposed, .stopped, .completed: break
    case .moved(let outcome):
      if outcome.revealsOrMasks { output.endConcealment() }
      if isLast {
        writeMove(outcome, skippedCount)
      } else if isSpoken, case .right(_, _, masksOthers: true) = outcome {
        speaker.say(\.spokenMask)
      } else if case .mistaken(_, _, let expected) = outcome {
        writeMistaken(expected, 0)
      }
    }
  }

  /// Writes the line and the board of the round that begins.
  private func showStart(of board: Board) {
    output.endConcealment()
    if isSpoken { return SpokenBoard(speaker).showStart(model.session) }
    let isOfTest = model.session.round.test != nil
    let number = model.session.round.number
    let language = speaker.language
    let words = language.start(count: board.count)
    var lineCount = 0
    output.compose { reply in
      let start = reply.count
      reply.append(language.round.begin)
      reply.append(decimal: number)
      reply.append(language.round.end)
      reply.append(decimal: board.count)
      reply.append(words.between)
      reply.append(decimal: board.size.h)
      reply.append("x")
      reply.append(decimal: board.size.v)
      if isOfTest { reply.append(UInt8(ascii: "\n")) }
      lineCount = reply.count - start
    }
    // The title of the stage says which trial of a test it is, or what kind of round.
    if isOfTest {
      output.notePicture(byteCount: lineCount)
    } else {
      let identifierCount = writeIdentifier(of: board)
      output.endLine()
      if let identifierCount { output.noteResult(byteCount: lineCount + identifierCount + 1) }
    }
    // A round that has just begun is not masked yet.
    writeImage(isSecret: model.session.examiner.rule.masksAtFirstPress)
  }

  /// Writes the identifier of the board; not used in tests, where it would reveal the solution.
  ///
  /// Returns the number of its bytes; `nil` for a descriptive one, which may have to be concealed.
  private func writeIdentifier(of board: Board) -> Int? {
    let words = speaker.language.startBoard
    output.write(words)
    guard let origin = board.originText else {
      conceal(if: model.session.isSecret) { output.write(text: board.descriptiveIdentifier) }
      return nil
    }
    output.write(bytes: origin)
    return words.utf8CodeUnitCount + origin.count
  }

  /// Writes the line and the board of a resumed round.
  private func writeResumption() {
    output.endConcealment()
    if isSpoken { return SpokenBoard(speaker).showResumption(model.session) }
    output.write(speaker.language.resumed)
    writeState()
    writeBoard()
  }

  /// Writes the beginning of a line: `round` and its number.
  private func writeNumber() {
    let words = speaker.language.round
    let number = model.session.round.number
    output.compose { reply in
      reply.append(words.begin)
      reply.append(decimal: number)
      reply.append(words.end)
    }
  }

  /// Writes the line about a move and the board, as far as the test's feedback allows.
  private func writeMove(_ outcome: Outcome, _ skippedCount: Int32) {
    if let finish = outcome.finish, isFeedbackRestricted { return writeEnd(finish, skippedCount) }
    if isSpoken { return SpokenBoard(speaker).show(outcome, model.session, skipped: skippedCount) }
    let language = speaker.language
    switch outcome {
    case .right(_, let pressedCount, _):
      writeProgress(language.right, .good, Int(pressedCount), skippedCount)
    case .passed: writeProgress(language.passed, .good, pressedCount, skippedCount)
    case .gaveUp where model.session.isInterruptedTrial:
      speaker.sayBesideStage(\.replacedTrial)
    case .gaveUp: writeProgress(language.givenUp, .bad, pressedCount, skippedCount)
    case .timedOut: writeProgress(language.timedOut, .bad, pressedCount, skippedCount)
    case .masked: writeMasked()
    // The numerals are still to be looked at, so that a stage shows nothing.
    case .early: speaker.sayBesideStage(\.earlyPress)
    case .ignored(let cell):
      let words = language.ignored
      writeLine("\(words.begin)\(name(of: cell))\(words.end)", skippedCount)
      writeBoard()
    case .wrong(_, let held, let expected):
      writeFailure(language.mistake(held: held, expected: expected), skippedCount)
      writeBoard()
    case .mistaken(_, _, let expected):
      writeMistaken(expected, skippedCount)
      writeBoard()
    }
  }

  /// The number of pressed numerals of the round.
  private var pressedCount: Int { model.session.examiner.pressedCount }

  /// `true` if the round belongs to a test whose feedback is not full.
  private var isFeedbackRestricted: Bool {
    guard let trial = model.session.round.test else { return false }
    return trial.settings.feedback != .full
  }

  /// `true` if the main screen keeps the lines of moves; of a test it has only the result.
  private var keepsMoves: Bool { model.session.round.test == nil }

  /// Writes the outcome of the round, as far as the test's feedback allows.
  private func writeEnd(_ finish: ChimpanzeeExaminer.Finish, _ skippedCount: Int32) {
    let done = model.session.examiner.pressedCount
    let count = model.session.board.count
    writeLine(speaker.language.end(finish, model.session.feedback, done, of: count), skippedCount)
  }

  /// Writes that a press was wrong but did not end the round.
  ///
  /// The numeral of the cell is not written, because the player must still find it.
  private func writeMistaken(_ expected: Int32, _ skippedCount: Int32) {
    writeMistake(speaker.language.stillExpected(expected), skippedCount)
  }

  /// Writes the mistake that ended the round.
  ///
  /// A stage has the same words below its board, but not the number of ignored presses.
  private func writeFailure(_ words: String, _ skippedCount: Int32) {
    guard skippedCount == 0 else { return writeMistake(words, skippedCount) }
    let count = compose(words, 0, behind: speaker.language.wrong)
    if keepsMoves {
      output.noteResult(byteCount: count)
    } else {
      output.notePicture(byteCount: count)
    }
  }

  /// Writes a line that begins with the word for a mistake.
  private func writeMistake(_ words: String, _ skippedCount: Int32) {
    writeLine(words, skippedCount, behind: speaker.language.wrong)
  }

  /// Writes a line as a remark, and at its end the number of presses that were ignored.
  private func writeLine(
    _ words: String, _ skippedCount: Int32, behind mark: StaticString? = nil
  ) {
    let count = compose(words, skippedCount, behind: mark)
    output.noteRemark(byteCount: count, isKept: keepsMoves)
  }

  /// Writes a line with the number of ignored presses, and returns the number of its bytes.
  private func compose(
    _ words: String, _ skippedCount: Int32, behind mark: StaticString?
  ) -> Int {
    let language = speaker.language
    let hasColor = output.hasColor
    var count = 0
    output.compose { reply in
      let start = reply.count
      if let mark { reply.append(mark, .bad, hasColor: hasColor) }
      reply.append(words)
      if skippedCount > 0 { reply.append(skipped: skippedCount, language) }
      reply.append(UInt8(ascii: "\n"))
      count = reply.count - start
    }
    return count
  }

  /// Returns the name of a cell by its column and row.
  private func name(of cell: Cell) -> String { "\(speaker.language.cell)\(cell.h) \(cell.v)" }

  /// Writes the number of pressed numerals and the board, which is not secret after a press.
  private func writeProgress(
    _ begin: StaticString, _ style: Style, _ pressedCount: Int, _ skippedCount: Int32
  ) {
    let language = speaker.language
    let hasColor = output.hasColor
    let session = model.session
    var stagedCount = 0
    output.compose { reply in
      let start = reply.count
      reply.append(begin, style, hasColor: hasColor)
      reply.append(decimal: pressedCount)
      reply.append(language.outOf)
      reply.append(decimal: session.board.count)
      if skippedCount > 0 { reply.append(skipped: skippedCount, language) }
      reply.append(UInt8(ascii: "\n"))
      let boardStart = reply.count
      reply += BoardImage(session).bytes
      // The stage shows the progress, too, but not the ignored presses.
      stagedCount = reply.count - (skippedCount == 0 ? start : boardStart)
    }
    output.notePicture(byteCount: stagedCount)
  }

  /// Writes that the numerals are masked, with their number.
  private func writeMasked() {
    let count = model.session.board.count - model.session.examiner.pressedCount
    speaker.sayBesideStage { language in
      "\(language.masked.begin)\(count)\(language.masked.end)"
    }
    writeBoard()
  }

  /// Writes the progress of the round, or its outcome.
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

  /// Writes both identifiers of the board: its cells and its seed.
  ///
  /// Each is hidden while it would reveal the solution or the next boards of a test.
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

  /// `true` during a test, in which the boards must stay secret.
  private var isTestOn: Bool { model.session.isInTest }

  /// Writes the board; writes nothing if the solution must stay secret.
  private func writeBoard() {
    let isOver = model.session.finish != nil
    if isOver, isTestOn, isFeedbackRestricted { return }
    writeImage(isSecret: model.session.isSecret)
  }

  /// Writes the drawing; if secret, a terminal removes it when the round is masked.
  private func writeImage(isSecret: Bool) {
    let image = BoardImage(model.session)
    conceal(if: isSecret) { output.write(bytes: image.bytes) }
    if !isSecret { output.notePicture(byteCount: image.bytes.count) }
  }

  /// Runs a closure that writes output; if secret, a terminal removes the output when the round is
  /// masked.
  private func conceal(if isSecret: Bool, _ body: () -> Void) {
    if isSecret { output.conceal(body) } else { body() }
  }
}

extension Outcome {
  /// `true` if the move masks the numerals or ends the round.
  fileprivate var revealsOrMasks: Bool {
    switch self {
    case .right(_, _, let masksOthers): masksOthers
    case .passed, .masked, .wrong, .gaveUp, .timedOut: true
    case .ignored, .mistaken, .early: false
    }
  }
}

extension [UInt8] {
  /// Appends the number of presses of the line that were not made.
  fileprivate mutating func append(skipped count: Int32, _ language: Language) {
    let words = language.skipped(count: count)
    append(words.begin)
    append(decimal: Int(count))
    append(words.end)
  }
}
