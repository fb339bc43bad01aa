package import ChimpSystem

/// A grid of styled characters, from which screens and pictures are made.
///
/// A text that doesn't fit is cut at the edges; a wide character takes two columns.
///
///     var grid = TextGrid(columns: 5, rowCount: 2) { _ in 1 }
///     grid.put("board", row: 0, column: 2)
///     grid.put("ok", row: 1, within: 0..<4, .bold)
///     grid.rows(hasColor: false)  // ["  boa", " \u{1b}[1mok\u{1b}[0m"]
package struct TextGrid {
  /// The style of a character; without colours, `good` and `bad` are bold, and `dim` is plain.
  ///
  ///     var grid = TextGrid(columns: 5, rowCount: 1) { _ in 1 }
  ///     grid.fill(row: 0, 1..<3, with: "#", .reverse)
  package enum Style: UInt8, CaseIterable, Sendable {
    case plain, bold, dim, reverse, good, bad

    /// Returns the escape codes of the style; empty for plain text.
    fileprivate func codes(hasColor: Bool) -> String {
      switch self {
      case .plain: ""
      case .bold: "\u{1b}[1m"
      case .dim: hasColor ? "\u{1b}[2m" : ""
      case .reverse: "\u{1b}[7m"
      // Blue and orange differ in every kind of colour vision, and are fixed in every colour
      // scheme.
      case .good: hasColor ? "\u{1b}[1;38;5;33m" : "\u{1b}[1m"
      case .bad: hasColor ? "\u{1b}[1;38;5;166m" : "\u{1b}[1m"
      }
    }
  }

  package let columns: Int
  package let rowCount: Int
  private let width: ScreenText.Width
  private var scalars: [Unicode.Scalar]
  private var styles: [Style]

  /// The placeholder in the second column of a wide character.
  private static let filler: Unicode.Scalar = "\u{0}"

  package init(columns: Int, rowCount: Int, width: @escaping ScreenText.Width) {
    self.columns = max(1, columns)
    self.rowCount = max(0, rowCount)
    self.width = width
    scalars = Array(repeating: " ", count: self.columns * self.rowCount)
    styles = Array(repeating: .plain, count: scalars.count)
  }

  /// Writes a text into a row, cut at the edge of the grid.
  package mutating func put(_ text: String, row: Int, column: Int, _ style: Style = .plain) {
    guard (0..<rowCount).contains(row) else { return }
    var column = column
    for scalar in text.unicodeScalars {
      let columnCount = self.columnCount(of: scalar)
      guard columnCount > 0, scalar.value >= 0x20 else { continue }
      if column + columnCount > columns { return }
      if column >= 0 {
        set(scalar, row, column, style)
        if columnCount == 2 { set(Self.filler, row, column + 1, style) }
      }
      column += columnCount
    }
  }

  /// Writes a text centred in a range of columns.
  package mutating func put(
    _ text: String, row: Int, within range: Range<Int>, _ style: Style = .plain
  ) {
    let columnCount = text.unicodeScalars.reduce(0) { $0 + max(0, self.columnCount(of: $1)) }
    put(text, row: row, column: range.lowerBound + max(0, range.count - columnCount) / 2, style)
  }

  /// Returns the number of columns of a character.
  package func columnCount(of scalar: Unicode.Scalar) -> Int {
    scalar.value < 0x7f ? 1 : width(scalar)
  }

  /// Fills columns of a row with a character.
  package mutating func fill(
    row: Int, _ range: Range<Int>, with scalar: Unicode.Scalar = " ", _ style: Style
  ) {
    guard (0..<rowCount).contains(row) else { return }
    for column in range.clamped(to: 0..<columns) { set(scalar, row, column, style) }
  }

  /// Sets a single character.
  private mutating func set(_ scalar: Unicode.Scalar, _ row: Int, _ column: Int, _ style: Style) {
    scalars[row * columns + column] = scalar
    styles[row * columns + column] = style
  }

  /// Returns the rows with escape sequences, without trailing blanks.
  package func rows(hasColor: Bool) -> [String] {
    let codes = Style.allCases.map { Array($0.codes(hasColor: hasColor).utf8) }
    return (0..<rowCount).map { row in
      let first = row * columns
      var end = first + columns
      while end > first, scalars[end - 1] == " ", styles[end - 1] != .reverse { end -= 1 }
      var text: [UInt8] = []
      var style = Style.plain
      func choose(_ next: Style) {
        guard next != style else { return }
        if style != .plain { text += "\u{1b}[0m".utf8 }
        text += codes[Int(next.rawValue)]
        style = next
      }
      for index in first..<end where scalars[index] != Self.filler {
        choose(styles[index])
        text += scalars[index].utf8
      }
      choose(.plain)
      return String(decoding: text, as: UTF8.self)
    }
  }
}

extension TextGrid {
  /// Returns the first rows of the grid.
  package func prefix(_ rowCount: Int) -> TextGrid {
    let count = min(self.rowCount, max(0, rowCount))
    var grid = TextGrid(columns: columns, rowCount: count, width: width)
    grid.scalars = Array(scalars.prefix(count * columns))
    grid.styles = Array(styles.prefix(count * columns))
    return grid
  }

  /// Adjacent characters of a row with the same style.
  ///
  ///     for run in grid.runs(ofRow: 0) { print(run.column, run.text, run.style) }
  package struct Run: Equatable, Sendable {
    package let column: Int
    package let columnCount: Int
    package let text: String
    package let style: Style
  }

  /// Returns a row as runs of characters with the same style, without blanks around them.
  ///
  /// Blanks in reverse video are kept, because they are visible.
  package func runs(ofRow row: Int) -> [Run] {
    let first = row * columns
    let end = first + columns
    var runs: [Run] = []
    var start = first
    while start < end {
      let style = styles[start]
      if style != .reverse, scalars[start] == " " {
        start += 1
        continue
      }
      var next = start + 1
      // Blanks take the style of their neighbours, except visible ones.
      while next < end, continues(style, at: next) { next += 1 }
      var last = next
      while style != .reverse, scalars[last - 1] == " " { last -= 1 }
      var text = String.UnicodeScalarView()
      for index in start..<last where scalars[index] != Self.filler { text.append(scalars[index]) }
      runs.append(
        Run(column: start - first, columnCount: last - start, text: String(text), style: style))
      start = next
    }
    return runs
  }

  /// Returns whether a run of a style continues at an index.
  private func continues(_ style: Style, at index: Int) -> Bool {
    if styles[index] == style || scalars[index] == Self.filler { return true }
    return style != .reverse && styles[index] != .reverse && scalars[index] == " "
  }
}

/// A position on a screen, counted from 0.
///
///     screen.draw(rows, cursor: ScreenPosition(row: 1, column: 12))
package struct ScreenPosition: Equatable, Sendable {
  package let row: Int
  package let column: Int

  package init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}
