package import Examiner
package import Shell

/// A board as text, kept and patched: a press changes one cell of it.
package struct BoardImage: ~Copyable {
  private var bytes: OwnedBuffer<UInt8>
  private let size: BoardSize
  /// How many columns of text a cell takes.
  private let width: Int
  private let lineLength: Int

  /// Draws the board with every numeral on it.
  package init(_ board: Board) {
    self.init(blank: board)
    show(board)
  }

  /// Draws the board of a round as it stands.
  package init(_ round: Round) {
    self.init(round.board)
    guard round.finish == nil || round.finish == .passed else { return }
    for place in 0..<round.pressedCount { clear(round.board.cell(atPlace: place)) }
    guard round.isMasked else { return }
    for place in round.pressedCount..<round.board.count { mask(round.board.cell(atPlace: place)) }
  }

  /// Shows another board in the same image, if it has the same measures.
  package mutating func replace(_ board: Board, by other: Board) -> Bool {
    guard other.size.h == size.h, other.size.v == size.v, Self.cellWidth(of: other) == width else {
      return false
    }
    for cell in board.cells { clear(cell) }
    show(other)
    return true
  }

  /// Shows every numeral of the board.
  package mutating func show(_ board: Board) {
    let cells = board.cells
    if board.numeralsCountFromOne {
      for place in cells.indices { write(place + 1, at: offset(of: cells[place])) }
    } else {
      for place in cells.indices {
        write(board.numeral(atPlace: place), at: offset(of: cells[place]))
      }
    }
  }

  /// The whole image; valid until it changes.
  package var text: UnsafeBufferPointer<UInt8> { bytes.elements }

  /// How large a terminal must be to show the board with a reply and the prompt.
  package static func terminalSize(for board: Board) -> TerminalSize {
    TerminalSize(
      columns: cellWidth(of: board) * (board.size.h + 1), rows: board.size.v + 1 + linesAround)
  }

  /// The line of the reply, the newest reply below the board, and the prompt.
  private static var linesAround: Int { 3 }

  private static func cellWidth(of board: Board) -> Int {
    max(3, digitCount(board.numeral(atPlace: board.count - 1)) + 1)
  }

  private init(blank board: Board) {
    size = board.size
    width = Self.cellWidth(of: board)
    lineLength = width * (size.h + 1) + 1
    bytes = OwnedBuffer(capacity: lineLength * (size.v + 1))
    bytes.append(repeating: 0x20, count: lineLength * (size.v + 1))
    for h in 1...size.h { write(h, at: h * width) }
    bytes[lineLength - 1] = 0x0a
    for v in 1...size.v {
      write(v, at: v * lineLength)
      for h in 1...size.h { bytes[v * lineLength + (h + 1) * width - 1] = UInt8(ascii: ".") }
      bytes[(v + 1) * lineLength - 1] = 0x0a
    }
  }

  /// Shows the cell as empty or pressed.
  package mutating func clear(_ cell: Cell) {
    put(UInt8(ascii: "."), at: cell)
  }

  /// Shows the numeral of the cell as masked.
  package mutating func mask(_ cell: Cell) {
    put(UInt8(ascii: "#"), at: cell)
  }

  /// A sign of one column; where a numeral was wider, its other digits go.
  private mutating func put(_ sign: UInt8, at cell: Cell) {
    let last = offset(of: cell) + width - 1
    bytes[last] = sign
    bytes[last - 1] = 0x20
    for offset in last + 1 - width..<last - 1 { bytes[offset] = 0x20 }
  }

  private mutating func write(_ number: Int, at start: Int) {
    guard number >= 10 else {
      bytes[start + width - 1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number)
      return
    }
    var rest = number
    var offset = start + width - 1
    repeat {
      bytes[offset] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
      offset -= 1
    } while rest > 0
  }

  private func offset(of cell: Cell) -> Int {
    cell.v * lineLength + cell.h * width
  }

  private static func digitCount(_ number: Int) -> Int {
    number < 10 ? 1 : 1 + digitCount(number / 10)
  }
}
