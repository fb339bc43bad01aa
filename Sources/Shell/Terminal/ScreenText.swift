/// How a text lies on the rows of a screen.
package struct ScreenText {
  /// How many columns a character takes.
  package typealias Width = (Unicode.Scalar) -> Int

  package let columns: Int
  private let width: Width

  /// Makes a measure for a screen of so many columns.
  package init(columns: Int, width: @escaping Width) {
    self.columns = max(1, columns)
    self.width = width
  }

  /// The rows that a reply takes, split where the terminal would wrap; escape codes take no room.
  package func rows(of bytes: some Sequence<UInt8>) -> [String] {
    var rows: [String] = []
    var row = String.UnicodeScalarView()
    var column = 0
    var isEscape = false
    var isOpen = false
    for scalar in String(decoding: Array(bytes), as: UTF8.self).unicodeScalars {
      isOpen = true
      if scalar == "\n" {
        rows.append(String(row))
        (row, column, isOpen) = (String.UnicodeScalarView(), 0, false)
        continue
      }
      if scalar == "\u{1b}" { isEscape = true }
      let taken = isEscape ? 0 : max(0, width(scalar))
      if isEscape, scalar.properties.isAlphabetic { isEscape = false }
      if column + taken > columns {
        rows.append(String(row))
        (row, column) = (String.UnicodeScalarView(), 0)
      }
      row.append(scalar)
      column += taken
    }
    if isOpen { rows.append(String(row)) }
    return rows
  }

  /// How many columns a text takes.
  package func width(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + max(0, width($1)) }
  }

  /// As much of the text as fits into so many columns.
  package func prefix(of text: String, columns: Int) -> String {
    var prefix = String.UnicodeScalarView()
    var column = 0
    for scalar in text.unicodeScalars {
      column += max(0, width(scalar))
      guard column <= columns else { break }
      prefix.append(scalar)
    }
    return String(prefix)
  }

  /// As many whole words of the text as fit into so many columns.
  package func words(of text: String, columns: Int) -> String {
    let prefix = prefix(of: text, columns: columns)
    guard prefix != text else { return text }
    return String(prefix[..<(prefix.lastIndex(of: " ") ?? prefix.startIndex)])
  }

  /// Where the editor stands behind a text that it shows from the first column on.
  package func place(after text: some Sequence<Unicode.Scalar>) -> (row: Int, column: Int) {
    var row = 0
    var column = 0
    for scalar in text {
      let taken = shownWidth(scalar, at: column)
      if width(scalar) == 2, column + 2 > columns { (row, column) = (row + 1, 0) }
      column += taken
      while column >= columns { (row, column) = (row + 1, column - columns) }
    }
    return (row, column)
  }

  /// The editor shows a tab as blanks, and other controls as `^X`.
  private func shownWidth(_ scalar: Unicode.Scalar, at column: Int) -> Int {
    switch scalar.value {
    case 0x09: 8 - column % 8
    case 0..<0x20, 0x7f: 2
    default:
      if width(scalar) >= 0 { width(scalar) } else { scalar.value > 0xffff ? 8 : 7 }
    }
  }
}
