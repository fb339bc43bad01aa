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
  package func offset(of cell: Cell) -> Int { (cell.v - 1) * h + cell.h - 1 }

  /// The cell with the number that `offset(of:)` gives it.
  package func cell(at offset: Int) -> Cell { Cell(h: offset % h + 1, v: offset / h + 1) }
}

/// A place on the board: column `h` and row `v`, both counted from 1.
///
/// It is public, where the rest of the package is not, so that other targets read it in place.
@frozen
public struct Cell: Hashable, Sendable {
  @usableFromInline let column: Int16
  @usableFromInline let row: Int16

  /// Makes a cell; one that is off every board is kept as one that is off every board.
  @inlinable
  public init(h: Int, v: Int) {
    column = Int16(clamping: h)
    row = Int16(clamping: v)
  }

  /// The column, counted from 1.
  @inlinable
  public var h: Int { Int(column) }

  /// The row, counted from 1.
  @inlinable
  public var v: Int { Int(row) }
}

/// The numerals that a board may draw from, both ends included.
package struct NumeralRange: Hashable, Sendable {
  /// What any numeral of any board lies in.
  package static let limits = 0...999_999

  package let low: Int
  package let high: Int

  /// Makes a range, or says which end is wrong.
  package init(low: Int, high: Int) throws(BoardFault) {
    guard Self.limits.contains(low) else { throw .numeral(low) }
    guard Self.limits.contains(high) else { throw .numeral(high) }
    guard low <= high else { throw .rangeDescends(low: low, high: high) }
    (self.low, self.high) = (low, high)
  }

  /// Reads a range as `LOW..HIGH`; nil for what is no such text.
  package static func ends(of text: String) -> (low: Int, high: Int)? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].isEmpty, let low = Int(parts[0]), let high = Int(parts[2])
    else { return nil }
    return (low, high)
  }

  /// How many numerals there are to draw from.
  package var count: Int { high - low + 1 }
}
