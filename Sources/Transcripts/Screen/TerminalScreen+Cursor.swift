extension TerminalScreen {
  /// Moves the cursor to a row and a column of the screen, limited to its edges.
  mutating func move(toRow row: Int? = nil, toColumn column: Int? = nil) {
    cursor.isWrapPending = false
    if let row { cursor.row = min(max(0, row), rowCount - 1) }
    if let column { cursor.column = min(max(0, column), columns - 1) }
  }

  /// Moves the cursor to a position that counts from the scroll region, if the program asks for
  /// that.
  mutating func moveInRegion(toRow row: Int, toColumn column: Int? = nil) {
    guard modes.contains(.origin) else { return move(toRow: row, toColumn: column) }
    move(toRow: min(region.lowerBound + row, region.upperBound - 1), toColumn: column)
  }

  /// Moves the cursor up; from within the scroll region, not beyond it.
  mutating func moveUp(_ count: Int) {
    let top = cursor.row >= region.lowerBound ? region.lowerBound : 0
    move(toRow: max(top, cursor.row - count))
  }

  /// Moves the cursor down; from within the scroll region, not beyond it.
  mutating func moveDown(_ count: Int) {
    let bottom = cursor.row < region.upperBound ? region.upperBound : rowCount
    move(toRow: min(bottom - 1, cursor.row + count))
  }

  /// Moves the cursor to a later tab stop, or to an earlier one for a negative count.
  mutating func moveToTabStop(_ count: Int) {
    for _ in 0..<min(abs(count), columns) {
      let next =
        count > 0
        ? tabStops[(cursor.column + 1)...].firstIndex(of: true) ?? columns - 1
        : tabStops[..<cursor.column].lastIndex(of: true) ?? 0
      guard next != cursor.column else { return }
      move(toColumn: next)
    }
  }

  /// Moves the cursor to the next row; at the bottom of the scroll region, scrolls instead.
  mutating func feedLine() {
    if cursor.row == region.upperBound - 1 { scroll(by: 1) } else { move(toRow: cursor.row + 1) }
    cursor.isWrapPending = false
  }

  /// Moves the cursor to the row above; at the top of the scroll region, scrolls instead.
  mutating func feedLineUpward() {
    if cursor.row == region.lowerBound { scroll(by: -1) } else { move(toRow: cursor.row - 1) }
    cursor.isWrapPending = false
  }

  /// Scrolls the region up, or down by a negative number of rows.
  mutating func scroll(by count: Int) {
    grid.scroll(region, by: count, style: cursor.style.blank)
  }

  /// Moves the rows from the cursor to the end of the scroll region; outside of it, does nothing.
  mutating func scrollBelowCursor(by count: Int) {
    guard region.contains(cursor.row) else { return }
    grid.scroll(cursor.row..<region.upperBound, by: count, style: cursor.style.blank)
    move(toColumn: 0)
  }

  /// Sets the scroll region to the rows from `top` to `bottom`, from 1; one of a single row has no
  /// effect.
  mutating func setRegion(top: Int, bottom: Int) {
    let top = max(1, top) - 1
    let bottom = bottom == 0 ? rowCount : min(bottom, rowCount)
    guard top + 1 < bottom else { return }
    region = top..<bottom
    moveInRegion(toRow: 0, toColumn: 0)
  }

  mutating func saveCursor() {
    savedCursor = SavedCursor(cursor: cursor, isOriginMode: modes.contains(.origin))
  }

  /// Restores the saved cursor, limited to the screen, which may be smaller now.
  mutating func restoreCursor() {
    let saved = savedCursor
    if saved.isOriginMode { modes.insert(.origin) } else { modes.remove(.origin) }
    cursor = saved.cursor
    move(toRow: cursor.row, toColumn: cursor.column)
    cursor.isWrapPending = saved.cursor.isWrapPending && cursor.column == columns - 1
  }

  /// Erases whole rows.
  mutating func eraseRows(_ rows: Range<Int>) {
    for row in rows { grid.erase(row, 0..<columns, style: cursor.style.blank) }
  }

  /// Erases the cursor's row up to the cursor.
  mutating func eraseBackward() {
    grid.erase(cursor.row, 0..<cursor.column + 1, style: cursor.style.blank)
  }

  /// Erases cells from the cursor on; as in xterm, only this way of erasing ends a pending wrap.
  mutating func eraseForward(_ count: Int) {
    cursor.isWrapPending = false
    let end = min(columns, cursor.column + count)
    grid.erase(cursor.row, cursor.column..<end, style: cursor.style.blank)
  }
}
