@testable import Screens
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

  /// Runs lines that a person types at a terminal without cursor movement, and returns the output
  /// as lines without prompts.
  private func person(_ lines: [String]) -> [Substring] {
    var now = 0
    let options = ["--board", "spoken", "--seed", "apple", "--store", ":memory:", "--no-config"]
    let result = run(
      options, input: lines.map { $0 + "\n" }.joined(), variables: ["TERM": "dumb"]
    ) {
      $0.inputIsTerminal = true
      $0.outputIsTerminal = true
      $0.milliseconds = {
        now += 300
        return now
      }
      $0.waiting.sleep = {
        now += $0
        return true
      }
    }
    return result.output.replacing("chimp> ", with: "").split(separator: "\n")
  }

  /// Plays a game of human-benchmark from the numbered menu to its third miss; returns its lines.
  private func game() -> [String] {
    // Time passes with each line, here "board".
    var lines = ["1", "", "board"]
    for _ in 0..<12 {
      let heard = person(lines)
      if heard.contains(where: { $0.contains(" is over: ") }) { return lines }
      var player = BlindPlayer()
      // A long list of cells is wrapped, and its next row begins with two blanks.
      let text = heard.joined(separator: "\n").replacing("\n  ", with: " ")
      for line in text.split(separator: "\n") { player.hear(line) }
      guard let first = player.press() else { break }
      let rest = (0..<9).compactMap { _ in player.press() }
      lines += rest.count < 5 ? [first] + rest : [first, rest[rest.count - 1]]
      lines += ["board", "", "board"]
    }
    return lines
  }

  @Test func `A whole spoken session has no boxes and columns, and repeats no hint`() {
    let commands = [
      "share --ascii", "results", "summary", "plot score", "plot position", "learning", "rounds",
      "round 2", "replay 2",
    ]
    let heard = person(game() + commands)
    #expect(heard.contains { $0.hasPrefix("human-benchmark is over: score 5") })
    let drawn = heard.filter { line in
      line.unicodeScalars.contains { (0x2500...0x28ff).contains($0.value) || $0 == "|" }
        || line.contains("[#") || line.drop { $0 == " " }.contains("  ")
    }
    #expect(drawn.filter { !$0.hasPrefix("chimp human-benchmark |") } == [])
    let hints = [
      "Enter or \"begin\" shows the numerals", "Type a number and press Enter", "boards are spoken",
      "the numerals stay visible above",
    ]
    for hint in hints {
      #expect(heard.filter { $0.contains(hint) }.count == 1, "\(hint)")
    }
    let repeated = zip(heard, heard.dropFirst()).filter { $0 == $1 }
    #expect(repeated.isEmpty)
  }
}
