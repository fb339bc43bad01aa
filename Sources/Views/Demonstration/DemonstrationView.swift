package import Archive
package import Console
package import Examiner
package import Game
import Words

/// Shows the demonstration.
///
/// On a terminal all of it stands in one place, and nothing of it remains.
package final class DemonstrationView {
  /// What is to be seen of the demonstration.
  package enum Page: Equatable {
    case board(String, LiveBoard)
    case lines([String])
  }

  package let speaker: Speaker
  private var output: OutputWriter { speaker.output }
  /// What is shown now; nil before and after the demonstration.
  package private(set) var page: Page?
  /// Whether nothing is shown, because a screen reader would read it to somebody who is typing.
  package var isSilent = false

  package init(_ speaker: Speaker) { self.speaker = speaker }

  package func showBoard(of session: GameSession) {
    show(speaker.language.demonstration(of: session.board), session)
  }

  package func show(_ outcome: Outcome, of session: GameSession) {
    let words = speaker.language.demonstration(
      outcome, session.examiner.pressedCount, of: session.board.count)
    if let words { show(words, session) }
  }

  package func show(_ results: [BestResult]) {
    let language = speaker.language
    let lines = results.enumerated().map { "  \($0 + 1). " + language.words(for: $1) }
    show([language.bestResults(isEmpty: results.isEmpty)] + lines)
  }

  package func show(news titles: [ShortenedText]) {
    let language = speaker.language
    show(
      [language.newsPage(isEmpty: titles.isEmpty)]
        + titles.map { "  " + escaped(language.words(for: $0)) })
  }

  package func end() {
    page = nil
    output.endConcealment()
  }

  private func show(_ lines: [String]) {
    guard !isSilent else { return }
    page = .lines(lines)
    replace { for line in lines { speaker.say { _ in line } } }
  }

  private func replace(_ body: () -> Void) {
    output.endConcealment()
    output.conceal(body)
  }

  private func show(_ words: String, _ session: GameSession) {
    guard !isSilent else { return }
    page = .board(words, LiveBoard(session.examiner, lastPress: nil))
    replace {
      speaker.say { _ in words }
      BoardImage(session).write(to: output)
    }
  }
}
