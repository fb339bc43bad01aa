import Examiner
import Game
import Testing

/// Tests of the input devices of presses, and of the presses that one line makes.
struct PressInputTests {
  /// Plays presses from input devices, and returns their stored text and the report of the round.
  private func texts(_ presses: [(PressInput, String)]) throws -> (
    text: String, report: RoundReport
  ) {
    var session = GameSession(usualInput: .line)
    let board = try BoardIdentifier("4x1:1,1;2,1;3,1;4,1")
    _ = try session.handle(.start(.startGame(board, rule: .standard)), at: 0)
    for (device, line) in presses {
      let cells = line.split(separator: " ").compactMap { Int($0) }.map { Cell(h: $0, v: 1) }
      let input: GameInput = line == "hide" ? .move(.hide) : .press(cells)
      _ = try session.handle(input, at: 0, by: device)
    }
    return (MoveText.text(of: session.round), RoundReport(session.round))
  }

  @Test func `The input device of a press is kept if it is not the default`() throws {
    let (text, report) = try texts([
      (.line, "1"), (.mouse, "2"), (.cursor, "3"), (.script, "4"),
    ])
    #expect(
      text == "0 press 1 1;0 press 2 1 mouse;0 press 3 1 cursor;0 press 4 1 script")
    #expect(report.presses.map(\.input) == [.line, .mouse, .cursor, .script])
    #expect(report.linePresses == 1)
    let read = try #require(MoveText.read(text, onset: 0))
    #expect(read.moves == report.round.moves)
  }

  @Test func `Presses of one line are kept together, and counted while numerals are visible`()
    throws
  {
    let visible = try texts([(.script, "1 2 3"), (.line, "4")])
    #expect(visible.text == "0 press 1 1 script 2 1 3 1;0 press 4 1")
    #expect(visible.report.linePresses == 3)
    #expect(visible.report.presses.map(\.input) == [.script, .script, .script, .line])
    #expect(MoveText.read(visible.text, onset: 0)?.moves == visible.report.round.moves)
    let masked = try texts([(.mouse, "hide"), (.line, "1 2 3 4")])
    #expect(masked.text == "0 hide;0 press 1 1 2 1 3 1 4 1")
    #expect(masked.report.linePresses == 0)
    let usual = try texts([(.line, "1"), (.line, "2 3 4")])
    #expect(usual.report.linePresses == 1)
  }

  @Test(arguments: [
    "0 press 1 1 mouse mouse", "0 press 1 1  2 1", "0 press 1 1 2", "0 press 1 1 2 1 ",
    "0 press 1 1 2 1 mouse", "0 press mouse", "0 hide 1 1", "0 hide line", "0 press 1 1 Mouse",
  ])
  func `A text that is not moves is not read as such`(_ text: String) {
    #expect(MoveText.read(text, onset: 0) == nil)
  }
}
