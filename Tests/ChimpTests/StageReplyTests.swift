import TestSupport
import Testing

/// Tests of the replies to commands while a board is live.
struct StageReplyTests {
  /// Writes a message, types keys that lead to another screen, and expects no message there.
  private func change(_ player: Player, _ keys: String..., to title: String) {
    player.type("version\r")
    player.wait {
      $0.text.contains("\nchimp> version\nchimp 1.0.0\n") && $0.text.hasSuffix("\nchimp> |")
    }
    for key in keys.dropLast() {
      player.type(key)
      player.wait { $0.text.contains("(y/n)") }
    }
    player.type(keys.last ?? "")
    player.wait { $0.text.hasPrefix(title + "\n") && $0.text.hasSuffix("\nchimp> |") }
    #expect(!player.screen.text.contains("chimp 1.0.0\n"), "\(title)")
  }

  @Test func `A message of an earlier screen is not shown under the next one`() throws {
    let player = try Player(columns: 80, rows: 30, board: "plain")
    player.wait { $0.text.hasSuffix("chimp> |") }
    let menu = "chimp: the chimpanzee memory test"
    change(player, "list\r", to: "the list")
    change(player, "\u{1b}", to: menu)
    change(player, "start 3 3 2\r", to: "                3 numerals on 3x2")
    change(player, "start 4 3 2\r", to: "                4 numerals on 3x2")
    player.type("give-up\r")
    player.wait { $0.text.contains("you gave up") && $0.text.hasSuffix("\nchimp> |") }
    change(player, "menu\r", to: menu)
    change(player, "list\r", to: "the list")
    change(player, "start 3 3 2\r", to: "                3 numerals on 3x2")
    change(player, "start span begin=now\r", to: "  span: level 3, try 1 of 2")
    change(
      player, "start human-benchmark begin=now\r", "y\r",
      to: "  human-benchmark: level 4, misses 0 of 3")
    player.type("stop\r")
    player.wait { $0.text.contains("human-benchmark stopped") && $0.text.hasSuffix("chimp> |") }
    change(player, "\u{1b}", to: menu)
    change(player, "start 2 3 2\r", to: "                2 numerals on 3x2")
    player.type("version\r\u{1b}")
    player.wait {
      !$0.text.contains("2 numerals on 3x2\n") && $0.text.hasSuffix("\nchimp 1.0.0\nchimp> |")
    }
    player.type("menu\r")
    player.wait { $0.text.hasPrefix(menu) && $0.text.hasSuffix("\nchimp> |") }
    #expect(!player.screen.text.contains("chimp 1.0.0\n"))
  }

  @Test func `A message stays until the next game`() throws {
    let player = try Player(columns: 80, rows: 24, board: "plain")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("start span begin=now\rversion\rgive-up\r")
    player.wait {
      $0.text.hasPrefix("  span: level 3, try 2 of 2\n") && $0.text.hasSuffix("\nchimp> |")
        && $0.text.contains("\nchimp> version\nchimp 1.0.0\nchimp> give-up\n")
    }
  }

  @Test func `The tree tells no numeral that is to be remembered`() throws {
    let player = try Player(columns: 64, rows: 50, board: "plain")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("start 3 3 2\r")
    player.wait { $0.text.contains("Remember") && $0.text.hasSuffix("chimp> |") }
    player.type("tree\r")
    player.wait { $0.text.contains("[x] rounds") }
    let cells = player.screen.text.split(separator: "\n").filter { $0.contains("] cell-") }
    #expect(cells.count == 6)
    #expect(cells.allSatisfy { $0.hasSuffix(": ?") }, "\(cells)")
    player.type("hide\rtree\r")
    player.wait { $0.text.contains("cell-1-1: #") }
  }
}
