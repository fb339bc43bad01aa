package import Examiner
import Shell

/// Shows the demonstration.
///
/// On a terminal all of it stands in one place, and nothing of it remains.
package struct DemonstrationView {
  private let speaker: Speaker
  private var output: OutputWriter { speaker.output }

  /// Makes a view that speaks.
  package init(_ speaker: Speaker) {
    self.speaker = speaker
  }

  /// Shows a new board.
  package func showBoard(of round: Round) {
    show(speaker.language.demonstration(of: round.board), round)
  }

  /// Shows a press and what came of it.
  package func show(_ outcome: Outcome, of round: Round) {
    let words = speaker.language.demonstration(
      outcome, round.pressedCount, of: round.board.count)
    if let words { show(words, round) }
  }

  /// Shows the best results.
  package func show(_ results: [BestResult]) {
    replace {
      speaker.say { $0.bestResults(isEmpty: results.isEmpty) }
      for (place, result) in results.enumerated() {
        speaker.say { "  \(place + 1). " + $0.words(for: result) }
      }
    }
  }

  /// Shows the titles of the newest news.
  package func show(news titles: [ShortenedText]) {
    replace {
      speaker.say { $0.newsPage(isEmpty: titles.isEmpty) }
      for title in titles { speaker.say { "  " + $0.words(for: title) } }
    }
  }

  /// Says which page comes next.
  package func showTurn(to page: DemonstrationPage) {
    speaker.say { $0.nextPage(page) }
  }

  /// Says how long a press takes.
  package func showPace(_ milliseconds: Int) {
    speaker.say { $0.pace(milliseconds) }
  }

  /// Takes everything off a terminal.
  package func end() {
    output.endConcealment()
  }

  private func replace(_ body: () -> Void) {
    output.endConcealment()
    output.conceal(body)
  }

  private func show(_ words: String, _ round: Round) {
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
