import Glibc
import TestSupport
import Testing

/// Tests of suspending the program and continuing it, by the job control of a shell.
struct StopTests {
  private static let script = """
    set -m; "$CHIMP" --clock virtual --board $BOARD; \
    while test $? -gt 128; do printf 'stopped> '; read answer; fg; done; \
    printf 'over> '; read answer
    """

  /// Returns a simulated user at the first prompt of the program, which a shell has started.
  private func start() throws -> Player {
    let player = try Player(columns: 70, through: Self.script)
    player.see(Player.banner + "chimp> |")
    return player
  }

  /// Types Ctrl-Z, and waits until the shell asks.
  private func suspend(_ player: Player) {
    player.type("\u{1a}")
    player.wait { $0.text.hasSuffix("stopped> |") }
  }

  @Test func `A line that is being typed is there again when the program goes on`() throws {
    let player = try start()
    player.type("set seed \u{1b}[D")
    player.see(Player.banner + "chimp> set seed|")
    suspend(player)
    #expect(!player.screen.isPasteMode)
    #expect(player.hasUsualModes)
    player.type("go on\n")
    player.wait { $0.text.hasSuffix("chimp> set seed|") }
    player.type("\u{5}x\r")
    player.wait { $0.text.hasSuffix("chimp> set seed x\nseed = x\nchimp> |") }
    player.type("\u{4}")
    player.wait { $0.text.hasSuffix("over> |") }
    #expect(player.hasUsualModes)
  }

  @Test func `A look is not to be seen while the program is stopped`() throws {
    let player = try start()
    player.type("start 3 3 2 seed=pear\r")
    let look = """
      round 1: 3 numerals on 3x2, board 3x2n3#1/pear
           1  2  3
        1  1  .  3
        2  .  .  2
      """
    player.see(look + "\nchimp> |")
    player.type("version\r")
    player.see(look + "\nchimp> version\nchimp 1.0.0\nchimp> |")
    player.type("press\u{1a}")
    player.wait { $0.text.hasSuffix("stopped> |") }
    #expect(player.screen.alternate == nil)
    #expect(!player.screen.mainText.contains("1  .  3"))
    player.type("go on\n")
    player.see(look + "\nchimp> version\nchimp 1.0.0\nchimp> press|")
    player.type(" 1 1\r")
    player.wait { $0.text.hasSuffix("  1  .  .  #\n  2  .  .  #\nchimp> |") }
    #expect(!player.screen.mainText.contains("1  .  3"))
  }

  @Test func `Between the pages of a reply the program stops, and the page waits again`() throws {
    let player = try start()
    player.type("help start\r")
    let notice = "-- Enter shows more, q ends --|"
    player.wait { $0.text.hasSuffix(notice) }
    suspend(player)
    #expect(!player.screen.text.contains("q ends"))
    #expect(player.hasUsualModes)
    player.type("go on\n")
    player.wait { $0.text.hasSuffix("\n" + notice) }
    #expect(!player.hasUsualModes)
    player.type("q")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("version\r")
    player.wait { $0.text.hasSuffix("chimp> version\nchimp 1.0.0\nchimp> |") }
  }

  @Test func `At a question the program stops, and then asks again`() throws {
    let player = try start()
    player.type("news add One\r")
    player.wait { $0.text.hasSuffix("  One\nchimp> |") }
    player.type("news clear\rma")
    let question = "remove all news (1 item)? (y/n)"
    player.wait { $0.text.hasSuffix(question + " |") }
    suspend(player)
    #expect(player.hasUsualModes)
    player.type("go on\n")
    player.wait { $0.text.hasSuffix("\n" + question + " |") }
    player.type("no\r")
    player.wait {
      $0.text.hasSuffix(
        question + " no\nerror: nothing is removed: \"news clear --yes\" removes all news"
          + "\nchimp> |")
    }
  }

  @Test func `A question on the board, and a reply in its place, come back, too`() throws {
    let player = try Player(columns: 80, rows: 24, through: Self.script, board: "plain")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("start human-benchmark begin=now\r")
    player.wait { $0.text.contains("Remember") && $0.text.hasSuffix("chimp> |") }
    player.type("quit\rx")
    let question = "human-benchmark is still running. Stop it? (y/n)"
    player.wait { $0.text.contains("\n  \(question.highlighted) |\n") }
    suspend(player)
    #expect(player.screen.alternate == nil)
    player.type("go on\n")
    player.wait { $0.text.contains("\n  \(question.highlighted) |\n") }
    player.type("n\rhelp all\r")
    let notice = "-- any key goes back to the board --|"
    player.wait { $0.text.hasSuffix(notice) }
    suspend(player)
    #expect(!player.screen.text.contains("any key"))
    player.type("go on\n")
    player.wait { $0.text.hasSuffix("\n" + notice) }
    player.type("\r")
    player.wait {
      $0.text.hasPrefix("  human-benchmark: level 4, misses 0 of 3\n")
        && $0.text.hasSuffix("chimp> |")
    }
  }
}
