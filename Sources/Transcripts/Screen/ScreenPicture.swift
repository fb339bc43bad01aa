import ChimpSystem

extension TerminalScreen {
  /// Returns the screen as an SVG with its cursor.
  ///
  /// The same screen always gives the same bytes. The page is light or dark, as the reader prefers.
  package func picture(title: String) -> String {
    let position = isCursorVisible ? (row: cursor.row, column: cursor.column) : nil
    return grid.picture(
      title: title, cursor: position, isReversed: modes.contains(.reverseScreen))
  }
}

extension ScreenGrid {
  /// Returns the grid as an SVG, perhaps with a cursor.
  package func picture(
    title: String, cursor: (row: Int, column: Int)? = nil, isReversed: Bool = false
  ) -> String {
    ScreenPicture(grid: self, title: title, cursor: cursor, isReversed: isReversed).text
  }
}

extension CellStyle {
  /// The colour of the text: terminals draw the first eight colours brightly where they are bold.
  fileprivate var drawnForeground: CellColor {
    guard attributes.contains(.bold), case .palette(let number) = foreground, number < 8 else {
      return foreground
    }
    return .palette(number + 8)
  }
}

/// Writes an SVG of a screen on a fixed grid.
private struct ScreenPicture {
  let grid: ScreenGrid
  let title: String
  let cursor: (row: Int, column: Int)?
  /// `true` if foreground and background are exchanged on the whole screen.
  let isReversed: Bool

  var text: String {
    var content = grid.rows.indices.map { elements(ofRow: $0) }.joined()
    if let cursor { content += cursorElement(cursor.row, cursor.column) }
    return GridPicture(columns: grid.columns, rowCount: grid.rows.count).document(
      title: title, attributes: "xml:space=\"preserve\"", style: style, content: content)
  }

  /// Returns the cursor, which is on both halves of a wide character.
  private func cursorElement(_ row: Int, _ column: Int) -> String {
    let width = grid.rows[row][column].width
    let start = width == 0 ? column - 1 : column
    let area = GridPicture.area(row: row, column: start, count: width == 1 ? 1 : 2)
    return "<rect class=\"cursor\" \(area)/>\n"
  }

  private var style: String {
    let (page, ink) = isReversed ? ("ink", "page") : ("page", "ink")
    return """
      svg{--\(page):#fff;--\(ink):#1f2328}
      @media(prefers-color-scheme:dark){svg{--\(page):#0d1117;--\(ink):#e6edf3}}
      \(GridPicture.font)\
      .page,text.page{fill:var(--page)}.ink{fill:var(--ink)}
      .bold{font-weight:bold}.italic{font-style:italic}.faint{opacity:.6}
      .cursor{fill:none;stroke:var(--ink)}

      """
  }

  /// Returns the elements of a row, a line for each run of characters.
  private func elements(ofRow row: Int) -> String {
    var lines = ""
    var start = 0
    let cells = grid.rows[row]
    while start < cells.count {
      let end = endOfRun(from: start, in: cells)
      let elements = elements(of: cells[start..<end], row: row)
      if !elements.isEmpty { lines += elements + "\n" }
      start = end
    }
    return lines
  }

  /// Returns the end of the cells that are drawn together.
  ///
  /// Wide characters are drawn alone, because fonts seldom make them twice as wide as others.
  private func endOfRun(from start: Int, in cells: [ScreenCell]) -> Int {
    let first = cells[start]
    guard first.width == 1 else { return min(start + 2, cells.count) }
    return cells[start...].firstIndex { $0.style != first.style || $0.width != 1 } ?? cells.count
  }

  /// Returns the background and the text of a run, as far as they can be seen.
  private func elements(of cells: ArraySlice<ScreenCell>, row: Int) -> String {
    let style = cells[cells.startIndex].style
    let isReverse = style.attributes.contains(.reverse)
    let background = isReverse ? style.drawnForeground : style.background
    var elements = ""
    if isReverse || background != .standard {
      let area = GridPicture.area(row: row, column: cells.startIndex, count: cells.count)
      elements = "<rect \(fill(background, standard: isReverse ? "ink" : "")) \(area)/>"
    }
    let isDecorated = style.underline != .none || style.attributes.contains(.strikeThrough)
    var shown = cells
    if !isDecorated {
      shown = shown.drop { $0.isBlank }
      while shown.last?.isBlank == true { shown.removeLast() }
    }
    guard !shown.isEmpty, !style.attributes.contains(.hidden) else { return elements }
    return elements + textElement(of: shown, style: style, row: row)
  }

  private func textElement(
    of cells: ArraySlice<ScreenCell>, style: CellStyle, row: Int
  ) -> String {
    let isReverse = style.attributes.contains(.reverse)
    let color = isReverse ? style.background : style.drawnForeground
    let names: [(name: String, isSet: Bool)] = [
      ("bold", style.attributes.contains(.bold)), ("italic", style.attributes.contains(.italic)),
      ("faint", style.attributes.contains(.faint)), ("page", isReverse && color == .standard),
    ]
    let classes = names.filter(\.isSet).map(\.name).joined(separator: " ")
    var rules = color.hexadecimal.map { ["fill:\($0)"] } ?? []
    if let decoration = decoration(of: style) { rules.append("text-decoration:\(decoration)") }
    let attributes = [
      classes.isEmpty ? "" : " class=\"\(classes)\"",
      rules.isEmpty ? "" : " style=\"\(rules.joined(separator: ";"))\"",
    ]
    return GridPicture.text(
      cells.map(\.text).joined(), row: row, column: cells.startIndex, count: cells.count,
      attributes: attributes.joined())
  }

  private func decoration(of style: CellStyle) -> String? {
    var words: [String] = []
    if style.underline != .none { words.append("underline") }
    if style.attributes.contains(.strikeThrough) { words.append("line-through") }
    switch style.underline {
    case .none, .single: break
    case .double: words.append("double")
    case .curly: words.append("wavy")
    case .dotted: words.append("dotted")
    case .dashed: words.append("dashed")
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// Returns the attribute that fills an area with a colour, or with the terminal's own of a class.
  private func fill(_ color: CellColor, standard: String) -> String {
    color.hexadecimal.map { "fill=\"\($0)\"" } ?? "class=\"\(standard)\""
  }
}
