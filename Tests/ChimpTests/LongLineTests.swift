import TestSupport
import Testing

/// Tests of a line that needs several rows below a board: the board shrinks for it and then
/// returns.
struct LongLineTests {
  /// Returns a simulated user in a round whose numerals are visible.
  private func visibleRound(
    columns: Int = 40, rows: Int = 15, board: String = "plain"
  ) throws -> Player {
    let player = try Player(
      columns: columns, rows: rows, variables: ["NO_COLOR=1", "LANG=C.UTF-8"], board: board)
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("start 3 8 5\r")
    player.wait { $0.text.contains("Remember") && $0.text.hasSuffix("chimp> |") }
    return player
  }

  private static let board = """
          1   2   3   4   5   6   7   8
       1  .   .   .   .   .   .   .   .
       2  .   .   .   .   .   .   .   .
       3  .   .   .   .   .   .   .   .
       4  .   .   2   .   .   .   .   3
       5  .   .   .   .   1   .   .   .
      0 of 3
      ? help; click, arrows and Enter
    """
  private static let head = """
      3 numerals on 8x5
      Remember where they are. When you
        press 1, the rest vanish.

    """
  private static let full = """
    \(head)
    \(board)

    """
  private static let typedStart = "chimp> start 3 8 5\n"

  /// Returns the screen rows of the prompt and a comment of `count` characters, 40 columns wide.
  private func rows(_ count: Int, end: String = "") -> String {
    let signs = Array("chimp> " + comment(count, end: end))
    return stride(from: 0, to: signs.count, by: 40).map {
      String(signs[$0..<min($0 + 40, signs.count)])
    }.joined(separator: "\n")
  }

  /// Returns a comment of `count` characters, which may end with a text.
  private func comment(_ count: Int, end: String = "") -> String {
    "#" + String(repeating: "x", count: count - 1 - end.count) + end
  }

  @Test func `A line takes rows of the stage, whose board is whole as long as it has room`() throws
  {
    let player = try visibleRound()
    let usual = Self.full + Self.typedStart + "chimp> |"
    player.see(usual)
    player.type(comment(70))
    player.see(Self.full + Self.typedStart + rows(70) + "|")
    // With one more wide character it would need a third row.
    player.type("xx")
    let three = "\(Self.head)\(Self.board)\n"
    player.see(three + Self.typedStart + rows(72) + "|")
    player.type("xx")
    player.see(three + Self.typedStart + rows(74) + "|")
    player.type(String(repeating: "x", count: 40))
    // The instruction is more important than the title.
    let instruction = Self.head.split(separator: "\n").dropFirst().joined(separator: "\n")
    player.see("\(instruction)\n\(Self.board)\n" + Self.typedStart + rows(114) + "|")
    player.type(String(repeating: "\u{7f}", count: 40))
    player.see(three + Self.typedStart + rows(74) + "|")
    player.type("\u{15}")
    player.see(usual)
  }

  @Test func `A board without room says so, and is back when the line ends`() throws {
    let player = try visibleRound()
    player.type(comment(170))
    player.see(
      """
      3 numerals on 8x5
      the window is too small for a board of
        8x5: make it at least 27x13
      0 of 3
      ? help; click, arrows and Enter
      chimp> start 3 8 5




      \(rows(170))|
      """)
    player.type("\r")
    player.see(Self.full + "chimp>\nchimp> |")
  }

  @Test(arguments: [(40, 15), (80, 24), (120, 40)], ["x", "\u{65e5}"])
  func `Whatever is typed in up to 20 rows, the stage comes back`(
    size: (columns: Int, rows: Int), sign: String
  ) throws {
    let player = try visibleRound(columns: size.columns, rows: size.rows, board: "live")
    let before = player.screen.text
    let stage = try #require(before.split(separator: "? help").first)
    let width = sign == "x" ? 1 : 2
    for count in [2, 3, 5, 14, 20] {
      let line = "#" + String(repeating: sign, count: (count * size.columns - 12) / width)
      player.type(line + "y")
      player.wait { $0.text.hasSuffix("\(sign)y|") }
      player.type("\u{7f}\u{7f}z\u{15}")
      player.see(before)
    }
    for count in [2, 3, 20] {
      let line = "#" + String(repeating: sign, count: (count * size.columns - 12) / width)
      player.type(line + "\rv")
      player.wait { $0.text.hasPrefix(stage) && $0.text.hasSuffix("chimp> v|") }
      player.type("\u{7f}")
      player.wait { $0.text.hasPrefix(stage) && $0.text.hasSuffix("chimp> |") }
    }
  }

  @Test func `A long line that is erased at once moves nothing`() throws {
    let player = try visibleRound()
    let usual = Self.full + Self.typedStart + "chimp> |"
    player.type(comment(230) + "\u{15}v")
    player.see(usual.dropLast() + "v|")
    player.type("\u{7f}\u{19}\u{15}\u{19}\u{15}w")
    player.see(usual.dropLast() + "w|")
    player.type("\u{1b}[200~" + comment(230) + "\u{1b}[201~\u{3}")
    player.see(Self.full + "chimp>\nchimp> |")
  }

  @Test func `Long lines of the history come and go`() throws {
    let player = try visibleRound()
    let line = "set seed " + String(repeating: "x", count: 120)
    player.type(line + "\r")
    player.wait { $0.text == Self.full + "error: a seed has at most 100 bytes\nchimp> |" }
    let before = player.screen.text
    for _ in 1...3 {
      player.type("\u{10}")
      player.wait { $0.text.hasSuffix("\nchimp> set seed " + self.split(120) + "|") }
      #expect(player.screen.text.contains(Self.board))
      player.type("\u{e}")
      player.see(before)
    }
    player.type("\u{12}seed xx")
    player.wait { $0.text.hasSuffix("\nbck:seed xx") }
    player.type("\u{7}\u{5}\u{15}")
    player.see(before)
  }

  /// Returns the screen rows of `count` characters behind `chimp> set seed `, 40 columns wide.
  private func split(_ count: Int) -> String {
    let rest = count - 24
    return ([24] + Array(repeating: 40, count: rest / 40) + [rest % 40])
      .map { String(repeating: "x", count: $0) }.joined(separator: "\n")
  }

  @Test func `Another window in the middle of a long line shows both`() throws {
    let player = try visibleRound()
    player.type(comment(100, end: "\u{65e5}\u{672c}"))
    player.wait { $0.text.hasSuffix("\u{65e5}\u{672c}|") }
    let before = player.screen.text
    for (columns, rows) in [(60, 20), (30, 12), (100, 30), (20, 8), (10, 4), (40, 15)] {
      player.resize(columns: columns, rows: rows)
      player.wait { $0.text.hasSuffix("\u{65e5}\u{672c}|") }
    }
    player.see(before)
    player.type("\r")
    player.see(Self.full + "chimp>\nchimp> |")
  }

  @Test func `A click on a long line is no click on what it covers`() throws {
    let player = try Player(columns: 40, rows: 15, board: "plain")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type(comment(160))
    player.wait { $0.text.hasSuffix(self.rows(160) + "|") }
    let before = player.screen.text
    #expect(!before.contains("-  a round"))
    player.click(column: 5, row: 11)
    player.type("y\u{7f}")
    player.see(before)
  }

  @Test func `The screen is drawn anew with the prompt in its place`() throws {
    let player = try visibleRound()
    for line in ["", comment(60), comment(120)] {
      player.type(line + "v")
      player.wait { $0.text.hasSuffix("v|") }
      let before = player.screen.text
      player.type("\u{7f}\u{c}v")
      player.see(before)
      player.type("\u{15}")
    }
  }

  @Test func `Candidates are listed above a long line`() throws {
    let player = try visibleRound()
    player.type("set" + String(repeating: " ", count: 40) + "b\t")
    player.wait { $0.text.hasSuffix("\n... and 3 more\nchimp> set\n          b|") }
    #expect(player.screen.text.hasPrefix(Self.full))
  }
}
