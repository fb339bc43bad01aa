import Screens
import TestSupport
import Testing

/// A simulated blind player, who knows only the lines of the spoken board.
private struct BlindPlayer {
  /// The cells that still must be pressed, in ascending order of their numerals.
  private var cells: [String] = []
  private(set) var isOver = false

  /// Parses a line of the output, and remembers the cells of the numerals if it lists them.
  mutating func hear(_ line: Substring) {
    if line.contains(" is over: ") { isOver = true }
    guard line.contains(" numerals: "), line.contains(" at column ") else { return }
    let heard = line.split(separator: ": ")[1].split(separator: "; ")
    cells = heard.map { text in
      let words = text.split(separator: " ")
      return "\(words[3]) \(words[5])"
    }
  }

  /// Returns the command that presses the next remembered cell, or `nil` if there is none.
  mutating func press() -> String? { cells.isEmpty ? nil : "press \(cells.removeFirst())" }
}

struct SpokenBoardTests {
  /// Runs lines in a session with the spoken board and returns the output as lines.
  private func hear(_ lines: [String]) -> [Substring] {
    let input = lines.map { $0 + "\n" }.joined()
    return run(["--board", "spoken", "--clock", "virtual", "--seed", "apple"], input: input).output
      .split(separator: "\n")
  }

  @Test func `A player who only hears the lines passes a masking test to its end`() {
    var lines = ["start inoue-masking trials=3"]
    var player = BlindPlayer()
    var heardCount = 0
    while lines.count < 40, !player.isOver {
      let heard = hear(lines)
      for line in heard[heardCount...] { player.hear(line) }
      heardCount = heard.count
      // Time must pass between two trials.
      if !player.isOver { lines.append(player.press() ?? "wait 1000") }
    }
    #expect(lines.filter { $0.hasPrefix("press") }.count == 15)
    #expect(lines.filter { $0.hasPrefix("wait") }.count == 2)
    let results = hear(lines).filter { $0.hasPrefix("inoue-masking") }
    #expect(
      results == [
        "inoue-masking: 1 of 3 trials, 1 passed", "inoue-masking: 2 of 3 trials, 2 passed",
        "inoue-masking is over: score 3 of 3",
      ])
  }
}
