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
