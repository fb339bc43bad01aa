package import Examiner
import Shell

/// Shows the demonstration.
///
/// On a terminal all of it stands in one place, and nothing of it remains.
package final class DemonstrationView {
  /// What is to be seen of the demonstration.
  enum Page: Equatable {
    case board(String, LiveBoard)
    case lines([String])
  }

  private let speaker: Speaker
  private var output: OutputWriter { speaker.output }
  /// What is shown now; nil before and after the demonstration.
  private(set) var page: Page?

  /// Makes a view that speaks.
  package init(_ speaker: Speaker) { self.speaker = speaker }

  /// Shows a new board.
  package func showBoard(of round: Round) {
    show(speaker.language.demonstration(of: round.board), round)
  }

  /// Shows a press and what came of it.
  package func show(_ outcome: Outcome, of round: Round) {
    let words = speaker.language.demonstration(outcome, round.pressedCount, of: round.board.count)
    if let words { show(words, round) }
  }

  /// Shows the best results.
  package func show(_ results: [BestResult]) {
    let language = speaker.language
    let lines = results.enumerated().map { "  \($0 + 1). " + language.words(for: $1) }
    show([language.bestResults(isEmpty: results.isEmpty)] + lines)
  }

  /// Shows the titles of the newest news.
  package func show(news titles: [ShortenedText]) {
    let language = speaker.language
    show(
      [language.newsPage(isEmpty: titles.isEmpty)]
        + titles.map { "  " + escaped(language.words(for: $0)) })
  }

  /// Says which page comes next.
  package func showTurn(to page: DemonstrationPage) { speaker.say { $0.nextPage(page) } }

  /// Says how long a press takes.
  package func showPace(_ milliseconds: Int) { speaker.say { $0.pace(milliseconds) } }

  /// Takes everything off a terminal.
  package func end() {
    page = nil
    output.endConcealment()
  }

  private func show(_ lines: [String]) {
    page = .lines(lines)
    replace { for line in lines { speaker.say { _ in line } } }
  }

  private func replace(_ body: () -> Void) {
    output.endConcealment()
    output.conceal(body)
  }

  private func show(_ words: String, _ round: Round) {
    page = .board(words, LiveBoard(round.game.examiner, lastPress: nil))
    let image = BoardImage(round)
    replace {
      speaker.say { _ in words }
      output.write(image.text)
    }
  }
}

/// What the demonstration shows in turn.
package enum DemonstrationPage: Equatable, Sendable {
  case board
  case bestResults
  case news
}
