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
  package private(set) var bytes: [UInt8] = []

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
    var signs = [String](repeating: ".", count: size.cellCount)
    for (numeral, cell) in zip(board.numerals, board.cells).dropFirst(pressedCount) {
      signs[size.offset(of: cell)] = isMasked ? "#" : "\(numeral)"
    }
    self.init(size, signs, cellWidth: Self.cellWidth(of: board))
  }

  /// Draws an empty board with the fixation mark at its centre.
  package init(markedAtCentre size: BoardSize) {
    var signs = [String](repeating: ".", count: size.cellCount)
    signs[(size.v - 1) / 2 * size.h + (size.h - 1) / 2] = "+"
    self.init(size, signs, cellWidth: Self.narrowestCell)
  }

  private init(_ size: BoardSize, _ signs: [String], cellWidth: Int) {
    bytes.reserveCapacity((cellWidth * (size.h + 1) + 1) * (size.v + 1))
    addRow([""] + (1...size.h).map { "\($0)" }, cellWidth)
    for v in 1...size.v {
      addRow(["\(v)"] + signs[(v - 1) * size.h..<v * size.h], cellWidth)
    }
  }

  /// Adds a row of texts, each at the right end of its cell.
  private mutating func addRow(_ texts: [String], _ cellWidth: Int) {
    for text in texts {
      bytes += repeatElement(0x20, count: cellWidth - text.utf8.count)
      bytes += text.utf8
    }
    bytes.append(0x0a)
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
