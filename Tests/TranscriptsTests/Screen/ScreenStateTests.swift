import Testing
import Transcripts

/// Tests of what a screen remembers and replies, beside its cells.
@Suite struct ScreenStateTests {
  @Test(arguments: [
    ("␛[5n", "␛[0n"), ("␛[2;3H␛[6n", "␛[2;3R"), ("␛[2;3H␛[?6n", "␛[?2;3R"),
    ("␛[2;4r␛[?6h␛[2;3H␛[6n", "␛[2;3R"), ("␛[c", "␛[?62;22c"), ("␛[0c", "␛[?62;22c"),
    ("␛Z", "␛[?62;22c"), ("␛[>c", "␛[>1;10;0c"), ("␛[1c", ""), ("␛[=c", ""), ("␛[?7$p", "␛[?7;1$y"),
    ("␛[?1$p", "␛[?1;2$y"), ("␛[?1h␛[?1$p", "␛[?1;1$y"), ("␛[?12345$p", "␛[?12345;0$y"),
    ("␛[4$p␛[4h␛[4$p", "␛[4;2$y␛[4;1$y"), ("␛[?2026h␛[?2026$p", "␛[?2026;1$y"),
    ("␛[?1047h␛[?1049$p", "␛[?1049;1$y"), ("0123456789␛[6n", "␛[1;10R"),
  ])
  func `A request has its reply`(output: String, expected: String) {
    var screen = screen(output)
    #expect(visible(screen.removeReplies()) == expected)
    #expect(screen.removeReplies() == [])
  }

  @Test(
    arguments: [
      ("", [.autowrap, .cursorVisible]),
      ("␛[?1h␛=", [.autowrap, .cursorVisible, .applicationCursor, .applicationKeypad]),
      ("␛[?1;66h␛[?1l␛>", [.autowrap, .cursorVisible]), ("␛[?25l␛[?7l", []),
      (
        "␛[?1000;1002;1003;1004;1006;2004;2026h␛[4;20h␛[?5;6h␛[?7l␛[?25l␛[?47h",
        [
          .mouseClicks, .mouseDrags, .mouseMoves, .focusReports, .decimalMouse, .bracketedPaste,
          .synchronizedOutput, .insert, .newLine, .reverseScreen, .origin, .alternateScreen,
        ]
      ),
      ("␛[?1000;1h␛[4h␛[!p", [.autowrap, .cursorVisible, .mouseClicks]),
      ("␛[4h␛[!2p␛[?!p", [.autowrap, .cursorVisible, .insert]),
      ("␛[?1000;1;2004h␛[4h␛[?1049h␛c", [.autowrap, .cursorVisible]),
    ] as [(String, TerminalModes)])
  func `Modes are set and reset`(output: String, expected: TerminalModes) {
    #expect(screen(output).modes == expected)
  }

  @Test(arguments: [
    ("␛]0;one\u{7}", "one"), ("␛]2;two␛\\", "two"), ("␛]1;icon\u{7}", ""), ("␛]2;漢字\u{7}", "漢字"),
    ("␛]2;a;b\u{7}", "a;b"), ("␛]2;\u{301}a\nb\u{7}", "\u{301}ab"), ("␛]2;lost\u{18}x", ""),
    ("␛]2;a\u{9c}b", "a"),
    ("␛]2;one\u{7}␛c", ""), ("␛]52;c;YQ==\u{7}␛]8;;http://x\u{7}", ""),
  ])
  func `A title is remembered, other commands are not`(output: String, expected: String) {
    #expect(screen(output).title == expected)
  }

  @Test func `A line feed returns to the first column only in its mode`() {
    #expect(shown("a\nb␛[20h\nc␛[20l\nd") == "a\n b\nc\n d")
  }

  @Test func `A soft reset keeps the cells and the position`() {
    let screen = screen("ab␛[1m␛[2;3r␛[2;2H␛(0␛[!pq")
    #expect(screen.text == ["ab", " q", "", ""])
    #expect(screen.cursor.row == 1)
    #expect(screen.cursor.style == CellStyle())
  }

  @Test(arguments: [
    ("1\r\n2\r\n3\r\n4", 10, 2, ["3", "4"], 1),
    ("1\r\n2\r\n3\r\n4␛[2H", 10, 3, ["1", "2", "3"], 1),
    ("1\r\n2\r\n3\r\n4", 10, 6, ["1", "2", "3", "4", "", ""], 3), ("abcdef", 3, 1, ["abc"], 0),
    ("ab漢", 3, 1, ["ab"], 0), ("漢", 1, 1, [""], 0), ("a", 0, -1, ["a"], 0),
  ])
  func `A new size keeps the row of the cursor`(
    output: String, columns: Int, rows: Int, expected: [String], row: Int
  ) {
    var screen = screen(output)
    screen.resize(columns: columns, rows: rows)
    #expect(screen.text == expected)
    #expect(screen.cursor.row == row)
  }

  @Test func `A new size resets the region and keeps tab stops, also on the other screen`() {
    var screen = screen("a␛[3g␛[5G␛H␛[2;3r␛[?1049h")
    screen.resize(columns: 20, rows: 6)
    screen.receive(escaped("␛[6;1Hx\ty\tz\n␛[?1049l\tv").utf8)
    #expect(screen.text == ["a   v", "", "", "", "", ""])
    #expect(screen.rowCount == 6)
  }

  @Test func `A saved cursor stays in its row when rows at the top are dropped`() {
    var screen = screen("1\r\n2\r\n␛73\r\n4")
    screen.resize(columns: 10, rows: 3)
    screen.receive(escaped("␛8x").utf8)
    #expect(screen.text == ["2", "x", "4"])
  }

  @Test func `The main screen keeps the row of its cursor while the alternate one is resized`() {
    var screen = screen("1\r\n2\r\n3\r\n4\u{1b}[?1049h\u{1b}[H")
    screen.resize(columns: 10, rows: 2)
    screen.resize(columns: 10, rows: 4)
    screen.receive(escaped("␛[?1049lx").utf8)
    #expect(screen.text == ["3", "4x", "", ""])
  }

  @Test func `A size that is absurd is limited`() {
    let screen = TerminalScreen(columns: .max, rows: .min)
    #expect(screen.columns == TerminalScreen.largestSize)
    #expect(screen.rowCount == 1)
  }

  @Test func `A sequence and a character may be split at any byte`() {
    let output = Array(escaped("a␛[1;31mé漢👍␛]0;t␛\\␛[2;3Hx␛(0q␛[?25l").utf8)
    let whole = screen(String(decoding: output, as: UTF8.self))
    for cut in output.indices {
      var halves = TerminalScreen(columns: 10, rows: 4)
      halves.receive(output[..<cut])
      halves.receive(output[cut...])
      #expect(halves.grid == whole.grid)
      #expect(halves.cursor == whole.cursor)
      #expect(halves.title == "t")
    }
  }

  @Test(
    arguments: [
      ([0xff], "\u{fffd}"), ([0xc3], ""), ([0xc3, 0x41], "\u{fffd}A"),
      ([0xc3, 0xc3, 0xa9], "\u{fffd}é"),
      ([0xe6, 0xbc, 0x41], "\u{fffd}A"), ([0xed, 0xa0, 0x80], "\u{fffd}\u{fffd}\u{fffd}"),
      ([0xc0, 0x80], "\u{fffd}\u{fffd}"),
      ([0xf4, 0x90, 0x80, 0x80], String(repeating: "\u{fffd}", count: 4)),
      ([0xe0, 0x80, 0x80], "\u{fffd}\u{fffd}\u{fffd}"),
      ([0xf0, 0x9f, 0x91, 0xff], "\u{fffd}\u{fffd}"),
      ([0x80, 0x9b, 0x41], "\u{fffd}\u{fffd}A"),
      ([0xf0, 0x9f, 0x1b, 0x5b, 0x43, 0x41], "\u{fffd} A"),
    ] as [([UInt8], String)])
  func `Bytes that are not UTF-8 are shown as replacements`(bytes: [UInt8], expected: String) {
    var screen = TerminalScreen(columns: 10, rows: 1)
    screen.receive(bytes)
    #expect(screen.text == [expected])
  }

  @Test func `Output without an end keeps the memory bounded`() {
    var screen = screen("␛]2;")
    let text = Array(repeating: UInt8(ascii: "x"), count: 1 << 20)
    for _ in 0..<10 { screen.receive(text) }
    screen.receive([7])
    #expect(screen.title.count == 4_094)
    screen.receive(escaped("␛[" + String(repeating: "1;", count: 5_000) + "1mx").utf8)
    #expect(screen.text[0] == "x")
    screen.receive(Array(repeating: Array("\u{301}".utf8), count: 10_000).joined())
    #expect(screen.grid.rows[0][0].text == "x" + String(repeating: "\u{301}", count: 7))
    for _ in 0..<10_000 { screen.receive(escaped("␛[6n").utf8) }
    #expect(screen.removeReplies().count <= 4_096)
  }
}
