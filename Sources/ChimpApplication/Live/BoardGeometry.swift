package import Examiner

/// Where the cells of a board stand on a screen: as tiles of one size, without gaps.
package struct BoardGeometry: Equatable, Sendable {
  package let size: BoardSize
  /// How many columns and rows a tile has.
  package let tileWidth: Int
  package let tileHeight: Int
  /// The first column and row of the first tile, counted from 0.
  package let left: Int
  package let top: Int

  /// How many columns the numbers of the rows take.
  package static var labelWidth: Int { 3 }

  /// Fits a board into so many columns and rows, the numbers around it included.
  ///
  /// Nil where there is no room for it. The same room and the same size give the same places,
  /// whatever stands on the board.
  package init?(_ size: BoardSize, columns: Int, rowCount: Int, top: Int, digitCount: Int = 2) {
    let width = (columns - Self.labelWidth) / size.h
    let height = (rowCount - 1) / size.v
    let least = max(3, digitCount + 1)
    guard width >= least, height >= 1 else { return nil }
    let tileHeight = min(height, 6)
    self.size = size
    self.tileHeight = tileHeight
    // A character is about twice as high as it is wide.
    tileWidth = min(width, max(least, tileHeight * 2 + 2))
    left = Self.labelWidth + max(0, (columns - Self.labelWidth - tileWidth * size.h) / 2)
    self.top = top + 1
  }

  var isLarge: Bool { tileHeight >= 6 && tileWidth >= 9 }

  func tile(of cell: Cell) -> (columns: Range<Int>, row: Int) {
    let first = left + (cell.h - 1) * tileWidth
    return (first..<first + tileWidth, top + (cell.v - 1) * tileHeight)
  }

  /// The cell at a place of the screen, counted from 0; nil beside the board.
  package func cell(column: Int, row: Int) -> Cell? {
    guard column >= left, row >= top else { return nil }
    let cell = Cell(h: (column - left) / tileWidth + 1, v: (row - top) / tileHeight + 1)
    return size.contains(cell) ? cell : nil
  }

  /// How many rows the board takes, the numbers of its columns included.
  package var rowCount: Int { tileHeight * size.v + 1 }
}
