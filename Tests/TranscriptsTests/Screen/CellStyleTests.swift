import Testing
import Transcripts

@Suite struct CellStyleTests {
  @Test(arguments: [
    ("1", "bold"), ("2", "faint"), ("3", "italic"), ("4", "underline"), ("5", "blink"),
    ("6", "blink"),
    ("7", "reverse"), ("8", "hidden"), ("9", "strike-through"), ("21", "double-underline"),
    ("1;2;22", ""), ("3;23", ""), ("4;24", ""), ("5;25", ""), ("7;27", ""), ("8;28", ""),
    ("9;29", ""),
    ("1;0", ""), ("1;", ""), ("", ""), ("31;42", "red on green"),
    ("97;100", "bright-white on bright-black"),
    ("31;39", ""), ("42;49", ""), ("38;5;208", "color-208"), ("48;5;1", "on red"),
    ("38;5;8", "bright-black"),
    ("38;2;1;2;255", "#0102ff"), ("48;2;1;2;3;1", "bold on #010203"), ("38:5:208", "color-208"),
    ("38:2:1:2:3", "#010203"), ("38:2::1:2:3", "#010203"), ("48:2:7:1:2:3:0:1", "on #010203"),
    ("4:0", ""), ("4:1", "underline"), ("4:2", "double-underline"), ("4:3", "curly-underline"),
    ("4:4", "dotted-underline"), ("4:5", "dashed-underline"), ("4;4:9", "underline"),
    ("4:3;24", ""),
    ("58;5;1;1", "bold"), ("58:2::1:2:3;1", "bold"), ("59;1", "bold"), ("38;5;256;1", "bold"),
    ("38;2;1;2", ""), ("38;2;300;0;0;1", "bold"), ("38;5", ""), ("38", ""), ("38;7;1", "bold"),
    ("38:5", ""),
    ("1:2", ""), ("99;1", "bold"), ("1;31;4;7", "bold reverse underline red"), ("31;32", "green"),
  ])
  func `Parameters set the style that the words name`(parameters: String, expected: String) {
    let style = screen("␛[\(parameters)mx").grid.rows[0][0].style
    #expect(style.description == expected)
    #expect(CellStyle(expected) == (expected.isEmpty ? nil : style))
  }

  @Test(arguments: [
    "", "bald", "bold bold", "red green", "on", "on on", "on bold", "color-7", "color-256",
    "#12345",
    "#12345G", "#ABCDEF", "#+12345", "standard", "on standard", "underline double-underline",
    "Bold",
  ])
  func `Unknown, repeated and contradictory words of a style are refused`(words: String) {
    #expect(CellStyle(words) == nil)
  }

  @Test func `Erased cells have the background, and nothing else`() {
    for sequence in ["[2J", "[K", "[1K", "[X", "[@", "[P", "[L", "[M", "[S", "[T"] {
      let screen = screen("␛[1;4;7;31;44m␛\(sequence)")
      let blank = screen.grid.rows.joined().first { $0.style != CellStyle() }
      #expect(blank?.style.description == "on blue", "\(sequence)")
    }
  }
}
