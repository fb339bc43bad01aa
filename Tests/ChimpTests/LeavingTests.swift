import TestSupport
import Testing

/// Tests of leaving a round, a test and the program: each asks for a confirmation or reports the
/// state of the test.
struct LeavingTests {
  /// The question, which is highlighted, with the cursor behind it.
  private static let question =
    "Leave█the█test?█Its█trials█are█kept,█but█it█can't█be█continued.█(y/n) |\n"

  /// Returns a simulated user at the first prompt.
  private func player(
    columns: Int = 80, rows: Int = 24, clock: String = "real", board: String = "plain"
  ) throws -> Player {
    let player = try Player(columns: columns, rows: rows, clock: clock, board: board)
    player.wait { $0.text.hasSuffix("chimp> |") }
    return player
  }

  /// Types a line and waits for a text on the screen.
  private func type(_ line: String, _ player: Player, until text: String) {
    player.type(line)
    player.wait { $0.text.contains(text) && $0.text.hasSuffix("chimp> |") }
  }

  /// Returns a simulated user in a test whose numerals are visible for a minute, so that nothing
  /// depends on time.
  private func visibleRound() throws -> Player {
    let player = try player()
    type(
      "start plain count=3 size=3x2 hold=60000 begin=now\r", player,
      until: "Remember where they are; they vanish after a moment.")
    let keys = "\n                no keys while the numerals show; Esc ends the look\n"
    player.wait { $0.text.contains(keys) }
    return player
  }

  private func record(_ columns: String, _ player: Player) -> String? {
    let path = player.folder.path + "/.local/share/chimp/chimp.sqlite"
    return Database.value("SELECT \(columns) FROM Round ORDER BY rowid LIMIT 1", path)
  }

  @Test(arguments: ["\u{3}", "\u{1b}", "\u{4}"])
  func `In a look the three keys that leave mask the numerals, then ask`(_ key: String) throws {
    let player = try visibleRound()
    player.type(key)
    player.wait { $0.text.contains(Self.question) && $0.text.contains("#") }
    player.type("5\r\u{4}n")
    let begun = """
                      plain: 0 of 50 trials, 0 passed
                      Remember where they are; they vanish after a moment.

      """
    player.wait { $0.text.hasPrefix(begun) && $0.text.hasSuffix("chimp> |") }
    player.type(key)
    player.wait { $0.text.contains(Self.question) }
    player.type("y")
    player.wait { $0.text.contains("\nplain stopped, no trial that counts was finished\n") }
    #expect(record("group_concat(trim(moves))", player)?.contains(" hide;") == true)
    #expect(record("holdMet", player) != "1")
  }

  @Test func `Only the first of several keys asks, and the others are counted as dropped`() throws {
    let player = try visibleRound()
    player.type("x\u{3}\u{3}\u{1b}")
    player.wait { $0.text.contains(Self.question) }
    player.type("y")
    player.wait { $0.text.contains("\nplain stopped, no trial was finished\n") }
    #expect(record("earlyInputs", player) == "3")
  }

  @Test func `Between trials and after the mask Ctrl-C asks, and Ctrl-C again leaves`() throws {
    let player = try player(clock: "virtual")
    type("start span begin=key\r", player, until: "Enter, space or a click shows the numerals.")
    player.type("\u{3}")
    player.wait { $0.text.contains(Self.question) }
    player.type("\u{3}")
    player.wait {
      $0.text.hasPrefix("chimp: the chimpanzee memory test\n")
        && $0.text.contains("\nspan stopped at level 3, no trial was finished\n")
    }
  }

  @Test func `The Enter of an answer belongs to it, and begins no other test`() throws {
    let player = try player(clock: "virtual")
    let begin = "start plain count=3 size=3x2 begin=now\r"
    type(begin, player, until: "Remember where they are.")
    player.type("\u{3}")
    player.wait { $0.text.contains(Self.question) }
    player.type("n\r")
    player.wait { $0.text.hasSuffix("chimp> |") && !$0.text.contains("(y/n)") }
    player.type("\u{3}")
    player.wait { $0.text.contains(Self.question) }
    player.type("y\rversion\r")
    player.wait { $0.text.contains("\nchimp> version\nchimp 1.0.0\n") }
    #expect(player.screen.text.contains("\nplain stopped, no trial was finished\n"))
    #expect(!player.screen.text.contains("Remember where they are."))
    player.type("\r")
    player.wait { $0.text.contains("Remember where they are.") }
  }

  @Test func `In a window too small for the board, a question is shown all the same`() throws {
    let player = try player(clock: "virtual")
    type(
      "start plain count=3 size=8x5 begin=now\r", player, until: "Remember where they are.")
    player.type("\u{3}")
    player.wait { $0.text.contains(Self.question) }
    player.resize(columns: 30, rows: 9)
    let rows = """
      Leave█the█test?█Its█trials
      ██are█kept,█but█it█can't█be
      ██continued.█(y/n) |
      """
    player.wait { $0.text.hasPrefix(rows) && $0.text.hasSuffix("\nchimp>") }
    player.type("n")
    player.wait { $0.text.contains("too small") }
    player.type("quit\r")
    let asked = """
      plain█is█still█running.█Stop
      ██it?█(y/n) |
      """
    player.wait { $0.text.hasPrefix(asked) }
    player.type("y\r")
    #expect(player.awaitEnd() == 0)
  }

  @Test func `A digit does not answer the question, and no half of a press remains`() throws {
    let player = try player(clock: "virtual")
    type("start span begin=now\r", player, until: "Remember where")
    player.type("\u{1b}")
    player.wait { $0.text.contains(Self.question) }
    player.type("51n")
    player.wait { $0.text.contains("Remember where") && $0.text.hasSuffix("chimp> |") }
    #expect(!player.screen.text.contains("now type the row"))
  }

  @Test func `All of yes is the answer, and no key of the screen that follows`() throws {
    let player = try player(clock: "virtual")
    type("start span begin=now\r", player, until: "Remember where")
    player.type("\u{1b}")
    player.wait { $0.text.contains(Self.question) }
    player.type("yes\rversion\r")
    player.wait { $0.text.contains("\nchimp> version\nchimp 1.0.0\n") }
  }

  @Test func `The key that closes the help is not typed`() throws {
    let player = try player(clock: "virtual")
    type("start span begin=key\r", player, until: "Enter, space or a click shows the numerals.")
    player.type("?")
    player.wait { $0.text.contains("\nany key goes back\n") }
    player.type("qsum 1 2\r")
    player.wait { $0.text.contains("\nchimp> sum 1 2\ntotal: 3\n") }
  }

  @Test func `Digits before the numerals are visible do not pile up after the prompt`() throws {
    let player = try player(clock: "virtual")
    type("start span begin=key\r", player, until: "Enter, space or a click shows the numerals.")
    player.type("5585?")
    player.wait { $0.text.contains("\nany key goes back\n") }
    #expect(player.screen.text.hasSuffix("chimp> |"))
  }

  @Test func `A typed line is cleared by Ctrl-C, and no test is left`() throws {
    let player = try player(clock: "virtual")
    type("start span begin=now\r", player, until: "Remember where")
    player.type("help\u{3}")
    player.wait { $0.text.contains("chimp> help\n") && $0.text.hasSuffix("chimp> |") }
    #expect(!player.screen.text.contains("(y/n)"))
  }

  @Test func `Ctrl-D at the question leaves it open, and quit asks before it ends the program`()
    throws
  {
    let script = "\"$CHIMP\" --seed apple --board plain; printf 'over> '; read answer"
    let player = try Player(columns: 80, rows: 24, through: script, clock: "real")
    player.wait { $0.text.hasSuffix("chimp> |") }
    type("start span begin=now\r", player, until: "Remember where")
    // The reply itself is gone as soon as the next trial is shown.
    type("give-up\r", player, until: "  span: level 3, try 2 of 2\n")
    player.type("\u{4}")
    player.wait { $0.text.contains(Self.question) }
    player.type("\u{4}\u{4}n")
    player.wait { $0.text.hasSuffix("chimp> |") && !$0.text.contains("(y/n)") }
    player.type("quit\r")
    player.wait { $0.text.contains("\n  span█is█still█running.█Stop█it?█(y/n) |\n") }
    player.type("y\r")
    player.wait {
      $0.text.contains(
        "\nspan stopped, 1 trial is kept in the results; \"start span\" starts over\n")
        && $0.text.hasSuffix("over> |")
    }
  }

  @Test(arguments: [
    ("en", "span stopped, no trial was finished; \"start span\" starts over\n"),
    ("ja", "span をやめました。終えた試行はありません。start span で最初から始められます\n"),
  ])
  func `A test without a finished trial has nothing to keep`(
    _ language: String, _ line: String
  ) throws {
    let script = """
      "$CHIMP" --store :memory: --board plain --language \(language); printf 'over> '; read answer
      """
    let player = try Player(columns: 90, rows: 24, through: script, clock: "real")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("start span begin=now\rquit\ry\r")
    player.wait { $0.text.contains(line) && $0.text.hasSuffix("over> |") }
  }

  @Test func `A test that is stopped before its first trial shows no earlier board`() throws {
    let player = try player(clock: "virtual")
    type("start 3x2:1,1;3,1;3,2\r", player, until: "Remember where")
    type("press 1 1 3 1 3 2\r", player, until: "passed: all 3 numerals")
    type("start span begin=key\r", player, until: "Enter, space or a click shows the numerals.")
    type("stop\r", player, until: "span stopped at level 3, no trial was finished")
    #expect(player.screen.text.hasPrefix("chimp: the chimpanzee memory test\n"))
    #expect(!player.screen.text.contains("passed: all 3 numerals"))
  }

  @Test func `A remark on a press goes with the next board, and a refusal too`() throws {
    let player = try player(clock: "virtual")
    type("start human-benchmark begin=now\r", player, until: "Remember where")
    player.type("99")
    player.wait {
      $0.text.contains("\nerror: row 9 is not on the board (rows 1 to 5)\n")
        || $0.text.contains("\nerror: column 9 is not on the board (columns 1 to 8)\n")
    }
    player.type("11")
    player.wait { $0.text.contains("\nignored: nothing there, square 1 1\n") }
    #expect(!player.screen.text.contains("error: "))
    player.type("57")
    player.wait { $0.text.contains("error: row 7 is not on the board (rows 1 to 5)") }
    #expect(!player.screen.text.contains("ignored: "))
    player.type("52")
    player.wait { $0.text.contains("right: 1 of 4") }
    #expect(!player.screen.text.contains("error: "))
  }

  @Test func `A mistake is explained below its own board only, and kept on the main screen`() throws
  {
    let player = try player(clock: "virtual")
    type("start 3x2:1,1;3,1;3,2\r", player, until: "Remember where")
    player.type("21")
    player.wait { $0.text.contains("x wrong: nothing there, 1 came next; 0 of 3 correct\n") }
    #expect(!player.screen.text.contains("\nwrong: "))
    type("\r", player, until: "                0 of 3\n                ? help")
    #expect(!player.screen.text.contains("wrong: nothing there"))
    player.type("\u{1b}")
    player.wait { $0.text.contains("\nwrong: nothing there, 1 came next\n") }
  }

  @Test func `The prompt is there once when the program goes on with its board`() throws {
    let script = """
      set -m; "$CHIMP" --seed apple --board plain; printf 'stopped> '; read answer; fg; \
      printf 'over> '; read answer
      """
    let player = try Player(columns: 80, rows: 24, through: script)
    player.wait { $0.text.hasSuffix("\nchimp> |") }
    player.type("\u{1a}")
    player.wait { $0.text.hasSuffix("stopped> |") }
    player.type("go on\n")
    player.wait { $0.text.contains("\n> 1  human-benchmark") && $0.text.hasSuffix("\nchimp> |") }
    player.type("version\r")
    player.wait { $0.text.contains("\nchimp> version\nchimp 1.0.0\n") }
  }

  @Test(arguments: [
    ("en", "this window (39x20) is too small for\n  the menu: make it at least 40x15 and\n"),
    ("ja", "画面（39x20）が小さく、テストの一覧が入\n"),
  ])
  func `A window without room for the menu says why, and what to do`(
    _ language: String, _ words: String
  ) throws {
    let script = "exec \"$CHIMP\" --seed apple --board plain --language \(language)"
    let player = try Player(columns: 39, rows: 20, through: script)
    player.wait { $0.text.contains(words.prefix(20)) && $0.text.hasSuffix("chimp> |") }
    player.resize(columns: 40, rows: 15)
    player.type("menu\r")
    player.wait { $0.text.contains("\n> 1  human-benchmark") || $0.text.hasPrefix("> 1  human") }
  }

  @Test func `A menu with few rows keeps its keys, then its title`() throws {
    let items = """
      > 1  human-benchmark  the web classic
        2  zoo              a zoo's exhibit
        3  monkey-ladder    up and down
        4  span             your memory span
        5  inoue-masking    no hurry
        6  kawai            Ai's test
        7  muramatsu        numerals with gaps
        8  inoue-650        a long look
        9  inoue-430        a short look
        0  inoue-210        Ayumu's test
        -  a round          5 numerals on 8x5
        =  daily            the game of today
      Enter, a digit or a click starts a test
      chimp> |
      """
    try player(columns: 40, rows: 15, clock: "virtual").see(items)
    try player(columns: 40, rows: 16, clock: "virtual")
      .see("chimp: the chimpanzee memory test\n" + items)
  }
}
