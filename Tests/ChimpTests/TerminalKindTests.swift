import TestSupport
import Testing

/// Tests of terminals with fewer features than usual.
struct TerminalKindTests {
  /// The beginning of a session whose boards stay visible, 72 columns wide.
  private static let beginning =
    Player.banner + numberedMenu.replacing("then go on", with: "then go\n  on")

  @Test func `A terminal without a second screen has the menu and the board`() throws {
    let player = try Player(
      columns: 64, rows: 20, variables: ["TERM=linux", "NO_COLOR=1"], board: "plain")
    player.wait { $0.text.contains("\n> 1  human-benchmark") && $0.text.hasSuffix("chimp> |") }
    player.type("start 3 3 2\r")
    let begun = """
                 3 numerals on 3x2
                 Remember where they are. When you press 1, the rest
                   vanish.

      """
    player.wait { $0.text.hasPrefix(begun) }
    player.type("hide\r")
    player.wait { $0.text.contains("\n           Press the hidden numerals in ascending order.\n") }
    player.type("give-up\r")
    player.wait { $0.text.contains("\n           you gave up\n") && $0.text.hasSuffix("chimp> |") }
    #expect(player.screen.alternate == nil)
  }

  @Test func `A dumb terminal has a menu whose digits start tests, below what comes by itself`()
    throws
  {
    let player = try Player(
      columns: 72, rows: 24, variables: ["TERM=dumb", "NO_COLOR=1"], clock: "real")
    player.see(Self.beginning + "chimp> |")
    player.type("8\n")
    let error = """
      error: no round yet ("menu" shows the tests, "start 5 8 5" begins a
        round)

      """
    player.see(Self.beginning + "chimp> 8\n" + error + "chimp> |")
    player.type("4\n")
    player.see(
      Self.beginning + "chimp> 8\n" + error + """
        chimp> 4
        the numerals stay visible above: don't look back, or it is no memory
          test
        press in ascending order: type the column and the row, for example 2 3
        Empty squares are misses.
        ready: 3 numerals on 8x5; Enter or "begin" shows the numerals
        chimp> |
        """)
    player.type("\u{3}")
    player.wait { $0.text.hasSuffix("\nstop leaves the test, quit ends the program\nchimp> |") }
    player.type("quit\n")
    player.wait {
      $0.text.hasSuffix("\nspan is still running: quit again ends it and the program\nchimp> |")
    }
    player.type("\n")
    player.wait { $0.text.contains("round 1: ") && $0.text.hasSuffix("\nchimp> |") }
    #expect(!player.screen.text.contains("chimp> round"))
    player.type("stop\n")
    player.wait { $0.text.hasSuffix("\nround 1: cut off at 0 of 3\nchimp> |") }
    player.type("\u{4}")
    // The number was refused.
    #expect(player.awaitEnd() == 1 << 8)
  }

  @Test(arguments: [
    "\u{1b}[3~", "\u{1b}[H", "\u{1b}[1;5D", "\u{1b}OP", "\u{1b}[15;2~", "\u{1b}x",
    "\u{1b}]11;rgb:1e1e/2a2a/3b3b\u{1b}\\", "\u{9b}3~",
  ])
  func `On a dumb terminal no key types into the command`(_ key: String) throws {
    let player = try Player(
      columns: 72, rows: 24, variables: ["TERM=dumb", "NO_COLOR=1"], clock: "real")
    player.see(Self.beginning + "chimp> |")
    player.type("\(key)set se\(key)ed pear\(key)\n")
    player.wait { $0.text.hasSuffix("\nseed = pear\nchimp> |") }
    player.type("wait 500\n\(key)")
    player.wait { $0.text.contains("\nchimp> wait 500\n") }
    player.type("set seed fig\(key)\n")
    // It was typed before the prompt came back.
    player.wait { $0.text.hasSuffix("\nchimp> seed = fig\nchimp> |") }
  }

  @Test func `Where numerals stay visible the menu has no timed looks, and quit warns once`() throws
  {
    let script = "\"$CHIMP\" --seed apple --board spoken --clock real; printf 'over> '; read answer"
    let player = try Player(columns: 80, rows: 24, through: script, clock: "real")
    let beginning =
      Player.banner + """
        boards are spoken: "help accessibility" tells more, "set board live" draws them

        """ + numberedMenu
    player.see(beginning + "chimp> |")
    player.type("menu\r")
    player.see(beginning + "chimp> menu\n" + numberedMenu + "chimp> |")
    player.type("start kawai begin=now trials=1\r")
    player.wait { $0.text.contains("\nthe numerals stay visible above: ") }
    player.type("give-up\r")
    player.wait { $0.text.contains("\n\"start kawai\" plays again, \"menu\" lists the tests\n") }
    player.type("start span begin=now\rquit\r")
    player.wait { $0.text.contains("\nspan is still running. Stop it? (y/n)") }
    player.type("y\r")
    player.wait {
      $0.text.contains("\nspan stopped, no trial was finished; \"start span\" starts over\n")
        && $0.text.hasSuffix("over> |")
    }
  }

  @Test func `Between the trials of a test the results so far can be asked for`() throws {
    let player = try Player(columns: 72, rows: 24)
    player.see(Player.banner + "chimp> |")
    player.type("start span begin=now\rgive-up\r")
    player.wait { $0.text.contains("you gave up") && $0.text.hasSuffix("chimp> |") }
    player.type("results include=virtual\r")
    player.wait { $0.text.contains("\nso far, span: level 3, try 2 of 2\n") }
    player.wait { $0.text.contains("  you          span     1     0*\n* not finished\n") }
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
      $0.text.contains("last game: span: score 0\ndate (UTC)        test  score  best\n")
    }
    #expect(!player.screen.text.contains("guest"))
    player.type("compare procedures runs=10\r")
    player.wait { $0.text.contains("\nprocedure                 SD  mean\n  trials\n") }
    player.type("start 3x1:1,1;2,1;3,1\rpress 1 1\rround\r")
    player.wait { $0.text.contains("\npress  cell  held  due  result  time\n  line_latency\n") }
  }

  @Test func `The user's own code is shown as you, in sentences too`() throws {
    let player = try Player(columns: 72, rows: 24)
    player.see(Player.banner + "chimp> |")
    player.type("age 30\r")
    player.wait {
      $0.text.hasSuffix(
        "\nyour age: 30 years, compared with 590 visitors of 25 to 39 years\nchimp> |")
    }
    player.type("mode credit\rwait 16\r")
    player.wait {
      $0.text.contains("\nno coin needed: you play 5 numerals on 8x5\nwaited 16 ms\n")
    }
  }
}
