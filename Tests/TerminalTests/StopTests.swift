import Glibc
import TestSupport
import Testing

/// Tests of suspending the program and continuing it, by the job control of a shell.
struct StopTests {
  private static let script = """
    set -m; "$CHIMP" --board $BOARD; printf 'stopped> '; read answer; fg; \
    printf 'over> '; read answer
    """

  /// Returns a simulated user at the first prompt of the program, which a shell has started.
  private func start() throws -> Player {
    let player = try Player(columns: 70, through: Self.script)
    player.see(Player.banner + "chimp> |")
    return player
  }

  @Test func `A line that is being typed is there again when the program goes on`() throws {
    let player = try start()
    player.type("set seed \u{1b}[D")
    player.see(Player.banner + "chimp> set seed|")
    player.type("\u{1a}")
    player.wait { $0.text.hasSuffix("stopped> |") }
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
}
