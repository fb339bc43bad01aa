/// A row of a screen with its attributes as text, for a golden file.
///
/// The row comes first, as it is shown, and below it a line for each run of cells that have a style:
/// the first and the last column, from 1, and the style in words.
///
///     %  File  Edit
///     ^ 2-5 bold
///     ^ 8-80 white on blue
///     %
///
/// So a change of the text changes one line, a change of a style another one, and rows in the
/// standard style look as they do without styles. Columns count cells: a wide character has two.
/// Hidden characters stand in the row, since their style says that they are hidden.
package struct StyledRow: Equatable, Sendable {
  /// Cells beside each other that have the same style, which is not the standard one.
  package struct Run: Equatable, Sendable {
    /// The columns, from 0.
    package let columns: Range<Int>
    package let style: CellStyle
  }

  /// The characters, without blanks at the end.
  package private(set) var text: String
  /// The runs in the order of their columns.
  package private(set) var runs: [Run] = []

  /// Creates the text of the cells of a row.
  package init(_ cells: [ScreenCell]) {
    let end = cells.lastIndex { $0.text != " " }
    text = cells.prefix(end.map { $0 + 1 } ?? 0).map(\.text).joined()
    var start = 0
    while start < cells.count {
      let style = cells[start].style
      let end = cells[start...].firstIndex { $0.style != style } ?? cells.count
      if style != CellStyle() { runs.append(Run(columns: start..<end, style: style)) }
      start = end
    }
  }

  /// The lines of a golden file.
  package var lines: [String] {
    [text.isEmpty ? "%" : "% " + text] + runs.map { "^ \($0)" }
  }
}

extension StyledRow.Run: CustomStringConvertible {
  package var description: String {
    let last = columns.count > 1 ? "-\(columns.upperBound)" : ""
    return "\(columns.lowerBound + 1)\(last) \(style)"
  }

  /// Parses columns and a style, such as `8-80 white on blue`; returns `nil` for any other text.
  fileprivate init?(_ text: Substring) {
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let style = CellStyle(String(words[1])) else { return nil }
    let numbers = words[0].split(separator: "-").compactMap { Int($0) }
    guard let first = numbers.first, let last = numbers.last, first > 0, first <= last,
      last <= TerminalScreen.largestSize
    else { return nil }
    self.init(columns: first - 1..<last, style: style)
    // Whatever is not written so has no meaning either, such as `3-3` or two blanks.
    guard description == text else { return nil }
  }
}

extension StyledRow {
  /// Parses lines of a golden file; throws for a line that is no row, no run, or a run of columns
  /// that are not behind those of the run before it.
  package static func parse(_ text: String) throws(TranscriptFault) -> [StyledRow] {
    let bytes = Array(text.utf8)
    var rows: [StyledRow] = []
    var offset = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      defer { offset += line.utf8.count + 1 }
      if line == "%" || line.hasPrefix("% ") {
        var row = StyledRow([])
        row.text = String(line.dropFirst(2))
        rows.append(row)
      } else if line.hasPrefix("^ "), let last = rows.indices.last {
        guard let run = Run(line.dropFirst(2)) else {
          throw TranscriptFault("columns and a style are missing", at: offset + 2, of: bytes)
        }
        guard run.columns.lowerBound >= rows[last].runs.last?.columns.upperBound ?? 0 else {
          throw TranscriptFault("the columns have a style already", at: offset + 2, of: bytes)
        }
        rows[last].runs.append(run)
      } else if !line.isEmpty || offset < bytes.count {
        throw TranscriptFault("a row begins with \"%\", a style with \"^\"", at: offset, of: bytes)
      }
    }
    return rows
  }
}

extension ScreenGrid {
  /// Creates the grid that rows describe; what is off the grid is dropped.
  package init(columns: Int, rows styledRows: [StyledRow]) {
    self.init(columns: max(1, columns), rows: max(1, styledRows.count))
    for (row, styledRow) in styledRows.enumerated() {
      put(styledRow.text, row: row)
      for run in styledRow.runs {
        setStyle(run.style, row: row, columns: run.columns.clamped(to: 0..<self.columns))
      }
    }
  }

  /// Writes a text from the first column on.
  private mutating func put(_ text: String, row: Int) {
    var column = 0
    for scalar in text.unicodeScalars {
      let width = scalar.cellWidth
      if width > 0, column + width <= columns {
        put(String(scalar), width: width, style: CellStyle(), row: row, column: column)
      } else if width == 0, column > 0 {
        combine(scalar, row: row, column: column - 1)
      }
      column = min(column + width, columns)
    }
  }
}

extension TerminalScreen {
  /// The rows with their attributes as text.
  package var styledRows: [StyledRow] { grid.rows.map { StyledRow($0) } }
}
