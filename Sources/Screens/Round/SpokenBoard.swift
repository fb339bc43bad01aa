import Examiner
import Game
import Shell

/// A view for screen readers, which describes boards and moves in plain lines.
///
/// A numeral comes before its cell, because it is looked for first; the sentences are short,
/// because a screen reader reads every word.
///
///     SpokenBoard(speaker).show(session)  // writes each numeral with its column and row
struct SpokenBoard {
  private let speaker: Speaker

  /// Creates the view.
  init(_ speaker: Speaker) { self.speaker = speaker }

  /// Writes the number of a new round and the positions of its numerals.
  func showStart(_ session: GameSession) {
    let size = session.board.size
    speaker.say(
      "round \(session.number): \(counted(size.h, "column")), \(counted(size.v, "row"))",
      "ラウンド\(session.number): \(size.h)列、\(size.v)行")
    show(session)
  }

  /// Writes that a round was resumed, and the positions of its numerals.
  func showResumption(_ session: GameSession) {
    speaker.say("round \(session.number) continues", "ラウンド\(session.number)の続きです")
    show(session)
  }

  /// Writes the positions of the visible numerals, and the next numeral to press.
  ///
  /// Writes nothing if the solution must stay secret until the end of the test.
  func show(_ session: GameSession) {
    let board = session.board
    guard session.finish == nil else {
      if session.laterFeedback == .full { show(board) }
      return
    }
    let pressedCount = session.examiner.pressedCount
    if session.looksMasked {
      showMask()
    } else {
      speaker.say(line: board.words(in: speaker.language, fromIndex: pressedCount))
    }
    let next = board.numerals[pressedCount]
    speaker.say("\(next) next", "次は\(next)")
  }

  /// Writes the positions of all numerals.
  func show(_ board: Board) { speaker.say(line: board.words(in: speaker.language)) }

  /// Writes that the numerals are masked.
  func showMask() { speaker.say("hidden", "隠れました") }

  /// Writes the result of a move; `skipped` is the end of the line about presses that were not
  /// made.
  func show(_ outcome: Outcome, _ session: GameSession, _ skipped: String) {
    speaker.say(line: outcome.words(in: speaker.language, after: session) + skipped)
    if case .right(_, _, masksOthers: true) = outcome { showMask() }
    if session.finish != nil && session.finish != .passed { show(session) }
  }
}

extension Board {
  /// Returns the numerals in ascending order, each with its cell.
  func words(in language: Language, fromIndex first: Int = 0) -> String {
    let cells = zip(numerals, cells).dropFirst(first).map { numeral, cell in
      language.pick(
        "\(numeral) at column \(cell.h) row \(cell.v)", "\(numeral)は列\(cell.h)行\(cell.v)")
    }
    return language.pick(
      "\(counted(cells.count, "numeral")): \(cells.joined(separator: "; "))",
      "数字\(cells.count)個: \(cells.joined(separator: "、"))")
  }
}

extension Outcome {
  /// Returns the sentence about a move; `session` is the state after it.
  func words(in language: Language, after session: GameSession) -> String {
    let examiner = session.examiner
    var next = ""
    if examiner.finish == nil {
      let numeral = examiner.board.numerals[examiner.pressedCount]
      next = language.pick(", \(numeral) next", "、次は\(numeral)")
    }
    switch self {
    case .right: return language.pick("right", "正解") + next
    case .passed: return language.pick("right, passed", "正解、成功")
    case .wrong(let cell, _, _):
      return language.pick("wrong: ", "まちがい: ") + examiner.mistake(at: cell, in: language)
    case .mistaken: return language.pick("wrong", "まちがい") + next
    case .ignored: return language.pick("ignored: nothing there", "無視: 何もありません") + next
    case .early:
      return language.pick(
        "too early, not counted: presses count once the numerals are hidden",
        "早すぎるので数えません: 数字が隠れてから押してください")
    case .masked: return language.pick("hidden", "隠れました") + next
    case .gaveUp where session.isInterruptedTrial:
      return language.pick("interrupted: another board follows", "中断しました。次は別の盤です")
    case .gaveUp: return language.pick("you gave up", "降参")
    case .timedOut: return language.pick("timed out", "時間切れ")
    }
  }
}
