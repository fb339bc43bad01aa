package import Examiner
package import Shell

/// Shows the demonstration.
///
/// On a terminal all of it stands in one place, and nothing of it remains.
package final class DemonstrationView {
  /// What is to be seen of the demonstration.
  enum Page: Equatable {
    case board(String, LiveBoard)
    case lines([String])
  }

  private let output: OutputWriter
  /// What is shown now; nil before and after the demonstration.
  private(set) var page: Page?

  /// Makes a view that writes to the output.
  package init(output: OutputWriter) {
    self.output = output
  }

  /// Shows a new board.
  package func showBoard(of round: Round) {
    let count = round.board.count
    show("demonstration: \(count) numerals on \(round.board.size.h)x\(round.board.size.v)", round)
  }

  /// Shows a press and what came of it.
  package func show(_ outcome: Outcome, of round: Round) {
    let count = "\(round.pressedCount) of \(round.board.count)"
    switch outcome {
    case .right(let cell, _):
      show("demonstration: press \(cell.h) \(cell.v), right: \(count)", round)
    case .passed(let cell):
      show("demonstration: press \(cell.h) \(cell.v), passed: \(count)", round)
    case .wrong(let cell, let held, let due), .mistaken(let cell, let held, let due):
      let found = held.map { "held \($0)" } ?? "is empty"
      show("demonstration: press \(cell.h) \(cell.v), wrong: \(found), \(due) was due", round)
    case .ignored, .masked, .gaveUp: break
    }
  }

  /// Shows the best results.
  package func show(_ results: [BestResult]) {
    let lines = results.enumerated().map { "  \($0 + 1). \($1)" }
    show([results.isEmpty ? "best results: none yet" : "best results:"] + lines)
  }

  /// Shows the titles of the newest news.
  package func show(news titles: [String]) {
    show([titles.isEmpty ? "news: none" : "news:"] + titles.map { "  " + escaped($0) })
  }

  /// Says which page comes next.
  package func showTurn(to page: String) {
    output.write(text: "next page: \(page)\n")
  }

  /// Says how long a press takes.
  package func showPace(_ milliseconds: Int) {
    output.write(text: "demonstration: a press every \(milliseconds) ms\n")
  }

  /// Takes everything off a terminal.
  package func end() {
    page = nil
    output.endConcealment()
  }

  private func show(_ lines: [String]) {
    page = .lines(lines)
    replace { for line in lines { output.write(text: line + "\n") } }
  }

  private func replace(_ body: () -> Void) {
    output.endConcealment()
    output.conceal(body)
  }

  private func show(_ words: String, _ round: Round) {
    page = .board(words, LiveBoard(round.game.examiner, lastPress: nil))
    let image = BoardImage(round)
    replace {
      output.write(text: words + "\n")
      output.write(image.text)
    }
  }
}
