import Glibc
import TestSupport
import Testing

/// Tests of tests on a terminal: each round begins on request, and leaving needs a confirmation.
struct TestBeginTests {
  private static let waiting =
    "ready: 3 numerals on 8x5; Enter or \"begin\" shows the numerals\nchimp> |"
  private static let leaving =
    "\n  "
    + "Leave the test? Its trials are kept, but it can't be continued. (y/n)".highlighted + " |\n"
  private static let rows = "     1  2  3  4  5  6  7  8\n"

  @Test func `A round waits for Enter, and a mark shows where to look before it comes`() throws {
    let player = try Player(columns: 80, rows: 24, clock: "real")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("start span\r")
    player.wait { $0.text.hasSuffix(Self.waiting) }
    player.type("\r")
    player.wait { $0.text.hasSuffix("5  .  .  .  .  .  .  .  .\nchimp> |") }
    #expect(player.screen.text.contains("  3  .  .  .  +  .  .  .  .\n"))
    player.wait { $0.alternate != nil && $0.text.hasPrefix("round 1: 3 numerals on 8x5\n") }
    player.type("give-up\r")
    player.wait {
      $0.text.hasSuffix("span: level 3, try 2 of 2\nchimp> |")
        || $0.text.hasSuffix(Self.waiting)
    }
    player.wait { $0.text.hasSuffix(Self.waiting) }
    player.type("begin\r")
    player.wait { $0.alternate != nil && $0.text.hasPrefix("round 2: 3 numerals on 8x5\n") }
  }

  /// Returns a simulated user in the first round of a test, in which cell 8 3 shows 4.
  private func firstRound(_ settings: String = "") throws -> Player {
    let player = try Player(columns: 80, rows: 24, clock: "real", board: "plain")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("start human-benchmark begin=key\(settings)\r")
    player.wait { $0.text.contains("\n  Enter, space or a click shows the numerals.") }
    player.type("\r")
    player.wait { $0.text.contains("When you press 1") && $0.text.hasSuffix("chimp> |") }
    return player
  }

  @Test func `After an error late presses are dropped, and a letter begins a command`()
    throws
  {
    let player = try firstRound()
    player.type("83")
    player.wait {
      $0.text.contains("\n  Enter, space or a click shows the next numerals.\n")
        && $0.text.hasSuffix("chimp> |")
    }
    let before = player.screen.text
    player.type("43441412\t\u{c}\u{12}\u{1b}[A\u{1b}[D\u{7f}")
    player.type("\u{1b}[200~sum 3 4\u{1b}[201~\u{1b}")
    player.wait {
      $0.text.contains(Self.leaving)
    }
    player.type("n")
    player.see(before)
    player.type("?")
    player.wait { $0.text.contains("\nany key goes back\n") }
    player.type("?")
    player.see(before)
    // Any other letter begins a command.
    player.type("\u{1b}")
    player.wait {
      $0.text.contains(Self.leaving)
    }
    player.type("nresults include=virtual\r")
    player.wait {
      $0.text.contains("\nso far, ") && $0.text.hasSuffix("-- any key goes back to the board --|")
    }
    player.type(" ")
    player.wait { $0.text.hasPrefix("  human-benchmark") && $0.text.hasSuffix("chimp> |") }
    player.type("\r")
    player.wait { $0.text.contains("\n  Look at the +\n") }
    player.wait { $0.text.contains("When you press 1") && $0.text.hasSuffix("chimp> |") }
    #expect(!player.screen.text.contains("error"))
    player.type("sum 1 2\r")
    player.wait { $0.text.contains("\nchimp> sum 1 2\ntotal: 3\n") }
  }

  @Test func `A press that the end of a round cuts short is not finished`() throws {
    let player = try firstRound(" limit=1000")
    player.type("528")
    player.wait {
      $0.text.contains("\n  Enter, space or a click shows the next numerals.\n")
        && $0.text.hasSuffix("chimp> 8|")
    }
    #expect(player.screen.text.contains("timed out"))
    player.type("3sum\r")
    player.wait { $0.text.contains("\n  Look at the +\n") && $0.text.hasSuffix("chimp> |") }
    #expect(!player.screen.text.contains("error"))
  }

  @Test func `After an error Escape leaves the test, and commands are typed again`() throws {
    let player = try firstRound()
    player.type("83")
    player.wait { $0.text.contains("\n  Enter, space or a click shows the next numerals.\n") }
    player.type("434\u{1b}")
    player.wait {
      $0.text.contains(Self.leaving)
    }
    player.type("y")
    player.wait { $0.text.contains("human-benchmark stopped at level 4") }
    player.type("sum 1 2\r")
    player.wait { $0.text.contains("chimp> sum 1 2\ntotal: 3\n") && $0.text.hasSuffix("chimp> |") }
  }

  @Test(arguments: ["start 1 2 1", "mode credit", "again", "start span"])
  func `A test is left only after a question`(_ line: String) throws {
    let player = try Player.atPrompt(columns: 80, rows: 24)
    player.type("start span begin=now\r")
    player.wait { $0.text.contains("round 1: 3 numerals on 8x5\n") }
    player.type("hide\r\(line)\r")
    player.wait { $0.text.hasSuffix("span is still running. Stop it? (y/n) |") }
    player.type("n\r")
    player.wait { $0.text.hasSuffix("span is still running. Stop it? (y/n) no\nchimp> |") }
    player.type("give-up\r")
    player.wait { $0.text.hasSuffix("span: level 3, try 2 of 2\nchimp> |") }
    player.type("\(line)\r")
    player.wait { $0.text.hasSuffix("span is still running. Stop it? (y/n) |") }
    player.type("y\r")
    player.wait { !$0.text.contains("(y/n) |") && $0.text.hasSuffix("chimp> |") }
    player.type("hide\rstop\r")
    let isTest = line == "start span"
    player.wait {
      $0.text.contains(
        "chimp> stop\n"
          + (isTest
            ? "span stopped at level 3" : "error: no test is running (\"menu\" lists them)\n")
      )
    }
  }

  @Test func `A test that was killed while it waited goes on after a yes`() throws {
    let folder = TemporaryFolder()
    let first = try Player.atPrompt(columns: 80, folder: folder)
    first.type("start span begin=key\r\rwait 512\rgive-up\rwait 48\r")
    first.wait { $0.text.hasSuffix("waited 48 ms\nchimp> |") }
    first.send(SIGKILL)
    _ = first.awaitEnd()
    let player = try Player(columns: 80, folder: folder)
    player.wait { $0.text.hasSuffix("continue it? (y/n) |") }
    player.type("y\r")
    player.wait {
      $0.text.hasSuffix("resumed: span: level 3, try 2 of 2\n" + Self.waiting)
    }
    player.type("\rwait 512\r")
    player.wait { $0.text.contains("round 2: 3 numerals on 8x5\n") }
  }
}

/// Tests of a terminal that can't move the cursor, and so can't mask numerals.
struct DumbTerminalTests {
  @Test func `A dumb terminal has no holds, and says why`() throws {
    let player = try Player(columns: 80, rows: 24, variables: ["TERM=dumb"], clock: "real")
    player.type("start 3x1:1,1;2,1;3,1 hold=50\n")
    player.wait {
      $0.text.hasSuffix(
        "error: no timed looks here: this terminal can't make the numerals vanish\nchimp> |"
      )
    }
    player.type("start span limit=1\n")
    player.wait { $0.text.hasSuffix("Enter or \"begin\" shows the numerals\nchimp> |") }
    player.type("\n")
    player.wait { $0.text.contains("  3  .  .  .  +") && $0.text.contains("round 1: ") }
    player.type("hide\n")
    player.wait { $0.text.contains("timed out: 0 of 3\n") }
  }
}
