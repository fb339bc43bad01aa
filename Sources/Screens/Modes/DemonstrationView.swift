package import Archive
package import Examiner
package import Game
package import Shell

/// The view of the demonstration, which plays while no user is active.
///
/// On a terminal each page replaces the previous one, and the last one is removed at the end.
///
///     let view = DemonstrationView(speaker)
///     view.showBoard(of: session)
///     view.show(news: [ShortenedText("A new best")])
///     view.end()
package final class DemonstrationView {
  /// The contents of one page of the demonstration.
  ///
  ///     switch page {
  ///     case .board(let title, _): print(title)
  ///     case .lines(let lines): print(lines.count, "lines")
  ///     }
  package enum Page: Equatable {
    case board(String, LiveBoard)
    case lines([String])
  }

  package let speaker: Speaker
  private var output: OutputWriter { speaker.output }
  /// The page on the screen; `nil` before and after the demonstration.
  package private(set) var page: Page?
  /// `true` to show nothing, because a screen reader would read the pages aloud while the user
  /// types.
  package var isSilent = false

  package init(_ speaker: Speaker) { self.speaker = speaker }

  /// Shows the board of the round that the demonstration plays.
  package func showBoard(of session: GameSession) {
    show(speaker.language.demonstration(of: session.board), session)
  }

  /// Shows a press and the board after it; does nothing for other moves.
  package func show(_ outcome: Outcome, of session: GameSession) {
    let words = speaker.language.demonstration(
      outcome, session.examiner.pressedCount, of: session.board.count)
    if let words { show(words, session) }
  }

  /// Shows the page of the best results.
  package func show(_ results: [BestResult]) {
    let language = speaker.language
    let lines = results.enumerated().map { "  \($0 + 1). " + language.words(for: $1) }
    show([language.bestResults(isEmpty: results.isEmpty)] + lines)
  }

  /// Shows the page of the news.
  package func show(news titles: [ShortenedText]) {
    let language = speaker.language
    show(
      [language.newsPage(isEmpty: titles.isEmpty)]
        + titles.map { "  " + escaped(language.words(for: $0)) })
  }

  /// Removes the current page.
  package func end() {
    page = nil
    output.endConcealment()
  }

  /// Shows a page of lines; does nothing while the view is silent.
  private func show(_ lines: [String]) {
    guard !isSilent else { return }
    page = .lines(lines)
    replace { for line in lines { speaker.say { _ in line } } }
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
      speaker.say { _ in words }
      output.write(bytes: BoardImage(session).bytes)
    }
  }
}
