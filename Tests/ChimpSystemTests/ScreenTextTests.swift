import ChimpSystem
import TestSupport
import Testing

/// Tests of laying out text on the rows of a screen.
struct ScreenTextTests {
  /// Expects the rows on which a text is laid out.
  private func check(_ text: String, _ rows: [String], columns: Int = 4) {
    #expect(screenText(columns: columns).rows(of: text.utf8) == rows)
  }

  @Test func `Of a long line no more rows are made than there is room for`() {
    let text = ScreenText(columns: 4) { _ in 1 }
    let line = String(repeating: "abcd", count: 5)
    #expect(text.wrapped(line).count > 5)
    #expect(text.wrapped(line, limit: 2) == Array(text.wrapped(line).prefix(2)))
    let reply = Array("x\n\(line)\n".utf8)
    #expect(text.lastRows(of: reply[...], 2) == Array(text.wrapped(line).prefix(2)))
    #expect(text.lastRows(of: Array("\(line)\nx\n".utf8)[...], 3) == ["x"])
  }

  @Test func `Rows end at line ends and at the right margin`() {
    check("", [])
    check("\n", [""])
    check("abcd\n", ["abcd"])
    check("abcde", ["abcd", "  e"])
    check("ab cd", ["ab", "  cd"])
    check("a\n\nb\n", ["a", "", "b"])
  }

  @Test func `A wide character is never cut in two`() {
    check("abc日x", ["abc", "  日", "  x"])
    check("日本", ["日本"])
    check("e\u{301}bcd", ["e\u{301}bcd"])
  }

  @Test func `Colours take no room`() {
    check("\u{1b}[31mab\u{1b}[0mcd", ["\u{1b}[31mab\u{1b}[0mcd"])
  }

  @Test func `A text is cut at a column, or at a word`() {
    let text = screenText(columns: 80)
    #expect(text.prefix(of: "日本語", columns: 5) == "日本")
    #expect(text.wholeWords(of: "one two", columns: 6) == "one")
    #expect(text.wholeWords(of: "one two", columns: 7) == "one two")
    #expect(text.wholeWords(of: "one", columns: 2) == "")
  }

  @Test func `A number and its unit stay in one row`() {
    for (line, rows) in [
      ("an interval of 95 % of it", ["an interval of", "  95 % of it"]),
      ("shown for 12345 ms and", ["shown for", "  12345 ms and"]),
      ("a look of 1234 5 s", ["a look of 1234", "  5 s"]),
      ("a row of 12345 marks", ["a row of 12345", "  marks"]),
      ("12345678901234 %", ["12345678901234", "  %"]),
      ("提示時間は210ミリ秒", ["提示時間は", "  210ミリ秒"]),
      ("失敗するまで3回です", ["失敗するまで", "  3回です"]),
    ] {
      #expect(
        screenText(columns: line.utf8.first! < 0x80 ? 15 : 13).wrapped(line) == rows, "\(line)")
    }
  }

  @Test func `A line is wrapped between words, and goes on below what stands behind its gap`() {
    let text = screenText(columns: 20)
    for (line, rows) in [
      ("", [""]),
      ("12345678901234567890", ["12345678901234567890"]),
      ("hide  mask the numerals", ["hide  mask the", "      numerals"]),
      ("hide  mask the number now", ["hide  mask the", "      number now"]),
      ("hide  mask the numer now", ["hide  mask the numer", "      now"]),
      ("start COUNT H V [seed=TEXT]", ["start COUNT H V", "  [seed=TEXT]"]),
      ("  a note that is longer", ["  a note that is", "  longer"]),
      ("123456789012345  one two", ["123456789012345  one", "  two"]),
      ("123456789012345678901234567890", ["12345678901234567890", "  1234567890"]),
      ("a [b=one|two|three|four|five]", ["a", "  [b=one|two|three|", "  four|five]"]),
      ("https://room1-01.example.org", ["https://", "  room1-01.example.o", "  rg"]),
      ("日本語日本語 日本語日本語", ["日本語日本語 日本語", "  日本語"]),
      ("中断したラウンドのテスト", ["中断したラウンドの", "  テスト"]),
      ("ラウンドテストコマンド", ["ラウンドテストコマン", "  ド"]),
      ("一二三四五六七八九十: 一", ["一二三四五六七八九", "  十: 一"]),
    ] {
      #expect(text.wrapped(line) == rows, "\(line)")
    }
  }

  @Test(arguments: 1...6) func `Nothing of a line is lost, however narrow the rows are`(
    columns: Int
  ) {
    for line in [
      "日本語の言葉", "a 日本", "日 本", "      ", "ab  日本語", "e\u{301}e\u{301}日\u{301}\u{302}本",
      "\u{915}\u{94d}\u{937}\u{94d}\u{915}", "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}x",
    ] {
      let rows = screenText(columns: columns).wrapped(line)
      func letters(_ text: String) -> [Unicode.Scalar] { text.unicodeScalars.filter { $0 != " " } }
      #expect(letters(rows.joined()) == letters(line), "\(line)")
    }
  }

  @Test func `The cursor stands behind what the editor shows`() {
    let text = screenText(columns: 10)
    let positions: [(String, Int, Int)] = [
      ("", 0, 0), ("abc", 0, 3), ("0123456789", 1, 0), ("012345678日", 1, 2), ("a\tb", 0, 9),
      ("a\u{1}", 0, 3), ("日本語", 0, 6), ("0123456789012345678901", 2, 2),
      ("ab\nbck:cd", 1, 6),
    ]
    for (line, row, column) in positions {
      let position = text.cursorPosition(after: line)
      #expect(position.row == row && position.column == column, "\(line)")
    }
    let before = text.cursorPosition(after: "012345678", before: "日")
    #expect(before.row == 1 && before.column == 0)
  }
}
