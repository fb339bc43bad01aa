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

  /// The content of a cell.
  private enum Sign {
    case empty, mask, fixationMark
    case numeral(Int)
  }

  /// Draws a board with all its numerals.
  package init(_ board: Board) { self.init(board, pressedCount: 0, isMasked: false) }

  /// Draws the current state of a session's round: pressed numerals removed, the others masked if
  /// they are; after a failure all numerals.
  package init(_ session: GameSession) {
    if session.finish == nil || session.finish == .passed {
      self.init(
        session.board, pressedCount: session.examiner.pressedCount, isMasked: session.looksMasked)
    } else {
      self.init(session.board)
    }
  }

  private init(_ board: Board, pressedCount: Int, isMasked: Bool) {
    let size = board.size
    var signs = [Sign](repeating: .empty, count: size.cellCount)
    for index in pressedCount..<board.count {
      signs[size.offset(of: board.cells[index])] =
        isMasked ? .mask : .numeral(board.numerals[index])
    }
    self.init(size, signs, cellWidth: Self.cellWidth(of: board))
  }

  /// Draws an empty board with the fixation mark at its centre.
  package init(markedAtCentre size: BoardSize) {
    var signs = [Sign](repeating: .empty, count: size.cellCount)
    signs[(size.v - 1) / 2 * size.h + (size.h - 1) / 2] = .fixationMark
    self.init(size, signs, cellWidth: Self.narrowestCell)
  }

  private init(_ size: BoardSize, _ signs: [Sign], cellWidth: Int) {
    let lineLength = cellWidth * (size.h + 1) + 1
    bytes = [UInt8](repeating: 0x20, count: lineLength * (size.v + 1))
    for h in 1...size.h { write(h, endingAt: cellWidth * (h + 1) - 1) }
    bytes[lineLength - 1] = 0x0a
    for v in 1...size.v {
      let start = lineLength * v
      write(v, endingAt: start + cellWidth - 1)
      for h in 1...size.h {
        let last = start + cellWidth * (h + 1) - 1
        switch signs[(v - 1) * size.h + h - 1] {
        case .empty: bytes[last] = UInt8(ascii: ".")
        case .mask: bytes[last] = UInt8(ascii: "#")
        case .fixationMark: bytes[last] = UInt8(ascii: "+")
        case .numeral(let number): write(number, endingAt: last)
        }
      }
      bytes[start + lineLength - 1] = 0x0a
    }
  }

  /// Writes the digits of a number up to an offset.
  private mutating func write(_ number: Int, endingAt last: Int) {
    bytes[last] = UInt8(ascii: "0") + UInt8(number % 10)
    if number >= 10 { write(number / 10, endingAt: last - 1) }
  }

  /// Returns the size of the smallest terminal with room for the board, a reply and the prompt.
  package static func terminalSize(for board: Board) -> TerminalSize {
    TerminalSize(
      columns: cellWidth(of: board) * (board.size.h + 1), rows: board.size.v + 1 + linesAround)
  }

  /// The number of lines besides the board: two of the reply, and the prompt.
  private static var linesAround: Int { 3 }

  /// The minimum width of a cell, for numerals with one or two digits.
  private static var narrowestCell: Int { 3 }

  /// Returns the width of the board's cells: that of the largest numeral and a blank.
  private static func cellWidth(of board: Board) -> Int {
    let digits = "\(board.numerals[board.count - 1])"
    return max(narrowestCell, digits.utf8.count + 1)
  }
}
