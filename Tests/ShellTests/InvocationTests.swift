import Shell
import TestSupport
import Testing

struct InvocationTests {
  /// Splits a line into words, and returns each with its column, or the description of the error.
  private func split(_ line: [UInt8]) -> String {
    var invocation = Invocation(line)
    do { try invocation.split() } catch { return "\(error)" }
    return (0..<invocation.wordCount)
      .map { "\(invocation.column(ofWord: $0)):\(escaped(invocation.text(ofWord: $0)))" }
      .joined(separator: "|")
  }

  @Test(arguments: [
    ("", ""),
    ("   \t ", ""),
    ("# comment", ""),
    ("  # comment", ""),
    ("a#b", "1:a#b"),
    ("board", "1:board"),
    ("  press  2\t3 ", "3:press|10:2|12:3"),
    ("add \"two words\"", "1:add|5:two words"),
    ("add \"\"", "1:add|5:"),
    ("add \"a\\\"b\\\\c\\n\\t\"", "1:add|5:a\"b\\c\\n\\t"),
    ("body=\"two words\" x", "1:body=two words|18:x"),
    ("a\"b\"c\"d e\"f g", "1:abcd ef|13:g"),
    ("猿 は \"木 から\" x", "1:猿|3:は|5:木 から|12:x"),
    ("back\\slash", "1:back\\slash"),
    ("\"", "the quote at column 1 is not closed"),
    ("ab \"cd", "the quote at column 4 is not closed"),
    ("猿猿 \"cd", "the quote at column 4 is not closed"),
    ("a \"b\\", "unknown escape \"\\\" at column 5"),
    ("a \"b\\x\"", "unknown escape \"\\x\" at column 5"),
    ("a \"b\\猿\"", "unknown escape \"\\猿\" at column 5"),
    ("a\0b", "the line holds a NUL at column 2"),
    ("0123456789\0", "the line holds a NUL at column 11"),
    ("\0", "the line holds a NUL at column 1"),
    ("a \"b\" \0", "the line holds a NUL at column 7"),
    ("a \"b\0", "the line holds a NUL at column 5"),
  ])
  func `A line becomes words with columns`(line: String, expected: String) {
    #expect(split(Array(line.utf8)) == expected)
  }

  @Test(
    arguments: [
      ([0x61, 0xff], 2), ([0xc3], 1), ([0xe7, 0x8c, 0xbf, 0x20, 0xc0, 0x80], 3),
      ([0xed, 0xa0, 0x80], 1),
      // After an open quote, a comment mark and numbers.
      ([0x61, 0x20, 0x22, 0x62, 0xff], 5), ([0x23, 0x20, 0xff], 3),
      ([0x31, 0x20, 0x32, 0x20, 0xff], 5),
      ([0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x80], 10),
    ] as [([UInt8], Int)])
  func `Bytes that are not UTF-8 are refused with their column`(line: [UInt8], column: Int) {
    #expect(split(line) == "the line is not UTF-8 at column \(column)")
  }

  @Test func `No bytes whatever trap the lexer, and words survive being quoted`() throws {
    var dice = RandomNumbers(seed: 1)
    let signs = Array("ab \t\"\\nt#=\u{0}猿".utf8) + [0xff, 0x80]
    for _ in 0..<50_000 {
      let line = (0..<dice.below(24)).map { _ in signs[dice.below(signs.count)] }
      var invocation = Invocation(line)
      guard (try? invocation.split()) != nil else { continue }
      let words = (0..<invocation.wordCount).map { invocation.text(ofWord: $0) }
      let quoted = try Invocation(line: words.map(quote).joined(separator: " "))
      let again = (0..<quoted.wordCount).map { quoted.text(ofWord: $0) }
      #expect(again == words)
    }
  }

  /// Returns a word in quotation marks, with backslashes before special characters.
  private func quote(_ word: String) -> String {
    let inside = word.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\t": "\\t"
      default: String(scalar)
      }
    }
    return "\"" + inside.joined() + "\""
  }
}
