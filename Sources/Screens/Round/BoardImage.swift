package import ChimpSystem
package import Examiner
package import Game
package import Shell

/// The text drawing of a board, in a buffer in which a press changes a single cell.
///
/// A board of 3 x 2 cells with two numerals is drawn as
///
/// ```text
///      1  2  3
///   1  .  2  .
///   2  1  .  .
/// ```
///
/// A class, because exclusive access to its private properties is proven by the compiler; a struct
/// in a property of a view is checked at run time.
package final class BoardImage {
  /// The bytes of the drawing.
  private var bytes = OwnedBuffer<UInt8>(capacity: 0)
  /// The bytes of an empty board of the same layout, from which new boards are drawn.
  private var blank = OwnedBuffer<UInt8>(capacity: 0)
  private var layout = Layout(size: .standard, width: 0)
  /// The number of numerals on the board that was drawn last, whether they are pressed or masked.
  private(set) var numeralCount = 0

  /// The size of a board, and the width of its cells in characters.
  private struct Layout: Equatable {
    let size: BoardSize
    let width: Int
    /// The number of bytes of a row, including its line feed.
    let lineLength: Int

    init(size: BoardSize, width: Int) {
      self.size = size
      self.width = width
      lineLength = width * (size.h + 1) + 1
    }
  }

  /// Creates an empty drawing, which allocates no memory.
  package init() {}

  /// Draws a board with all its numerals.
  package convenience init(_ board: Board) {
    self.init()
    draw(board)
  }

  /// Draws the current state of a session's round.
  package convenience init(_ session: GameSession) {
    self.init()
    draw(session)
  }

  /// Draws an empty board with the fixation mark at its centre.
  package convenience init(markedAtCentre size: BoardSize) {
    self.init()
    layOut(Layout(size: size, width: Self.narrowestCell))
    bytes.overwrite(with: blank)
    put(UInt8(ascii: "+"), at: Cell(h: (size.h + 1) / 2, v: (size.v + 1) / 2))
  }

  /// Draws another board with all its numerals, in the same memory if it has the same layout.
  package func draw(_ board: Board) {
    let layout = Layout(size: board.size, width: Self.cellWidth(of: board))
    if layout != self.layout { layOut(layout) }
    bytes.overwrite(with: blank)
    numeralCount = board.count
    show(board)
  }

  /// Draws the current state of a session's round: pressed numerals removed, the others masked if
  /// they are.
  package func draw(_ session: GameSession) {
    let board = session.board
    draw(board)
    guard session.finish == nil || session.finish == .passed else { return }
    let pressedCount = session.examiner.pressedCount
    for index in 0..<pressedCount { clear(board.cell(atIndex: index)) }
    guard session.looksMasked else { return }
    mask(board, fromIndex: pressedCount)
  }

  /// Creates the buffers for boards of a layout.
  ///
  /// The old buffers are freed after the swaps, outside of the access.
  private func layOut(_ layout: Layout) {
    var blank = Self.blank(layout)
    var bytes = OwnedBuffer<UInt8>(capacity: blank.count)
    bytes.append(blank)
    swap(&blank, &self.blank)
    swap(&bytes, &self.bytes)
    self.layout = layout
  }

  /// Draws all numerals of the board.
  package func show(_ board: Board) { board.forEachNumeral { write($0, at: $1) } }

  /// The size of the drawing in bytes.
  package var byteCount: Int { bytes.count }

  /// Writes the drawing to the output.
  package func write(to output: OutputWriter) { output.compose { append(to: &$0) } }

  /// Appends the drawing to a reply.
  package func append(to reply: inout OwnedBuffer<UInt8>) { reply.append(bytes.elements) }

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
    max(narrowestCell, digitCount(board.numeral(atIndex: board.count - 1)) + 1)
  }

  /// Returns the drawing of an empty board, with column and row numbers and a dot in each cell.
  private static func blank(_ layout: Layout) -> OwnedBuffer<UInt8> {
    let size = layout.size
    let width = layout.width
    let lineLength = layout.lineLength
    var text = OwnedBuffer<UInt8>(capacity: lineLength * (size.v + 1))
    text.append(repeating: 0x20, count: lineLength * (size.v + 1))
    for h in 1...size.h { text.write(h, endingAt: width * (h + 1) - 1) }
    text[lineLength - 1] = 0x0a
    for v in 1...size.v {
      let start = lineLength * v
      text.write(v, endingAt: start + width - 1)
      for h in 1...size.h { text[start + width * (h + 1) - 1] = UInt8(ascii: ".") }
      text[start + lineLength - 1] = 0x0a
    }
    return text
  }

  /// Draws the cell as empty, with a dot.
  package func clear(_ cell: Cell) { put(UInt8(ascii: "."), at: cell) }

  /// Draws the cell as masked, with a `#`.
  package func mask(_ cell: Cell) { put(UInt8(ascii: "#"), at: cell) }

  /// Draws the numerals from an index on as masked.
  package func mask(_ board: Board, fromIndex first: Int) {
    board.forEachNumeral(fromIndex: first) { mask($1) }
  }

  /// Draws a character in a cell, and erases the other digits of its numeral.
  ///
  /// The blank at the beginning of every cell ends the search for digits.
  private func put(_ sign: UInt8, at cell: Cell) {
    let last = lastOffset(of: cell)
    bytes[last] = sign
    var offset = last - 1
    while bytes[offset] != 0x20 {
      bytes[offset] = 0x20
      offset -= 1
    }
  }

  /// Draws a numeral in a cell.
  private func write(_ number: Int, at cell: Cell) {
    bytes.write(number, endingAt: lastOffset(of: cell))
  }

  /// Returns the offset of the last character of a cell.
  private func lastOffset(of cell: Cell) -> Int {
    cell.v &* layout.lineLength &+ (cell.h &+ 1) &* layout.width &- 1
  }

  /// Returns the number of decimal digits of a number.
  private static func digitCount(_ number: Int) -> Int {
    number < 10 ? 1 : 1 + digitCount(number / 10)
  }
}

extension OwnedBuffer<UInt8> {
  /// Overwrites the bytes before and at an offset with the digits of a number.
  @inline(__always)
  fileprivate mutating func write(_ number: Int, endingAt last: Int) {
    var offset = last
    var rest = number
    while rest >= 10 {
      self[offset] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
      offset -= 1
    }
    self[offset] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest)
  }
}
