import Examiner

/// The positions of a board's cells on a screen, which are tiles of equal size without gaps.
///
///     if let cell = picture.geometry?.cell(column: 10, row: 4) { press(cell) }
struct BoardGeometry: Equatable, Sendable {
  let size: BoardSize
  let tileWidth: Int
  let tileHeight: Int
  /// The first column and the first row of the first tile, counted from 0.
  private(set) var left: Int
  let top: Int

  /// The number of columns to the left of the board's row numbers, where its text begins, too.
  var margin: Int { left - Self.labelWidth }

  /// Returns the same tiles with another margin.
  func moved(toMargin margin: Int) -> BoardGeometry {
    var moved = self
    moved.left = margin + Self.labelWidth
    return moved
  }

  /// The number of rows above the board's column numbers.
  var headRowCount: Int { top - 1 }

  /// The number of columns of the row numbers at the left.
  static var labelWidth: Int { 3 }

  /// Returns the number of columns of the smallest area for a board.
  static func leastColumns(of size: BoardSize, digitCount: Int) -> Int {
    labelWidth + max(3, digitCount + 1) * size.h
  }

  /// Computes the tiles of a board in an area; returns `nil` if it does not fit.
  ///
  /// The area includes the row and column numbers. The positions depend only on the arguments, not
  /// on the numerals of the board.
  init?(_ size: BoardSize, columns: Int, rowCount: Int, top: Int, digitCount: Int = 2) {
    let width = (columns - Self.labelWidth) / size.h
    // There is no gap below the last tiles.
    let height = rowCount >= 2 * size.v ? rowCount / size.v : (rowCount - 1) / size.v
    let least = max(3, digitCount + 1)
    guard width >= least, height >= 1 else { return nil }
    let tileHeight = min(height, 6)
    self.size = size
    self.tileHeight = tileHeight
    // A character is about twice as high as it is wide; an odd width has a middle.
    let wanted = min(width, max(least, tileHeight * 2 + 3))
    tileWidth = wanted > 5 && wanted.isMultiple(of: 2) ? max(least, wanted - 1) : wanted
    left = Self.labelWidth + max(0, (columns - Self.labelWidth - tileWidth * size.h) / 2)
    self.top = top + 1
  }

  /// `true` if tiles have room for large digits.
  var isLarge: Bool { tileHeight >= 6 && tileWidth >= 9 }

  /// Returns the columns and the first row of a cell on the screen, counted from 0.
  func tile(of cell: Cell) -> (columns: Range<Int>, row: Int) {
    let first = left + (cell.h - 1) * tileWidth
    return (first..<first + tileWidth, top + (cell.v - 1) * tileHeight)
  }

  /// Returns the cell at a column and a row of the screen, counted from 0; `nil` outside of the
  /// board.
  func cell(column: Int, row: Int) -> Cell? {
    guard column >= left, row >= top else { return nil }
    let cell = Cell(h: (column - left) / tileWidth + 1, v: (row - top) / tileHeight + 1)
    return size.contains(cell) ? cell : nil
  }

  /// The number of rows of the board, including the column numbers.
  var rowCount: Int { tileHeight * size.v + (tileHeight > 1 ? 0 : 1) }
}
