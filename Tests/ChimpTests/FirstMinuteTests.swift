import TestSupport
import Testing

/// Tests of the menu, the keys and the end of a game, as a new user meets them.
struct FirstMinuteTests {
  private func player(columns: Int = 80, rows: Int = 24) throws -> Player {
    let player = try Player(columns: columns, rows: rows, board: "plain")
    player.wait { $0.text.hasSuffix("chimp> |") }
    return player
  }

  /// Types a line and waits for a text on the screen.
  private func type(_ line: String, _ player: Player, until text: String) {
    player.type(line)
    player.wait { $0.text.contains(text) && $0.text.hasSuffix("chimp> |") }
  }

  /// Returns a simulated user after a test of one trial, which was given up.
  private func playedTest() throws -> Player {
    let player = try player()
    type("start human-benchmark trials=1 begin=now\r", player, until: "Remember where")
    type("give-up\r", player, until: Self.over)
    return player
  }

  /// The first rows at the end of a first game with score 0.
  private static let over = """
      human-benchmark: score 0

      "start zoo" ranks you among the visitors of a zoo

        ######
        ##  ##
        ##  ##
        ##  ##
        ###### numerals

    """

  @Test func `Escape closes the help and leaves the menu where it is`() throws {
    let player = try player()
    let menu = player.screen.text
    for key in ["\u{1b}", "\r", "3", " ", "?"] {
      type("?", player, until: "any key goes back")
      player.type(key)
      player.see(menu)
    }
  }

  @Test(arguments: ["en", "ja"])
  func `In a small window the help has its last row, too`(_ language: String) throws {
    let player = try player(columns: 40, rows: 15)
    player.type("set language \(language)\rstart zoo begin=now\rgive-up\r")
    player.wait { $0.text.contains("2 of 4") || $0.text.contains("4試行中2") }
    let last = language == "en" ? "any key goes back" : "どのキーでも戻ります"
    type("?", player, until: "\n\(last)\n")
  }

  @Test func `The help of the menu says what is played, that of a test what ends it`() throws {
    let player = try player()
    type("?", player, until: "any key goes back")
    #expect(
      player.screen.text.hasPrefix(
        """
        chimp: the chimpanzee memory test

        Numerals appear on a board and vanish; you press their squares in ascending
          order.
        Enter, a digit or a click starts a test, the arrows choose one. "help zoo"
          explains one.
        Esc goes to the command line, where menu comes back; Ctrl-D ends the program.
        A letter begins a command, such as results, help or quit.

        any key goes back
        chimp 1.0.0: menu for tests, help for commands, quit to leave

        """))
    // Escape is a key of its own once no other key follows it.
    player.type("\u{1b}")
    player.wait { $0.text.contains("Choose a test.") }
    type("start span begin=now\r", player, until: "Remember where")
    type("?", player, until: "any key goes back")
    #expect(
      player.screen.text.hasPrefix(
        """
        span: level 3, try 1 of 2

        span: 2 tries per length, over when both fail. A wrong press ends the trial.
          Empty squares are misses.
        Click a square, or move with the arrows and press Enter or space.
        Or type its column and its row: 23 is column 2, row 3; Esc clears it.
        Esc, Ctrl-C and Ctrl-D ask whether to leave the test, and end a timed look.

        any key goes back

        """))
  }

  @Test func `A long word is quoted in part`() throws {
    let player = try player()
    player.type(String(repeating: "a", count: 300) + "\r")
    player.wait {
      $0.text.contains(
        "error: unknown command \"\(String(repeating: "a", count: 50))...\"\n  (\"help\" lists the "
          + "commands)\n")
    }
  }

  @Test func `Escape clears what is typed, and asks nothing`() throws {
    let player = try player()
    type("start human-benchmark begin=now\r", player, until: "Remember where")
    let before = player.screen.text
    player.type("quit\u{1b}[D\u{1b}[D")
    player.wait { $0.text.hasSuffix("chimp> qu|it") }
    player.type("\u{1b}")
    player.see(before)
    player.type("\u{1b}")
    player.wait {
      $0.text.contains(
        "\n  Leave█the█test?█Its█trials█are█kept,█but█it█can't█be█continued.█(y/n) |\n")
    }
  }

  @Test func `At the prompt Escape clears the line, too`() throws {
    let player = try Player.atPrompt()
    player.type("vers")
    player.wait { $0.text.hasSuffix("chimp> vers|") }
    player.type("\u{1b}")
    player.see(Player.banner + "chimp> |")
    player.type("version\r")
    player.see(Player.banner + "chimp> version\nchimp 1.0.0\nchimp> |")
  }

  @Test func `After the first digit the board asks for the row`() throws {
    let player = try player()
    type("start 3 8 5\r", player, until: "When you press 1, the rest vanish.")
    let before = player.screen.text
    player.type("3")
    player.wait { $0.text.contains("\n  Column 3: now type the row. Esc clears it.\n") }
    player.type("\u{7f}")
    player.see(before)
    player.type("9")
    player.wait { $0.text.hasSuffix("chimp> 9|") }
    #expect(!player.screen.text.contains("Column 9"))
  }

  @Test func `The single round has a key, too`() throws {
    let player = try player()
    type("-", player, until: "  5 numerals on 8x5\n  Remember where")
  }

  @Test func `Space goes on after a miss as Enter does`() throws {
    let player = try player()
    type("start 3 3 2\r", player, until: "Remember where")
    type("press 3 2\r", player, until: "wrong: nothing there, 1 came next; 0 of 3 correct")
    type(" ", player, until: "0 of 3\n                ? help; click, arrows and Enter")
    let game = try Player(columns: 80, rows: 24, clock: "real", board: "plain")
    game.wait { $0.text.hasSuffix("chimp> |") }
    type("start human-benchmark\r", game, until: "Enter, space or a click shows the numerals.")
    type(" ", game, until: "Remember where")
    type("83", game, until: "Enter, space or a click shows the next numerals.")
    type(" ", game, until: "Remember where")
  }

  @Test func `The score stays until a key is pressed, and the menu has it behind that`() throws {
    let player = try playedTest()
    type("wait 9000\r", player, until: "waited 9008 ms")
    #expect(player.screen.text.hasPrefix(Self.over))
    player.type("\u{1b}")
    player.wait {
      $0.text.hasPrefix(
        """
        chimp: the chimpanzee memory test
        human-benchmark: score 0. Choose a test.
        > 1  human-benchmark  last 0, best 0, 1 game; the web classic
          2  zoo              a zoo's exhibit: you against its visitors

        """)
    }
    player.type("\u{1b}[B")
    player.wait { $0.text.contains("\n> 2  zoo  ") }
    type("wait 9000\r", player, until: "waited 9008 ms")
    let keys = "\nEnter or a digit starts a test, any other key goes back\n"
    player.wait { $0.text.contains(keys) }
    // The key that ends the demonstration does nothing else.
    for key in ["\u{1b}[B", "q"] {
      player.type(key)
      player.wait {
        !$0.text.contains(keys) && $0.text.contains("\n> 2  zoo  ")
          && $0.text.hasSuffix("\nchimp> |")
      }
      type("wait 9000\r", player, until: keys)
    }
    player.type("\r")
    player.wait {
      $0.text.hasPrefix("  zoo: practice 1 of 4, 3 numerals, no score\n  Remember where")
    }
  }

  @Test func `At the end of a game s shows the lines to share, and a command can separate others`()
    throws
  {
    let player = try playedTest()
    type("label a; label\r", player, until: "label: a\nlabel: a\n")
    type("s", player, until: "\nproof ")
    #expect(player.screen.text.contains("\nchimp human-benchmark | level 0 | -\n"))
    #expect(player.screen.text.hasPrefix(Self.over))
    // The clipboard has both lines: "chimp human-benchmark | level 0 | -\nproof " ...
    let begun = "Y2hpbXAgaHVtYW4tYmVuY2htYXJrIHwgbGV2ZWwgMCB8IC0KcHJvb2Yg"
    #expect(player.screen.copied.map { String($0.prefix(begun.count)) } == [begun])
  }

  @Test func `A command that begins with s can be typed at the end of a game, too`() throws {
    let player = try playedTest()
    // Time stands still, so the letters come within a second.
    type("s", player, until: "\nproof ")
    player.type("u")
    player.wait { $0.text.hasSuffix("\n\nchimp> su|") }
    type("m 1 2\r", player, until: "chimp> sum 1 2\ntotal: 3\n")
  }

  @Test func `A replay is on the live board, and the key that ends it is not typed`() throws {
    let player = try playedTest()
    let keys = "  Enter: the next press; any other key goes back\n"
    let replay = """
        replay of round 1: 4 numerals on 8x5
        Remember where they are. When you press 1, the rest vanish.
               1        2        3        4        5        6        7        8

      """
    for key in ["q", "\u{1b}", "s"] {
      type("replay 1\r", player, until: keys)
      #expect(player.screen.text.hasPrefix(replay))
      player.type(key)
      player.wait { $0.text.hasPrefix(Self.over) && $0.text.hasSuffix("\nchimp> |") }
      #expect(!player.screen.text.contains("proof"))
    }
  }

  @Test func `The menu has the last score of a test, the best one and the number of games`() throws
  {
    let player = try player()
    type("start human-benchmark trials=2 begin=now\r", player, until: "Remember where")
    player.type("52457483")
    player.wait { $0.text.contains("+ passed: all 4 numerals") }
    type("wait 512\r", player, until: "0 of 5")
    type("press 3 1\r", player, until: "  human-benchmark: score 4\n")
    type("start human-benchmark trials=1 begin=now\r", player, until: "0 of 4\n")
    type("give-up\r", player, until: "  ###### numerals  4* 0\n")
    #expect(
      player.screen.text.hasPrefix(
        """
          human-benchmark: score 0, your best is 4


            ######           the last 2 games

        """))
    player.type("\u{1b}")
    player.wait {
      $0.text.hasPrefix(
        """
        chimp: the chimpanzee memory test
        human-benchmark: score 0, your best is 4. Choose a test.
        > 1  human-benchmark  last 0, best 4, 2 games; the web classic
          2  zoo              a zoo's exhibit: you against its visitors

        """)
    }
  }

  @Test func `A digit starts a test where boards are lines`() throws {
    let player = try Player(columns: 80, rows: 24, clock: "real", board: "line")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("4\r")
    player.wait {
      $0.text.hasSuffix(
        """
        chimp> 4
        Empty squares are misses.
        ready: 3 numerals on 8x5; Enter or "begin" shows the numerals
        chimp> |
        """)
    }
  }

  @Test func `A test that was left has no lines to share, and none is promised`() throws {
    let player = try player()
    type("start span begin=now\r", player, until: "Remember where")
    player.type("\u{1b}")
    player.wait { $0.text.contains("(y/n) |\n") }
    player.type("y")
    let keys = "\n  test stopped\n  Enter again; Esc menu; ? help; \"results\" has your scores\n"
    player.wait { $0.text.contains(keys) }
    player.type("s")
    player.wait { $0.text.contains(keys) && $0.text.hasSuffix("\nchimp> s|") }
  }

  @Test func `On the main screen a game leaves what was played, and its result`() throws {
    let player = try player()
    type("start human-benchmark trials=2 begin=now\r", player, until: "Remember where")
    player.type("52457483")
    player.wait { $0.text.hasPrefix("  human-benchmark: level 5, best 4, misses 0 of 3\n") }
    type("wait 512\r", player, until: "0 of 5")
    let title = "  human-benchmark: score 4\n\n  \"start zoo\" ranks"
    type("press 3 1\r", player, until: title)
    player.type("\u{1b}")
    player.wait { $0.text.contains("human-benchmark: score 4. Choose a test.") }
    player.type("\u{1b}")
    player.see(
      Player.banner + """
        chimp> start human-benchmark trials=2 begin=now
        chimp> wait 512
        waited 512 ms
        chimp> press 3 1
        human-benchmark is over: score 4
        "start zoo" ranks you among the visitors of a zoo
        you remembered up to 4 numerals
        chimp> |
        """)
  }
}
