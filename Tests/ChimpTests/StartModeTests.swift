import TestSupport
import Testing

/// Tests of the modes `credit` and `start` on a terminal: they show the next round, and nothing of
/// the last one.
struct StartModeTests {
  /// Returns a simulated user at the first prompt.
  private func player(clock: String = "virtual") throws -> Player {
    let player = try Player(columns: 64, rows: 22, clock: clock, board: "plain")
    player.wait { $0.text.hasSuffix("chimp> |") }
    return player
  }

  /// Types a line, and waits for its reply and the next prompt.
  private func type(_ line: String, _ player: Player, until reply: String) {
    player.type(line + "\r")
    player.wait { $0.text.contains(reply) && $0.text.hasSuffix("chimp> |") }
  }

  /// Returns the screen of a countdown before two numerals on a board of 2x1.
  private func emptyBoard(_ seconds: Int) -> String {
    """
                   2 numerals on 2x1
                   The numerals come in \(seconds) s.

                             1              2
    """
  }

  @Test func `Before the first round, start shows the plan on an empty board`() throws {
    let player = try player()
    type("mode credit", player, until: "credit is next")
    type("wait 16", player, until: "waited 16 ms")
    type("mode start", player, until: "start is next")
    player.type("wait 16\r")
    player.see(
      """
        5 numerals on 8x5
        The numerals come next.

              1      2      3      4      5      6      7      8
         1    .      .      .      .      .      .      .      .

         2    .      .      .      .      .      .      .      .

         3    .      .      .      .      .      .      .      .

         4    .      .      .      .      .      .      .      .

         5    .      .      .      .      .      .      .      .

        ? help; click, arrows and Enter, or column and row
      chimp> wait 16
      waited 16 ms



      chimp> |
      """)
  }

  @Test func `After a round that was given up, start shows nothing of it`() throws {
    let player = try player()
    type("start 3 3 2", player, until: "Remember")
    type("give-up", player, until: "you gave up")
    type("mode credit", player, until: "credit is next")
    type("wait 16", player, until: "waited 16 ms")
    type("swipe up", player, until: "test: 4 numerals")
    type("mode start", player, until: "start is next")
    player.type("wait 16\r")
    player.see(
      """
              4 numerals on 3x2
              The numerals come next.

                        1              2              3


               1        .              .              .





               2        .              .              .



              ? help; click, arrows and Enter, or column and row
      mode: credit, start is next (with the next "wait")
      chimp> wait 16
      waited 16 ms
      chimp> |
      """)
  }

  @Test func `While the numerals are counted down, the plan stands over an empty board`() throws {
    let player = try player(clock: "real")
    type("start 2 2 1", player, until: "Remember")
    type("give-up", player, until: "you gave up")
    type("mode credit", player, until: "no coin needed")
    player.type("mode start\r")
    player.wait { screen in
      (1...3).contains { screen.text.hasPrefix(self.emptyBoard($0)) }
    }
  }

  @Test func `A click on the demonstration leads to credit, as a touch does`() throws {
    let player = try player()
    type("wait 2000", player, until: "demonstration: 4 numerals")
    player.click(column: 30, row: 5)
    let change = "mode: attract, credit is next (with the next \"wait\")\n"
    player.wait { $0.text.contains(change) && $0.text.hasSuffix("chimp> |") }
    player.type("wait 16\r")
    player.wait { $0.text.contains(change + "chimp> wait 16\nno coin needed: ") }
  }
}
