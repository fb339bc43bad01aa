import TestSupport
import Testing

/// Tests of timers that fire while the program waits at the prompt.
struct TimeTests {
  @Test func `The hold masks the board in place, and what is typed meanwhile is dropped`() throws {
    // The numbered menu comes before the prompt.
    let player = try Player(columns: 70, rows: 30, clock: "real")
    player.wait { $0.text.hasPrefix(Player.banner) && $0.text.hasSuffix("\nchimp> |") }
    let before = player.screen.text.dropLast()
    player.type("start 3x2:1,1;3,1;3,2 hold=650\r")
    player.see(
      "round 1: 3 numerals on 3x2, board 3x2:1,1;3,1;3,2\n"
        + "     1  2  3\n  1  1  .  2\n  2  .  .  3\nchimp> |")
    player.type("press 1\u{1b}[Dagain\r")
    player.see(
      before + """
        start 3x2:1,1;3,1;3,2 hold=650
        round 1: 3 numerals on 3x2, board ...
        hidden: 3 left
             1  2  3
          1  #  .  #
          2  .  .  #
        chimp> |
        """)
    #expect(player.screen.scrollback.isEmpty)
    player.type("press 1 1\r")
    player.wait { $0.text.contains("chimp> press 1 1\nright: 1 of 3\n") }
  }

  @Test func `A key ends the demonstration, and nothing of it remains`() throws {
    let player = try Player.atPrompt()
    player.type("swipe up\rwait 16\r")
    player.see("news: none\nwaited 16 ms\nchimp> |")
    player.type("s")
    player.see(
      Player.banner + """
        chimp> swipe up
        next page: news
        chimp> wait 16
        waited 16 ms
        chimp> s|
        """)
    #expect(player.screen.scrollback.isEmpty)
  }

  @Test func `The demonstration is played in one place`() throws {
    let player = try Player.atPrompt()
    player.type("wait 2000\r")
    player.see(
      """
      demonstration: 4 numerals on 8x5
           1  2  3  4  5  6  7  8
        1  .  .  .  .  .  .  .  4
        2  .  .  .  .  .  .  .  .
        3  .  .  .  .  2  .  .  .
        4  .  .  .  .  .  .  .  1
        5  .  .  .  3  .  .  .  .
      waited 2000 ms
      chimp> |
      """)
    player.type("\u{b}")
    player.see(Player.banner + "chimp> wait 2000\nwaited 2000 ms\nchimp> |")
  }
}
