import TestSupport
import Testing
import Transcripts

@Suite struct StyledRowTests {
  private func lines(_ output: String) -> String {
    screen(output, rows: 1).styledRows.flatMap(\.lines).joined(separator: "\n")
  }

  @Test(arguments: [
    ("", "%"), ("ab", "% ab"), ("a\u{9}b", "% a       b"), ("␛[1mab", "% ab\n^ 1-2 bold"),
    ("a␛[1mb␛[mc", "% abc\n^ 2 bold"), ("␛[31ma␛[32mb", "% ab\n^ 1 red\n^ 2 green"),
    ("␛[44m␛[K", "%\n^ 1-10 on blue"), ("␛[44ma␛[K", "% a\n^ 1-10 on blue"),
    ("␛[1m漢字", "% 漢字\n^ 1-4 bold"), ("␛[8msecret", "% secret\n^ 1-6 hidden"),
    // Blanks that look the same make no run of their own.
    ("␛[1mab cd", "% ab cd\n^ 1-5 bold"), ("␛[1mab␛[m ␛[1mcd", "% ab cd\n^ 1-5 bold"),
    ("␛[1m  ab  ", "%   ab\n^ 3-4 bold"), ("␛[31;44ma␛[32m ␛[31mb", "% a b\n^ 1-3 red on blue"),
    ("␛[32;44m ␛[31mb", "%  b\n^ 1-2 red on blue"), ("␛[4ma b ", "% a b\n^ 1-4 underline"),
    ("␛[1;7m  ", "%\n^ 1-2 reverse"), ("␛[31;7m ␛[32;7m ", "%\n^ 1 reverse red\n^ 2 reverse green"),
    ("␛[1ma␛[mb", "% ab\n^ 1 bold"), ("^ 1 bold", "% ^ 1 bold"), ("% x", "% % x"),
  ])
  func `A row has its styles below it`(output: String, expected: String) throws {
    #expect(lines(output) == expected)
    let rows = try StyledRow.parse(expected)
    #expect(rows == screen(output, rows: 1).styledRows)
  }

  @Test(arguments: [
    ("x", "1:1: a row begins with \"%\", a style with \"^\""),
    ("^ 1 bold", "1:1: a row begins with \"%\", a style with \"^\""),
    ("% a\n\n% b", "2:1: a row begins with \"%\", a style with \"^\""),
    ("% a\n^ 1 bald", "2:3: columns and a style are expected, such as \"2-5 bold red\""),
    ("% a\n^ 1", "2:3: columns and a style are expected, such as \"2-5 bold red\""),
    ("% a\n^ bold", "2:3: columns and a style are expected, such as \"2-5 bold red\""),
    ("% a\n^ 0-1 bold", "2:3: columns and a style are expected, such as \"2-5 bold red\""),
    ("% a\n^ 2-1 bold", "2:3: columns and a style are expected, such as \"2-5 bold red\""),
    ("% a\n^ 1-1 bold", "2:3: columns and a style are expected, such as \"2-5 bold red\""),
    ("% a\n^ 1-2-3 bold", "2:3: columns and a style are expected, such as \"2-5 bold red\""),
    ("% a\n^ 1  bold", "2:3: columns and a style are expected, such as \"2-5 bold red\""),
    ("% a\n^ 1-1001 bold", "2:3: columns and a style are expected, such as \"2-5 bold red\""),
    (
      "% a\n^ 1-99999999999999999999 bold",
      "2:3: columns and a style are expected, such as \"2-5 bold red\""
    ),
    ("% é\n^ 1-3 bold\n^ 3 red", "3:3: the columns have a style already"),
    ("%a", "1:1: a row begins with \"%\", a style with \"^\""),
  ])
  func `Text that describes no rows is refused`(text: String, expected: String) {
    let error = #expect(throws: TranscriptFault.self) { try StyledRow.parse(text) }
    #expect(error?.description == expected)
  }

  @Test func `No text describes no rows, and an end of line no row more`() throws {
    #expect(try StyledRow.parse("") == [])
    #expect(try StyledRow.parse("% a\n").count == 1)
    #expect(try StyledRow.parse("% a\n%").count == 2)
    #expect(try StyledRow.parse("% a  \r\n^ 1 red \n%  \n") == StyledRow.parse("% a\n^ 1 red\n%"))
  }

  @Test func `Rows of random screens are the same after they are printed and parsed`() throws {
    var dice = RandomNumbers(seed: 5)
    for _ in 0..<400 {
      var screen = TerminalScreen(columns: 1 + dice.below(30), rows: 1 + dice.below(6))
      screen.receive(randomOutput(&dice))
      let rows = screen.styledRows
      let text = rows.flatMap(\.lines).joined(separator: "\n")
      let parsed = try StyledRow.parse(text)
      #expect(parsed == rows)
      // A grid that is made of the rows is shown alike.
      let grid = ScreenGrid(columns: screen.columns, rows: parsed)
      #expect(grid.rows.map { StyledRow($0) } == rows)
    }
  }

  @Test func `A grid is made of any rows`() throws {
    let rows = try StyledRow.parse("% \u{301}漢字漢字\n^ 1-900 bold\n%\n^ 900 red")
    let grid = ScreenGrid(columns: 5, rows: rows)
    #expect(grid.rows.map { StyledRow($0).lines } == [["% 漢字", "^ 1-4 bold"], ["%"]])
    #expect(ScreenGrid(columns: 0, rows: []).rows.count == 1)
  }
}
