import ChimpSystem
import Examiner
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
struct BoardImage {
  /// The lines of the drawing, each with its line feed.
  private(set) var bytes: [UInt8]
  /// The number of bytes of a cell, of which the last one has its sign or its last digit.
  private let cellWidth: Int
  /// The number of bytes of a line.
  private let lineLength: Int

  /// Draws a board with all its numerals.
  init(_ board: Board) {
    self.init(ChimpanzeeExaminer(board: board, rule: .standard), isMasked: false)
  }

  /// Draws the state of a round: pressed numerals removed, the others masked if they are; after a
  /// failure all numerals.
  ///
  /// The mask may be on the screen before it is a move.
  init(_ examiner: ChimpanzeeExaminer, isMasked: Bool) {
    let board = examiner.board
    let isRevealed = examiner.finish != nil && examiner.finish != .passed
    // Room for the largest numeral and a blank.
    let digits = "\(board.numerals[board.cells.count - 1])".utf8.count
    self.init(empty: board.size, cellWidth: max(3, digits + 1))
    for index in (isRevealed ? 0 : examiner.pressedCount)..<board.cells.count {
      let last = offset(of: board.cells[index])
      if isMasked && !isRevealed {
        bytes[last] = UInt8(ascii: "#")
      } else {
        write(board.numerals[index], endingAt: last)
      }
    }
  }

  /// Draws an empty board with the fixation mark at its centre.
  init(markedAtCentre size: BoardSize) {
    self.init(empty: size)
    bytes[offset(of: Cell(h: (size.h + 1) / 2, v: (size.v + 1) / 2))] = UInt8(ascii: "+")
  }

  /// Draws the numbers of the columns and the rows, and a point in each cell.
  init(empty size: BoardSize, cellWidth: Int = 3) {
    self.cellWidth = cellWidth
    lineLength = cellWidth * (size.h + 1) + 1
    var line = Array(repeating: UInt8(ascii: " "), count: lineLength)
    line[lineLength - 1] = 0x0a
    bytes = line
    bytes.reserveCapacity(lineLength * (size.v + 1))
    for h in 1...size.h { line[cellWidth * (h + 1) - 1] = UInt8(ascii: ".") }
    for _ in 1...size.v { bytes += line }
    for h in 1...size.h { write(h, endingAt: cellWidth * (h + 1) - 1) }
    for v in 1...size.v { write(v, endingAt: lineLength * v + cellWidth - 1) }
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
  private mutating func write(_ number: Int, endingAt last: Int) {
    bytes[last] = UInt8(ascii: "0") + UInt8(number % 10)
    if number >= 10 { write(number / 10, endingAt: last - 1) }
  }

  /// Returns the size of the smallest terminal with room for the board, a reply and the prompt.
  static func terminalSize(for board: Board) -> TerminalSize {
    board.size.leastWindow(forLargestNumeral: board.numerals[board.count - 1])
  }
}
