package import ChimpSystem
package import Examiner
import Game

/// The text drawing of a board.
///
/// A board of 3 x 2 cells with two numerals is drawn as
///
/// ```text
///      1  2  3
///   1  .  2  .
///   2  1  .  .
/// ```
package struct BoardImage {
  /// The lines of the drawing, each with its line feed.
  package private(set) var bytes: [UInt8]
  /// The number of bytes of a cell, of which the last one has its sign or its last digit.
  private let cellWidth: Int
  /// The number of bytes of a line.
  private let lineLength: Int

  /// Draws a board with all its numerals.
  package init(_ board: Board) { self.init(board, pressedCount: 0, isMasked: false) }

  /// Draws the state of a round: pressed numerals removed, the others masked if they are; after a
  /// failure all numerals.
  ///
  /// The mask may be on the screen before it is a move.
  package init(_ examiner: ChimpanzeeExaminer, isMasked: Bool) {
    if examiner.finish == nil || examiner.finish == .passed {
      self.init(examiner.board, pressedCount: examiner.pressedCount, isMasked: isMasked)
    } else {
      self.init(examiner.board)
    }
  }

  private init(_ board: Board, pressedCount: Int, isMasked: Bool) {
    self.init(empty: board.size, cellWidth: Self.cellWidth(of: board))
    for index in pressedCount..<board.count {
      let last = offset(of: board.cells[index])
      var span = bytes.mutableSpan
      if isMasked {
        span[last] = UInt8(ascii: "#")
      } else {
        Self.write(board.numerals[index], endingAt: last, in: &span)
      }
    }
  }

  /// Draws an empty board.
  init(empty size: BoardSize) { self.init(empty: size, cellWidth: 3) }

  /// Draws an empty board with the fixation mark at its centre.
  package init(markedAtCentre size: BoardSize) {
    self.init(empty: size, cellWidth: 3)
    bytes[offset(of: Cell(h: (size.h + 1) / 2, v: (size.v + 1) / 2))] = UInt8(ascii: "+")
  }

  /// Draws the numbers of the columns and the rows, and a point in each cell.
  private init(empty size: BoardSize, cellWidth: Int) {
    let lineLength = cellWidth * (size.h + 1) + 1
    self.cellWidth = cellWidth
    self.lineLength = lineLength
    bytes = Array(repeating: UInt8(ascii: " "), count: lineLength * (size.v + 1))
    var span = bytes.mutableSpan
    for v in 0...size.v {
      let start = lineLength * v
      span[start + lineLength - 1] = 0x0a
      if v > 0 { Self.write(v, endingAt: start + cellWidth - 1, in: &span) }
      for h in 1...size.h {
        let last = start + cellWidth * (h + 1) - 1
        if v > 0 {
          span[last] = UInt8(ascii: ".")
        } else {
          Self.write(h, endingAt: last, in: &span)
        }
      }
    }
  }

  /// The number of columns.
  var h: Int { (lineLength - 1) / cellWidth - 1 }
  /// The number of rows.
  var v: Int { bytes.count / lineLength - 1 }

  /// The rows of the drawing, each with the sign or the numeral of each cell.
  var rows: [[String]] {
    (1...v).map { v in
      (1...h).map { h in
        let last = offset(of: Cell(h: h, v: v))
        let sign = bytes[last - cellWidth + 1...last].drop { $0 == UInt8(ascii: " ") }
        return String(decoding: sign, as: UTF8.self)
      }
    }
  }

  /// Returns the offset of the last byte of a cell.
  private func offset(of cell: Cell) -> Int { lineLength * cell.v + cellWidth * (cell.h + 1) - 1 }

  /// Writes the digits of a number up to an offset.
  private static func write(
    _ number: Int, endingAt last: Int, in span: inout MutableSpan<UInt8>
  ) {
    span[last] = UInt8(ascii: "0") + UInt8(number % 10)
    if number >= 10 { write(number / 10, endingAt: last - 1, in: &span) }
  }

  /// Returns the size of the smallest terminal with room for the board, a reply and the prompt.
  package static func terminalSize(for board: Board) -> TerminalSize {
    board.size.leastWindow(forLargestNumeral: board.numerals[board.count - 1])
  }

  /// Returns the width of the board's cells: that of the largest numeral and a blank, at least 3.
  private static func cellWidth(of board: Board) -> Int {
    let digits = "\(board.numerals[board.count - 1])"
    return max(3, digits.utf8.count + 1)
  }
}
