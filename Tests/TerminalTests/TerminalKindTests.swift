import TestSupport
import Testing

/// What terminals have that can do less than the usual ones.
struct TerminalKindTests {
  @Test func `A terminal without a second screen has the menu and the board`() throws {
    let player = try Player(
      columns: 64, rows: 20, variables: ["TERM=linux", "NO_COLOR=1"], board: "plain")
    player.wait { $0.text.contains("\n> 1  human-benchmark") && $0.text.hasSuffix("chimp> |") }
    player.type("start 3 3 2\r")
    player.wait { $0.text.hasPrefix("3 numerals on 3x2\nRemember") }
    player.type("hide\r")
    player.wait { $0.text.contains("\nPress the hidden numerals") || $0.text.contains("hidden") }
    player.type("give-up\r")
    player.wait { $0.text.contains("\nyou gave up\n") && $0.text.hasSuffix("chimp> |") }
    #expect(player.screen.alternate == nil)
  }

  @Test func `A dumb terminal has a banner and a prompt, below what comes by itself`() throws {
    let player = try Player(
      columns: 72, rows: 24, variables: ["TERM=dumb", "NO_COLOR=1"], clock: "real")
    player.see(Player.banner + "chimp> |")
    player.type("start span\n")
    player.wait { $0.text.hasSuffix("\"begin\" or an empty line begins\nchimp> |") }
    player.type("\n")
    player.wait { $0.text.contains("round 1: ") && $0.text.hasSuffix("\nchimp> |") }
    #expect(!player.screen.text.contains("chimp> round"))
    player.type("stop\n")
    player.wait { $0.text.hasSuffix("\nround 1: given up, 0 of 3\nchimp> |") }
    player.type("\u{4}")
    #expect(player.awaitEnd() == 0)
  }

  @Test func `Between the trials of a test the results so far can be asked for`() throws {
    let player = try Player(columns: 72, rows: 24)
    player.see(Player.banner + "chimp> |")
    player.type("start span begin=now\rgive-up\r")
    player.wait { $0.text.contains("you gave up") && $0.text.hasSuffix("chimp> |") }
    player.type("results include=virtual\r")
    player.wait { $0.text.contains("\nso far, span: level 3, try 2 of 2\n") }
    player.wait { $0.text.contains("  you          span  level 0*  level 0\n* not finished\n") }
  }

  @Test func `A narrow window has the list of rounds in its width, and tables below each other`()
    throws
  {
    let player = try Player(columns: 40, rows: 24)
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("start span trials=1 begin=now\rgive-up\rrounds\r")
    player.wait { $0.text.contains("\n    1  ") && $0.text.contains("  given up  0 of 3\n") }
    player.type("results include=virtual\r")
    player.wait {
      $0.text.contains("participant  test\n  score     best\n") || $0.text.contains("test")
    }
    #expect(!player.screen.text.contains("guest"))
  }
}
