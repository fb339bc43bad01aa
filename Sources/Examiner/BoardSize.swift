/// The columns (`h`) and rows (`v`) of a board, each from 1 to 99.
///
/// It is public, as `Cell` is, so that other targets read it in place.
@frozen
public struct BoardSize: Hashable, Sendable {
  package static let limits = 1...99

  @usableFromInline let columnCount: UInt8
  @usableFromInline let rowCount: UInt8

  /// The board of the literature: 8 columns and 5 rows.
  package static var standard: BoardSize { BoardSize(known: 8, 5) }

  /// One column and one row.
  static var smallest: BoardSize { BoardSize(known: 1, 1) }

  private init(known h: UInt8, _ v: UInt8) {
    columnCount = h
    rowCount = v
  }

  /// Makes a size, or says which side is out of its limits.
  package init(h: Int, v: Int) throws(BoardFault) {
    guard Self.limits.contains(h) else { throw .columns(h) }
    guard Self.limits.contains(v) else { throw .rows(v) }
    columnCount = UInt8(h)
    rowCount = UInt8(v)
  }

  /// How many columns the board has.
  @inlinable
  public var h: Int { Int(columnCount) }

  /// How many rows the board has.
  @inlinable
  public var v: Int { Int(rowCount) }

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
