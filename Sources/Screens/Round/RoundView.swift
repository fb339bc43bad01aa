import Archive
import ChimpSystem
import Examiner
import Game
import Observing
import Shell

/// The text view of the round: writes a line and the board for the facts of each input.
///
/// It follows the model; what a command asks for, such as the board, its
/// controller calls.
///
///     let view = RoundView(model, speaker)
///     model.perform(.move(.press(Cell(h: 2, v: 3))))  // writes "right: 1 of 5" and the board
final class RoundView {
  private let speaker: Speaker
  private let output: OutputWriter
  private let model: GameModel
  /// `true` to describe boards and moves in words, for screen readers.
  var isSpoken = false
  /// Returns the width of the window and the format for reports.
  var reader: () -> TableReader = { TableReader() }
  /// The observation through which the view follows the model.
  private var observation: ObservationToken?

  /// Creates the view, which follows the model from now on.
  init(_ model: GameModel, _ speaker: Speaker) {
    self.model = model
    self.speaker = speaker
    output = speaker.output
    observation = model.reply.observe { [unowned self] _ in show(model.reply.value) }
  }

  /// Writes what an input has led to; the outcome of a trial that waited for an answer as far as
  /// the feedback of the test allows.
  private func show(_ reply: GameReply) {
    switch reply {
    case .facts(let facts, let skippedCount): show(facts, skippedCount)
    case .deferred(let facts, let skippedCount):
      if model.session.feedback != .none { show(facts, skippedCount) }
    case .rejected(let error):
      speaker.refuse(Refusal(error), ofMove: error is ExaminerError)
    }
  }

  /// Writes the facts of an input; the last line has the number of presses that were skipped.
  private func show(_ facts: [GameFact], _ skippedCount: Int) {
    // The end of a test is reported by its controller.
    let last = facts.lastIndex { $0 != .stopped && $0 != .completed }
    for (index, fact) in facts.enumerated() {
      show(fact, isLast: index == last, skippedCount)
    }
  }

  /// Writes the board of the round and its state.
  func showBoard() {
    writeState()
    if isSpoken { SpokenBoard(speaker).show(model.session) } else { writeBoard() }
  }

  /// Writes the report of the round.
  func showReport() {
    RoundReportView(speaker: speaker, isTestOn: model.session.isInTest, reader: reader())
      .show(RoundReport(model.session))
  }

  /// Writes a line about a fact if it is the last one of its input.
  ///
  /// Two facts always get a line: a mistake that doesn't end the round and, where boards are
  /// spoken, the mask.
  private func show(_ fact: GameFact, isLast: Bool, _ skippedCount: Int) {
    switch fact {
    case .started: showStart(of: model.session.examiner.board)
    case .resumed: writeResumption()
    case .left, .covered: output.endConcealment()
    case .interrupted, .exposed, .stopped, .completed: break
    case .moved(let outcome):
      if outcome.revealsOrMasks { output.endConcealment() }
      if isLast {
        writeMove(outcome, skipped(skippedCount))
      } else if isSpoken, case .right(_, _, masksOthers: true) = outcome {
        SpokenBoard(speaker).showMask()
      } else if case .mistaken(_, _, let expected) = outcome {
        writeMistaken(expected, "")
      }
    }
  }

  /// Writes the line and the board of the round that begins.
  private func showStart(of board: Board) {
    output.endConcealment()
    if isSpoken { return SpokenBoard(speaker).showStart(model.session) }
    let number = model.session.round.number
    let size = "\(board.size.h)x\(board.size.v)"
    let words = speaker.language.pick(
      "round \(number): \(counted(board.count, "numeral")) on \(size)",
      "ラウンド\(number): \(board.count)個の数字、\(size)")
    let identified = speaker.language.pick("\(words), board ", "\(words)、盤 ")
    // The title of the stage says which trial of a test it is, or what kind of round.
    if model.session.round.test != nil {
      output.write(text: words + "\n", at: .picture)
    } else if let origin = board.origin {
      output.write(text: "\(identified)\(origin)\n", at: .result)
    } else {
      output.write(text: identified)
      output.conceal(if: model.session.isSecret) { output.write(text: board.descriptiveIdentifier) }
      output.endLine()
    }
    writeBoard()
  }

  /// Writes the line and the board of a resumed round.
  private func writeResumption() {
    output.endConcealment()
    if isSpoken { return SpokenBoard(speaker).showResumption(model.session) }
    output.write(text: speaker.language.pick("resumed: ", "再開: "))
    writeState()
    writeBoard()
  }

  /// Writes the line about a move and the board, as far as the test's feedback allows.
  ///
  /// The line ends with the number of presses that were `skipped`.
  private func writeMove(_ outcome: Outcome, _ skipped: String) {
    // The line says that another board follows, and nothing about the result.
    let isReplaced = outcome.finish == .gaveUp && model.session.isInterruptedTrial
    if outcome.finish != nil, model.session.isOutcomeDeferred {
      return speaker.say("over", "終わり", at: .picture)
    }
    if let finish = outcome.finish, model.session.feedback != .full && !isReplaced {
      return writeEnd(finish, skipped)
    }
    if isSpoken {
      return SpokenBoard(speaker).show(outcome, model.session, skipped)
    }
    let language = speaker.language
    switch outcome {
    case .right: writeProgress(language.pick("right: ", "正解: "), .good, skipped)
    case .passed: writeProgress(language.pick("passed: ", "成功: "), .good, skipped)
    case .gaveUp where isReplaced: sayBesideStage(outcome)
    case .gaveUp: writeProgress(language.pick("you gave up at ", "降参: "), .bad, skipped)
    case .timedOut: writeProgress(language.pick("timed out: ", "時間切れ: "), .bad, skipped)
    case .masked: writeMasked()
    // The numerals are still to be looked at, so that a stage shows nothing.
    case .early: sayBesideStage(outcome)
    case .ignored(let cell):
      writeLine(
        language.pick(
          "ignored: nothing there, square \(cell.h) \(cell.v)",
          "無視: 何もありません、マス \(cell.h) \(cell.v)") + skipped)
      writeBoard()
    case .wrong(let cell, _, _):
      writeFailure(model.session.examiner.mistake(at: cell, in: language), skipped)
      writeBoard()
    case .mistaken(_, _, let expected):
      writeMistaken(expected, skipped)
      writeBoard()
    }
  }

  /// Writes the sentence about a move that a stage shows in another way.
  private func sayBesideStage(_ outcome: Outcome) {
    speaker.say(line: outcome.words(in: speaker.language, after: model.session), at: .picture)
  }

  /// Writes the result of the last round.
  func showResult() {
    let session = model.session
    let language = speaker.language
    let number = session.number
    let time = session.measures.time.map { language.pick(" in \($0) ms", "、\($0)ミリ秒") } ?? ""
    let result =
      session.finish.beginning(in: language, wasLeft: session.round.wasLeft) + progress + time
    // The stage shows the last trial of a test.
    speaker.say(
      "round \(number): \(result)", "ラウンド\(number): \(result)",
      at: session.round.test == nil ? .reply : .picture)
  }

  /// The number of pressed numerals, and of all: `3 of 5`.
  private var progress: String {
    let examiner = model.session.examiner
    let (pressedCount, count) = (examiner.pressedCount, examiner.board.count)
    return speaker.language.pick("\(pressedCount) of \(count)", "\(pressedCount)/\(count)")
  }

  /// `true` if the main screen keeps the lines of moves; of a test it has only the result.
  private var keepsMoves: Bool { model.session.round.test == nil }

  /// Writes the outcome of the round, as far as the test's feedback allows.
  private func writeEnd(_ finish: RoundOutcome, _ skipped: String) {
    let language = speaker.language
    let progress = progress
    let words =
      switch finish {
      case _ where model.session.feedback == .none: language.pick("over", "終わり")
      case .gaveUp: language.pick("you gave up at \(progress)", "降参: \(progress)")
      case .passed, .failed, .timedOut, .quit: "\(finish.words(in: language)): \(progress)"
      }
    writeLine(words + skipped)
  }

  /// Writes that a press was wrong but did not end the round.
  ///
  /// The numeral of the cell is not written, because the player must still find it.
  private func writeMistaken(_ expected: Int, _ skipped: String) {
    let words = speaker.language.pick(
      "\(expected) still comes next", "次は\(expected)のままです")
    writeLine(wrong + words + skipped)
  }

  /// Writes the mistake that ended the round.
  ///
  /// A stage has the same words below its board, but not the number of ignored presses.
  private func writeFailure(_ words: String, _ skipped: String) {
    guard skipped.isEmpty else { return writeLine(wrong + words + skipped) }
    output.write(text: wrong + words + "\n", at: keepsMoves ? .result : .picture)
  }

  /// The word with which the line about a mistake begins.
  private var wrong: String { output.styled(speaker.language.pick("wrong: ", "まちがい: "), .bad) }

  /// Writes a line as a remark.
  private func writeLine(_ words: String) {
    output.write(text: words + "\n", at: .remark(isKept: keepsMoves))
  }

  /// Returns the end of a line about presses that were not made; empty if there are none.
  private func skipped(_ count: Int) -> String {
    guard count > 0 else { return "" }
    return speaker.language.pick(
      "; \(count) \(count == 1 ? "press was" : "presses were") not made",
      "。残りの\(count)回は押しませんでした")
  }

  /// Writes the number of pressed numerals and the board, which is not secret after a press.
  ///
  /// The stage shows the progress, too, but not the ignored presses.
  private func writeProgress(_ begin: String, _ style: Style, _ skipped: String) {
    let line = output.styled(begin, style) + progress + skipped + "\n"
    output.write(text: line, at: skipped.isEmpty ? .picture : .reply)
    writeImage()
  }

  /// Writes that the numerals are masked, with their number.
  private func writeMasked() {
    let count = model.session.board.count - model.session.examiner.pressedCount
    speaker.say("hidden: \(count) left", "隠しました: 残り\(count)", at: .picture)
    writeBoard()
  }

  /// Writes the progress of the round, or its outcome.
  private func writeState() {
    let session = model.session
    let language = speaker.language
    output.write(
      text: language.pick("round \(session.round.number): ", "ラウンド\(session.round.number): "))
    switch session.finish {
    case .some where session.laterFeedback == .none: speaker.say("over", "終わり")
    case .gaveUp where session.round.wasLeft: speaker.say("cut off", "打ち切り")
    case .gaveUp: speaker.say("you gave up", "降参")
    case .some(let finish): speaker.say(line: finish.words(in: language))
    case nil: speaker.say("\(progress) pressed", "\(progress)を押しました")
    }
  }

  /// Writes both identifiers of the board: its cells and its seed.
  ///
  /// Each is hidden while it would reveal the solution or the next boards of a test.
  func showIdentifiers() {
    let board = model.session.board
    let isOpen = model.session.finish == nil
    let language = speaker.language
    let isOfTest = model.session.round.test != nil
    output.write(text: language.pick("descriptive: ", "記述型: "))
    if isOpen && (model.session.examiner.isMasked || isOfTest)
      || model.session.laterFeedback != .full
    {
      output.write(text: language.pick("hidden", "秘密"))
    } else {
      output.conceal(if: model.session.isSecret) { output.write(text: board.descriptiveIdentifier) }
    }
    output.endLine()
    let isHidden = isOfTest && (isOpen || model.session.isInTest)
    let seed =
      isHidden
      ? language.pick("hidden", "秘密")
      : board.origin?.description
        ?? language.pick("none, the board was described", "なし（盤は記述から作られました）")
    writeLine(language.pick("seeded: \(seed)", "シード型: \(seed)"))
  }

  /// Writes the board, which a terminal removes when the round is masked; writes nothing if the
  /// solution must stay secret.
  private func writeBoard() {
    if model.session.finish != nil, model.session.laterFeedback != .full { return }
    output.conceal(if: model.session.isSecret, writeImage)
  }

  private func writeImage() {
    let image = BoardImage(model.session.examiner, isMasked: model.session.looksMasked)
    output.write(image.bytes, at: .picture)
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

extension ChimpanzeeExaminer {
  /// Returns the text about the wrong press that ended the round: `that was 4, 1 came next`.
  func mistake(at cell: Cell, in language: Language) -> String {
    let expected = board.numerals[pressedCount]
    guard let index = board.index(at: cell) else {
      return language.pick(
        "nothing there, \(expected) came next", "そこには何もなく、正しくは\(expected)でした")
    }
    let found = board.numerals[index]
    return language.pick(
      "that was \(found), \(expected) came next", "押したのは\(found)、正しくは\(expected)でした")
  }
}
