package import Characters
package import Console
package import Examiner
package import Game

/// A board as text, kept and patched: a press changes one cell of it.
package struct BoardImage: ~Copyable {
  private var bytes: OwnedBuffer<UInt8>
  private let blank: OwnedBuffer<UInt8>
  private let size: BoardSize
  /// How many columns of text a cell takes.
  private let width: Int
  private let lineLength: Int

  /// An image of no board at all, which takes no memory.
  package init() {
    size = Board.smallest.size
    width = 0
    lineLength = 0
    blank = OwnedBuffer(capacity: 0)
    bytes = OwnedBuffer(capacity: 0)
  }

  package init(_ board: Board) {
    size = board.size
    width = Self.cellWidth(of: board)
    lineLength = width * (size.h + 1) + 1
    blank = Self.blank(size, width)
    bytes = OwnedBuffer(capacity: blank.count)
    bytes.append(blank)
    show(board)
  }

  /// Draws the present round of a session.
  package init(_ session: GameSession) {
    let board = session.board
    self.init(board)
    guard session.finish == nil || session.finish == .passed else { return }
    let pressedCount = session.examiner.pressedCount
    for index in 0..<pressedCount { clear(board.cell(atIndex: index)) }
    guard session.looksMasked else { return }
    mask(board, fromIndex: pressedCount)
  }

  /// Draws a board without numerals, with a mark at its centre.
  package init(markedAtCentre size: BoardSize) {
    self.size = size
    width = Self.narrowestCell
    lineLength = width * (size.h + 1) + 1
    blank = OwnedBuffer(capacity: 0)
    bytes = Self.blank(size, width)
    put(UInt8(ascii: "+"), at: Cell(h: (size.h + 1) / 2, v: (size.v + 1) / 2))
  }

  /// Shows another board in the same image, if it has the same measures.
  package mutating func replace(by board: Board) -> Bool {
    guard board.size == size, Self.cellWidth(of: board) == width else { return false }
    bytes.removeAll()
    bytes.append(blank)
    show(board)
    return true
  }

  /// Shows all numerals.
  package mutating func show(_ board: Board) { board.forEachNumeral { write($0, at: $1) } }

  package var byteCount: Int { bytes.count }

  /// Writes the board as it is shown now.
  package func write(to output: OutputWriter) { output.compose { $0.append(bytes) } }

  package func append(to reply: inout OwnedBuffer<UInt8>) { reply.append(bytes) }

  /// How large a terminal must be to show the board with a reply and the prompt.
  package static func terminalSize(for board: Board) -> TerminalSize {
    TerminalSize(
      columns: cellWidth(of: board) * (board.size.h + 1), rows: board.size.v + 1 + linesAround)
  }

  /// The line of the reply, the newest reply below the board, and the prompt.
  private static var linesAround: Int { 3 }

  private static var narrowestCell: Int { 3 }

  private static func cellWidth(of board: Board) -> Int {
    max(narrowestCell, digitCount(board.numeral(atIndex: board.count - 1)) + 1)
  }

  private static func blank(_ size: BoardSize, _ width: Int) -> OwnedBuffer<UInt8> {
    let lineLength = width * (size.h + 1) + 1
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

  /// Shows the cell as empty or pressed.
  package mutating func clear(_ cell: Cell) { put(UInt8(ascii: "."), at: cell) }

  /// Shows the numeral of the cell as masked.
  package mutating func mask(_ cell: Cell) { put(UInt8(ascii: "#"), at: cell) }

  /// Shows the numerals of the board from a place on as masked.
  package mutating func mask(_ board: Board, fromIndex first: Int) {
    board.forEachNumeral(fromIndex: first) { mask($1) }
  }

  /// A sign of one column; where a numeral was wider, its other digits go, up to the blank with
  /// which every cell begins.
  private mutating func put(_ sign: UInt8, at cell: Cell) {
    let last = lastOffset(of: cell)
    bytes[last] = sign
    var offset = last - 1
    while bytes[offset] != 0x20 {
      bytes[offset] = 0x20
      offset -= 1
    }
  }

  private mutating func write(_ number: Int, at cell: Cell) {
    bytes.write(number, endingAt: lastOffset(of: cell))
  }

  private func lastOffset(of cell: Cell) -> Int {
    cell.v &* lineLength &+ cell.h &* width &+ width &- 1
  }

  private static func digitCount(_ number: Int) -> Int {
    number < 10 ? 1 : 1 + digitCount(number / 10)
  }
}

extension OwnedBuffer<UInt8> {
  /// Writes a number over what is there, with its last digit at the offset.
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
