import Glibc
import TestSupport
import Testing

/// Tests of the time from the fixation mark to the mask: only time, the size of the window, signals
/// and presses have an effect.
///
/// The holds are so long that only the test ends them.
struct GlanceTests {
  private static let start = "start 3x2:1,1;3,1;3,2 hold=3600000"
  private static let shown = """
    round 1: 3 numerals on 3x2, board 3x2:1,1;3,1;3,2
         1  2  3
      1  1  .  2
      2  .  .  3
    chimp> |
    """
  private static let masked = """
    hidden: 3 left
         1  2  3
      1  #  .  #
      2  .  .  #
    chimp> |
    """

  /// Returns a simulated user in a round whose numerals are visible for a limited time.
  private func glance(_ line: String = start, board: String = "line") throws -> Player {
    let player = try Player(columns: 70, rows: 24, clock: "real", board: board)
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type(line + "\r")
    if board == "line" {
      player.see(Self.shown)
    } else {
      player.wait { $0.text.contains("Remember") && $0.text.hasSuffix("chimp> |") }
    }
    return player
  }

  /// Returns the values of the named columns in the stored record of the first round.
  private func record(_ columns: String, _ player: Player) -> String? {
    let path = player.folder.path + "/.local/share/chimp/chimp.sqlite"
    return Database.value("SELECT \(columns) FROM Round ORDER BY rowid LIMIT 1", path)
  }

  @Test(arguments: [
    "wait 5\r", "again\r", "start 5 8 5\r", "mode start\r", "stop\r", "quit\r", "timing\r",
    "hide\r", "press 1 1\r", "\r", "y", "\u{13}", "\u{16}x", "\u{12}a", "\t",
    "\u{1b}[200~wait 5\r\u{1b}[201~", "\u{1b}[200~wait 5\r",
  ])
  func `Keys during a look are dropped, and Ctrl-C masks`(_ keys: String) throws {
    let player = try glance()
    player.type(keys)
    player.type("\u{3}")
    player.wait { $0.text.hasSuffix(Self.masked) }
    #expect(player.screen.alternate == nil)
    #expect(!player.screen.mainText.contains("1  1  .  2"))
    player.type("version\r")
    player.wait { $0.text.hasSuffix("\nchimp> version\nchimp 1.0.0\nchimp> |") }
  }

  @Test func `Dropped keys are counted`() throws {
    let player = try glance()
    player.type("again\r\u{1b}[A\u{3}")
    player.wait { $0.text.hasSuffix(Self.masked) }
    player.type("press 1 1\r")
    player.wait { $0.text.contains("right: 1 of 3") && $0.text.hasSuffix("chimp> |") }
    #expect(record("earlyInputs", player) == "7")
    #expect(record("measuredHold", player) == nil)
  }

  @Test func `Escape masks, then leaves for the prompt, as after the mask`() throws {
    let player = try glance(board: "plain")
    player.type("\u{1b}")
    player.wait { $0.alternate == nil && $0.text.hasSuffix("chimp> |") }
    #expect(!player.screen.mainText.contains("1  1  .  2"))
    player.type("board\r")
    player.wait { $0.text.hasSuffix("     1  2  3\n  1  #  .  #\n  2  .  .  #\nchimp> |") }
  }

  @Test func `Ctrl-C masks and asks; y then stops a test`() throws {
    let player = try glance("start monkey-ladder begin=now", board: "plain")
    player.type("\u{3}")
    player.wait {
      // There is no room for the title beside it.
      $0.text.hasPrefix(
        """
             Leave█the█test?█Its█trials█are█kept,█but█it█can't█be█continued.
             ██(y/n) |

        """)
    }
    player.type("y")
    player.wait {
      $0.text.contains("\nmonkey-ladder stopped at level 4, no trial was finished\n")
    }
    let moves = record("group_concat(trim(moves))", player)
    #expect(moves?.contains(" hide;") == true)
    #expect(record("testState", player) == "stopped")
  }

  @Test func `By the old rule two digits press a cell, which ends the glance`() throws {
    let player = try glance(Self.start + " press=ends-look", board: "plain")
    player.type("9\u{1b}[B11")
    player.wait { $0.text.contains("#") && $0.text.contains("1 of 3") }
    player.type("31")
    player.wait { $0.text.contains("2 of 3") }
    #expect(record("earlyInputs", player) == "2")
  }

  @Test func `By the old rule a click presses a cell; one beside the board does nothing`() throws {
    let player = try glance(Self.start + " press=ends-look", board: "plain")
    player.click(column: 1, row: 1)
    let rows = player.screen.grid.rows.map(\.cells)
    let row = try #require(rows.firstIndex { $0.count { $0 == "1" } == 2 })
    let column = try #require(rows[row].lastIndex(of: "1"))
    player.click(column: column + 1, row: row + 1)
    player.wait { $0.text.contains("#") && $0.text.contains("1 of 3") }
    #expect(record("earlyInputs", player) == "1")
  }

  @Test func `A press is early: it is stored, nothing is written, and the look goes on`() throws {
    let player = try glance(board: "plain")
    let look = player.screen.text
    player.type("11")
    player.type("21")
    // The answer to a cursor request shows that both were read.
    player.resize(columns: 76, rows: 24)
    player.wait { $0.text != look && $0.text.contains("Remember") }
    player.resize(columns: 70, rows: 24)
    player.wait { $0.text == look }
    player.type("\u{3}")
    player.wait { $0.text.contains("#") && $0.text.contains("0 of 3") }
    player.type("11")
    player.wait { $0.text.contains("1 of 3") }
    #expect(presses("group_concat(h || v || judgement)", player) == "11early,21early,11right")
    #expect(presses("count(secondDigit >= time)", player) == "3")
    #expect(record("pressRule", player) == "ignored")
    #expect(record("earlyInputs", player) == "0")
    #expect(record("window", player)?.hasPrefix("70x24;") == true)
    #expect(record("window", player)?.hasSuffix(" 70x24") == true)
  }

  /// Returns an expression over the stored presses of the first round.
  private func presses(_ expression: String, _ player: Player) -> String? {
    let path = player.folder.path + "/.local/share/chimp/chimp.sqlite"
    return Database.value(
      "SELECT \(expression) FROM (SELECT * FROM Press ORDER BY \"index\")", path)
  }

  @Test func `After the mask Ctrl-Z changes nothing: the same board goes on, and a miss counts`()
    throws
  {
    let script = "set -m; \"$CHIMP\" --board plain --seed apple; read answer; fg; read answer"
    let player = try Player(columns: 70, rows: 24, through: script, clock: "real")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("start human-benchmark begin=now\r")
    player.wait { $0.text.contains("press 1") }
    let (column, row) = try #require(cell(of: "1", player))
    player.type("\(column)\(row)")
    player.wait { $0.text.contains("1 of 4") }
    let masked = player.screen.text
    player.type("\u{1a}")
    player.wait { !$0.text.contains("1 of 4") }
    player.type("go on\n")
    player.wait { $0.text.contains("1 of 4") }
    #expect(masked.contains("#"))
    player.type("give-up\r")
    player.wait { $0.text.contains("strikes 1") || $0.text.contains("1 of 3") }
    #expect(record("trim(moves)", player)?.contains(";paused;") == true)
  }

  @Test(arguments: ["line", "plain"])
  func `A trial whose look Ctrl-Z has cut short is replaced`(board: String) throws {
    let script =
      "set -m; \"$CHIMP\" --board \(board); printf 'stopped> '; read answer; fg; read answer"
    let player = try Player(columns: 70, rows: 24, through: script, clock: "real")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("start plain hold=60000 begin=now trials=3 count=4 size=4x3\r")
    player.wait { $0.text.contains(board == "line" ? "round 1: 4" : "they vanish") }
    player.type("\u{1a}")
    player.wait { $0.text.hasSuffix("stopped> |") }
    player.type("go on\n")
    player.wait { $0.text.contains(board == "line" ? "round 2: 4" : "they vanish") }
    #expect(record("trim(moves)", player)?.hasSuffix("give-up") == true)
    #expect(record("trim(moves)", player)?.contains("paused") == false)
    #expect(record("outcome", player) == "gave-up")
  }

  /// Returns the column and the row of a numeral on a plain board.
  private func cell(of numeral: String, _ player: Player) -> (Int, Int)? {
    for row in player.screen.text.split(separator: "\n") {
      let words = row.split(separator: " ")
      guard words.count == 9, let number = Int(words[0]),
        let index = words.dropFirst().firstIndex(of: Substring(numeral))
      else { continue }
      return (index, number)
    }
    return nil
  }

  @Test func `A suspended program masks first, and its trial is interrupted`() throws {
    let script = """
      set -m; "$CHIMP" --board line; printf 'stopped> '; read answer; fg; printf 'over> '; read a
      """
    let player = try Player(columns: 70, rows: 24, through: script, clock: "real")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type(Self.start + "\r")
    player.see(Self.shown)
    player.type("\u{1a}")
    player.wait { $0.text.hasSuffix("stopped> |") }
    #expect(!player.screen.mainText.contains("1  1  .  2"))
    #expect(player.hasUsualModes)
    player.type("go on\n")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("round\r")
    player.wait {
      $0.text.contains("\ninterrupted after 1 move, and resumed later\n")
        && $0.text.contains("\nhold: requested 3600000 ms, not known\n")
    }
  }

  @Test func `No key stops the output, and the terminal's modes come back`() throws {
    let script = "\"$CHIMP\" --board line; printf 'over> '; read answer"
    let player = try Player(columns: 70, rows: 24, through: script, clock: "real")
    player.wait { $0.text.hasSuffix("chimp> |") }
    #expect(player.stopsOutput == false)
    player.type("\u{13}version\r")
    player.wait { $0.text.contains("chimp 1.0.0\nchimp> |") }
    player.type("quit\r")
    player.wait { $0.text.hasSuffix("over> |") }
    #expect(player.stopsOutput)
  }

  @Test func `No other line may delay a test on a real clock`() throws {
    let player = try Player(columns: 90, rows: 24, clock: "real")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("start span\r")
    player.wait { $0.text.hasSuffix("Enter or \"begin\" shows the numerals\nchimp> |") }
    let refusal =
      " during a test: it would delay the test's clock (\"stop\" ends the test)\nchimp> |"
    player.type("wait 1\r")
    player.wait { $0.text.hasSuffix("error: no wait" + refusal) }
    player.type("source none.txt\r")
    player.wait { $0.text.hasSuffix("error: no source" + refusal) }
    player.type("timing 1\r")
    player.wait {
      $0.text.hasSuffix(
        "error: no timing during a round: it would delay the round's clock\nchimp> |")
    }
  }

  @Test(arguments: ["hold", "play/hold", "hold/timer"])
  func `No hold is disabled on a real clock`(_ name: String) throws {
    let player = try Player(columns: 70, rows: 24, clock: "real")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("disable \(name)\r")
    player.wait { $0.text.hasSuffix("error: a hold can't be disabled on a real clock\nchimp> |") }
  }

  @Test func `Keys that follow an error are no text; Enter begins the next round`() throws {
    let player = try Player(columns: 70, rows: 24, clock: "real", board: "plain")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("start 3x2:1,1;3,1;3,2\r")
    player.wait { $0.text.contains("Press 1") || $0.text.contains("Remember") }
    player.type("2131323")
    player.wait { $0.text.contains("wrong") && $0.text.hasSuffix("chimp> |") }
    player.type(" 1\r")
    player.wait {
      $0.text.contains("Remember") && $0.text.contains("\nerror: type a column and a row")
    }
    player.type("11")
    player.wait { $0.text.contains("wrong") && $0.text.hasSuffix("chimp> |") }
    player.type("2version\r")
    player.wait { $0.text.contains("chimp 1.0.0\n") && $0.text.hasSuffix("chimp> |") }
  }
}
