import ChimpSystem
import Examiner
import Game
@testable import Screens
import Shell
import TestSupport
import Testing

struct RoundControllerTests {
  /// Runs lines and returns the output; `terminal` is the size of the terminal, or `nil` for none.
  private func reply(_ lines: [String], terminal: TerminalSize?) -> String {
    let output = OutputWriter(sink: MemorySink())
    var environment = ApplicationEnvironment(sessionSeed: .script)
    environment.terminal = terminal.map { StillTerminal(size: $0) }
    let application = Application(output: output, environment: environment)
    let console = makeConsole(application, output)
    return String(
      decoding: output.capture(keeping: false) {
        for line in lines { console.perform(line: Array(line.utf8)) }
      }, as: UTF8.self)
  }

  @Test func `A board that would not fit on the terminal is refused before it is shown`() {
    #expect(
      reply(["start 9 8 5", "board"], terminal: TerminalSize(columns: 26, rows: 9)) == """
        error: the board needs 27 columns and 9 lines, the terminal has 26 and 9
        error: no round yet (\"menu\" shows the tests, \"start 5 8 5\" begins a round)

        """)
    #expect(
      reply(["start 9 99 99"], terminal: TerminalSize(columns: 80, rows: 24)) == """
        error: the board needs 300 columns and 103 lines, the terminal has 80 and 24

        """)
    #expect(
      reply(["start 1 1 1"], terminal: TerminalSize(columns: 27, rows: 9)) == """
        round 1: 1 numeral on 1x1, board 1x1n1#1/1.1
             1
          1  1

        """)
  }

  @Test func `Several presses are one event: a refused one refuses them all`() throws {
    let board = try BoardIdentifier("3x1:1,1;2,1;3,1")
    let start = "start \(board.board().descriptiveIdentifier)"
    let before = reply([start, "board"], terminal: nil)
    for presses in ["1 1 9 1", "1 1 1 1", "1 1 2 1 2 1"] {
      let after = reply([start, "press \(presses)", "board"], terminal: nil)
      #expect(after.hasSuffix(before.split(separator: "round 1: 0").last ?? "?"), "\(presses)")
    }
  }
}
