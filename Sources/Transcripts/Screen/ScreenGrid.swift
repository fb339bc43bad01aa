/// One cell of a screen.
package struct ScreenCell: Hashable, Sendable {
  /// The character with its combining marks; empty in the second half of a wide one.
  package var text = " "
  package var style = CellStyle()
  /// The number of cells that the character has: 1, 2, or 0 for the second half of a wide one.
  package var width: UInt8 = 1

  /// Creates a blank.
  package init(style: CellStyle = CellStyle()) {
    self.style = style
  }

  init(_ text: String, width: Int, style: CellStyle) {
    self.text = text
    self.style = style
    self.width = UInt8(width)
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

  /// The number of bytes of a character with its marks; further marks are dropped.
  private static let textLimit = 64

  init(columns: Int, rows: Int) {
    self.columns = columns
    let row = Array(repeating: ScreenCell(), count: columns)
    self.rows = Array(repeating: row, count: rows)
  }

  /// Writes a character, which must fit in its row.
  mutating func put(_ text: String, width: Int, style: CellStyle, row: Int, column: Int) {
    separate(row, at: column)
    separate(row, at: column + width)
    rows[row][column] = ScreenCell(text, width: width, style: style)
    if width == 2 { rows[row][column + 1] = ScreenCell("", width: 0, style: style) }
  }

  /// Adds a combining mark to the character at a position.
  mutating func combine(_ mark: Unicode.Scalar, row: Int, column: Int) {
    let start = rows[row][column].width == 0 ? column - 1 : column
    guard rows[row][start].text.utf8.count < Self.textLimit else { return }
    rows[row][start].text.unicodeScalars.append(mark)
  }

  /// Replaces cells by blanks in a style.
  mutating func erase(_ row: Int, _ range: Range<Int>, style: CellStyle) {
    guard !range.isEmpty else { return }
    separate(row, at: range.lowerBound)
    separate(row, at: range.upperBound)
    for column in range { rows[row][column] = ScreenCell(style: style) }
  }

  /// Changes the style of cells.
  mutating func setStyle(_ style: CellStyle, row: Int, columns: Range<Int>) {
    for column in columns { rows[row][column].style = style }
  }

  /// Inserts blanks at a column; cells are moved to the right, the last ones off the row.
  mutating func insertCells(_ count: Int, row: Int, column: Int, style: CellStyle) {
    let count = min(count, columns - column)
    separate(row, at: column)
    separate(row, at: columns - count)
    rows[row].removeLast(count)
    let blanks = Array(repeating: ScreenCell(style: style), count: count)
    rows[row].insert(contentsOf: blanks, at: column)
  }

  /// Deletes cells at a column; cells are moved to the left, and blanks come in at the right.
  mutating func deleteCells(_ count: Int, row: Int, column: Int, style: CellStyle) {
    let count = min(count, columns - column)
    separate(row, at: column)
    separate(row, at: column + count)
    rows[row].removeSubrange(column..<column + count)
    rows[row] += Array(repeating: ScreenCell(style: style), count: count)
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
  mutating func fill(with text: String) {
    let row = Array(repeating: ScreenCell(text, width: 1, style: CellStyle()), count: columns)
    rows = Array(repeating: row, count: rows.count)
  }

  /// Changes the size: cells at the right and rows at the bottom are dropped or added, after a
  /// number of rows is dropped at the top.
  mutating func resize(columns newColumns: Int, rows newCount: Int, droppingTop topCount: Int) {
    if newColumns < columns {
      for row in rows.indices { separate(row, at: newColumns) }
    }
    columns = newColumns
    rows = rows.dropFirst(topCount).prefix(newCount).map { row in
      let blanks = repeatElement(ScreenCell(), count: max(0, newColumns - row.count))
      return Array(row.prefix(newColumns)) + blanks
    }
    let row = Array(repeating: ScreenCell(), count: columns)
    rows += repeatElement(row, count: newCount - rows.count)
  }

  /// Replaces a wide character whose halves are on both sides of a boundary by blanks.
  private mutating func separate(_ row: Int, at column: Int) {
    guard column > 0, column < columns, rows[row][column].width == 0 else { return }
    for half in [column - 1, column] {
      rows[row][half] = ScreenCell(style: rows[row][half].style)
    }
  }
}
