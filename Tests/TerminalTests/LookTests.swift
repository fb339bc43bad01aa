import Glibc
import Testing

/// What is seen during a look leaves nothing behind, neither on the screen nor in the scrollback.
struct LookTests {
  private static let start = "start 3 3 2 seed=pear"
  private static let announcement = "round 1: 3 numerals on 3x2, board 3x2n3#1/pear"
  private static let board = "     1  2  3\n  1  1  .  3\n  2  .  .  2"

  private func look(rows: Int = 14) throws -> Player {
    let player = try Player.atPrompt(rows: rows)
    player.type(Self.start + "\r")
    player.see("\(Self.announcement)\n\(Self.board)\nchimp> |")
    return player
  }

  @Test func `The first press masks the board and leaves no numeral`() throws {
    let player = try look()
    player.type("press 1 1\r")
    player.see(
      Player.banner + """
        chimp> \(Self.start)
        \(Self.announcement)
        chimp> press 1 1
        right: 1 of 3
             1  2  3
          1  .  .  #
          2  .  .  #
        chimp> |
        """)
    #expect(player.screen.scrollback.isEmpty)
  }
}
