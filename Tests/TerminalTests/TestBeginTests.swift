import Glibc
import Testing

/// Tests on a terminal: each round begins when the player asks, and nobody leaves by accident.
struct TestBeginTests {
  private static let waiting =
    "ready: 3 numerals on 8x5; \"begin\" or an empty line begins\nchimp> |"
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
      $0.text.hasSuffix("span: level passed 0, level reached 3, span 0\nchimp> |")
        || $0.text.hasSuffix(Self.waiting)
    }
    player.wait { $0.text.hasSuffix(Self.waiting) }
    player.type("begin\r")
    player.wait { $0.alternate != nil && $0.text.hasPrefix("round 2: 3 numerals on 8x5\n") }
  }

  @Test(arguments: ["start 1 2 1", "mode credit", "again", "start span"])
  func `Whoever leaves a test is asked`(_ line: String) throws {
    let player = try Player.atPrompt(columns: 80, rows: 24)
    player.type("start span begin=now\r")
    player.wait { $0.text.contains("round 1: 3 numerals on 8x5\n") }
    player.type("hide\r\(line)\r")
    player.wait { $0.text.hasSuffix("span is running, stop it? (y/n) |") }
    player.type("n\r")
    player.wait { $0.text.hasSuffix("span is running, stop it? (y/n) no\nchimp> |") }
    player.type("give-up\r")
    player.wait { $0.text.hasSuffix("span: level passed 0, level reached 3, span 0\nchimp> |") }
    player.type("\(line)\r")
    player.wait { $0.text.hasSuffix("span is running, stop it? (y/n) |") }
    player.type("y\r")
    player.wait { !$0.text.contains("(y/n) |") && $0.text.hasSuffix("chimp> |") }
    player.type("hide\rstop\r")
    let isTest = line == "start span"
    player.wait {
      $0.text.contains("chimp> stop\n\(isTest ? "stopped: span: " : "error: no test is running\n")")
    }
  }

  @Test func `A test that was killed while it waited goes on after a yes`() throws {
    let folder = try Folder()
    let first = try Player.atPrompt(columns: 80, folder: folder)
    first.type("start span begin=key\r\rwait 512\rgive-up\rwait 48\r")
    first.wait { $0.text.hasSuffix("waited 48 ms\nchimp> |") }
    first.send(SIGKILL)
    _ = first.awaitEnd()
    let player = try Player(columns: 80, folder: folder)
    player.wait { $0.text.hasSuffix("span was interrupted after trial 1: continue it? (y/n) |") }
    player.type("y\r")
    player.wait {
      $0.text.hasSuffix("resumed: span: level passed 0, level reached 3, span 0\n" + Self.waiting)
    }
    player.type("\rwait 512\r")
    player.wait { $0.text.contains("round 2: 3 numerals on 8x5\n") }
  }
}

/// A hold that ends while nothing is typed, where the program can't move the cursor.
struct DumbTerminalTests {
  private static let studied = """
    round 1: 3 numerals on 3x1, board 3x1:1,1;2,1;3,1
         1  2  3
      1  1  2  3
    masked: 3 left
         1  2  3
      1  #  #  #
    """

  @Test func `On a dumb terminal a masked board comes below when the time is up`() throws {
    let player = try Player(columns: 80, rows: 24, variables: ["TERM=dumb"], clock: "real")
    player.type("start 3x1:1,1;2,1;3,1 hold=50\n")
    player.wait { $0.text.hasSuffix(Self.studied + "\n|") }
    player.type("start span limit=1\n")
    player.wait { $0.text.hasSuffix("\"begin\" or an empty line begins\n|") }
    player.type("\n")
    player.wait { $0.text.contains("  3  .  .  .  +") && $0.text.contains("round 2: ") }
    player.type("hide\n")
    player.wait { $0.text.contains("timed out: 0 of 3\n") }
  }
}
