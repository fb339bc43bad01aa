import TestSupport
import Testing

/// Tests of the list screen: clicks and keys on its rows and its button.
struct ListScreenTests {
  /// Returns a simulated user at the first prompt.
  private func player(
    rows: Int = 17, board: String = "plain", variables: [String] = ["NO_COLOR=1"]
  ) throws -> Player {
    let player = try Player(columns: 64, rows: rows, variables: variables, board: board)
    player.wait { $0.text.hasSuffix("chimp> |") }
    return player
  }

  /// Returns the text of the list screen with these rows and replies.
  private func screen(_ label: String, _ rows: [String], replies: String) -> String {
    (["the list", "label: \(label)"] + rows).joined(separator: "\n") + """


      click, or arrows and Enter: a row, [ Add ]; Esc back; ? help
      \(replies)
      chimp> |
      """
  }

  private static let texts = (0...6).map { "  \($0)  No\($0)" }
  private static let first = "Select a row to show its text here"

  /// Returns the button and the rows of the list; `>` stands before the marked one.
  private func rows(_ texts: [String], marked: Int?) -> [String] {
    [(marked == nil ? "> " : "  ") + "[ Add ]"]
      + texts.enumerated().map { ($0 == marked ? "> " : "  ") + $1 }
  }

  @Test func `A click on a row shows its text in the label, and a click on Add adds one`() throws {
    let player = try player()
    player.type("list\r")
    player.see(screen(Self.first, rows(Self.texts, marked: 0), replies: "chimp> list\n\n"))
    player.click(column: 5, row: 7)
    player.see(screen("No3", rows(Self.texts, marked: 3), replies: "label: No3\n\n"))
    player.click(column: 5, row: 3)
    let longer = Self.texts + ["  7  AddCell"]
    // Each click makes room for its own reply.
    player.see(screen("No3", rows(longer, marked: 7), replies: "inserted row 7: AddCell\n"))
    // A click outside the rows chooses nothing.
    for row in [1, 2, 12, 13, 17] { player.click(column: 5, row: row) }
    player.click(column: 5, row: 11)
    player.see(
      screen(
        "AddCell", rows(longer, marked: 7), replies: "label: AddCell\n"))
  }

  @Test func `The arrows and Enter do the same, Esc goes back`() throws {
    let player = try player()
    player.type("list\r")
    player.wait { $0.text.hasPrefix("the list\n") && $0.text.hasSuffix("chimp> |") }
    player.type("\u{1b}[B\u{1b}[B\r")
    player.wait { $0.text.contains("label: No2\n  [ Add ]") && $0.text.hasSuffix("chimp> |") }
    player.type("\u{1b}[A\u{1b}[A\u{1b}[A\u{1b}[A ")
    player.wait { $0.text.contains("\n>   7  AddCell\n") && $0.text.hasSuffix("chimp> |") }
    player.type("\u{1b}")
    player.wait { $0.text.contains("\n> 1  human-benchmark") && $0.text.hasSuffix("chimp> |") }
    player.type("list\r")
    player.wait { $0.text.hasPrefix("the list\nlabel: No2\n") && $0.text.hasSuffix("chimp> |") }
    player.type("start 3 3 2\r")
    let round =
      "    3 numerals on 3x2\n    Remember where they are. When you press 1, the rest vanish.\n"
    player.wait { $0.text.hasPrefix(round) && $0.text.hasSuffix("chimp> |") }
    // During a round the board stays, and the rows are shown as a reply.
    player.type("list\r")
    player.wait { $0.text.hasSuffix("  7  AddCell\n-- any key goes back to the board --|") }
    player.type(" ")
    player.wait { $0.text.hasPrefix(round) && $0.text.hasSuffix("chimp> |") }
    player.type("give-up\r")
    player.wait {
      $0.text.contains("\n    you gave up\n") && $0.text.hasSuffix("chimp> |")
    }
    player.type("list\r")
    player.wait { $0.text.hasPrefix("the list\n") && $0.text.hasSuffix("chimp> |") }
  }

  @Test func `The rows of a long list that are shown are those around the choice`() throws {
    let player = try player(rows: 12)
    player.type("list set 0 1 2 3 4 5 6 7 8 9 10 11 12\r")
    player.wait { $0.text.hasSuffix("-- Enter shows more, q ends --|") }
    player.type("\r")
    player.wait { $0.text.hasSuffix(" 12  12\nchimp> |") }
    player.type("list\r")
    player.wait {
      $0.text.hasPrefix("the list: rows 0 to 3 of 13\n") && $0.text.hasSuffix("chimp> |")
    }
    player.click(column: 5, row: 7)
    player.wait {
      $0.text.contains("label: 3\n") && $0.text.hasPrefix("the list: rows 1 to 4 of 13\n")
    }
    player.type("remove 12\rinsert 0 first\r")
    player.wait { $0.text.hasPrefix("the list: rows 0 to 3 of 13\n") && $0.text.hasSuffix("> |") }
  }

  @Test func `Where there is no room for it, and on lines, the list is printed`() throws {
    let small = try player(rows: 6)
    small.type("list\r")
    small.wait { $0.text.hasSuffix("  2  No2\n-- Enter shows more, q ends --|") }
    small.type("\r")
    small.wait { $0.text.contains("  6  No6\nchimp> |") }
    let lines = try player(board: "line")
    lines.type("list\r")
    lines.wait { $0.text.contains("label: \(Self.first)\n  0  No0\n") }
  }

  @Test func `The list speaks Japanese, too`() throws {
    let player = try player(variables: ["NO_COLOR=1", "LANG=ja_JP.UTF-8"])
    player.type("list\r")
    player.wait {
      $0.text.hasPrefix("リスト\nラベル: 押下するとセルのテキストが反映\n  [ 追加 ]\n>   0  No0\n")
    }
  }
}
