import Examiner
import Testing

struct IdentifierTests {
  @Test(arguments: [
    "4x6:2,3;1,1;4,5", "4x6:3@2,3;5@1,1", "1x1:1,1", "1x1:0@1,1", "99x99:99,99", "4x6n5#1/apple",
    "8x5n5@1..9#1/apple", "8x5n5@0..999999#1/a", "2x2n4#1/7.1", "4x6n5#1/りんご",
    "4x6n5#1/#/\u{1f412}",
  ])
  func `A parsed identifier is printed in the same form`(identifier: String) {
    #expect(normalForm(identifier) == identifier)
  }

  @Test func `Equivalent identifiers are printed in one form`() {
    #expect(normalForm("4x6:1@2,3;2@1,1") == "4x6:2,3;1,1")
    #expect(normalForm("4x6n5@1..5#1/apple") == "4x6n5#1/apple")
  }

  @Test(arguments: [
    ("", "expected the number of columns at character 1"),
    ("x6:1,1", "expected the number of columns at character 1"),
    ("4", "expected \"x\" at character 2"),
    ("4y6:1,1", "expected \"x\" at character 2"),
    ("4x", "expected the number of rows at character 3"),
    ("4x6", "expected \":\" at character 4"),
    ("4x6;1,1", "expected \":\" at character 4"),
    ("4x6:", "expected a column at character 5"),
    ("4x6:,1", "expected a column at character 5"),
    ("4x6:1", "expected \",\" at character 6"),
    ("4x6:1,", "expected a row at character 7"),
    ("4x6:1,1;", "expected a column at character 9"),
    ("4x6:1,1;2@1,2", "expected \",\" at character 10"),
    ("4x6:1@1,1;1,2", "expected \"@\" at character 12"),
    ("4x6:1@1,1;", "expected a numeral at character 11"),
    ("4x6:1,1 ", "expected the end at character 8"),
    ("4x6:1,1x", "expected the end at character 8"),
    ("04x6:1,1", "a number begins with 0 at character 1"),
    ("4x6:01,1", "a number begins with 0 at character 5"),
    ("4x6:1234567,1", "the number at character 5 is too large"),
    ("99999999999999999999x6:1,1", "the number at character 1 is too large"),
    ("0x6:1,1", "0 columns: a board has from 1 to 99"),
    ("100x6:1,1", "100 columns: a board has from 1 to 99"),
    ("4x0:1,1", "0 rows: a board has from 1 to 99"),
    ("4x6:5,1", "column 5 is not on the board (columns 1 to 4)"),
    ("4x6:1,7", "row 7 is not on the board (rows 1 to 6)"),
    ("4x6:1,1;1,1", "square 1 1 is taken twice"),
    ("4x6:3@1,1;3@1,2", "the numerals do not ascend at 3"),
    ("1x1:1,1;1,1", "2 numerals do not fit on 1x1 (1 square)"),
    ("4x6n", "expected the number of numerals at character 5"),
    ("4x6n5", "expected \"#\" at character 6"),
    ("4x6n5#", "expected the generator's version at character 7"),
    ("4x6n5#2/apple", "generator 2 at character 7 is unknown, this is generator 1"),
    ("4x6n5#1", "expected \"/\" at character 8"),
    ("4x6n5#1/", "a seed needs at least 1 character"),
    ("4x6n5#1/a b", "a seed can't hold the character U+0020"),
    ("4x6n5#1/a\u{202e}b", "a seed can't hold the character U+202E"),
    ("4x6n0#1/apple", "a board needs at least 1 numeral"),
    ("4x6n25#1/apple", "25 numerals do not fit on 4x6 (24 squares)"),
    ("4x6n5@#1/apple", "expected a numeral at character 7"),
    ("4x6n5@1#1/apple", "expected \".\" at character 8"),
    ("4x6n5@1.9#1/apple", "expected \".\" at character 9"),
    ("4x6n5@1..#1/apple", "expected a numeral at character 10"),
    ("4x6n5@9..1#1/apple", "the numerals 9..1 descend"),
    ("4x6n5@1..4#1/apple", "5 numerals can't be drawn from 1..4 (4 numerals)"),
    ("猿x6:1,1", "expected the number of columns at character 1"),
    ("4x6:1,1猿猿", "expected the end at character 8"),
  ])
  func `A damaged identifier is refused with the part that is wrong`(
    identifier: String, message: String
  ) {
    #expect(normalForm(identifier) == message)
  }

  @Test func `A seed of 100 bytes is accepted, one of 101 is not`() {
    let longest = String(repeating: "s", count: 100)
    #expect(normalForm("4x6n5#1/" + longest) == "4x6n5#1/" + longest)
    #expect(normalForm("4x6n5#1/s" + longest) == "a seed has at most 100 bytes")
  }

  @Test func `The boards of the first generator are pinned`() throws {
    #expect(try board("4x6n5#1/apple").descriptiveIdentifier == "4x6:3,3;3,4;1,5;1,4;2,6")
    #expect(
      try board("8x5n5@1..9#1/apple").descriptiveIdentifier == "8x5:3@3,4;4@8,4;6@6,3;7@8,5;8@5,5")
    #expect(try board("3x2n6#1/7.1").descriptiveIdentifier == "3x2:1,1;2,1;3,1;3,2;2,2;1,2")
  }

  @Test func `Random boards survive being printed and read`() throws {
    var generator = Generator(text: "identifiers")
    for _ in 0..<2_000 {
      let size = try BoardSize(h: 1 + generator.next(below: 99), v: 1 + generator.next(below: 9))
      let count = 1 + generator.next(below: min(size.cellCount, 60))
      let low = generator.next(below: 50)
      let range = try NumeralRange(low: low, high: low + count + generator.next(below: 9))
      let seed = try Seed("r\(generator.next(below: 1_000_000))")
      let identifier = try SeededIdentifier(size: size, count: count, range: range, seed: seed)
      #expect(normalForm(identifier.description) == identifier.description)
      let drawn = identifier.board()
      let described = try board(drawn.descriptiveIdentifier)
      #expect(described.cells == drawn.cells && described.numerals == drawn.numerals)
    }
  }

  @Test func `Every accepted identifier can be played to its end`() throws {
    var generator = Generator(text: "damage")
    let originals = ["4x6:2,3;1,1;4,5", "4x6:3@2,3;5@1,1", "8x5n5@1..9#1/apple", "12x9n30#1/x"]
    let signs = Array("0123456789x:;,@n#/.".utf8)
    var acceptedCount = 0
    for _ in 0..<20_000 {
      var bytes = Array(originals[generator.next(below: originals.count)].utf8)
      for _ in 0...generator.next(below: 3) {
        let sign = signs[generator.next(below: signs.count)]
        let offset = generator.next(below: bytes.count)
        switch generator.next(below: 3) {
        case 0: bytes[offset] = sign
        case 1: bytes.insert(sign, at: offset)
        default: if bytes.count > 1 { bytes.remove(at: offset) }
        }
      }
      guard let identifier = try? BoardIdentifier(String(decoding: bytes, as: UTF8.self)) else {
        continue
      }
      acceptedCount += 1
      let board = identifier.board()
      var examiner = ChimpanzeeExaminer(board: board, rule: try Rule())
      for cell in board.cells { _ = try examiner.apply(.press(cell)) }
      #expect(examiner.finish == .passed)
    }
    #expect(acceptedCount > 1_000)
  }
}
