import Archive
import Examiner
import Game
import Shell

/// The view of the demonstration, which plays while no user is active.
///
/// On a terminal each page replaces the previous one, and the last one is removed at the end.
///
///     let view = DemonstrationView(speaker)
///     view.showBoard(of: session)
///     view.show(news: [ShortenedText("A new best")])
///     view.end()
final class DemonstrationView {
  /// The contents of one page of the demonstration.
  ///
  ///     switch page {
  ///     case .board(let title, _): print(title)
  ///     case .lines(let lines): print(lines.count, "lines")
  ///     }
  enum Page: Equatable {
    case board(String, LiveBoard)
    case lines([String])
  }

  private let speaker: Speaker
  private var language: Language { speaker.language }
  private var output: OutputWriter { speaker.output }
  /// The page on the screen; `nil` before and after the demonstration.
  private(set) var page: Page?
  /// `true` to show nothing, because a screen reader would read the pages aloud while the user
  /// types.
  var isSilent = false

  init(_ speaker: Speaker) { self.speaker = speaker }

  /// Shows the board of the round that the demonstration plays.
  func showBoard(of session: GameSession) {
    let count = session.board.count
    let size = "\(session.board.size.h)x\(session.board.size.v)"
    show(
      language.pick(
        "demonstration: \(count) numerals on \(size)", "デモ: \(size)の盤に\(count)個の数字"),
      session)
  }

  /// Shows a press and the board after it; does nothing for other moves.
  func show(_ outcome: Outcome, of session: GameSession) {
    let done = session.examiner.pressedCount
    let count = session.board.count
    switch outcome {
    case .right(let cell, _, _):
      show(language.pick("right: \(done) of \(count)", "正解: \(done)/\(count)"), at: cell, session)
    case .passed(let cell):
      show(language.pick("passed: \(done) of \(count)", "成功: \(done)/\(count)"), at: cell, session)
    case .wrong(let cell, _, _), .mistaken(let cell, _, _):
      let mistake = session.examiner.mistake(at: cell, in: language)
      show(language.pick("wrong: \(mistake)", "まちがい: \(mistake)"), at: cell, session)
    case .ignored, .early, .masked, .gaveUp, .timedOut: break
    }
  }

  /// Shows the result of a press on a cell, and the board after it.
  private func show(_ result: String, at cell: Cell, _ session: GameSession) {
    show(
      language.pick(
        "demonstration: press \(cell.h) \(cell.v), \(result)",
        "デモ: press \(cell.h) \(cell.v)、\(result)"), session)
  }

  /// Shows the page of the best results.
  func show(_ results: [BestResult]) {
    let head =
      results.isEmpty
      ? language.pick("best results: none yet", "最高記録: まだありません")
      : language.pick("best results:", "最高記録:")
    show([head] + results.enumerated().map { "  \($0 + 1). \($1.words(in: language))" })
  }

  /// Shows the page of the news.
  func show(news titles: [ShortenedText]) {
    let head =
      titles.isEmpty ? language.pick("news: none", "お知らせ: ありません") : language.pick("news:", "お知らせ:")
    show([head] + titles.map { "  " + escaped($0.words(in: language)) })
  }

  /// Shows the page to which a user turns.
  func showNextPage(_ page: DemonstrationStep) {
    switch page {
    case .board, .press: speaker.say("next page: demonstration", "次のページ: デモ")
    case .bestResults: speaker.say("next page: best results", "次のページ: 最高記録")
    case .news: speaker.say("next page: news", "次のページ: お知らせ")
    }
  }

  /// Shows the time between two presses.
  func show(_ pace: DemonstrationPace) {
    speaker.say(
      "demonstration: a press every \(pace.press) ms", "デモ: \(pace.press)ミリ秒ごとに押します")
  }

  /// Removes the current page.
  func end() {
    page = nil
    output.endConcealment()
  }

  /// Shows a page of lines; does nothing while the view is silent.
  private func show(_ lines: [String]) {
    guard !isSilent else { return }
    page = .lines(lines)
    replace { for line in lines { speaker.say(line: line) } }
  }

  /// Runs a closure whose output replaces the current page.
  private func replace(_ body: () -> Void) {
    output.endConcealment()
    output.conceal(body)
  }

  /// Shows a page with a line of text and a board; does nothing while the view is silent.
  private func show(_ words: String, _ session: GameSession) {
    guard !isSilent else { return }
    page = .board(words, LiveBoard(session.examiner, lastPress: nil))
    replace {
      speaker.say(line: words)
      output.write(BoardImage(session.examiner, isMasked: session.looksMasked).bytes)
    }
  }
}

extension BestResult {
  /// Returns the result as a line: `5 numerals on 8x5 in 3000 ms`.
  func words(in language: Language) -> String {
    let size = "\(size.h)x\(size.v)"
    return language.pick(
      "\(counted(count, "numeral")) on \(size) in \(time) ms", "\(size)の盤で\(count)個、\(time)ミリ秒")
  }
}
