package import Examiner
package import Shell

/// Shows the demonstration.
///
/// On a terminal all of it stands in one place, and nothing of it remains.
package struct DemonstrationView {
  private let output: OutputWriter

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
    case .ignored, .masked, .gaveUp, .timedOut: break
    }
  }

  /// Shows the best results.
  package func show(_ results: [BestResult]) {
    replace {
      output.write(results.isEmpty ? "best results: none yet\n" : "best results:\n")
      for (place, result) in results.enumerated() {
        output.write(text: "  \(place + 1). \(result)\n")
      }
    }
  }

  /// Shows the titles of the newest news.
  package func show(news titles: [String]) {
    replace {
      output.write(titles.isEmpty ? "news: none\n" : "news:\n")
      for title in titles { output.write(text: "  " + escaped(title) + "\n") }
    }
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
    output.endConcealment()
  }

  private func replace(_ body: () -> Void) {
    output.endConcealment()
    output.conceal(body)
  }

  private func show(_ words: String, _ round: Round) {
    let image = BoardImage(round)
    replace {
      output.write(text: words + "\n")
      output.write(image.text)
    }
  }
}
