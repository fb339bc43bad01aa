/// The effects of escape sequences on the screen.
extension ScreenModel {
  /// Applies an escape sequence to the screen; records it if the model does not support it.
  mutating func perform(_ sequence: EscapeSequence) {
    let first = sequence.numbers.first ?? 0
    let count = max(1, first)
    switch sequence.name {
    case "7": grid.saved = (grid.row, grid.column)
    case "8": move(toRow: grid.saved.row, toColumn: grid.saved.column)
    case "[A": move(toRow: grid.row - count)
    case "[B": move(toRow: grid.row + count)
    case "[C": move(toColumn: grid.column + count)
    case "[D": move(toColumn: grid.column - count)
    case "[G": move(toColumn: count - 1)
    case "[d": move(toRow: count - 1)
    case "[H":
      let column = sequence.numbers.count > 1 ? max(1, sequence.numbers[1]) : 1
      move(toRow: count - 1, toColumn: column - 1)
    case "[J", "[K", "[X", "[P", "[@": erase(sequence.name, first, count)
    case "[?h", "[?l": setMode(first, sequence.name == "[?h")
    case "[m": applyAttributes(sequence.numbers)
    case "[n" where first == 6: reports.append("\u{1b}[\(grid.row + 1);\(grid.column + 1)R")
    default: note(unknown: "\(sequence.name) \(sequence.numbers)")
    }
  }

  /// Sets or resets a private mode of the terminal by its number.
  private mutating func setMode(_ mode: Int, _ isOn: Bool) {
    switch mode {
    case 1049: showAlternate(isOn)
    case 2004: setPasteMode(isOn)
    case 25, 1000, 1006, 2026: setMode(number: mode, isOn)
    default: note(unknown: "mode \(mode)")
    }
  }

  /// Applies the attributes of following characters.
  ///
  /// The model knows only reverse video.
  private mutating func applyAttributes(_ numbers: [Int]) {
    if numbers.isEmpty || numbers.contains(0) { setReverse(false) }
    if numbers.contains(7) { setReverse(true) }
  }

  /// Erases a part of the screen or of a row, or deletes characters.
  private mutating func erase(_ name: String, _ first: Int, _ count: Int) {
    let row = grid.row
    let column = grid.column
    let blanks = Array(repeating: " ", count: min(count, columns - column))
    switch name {
    case "[J":
      for other in grid.rows.indices where first == 2 || other > row {
        grid.rows[other] = Row(columns: columns)
      }
      if first != 2 { eraseToEnd(row, column) }
    case "[K": eraseToEnd(row, column)
    case "[X":
      grid.rows[row].cells.replaceSubrange(column..<column + blanks.count, with: blanks)
    case "[P":
      grid.rows[row].cells.removeSubrange(column..<column + blanks.count)
      grid.rows[row].cells += blanks
    default:
      grid.rows[row].cells.insert(contentsOf: blanks, at: column)
      grid.rows[row].cells.removeLast(blanks.count)
    }
  }

  /// Erases a row from a column to its end.
  private mutating func eraseToEnd(_ row: Int, _ column: Int) {
    for index in column..<columns { grid.rows[row].cells[index] = " " }
    grid.rows[row].isWrapped = false
  }
}
