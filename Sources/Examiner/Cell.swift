/// A place on the board: column `h` and row `v`, both counted from 1.
package struct Cell: Hashable, Sendable {
  private let column: Int16
  private let row: Int16

  /// Makes a cell; one that is off every board is kept as one that is off every board.
  package init(h: Int, v: Int) {
    column = Int16(clamping: h)
    row = Int16(clamping: v)
  }

  package var h: Int { Int(column) }
  package var v: Int { Int(row) }
}
