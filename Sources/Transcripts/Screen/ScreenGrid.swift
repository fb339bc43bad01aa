/// One cell of a screen.
package struct ScreenCell: Hashable, Sendable {
  package var style = CellStyle()
  /// The number of cells that the character has: 1, 2, or 0 for the second half of a wide one.
  package private(set) var width: UInt8
  /// The character and its marks, as far as they fit, and zeros.
  ///
  /// Seven marks are enough for the flags that are spelled with tags. A string in each cell would
  /// handle 14 MB of text in a second instead of 36, of which 20 are needed.
  private var scalars = SIMD8<UInt32>()

  /// Creates a blank.
  package init(style: CellStyle = CellStyle()) {
    self.init(" ", width: 1, style: style)
  }

  init(_ scalar: Unicode.Scalar, width: Int, style: CellStyle) {
    self.style = style
    self.width = UInt8(width)
    scalars[0] = scalar.value
  }

  /// Returns the second half of a wide character.
  static func secondHalf(style: CellStyle) -> ScreenCell {
    ScreenCell("\0", width: 0, style: style)
  }

  /// `true` for a blank without marks.
  package var isBlank: Bool { scalars[0] == 0x20 && scalars[1] == 0 }

  /// The character with its combining marks; empty in the second half of a wide one.
  package var text: String {
    let shown = scalars.indices.prefix { scalars[$0] != 0 }
    return String(String.UnicodeScalarView(shown.compactMap { Unicode.Scalar(scalars[$0]) }))
  }

  /// Adds a combining mark; drops it if there are seven already.
  mutating func combine(_ mark: Unicode.Scalar) {
    guard let free = scalars.indices.first(where: { scalars[$0] == 0 }) else { return }
    scalars[free] = mark.value
  }
}

/// The cells of a screen.
///
/// No operation leaves half of a wide character: the other half becomes a blank. Rows and columns
/// must be on the grid.
package struct ScreenGrid: Equatable, Sendable {
  /// The rows, each of which has a cell for every column.
  package private(set) var rows: [[ScreenCell]]
  package private(set) var columns: Int

  init(columns: Int, rows: Int) {
    self.columns = columns
    let row = Array(repeating: ScreenCell(), count: columns)
    self.rows = Array(repeating: row, count: rows)
  }

  /// Writes a character, which must fit in its row.
  mutating func put(
    _ scalar: Unicode.Scalar, width: Int, style: CellStyle, row: Int, column: Int
  ) {
    rows[row].put(scalar, width: width, style: style, at: column)
  }

  /// Adds a combining mark to the character at a position.
  mutating func combine(_ mark: Unicode.Scalar, row: Int, column: Int) {
    let start = rows[row][column].width == 0 ? column - 1 : column
    rows[row][start].combine(mark)
  }

  /// Changes the style of cells.
  mutating func setStyle(_ style: CellStyle, row: Int, columns: Range<Int>) {
    for column in columns { rows[row][column].style = style }
  }

  /// Replaces cells by blanks in a style.
  mutating func erase(_ row: Int, _ range: Range<Int>, style: CellStyle) {
    rows[row].replace(range, by: range.count, style: style)
  }

  /// Inserts blanks at a column; cells are moved to the right, the last ones off the row.
  mutating func insertCells(_ count: Int, row: Int, column: Int, style: CellStyle) {
    let count = min(count, columns - column)
    rows[row].replace(columns - count..<columns, by: 0, style: style)
    rows[row].replace(column..<column, by: count, style: style)
  }

  /// Deletes cells at a column; cells are moved to the left, and blanks come in at the right.
  mutating func deleteCells(_ count: Int, row: Int, column: Int, style: CellStyle) {
    let count = min(count, columns - column)
    rows[row].replace(column..<column + count, by: 0, style: style)
    rows[row].replace(columns - count..<columns - count, by: count, style: style)
  }

  /// Moves the rows of a region up by a number of rows, or down by a negative one; blank rows come
  /// in.
  mutating func scroll(_ region: Range<Int>, by count: Int, style: CellStyle) {
    let moved = min(abs(count), region.count)
    let isUp = count > 0
    let end = isUp ? region.lowerBound + moved : region.upperBound
    rows.removeSubrange(end - moved..<end)
    let row = Array(repeating: ScreenCell(style: style), count: columns)
    let start = isUp ? region.upperBound - moved : region.lowerBound
    rows.insert(contentsOf: repeatElement(row, count: moved), at: start)
  }

  /// Replaces every cell by the same character.
  mutating func fill(with scalar: Unicode.Scalar) {
    let row = Array(repeating: ScreenCell(scalar, width: 1, style: CellStyle()), count: columns)
    rows = Array(repeating: row, count: rows.count)
  }

  /// Changes the size: cells at the right and rows at the bottom are dropped or added, after a
  /// number of rows is dropped at the top.
  mutating func resize(columns newColumns: Int, rows newCount: Int, droppingTop topCount: Int) {
    if newColumns < columns {
      for row in rows.indices { rows[row].separate(at: newColumns) }
    }
    columns = newColumns
    rows = rows.dropFirst(topCount).prefix(newCount).map { row in
      let blanks = repeatElement(ScreenCell(), count: max(0, newColumns - row.count))
      return Array(row.prefix(newColumns)) + blanks
    }
    let row = Array(repeating: ScreenCell(), count: columns)
    rows += repeatElement(row, count: newCount - rows.count)
  }
}

extension [ScreenCell] {
  /// Writes a character.
  fileprivate mutating func put(
    _ scalar: Unicode.Scalar, width: Int, style: CellStyle, at column: Int
  ) {
    separate(at: column)
    separate(at: column + width)
    self[column] = ScreenCell(scalar, width: width, style: style)
    if width == 2 { self[column + 1] = .secondHalf(style: style) }
  }

  /// Replaces cells by a number of blanks.
  fileprivate mutating func replace(_ range: Range<Int>, by count: Int, style: CellStyle) {
    separate(at: range.lowerBound)
    separate(at: range.upperBound)
    replaceSubrange(range, with: repeatElement(ScreenCell(style: style), count: count))
  }

  /// Replaces a wide character whose halves are on both sides of a boundary by blanks.
  fileprivate mutating func separate(at column: Int) {
    guard column > 0, column < count, self[column].width == 0 else { return }
    for half in [column - 1, column] { self[half] = ScreenCell(style: self[half].style) }
  }
}
