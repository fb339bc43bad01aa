package import ChimpSystem
package import Examiner
package import Game

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

  /// Draws the current state of a session's round: pressed numerals removed, the others masked if
  /// they are; after a failure all numerals.
  package init(_ session: GameSession) {
    self.init(session.examiner, isMasked: session.looksMasked)
  }

  /// Draws the state of a round by the rules; the mask may be on the screen before it is a move.
  init(_ examiner: ChimpanzeeExaminer, isMasked: Bool) {
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
      if isMasked {
        bytes[last] = UInt8(ascii: "#")
      } else {
        write(board.numerals[index], endingAt: last)
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
    self.cellWidth = cellWidth
    lineLength = cellWidth * (size.h + 1) + 1
    var row = Array(repeating: UInt8(ascii: " "), count: lineLength)
    row[lineLength - 1] = 0x0a
    bytes = row
    for h in 1...size.h { row[cellWidth * (h + 1) - 1] = UInt8(ascii: ".") }
    for _ in 1...size.v { bytes += row }
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
  package static func terminalSize(for board: Board) -> TerminalSize {
    board.size.leastWindow(forLargestNumeral: board.numerals[board.count - 1])
  }

  /// Returns the width of the board's cells: that of the largest numeral and a blank, at least 3.
  private static func cellWidth(of board: Board) -> Int {
    let digits = "\(board.numerals[board.count - 1])"
    return max(3, digits.utf8.count + 1)
  }
}
