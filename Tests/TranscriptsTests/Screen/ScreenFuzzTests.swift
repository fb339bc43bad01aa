import TestSupport
import Testing
import Transcripts

/// Returns an output of random bytes, sequences and texts.
func randomOutput(_ dice: inout RandomNumbers) -> [UInt8] {
  let finals = Array("@ABCDEFGHIJKLMPSTXZ`abcdefghlmnpqrstu".utf8)
  let texts = ["abc", " ", "漢", "👍", "e\u{301}", "\u{200d}", "\u{fe0f}", "\r\n", "\t", "\u{8}"]
  let starts = ["[", "[?", "[>", "]", "P", "_", "(", "#", "%", ""]
  var output: [UInt8] = []
  for _ in 0..<dice.below(80) {
    switch dice.below(5) {
    case 0: output.append(UInt8(dice.below(256)))
    case 1: output += Array(texts[dice.below(texts.count)].utf8)
    case 2: output += [0x1b] + Array(starts[dice.below(starts.count)].utf8)
    default:
      let numbers =
        [0, 1, 2, 5, 7, 31, 44, 47, 1049, 99_999_999].map { "\($0)" } + ["", ":", "4:3"]
      output += Array("\u{1b}[".utf8)
      if dice.below(4) == 0 { output.append(UInt8(ascii: "?")) }
      let parameters = (0..<dice.below(4)).map { _ in numbers[dice.below(numbers.count)] }
      output += Array(parameters.joined(separator: ";").utf8)
      output.append(finals[dice.below(finals.count)])
    }
  }
  return output
}

/// Tests that no output makes a screen fail, whose cells stay consistent.
@Suite struct ScreenFuzzTests {
  /// Records an issue for a screen that is not consistent.
  private func check(_ screen: TerminalScreen, _ columns: Int, _ rows: Int, _ output: [UInt8]) {
    var isConsistent = screen.columns == columns && screen.rowCount == rows
    isConsistent = isConsistent && (0..<columns).contains(screen.cursor.column)
    isConsistent = isConsistent && (0..<rows).contains(screen.cursor.row)
    for row in screen.grid.rows {
      isConsistent = isConsistent && row.count == columns
      for (column, cell) in row.enumerated() {
        let next = column + 1 < row.count ? row[column + 1].width : 1
        let isWhole = (cell.width == 2) == (next == 0)
        isConsistent = isConsistent && isWhole && (cell.width == 0) == cell.text.isEmpty
      }
      isConsistent = isConsistent && row[0].width != 0
    }
    #expect(isConsistent, "\(visible(output))")
  }

  @Test func `Random output leaves a consistent screen`() {
    var dice = RandomNumbers(seed: 11)
    for _ in 0..<3_000 {
      var (columns, rows) = (1 + dice.below(12), 1 + dice.below(6))
      var screen = TerminalScreen(columns: columns, rows: rows)
      var output: [UInt8] = []
      for _ in 0..<3 {
        let more = randomOutput(&dice)
        output += more
        screen.receive(more)
        check(screen, columns, rows, output)
        (columns, rows) = (1 + dice.below(12), 1 + dice.below(6))
        screen.resize(columns: columns, rows: rows)
        check(screen, columns, rows, output)
      }
      _ = screen.text
      _ = screen.removeReplies()
    }
  }

  @Test func `Changed sessions leave a consistent screen`() throws {
    var dice = RandomNumbers(seed: 12)
    for session in RecordedSession.all {
      for _ in 0..<12 {
        var output = session.output
        for _ in 0..<1 + dice.below(40) {
          let index = dice.below(output.count)
          switch dice.below(4) {
          case 0: output.remove(at: index)
          case 1: output.insert(UInt8(dice.below(256)), at: index)
          case 2: output[index] ^= UInt8(1 << dice.below(8))
          default: output.swapAt(index, dice.below(output.count))
          }
        }
        let (columns, rows) = (1 + dice.below(90), 1 + dice.below(30))
        var screen = TerminalScreen(columns: columns, rows: rows)
        screen.receive(output)
        check(screen, columns, rows, [])
        let lines = screen.styledRows.flatMap(\.lines).joined(separator: "\n")
        #expect(try StyledRow.parse(lines) == screen.styledRows)
      }
    }
  }
}
