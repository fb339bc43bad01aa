/// The columns (`h`) and rows (`v`) of a board, each from 1 to 99.
package struct BoardSize: Hashable, Sendable {
  package static let limits = 1...99

  package let h: Int
  package let v: Int

  /// The board of the literature: 8 columns and 5 rows.
  package static var standard: BoardSize { BoardSize(known: 8, 5) }

  /// One column and one row.
  static var smallest: BoardSize { BoardSize(known: 1, 1) }

  private init(known h: Int, _ v: Int) {
    self.h = h
    self.v = v
  }

  /// Makes a size, or says which side is out of its limits.
  package init(h: Int, v: Int) throws(BoardFault) {
    guard Self.limits.contains(h) else { throw .columns(h) }
    guard Self.limits.contains(v) else { throw .rows(v) }
    self.h = h
    self.v = v
  }

  /// How many cells the board has.
  package var cellCount: Int { h * v }

  /// Whether the cell lies on the board.
  package func contains(_ cell: Cell) -> Bool {
    cell.h >= 1 && cell.h <= h && cell.v >= 1 && cell.v <= v
  }

  /// The cell's number, row by row from 0; the cell must lie on the board.
  package func offset(of cell: Cell) -> Int {
    (cell.v - 1) * h + cell.h - 1
  }

  /// The cell with the number that `offset(of:)` gives it.
  package func cell(at offset: Int) -> Cell {
    Cell(h: offset % h + 1, v: offset / h + 1)
  }
}
