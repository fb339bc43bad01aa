/// A row of a screen with its attributes as text, for a golden file.
///
/// The row comes first, as it is shown, and below it a line for each run of cells that have a
/// style: the first and the last column, from 1, and the style in words.
///
///     %  File  Edit
///     ^ 2-5 bold
///     ^ 8-80 white on blue
///     %
///
/// So a change of the text changes one line, a change of a style another one, and rows in the
/// standard style look as they do without styles. Columns count cells: a wide character has two.
/// Hidden characters stand in the row, since their style says that they are hidden. What can't be
/// seen makes no run: a blank has the style beside it if it looks the same in that.
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
    let end = cells.lastIndex { !$0.isBlank }
    text = cells.prefix(end.map { $0 + 1 } ?? 0).map(\.text).joined()
    var start = 0
    while start < cells.count {
      let run = Self.run(from: start, of: cells)
      start = run.columns.upperBound
      if let seen = run.trimmed(cells) { runs.append(seen) }
    }
  }

  /// Returns the longest run from a column on, which may have the standard style.
  private static func run(from start: Int, of cells: [ScreenCell]) -> Run {
    var style = cells[start].seenStyle
    var isBlank = true
    var end = start
    while end < cells.count {
      let cell = cells[end]
      if cell.isBlank {
        guard style.onBlank == cell.seenStyle else { break }
      } else {
        // Blanks at the beginning look the same in the style of the first character.
        guard cell.style == style || isBlank && cell.style.onBlank == style else { break }
        style = cell.style
        isBlank = false
      }
      end += 1
    }
    return Run(columns: start..<end, style: style)
  }

  /// The lines of a golden file.
  package var lines: [String] {
    [text.isEmpty ? "%" : "% " + text] + runs.map { "^ \($0)" }
  }
}

extension ScreenCell {
  /// The part of the style that can be seen.
  fileprivate var seenStyle: CellStyle { isBlank ? style.onBlank : style }
}

extension CellStyle {
  /// The part of the style that can be seen on a blank: its background and its lines.
  fileprivate var onBlank: CellStyle {
    guard underline == .none, !attributes.contains(.strikeThrough) else { return self }
    var seen = CellStyle()
    seen.attributes = attributes.intersection(.reverse)
    if attributes.contains(.reverse) {
      seen.foreground = foreground
    } else {
      seen.background = background
    }
    return seen
  }
}

extension StyledRow.Run {
  /// Returns the run without blanks at its ends that look like the standard style; `nil` if nothing
  /// is left.
  fileprivate func trimmed(_ cells: [ScreenCell]) -> Self? {
    guard style != CellStyle() else { return nil }
    guard style.onBlank == CellStyle() else { return self }
    let shown = columns.filter { !cells[$0].isBlank }
    guard let first = shown.first, let last = shown.last else { return nil }
    return Self(columns: first..<last + 1, style: style)
  }
}

extension StyledRow.Run: CustomStringConvertible {
  package var description: String {
    let last = columns.count > 1 ? "-\(columns.upperBound)" : ""
    return "\(columns.lowerBound + 1)\(last) \(style)"
  }

  /// Parses columns and a style, such as `8-80 white on blue`; returns `nil` for any other text.
  fileprivate init?(_ text: String) {
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
    for wholeLine in bytes.split(separator: 0x0a, omittingEmptySubsequences: false) {
      // Nothing at the end of a line has meaning.
      let end = wholeLine.lastIndex { $0 != 0x20 && $0 != 0x0d }
      let line = end.map { wholeLine[...$0] } ?? wholeLine.prefix(0)
      let content = line.dropFirst(2)
      let offset = content.startIndex
      let gutter = String(decoding: line.prefix(2), as: UTF8.self)
      if gutter == "%" || gutter == "% " {
        var row = StyledRow([])
        row.text = String(decoding: content, as: UTF8.self)
        rows.append(row)
      } else if gutter == "^ ", let last = rows.indices.last {
        guard let run = Run(String(decoding: content, as: UTF8.self)) else {
          let reason = "columns and a style are expected, such as \"2-5 bold red\""
          throw TranscriptFault(reason, at: offset, of: bytes)
        }
        guard run.columns.lowerBound >= rows[last].runs.last?.columns.upperBound ?? 0 else {
          throw TranscriptFault("the columns have a style already", at: offset, of: bytes)
        }
        rows[last].runs.append(run)
      } else if !line.isEmpty || wholeLine.endIndex < bytes.count {
        let reason = "a row begins with \"%\", a style with \"^\""
        throw TranscriptFault(reason, at: line.startIndex, of: bytes)
      }
    }
    return rows
  }
}

/// Rows for a picture of a transcript.
extension StyledRow {
  /// Creates a row in the standard style.
  init(_ text: String) { self.text = text }

  /// The number of columns.
  var width: Int {
    max(text.unicodeScalars.reduce(0) { $0 + $1.cellWidth }, runs.last?.columns.upperBound ?? 0)
  }

  /// Returns the rows of a transcript's lines, in which patterns and gaps stand as they are
  /// written.
  static func rows(ofLines lines: [String]) -> [StyledRow] {
    var rows: [StyledRow] = []
    for line in lines {
      let content = String(line.drop { $0 != " " }.dropFirst())
      if line.hasPrefix("^"), let last = rows.indices.last, let run = Run(content) {
        rows[last].runs.append(run)
      } else {
        rows.append(StyledRow(line.hasPrefix("%") ? content : line))
      }
    }
    return rows
  }

  /// Returns the row with another one from a column on, and a sign between both.
  func beside(_ other: StyledRow, at column: Int, sign: String = " ") -> StyledRow {
    let blanks = String(repeating: " ", count: max(0, column - 2 - StyledRow(text).width))
    var row = StyledRow("\(text)\(blanks)\(sign) \(other.text)")
    row.runs = runs
    for run in other.runs {
      let columns = run.columns.lowerBound + column..<run.columns.upperBound + column
      row.runs.append(Run(columns: columns, style: run.style))
    }
    return row
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
        put(scalar, width: width, style: CellStyle(), row: row, column: column)
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
