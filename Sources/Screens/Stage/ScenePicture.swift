package import ChimpSystem
package import Examiner
package import Shell
package import Terminal

/// A scene drawn as terminal rows, with the positions of the parts that can be clicked.
///
/// ```swift
/// let picture = ScenePicture(scene, columns: 80, rowCount: 24, pen: pen)
/// let cell = picture.geometry?.cell(column: click.column, row: click.row)
/// ```
package struct ScenePicture {
  /// The rows from the top, with escape sequences; at most as many as the terminal has.
  package let rows: [String]

  /// The same rows as a grid of characters with styles.
  package let grid: TextGrid
  /// The positions of the board's cells; `nil` if no board is visible.
  package private(set) var geometry: BoardGeometry?
  /// The row of the first menu item, counted from 0; `nil` without a menu.
  package private(set) var firstItemRow: Int?
  /// The positions of the list's elements; `nil` if no list is visible.
  package private(set) var list: ListScreen.Geometry?

  /// The drawing options: the terminal's capabilities and the language.
  ///
  ///     let pen = ScenePicture.Pen(
  ///       isPlain: true, hasColor: false, supportsUnicode: false, width: { _ in 1 },
  ///       language: .english)
  package struct Pen {
    /// `true` to draw masks as ASCII characters instead of filled areas.
    package let isPlain: Bool
    package let hasColor: Bool
    /// `true` if the terminal can show characters outside of ASCII.
    package let supportsUnicode: Bool
    /// Measures the width of characters, which differs between terminals.
    package let width: ScreenText.Width
    package let language: Language

    /// Creates drawing options.
    package init(
      isPlain: Bool, hasColor: Bool, supportsUnicode: Bool, width: @escaping ScreenText.Width,
      language: Language
    ) {
      self.isPlain = isPlain
      self.hasColor = hasColor
      self.supportsUnicode = supportsUnicode
      self.width = width
      self.language = language
    }
  }

  /// Draws a scene; if the terminal is too small for the board, draws a message instead.
  package init(_ scene: LiveScene, columns: Int, rowCount: Int, pen: Pen) {
    var canvas = SceneCanvas(columns: columns, rowCount: rowCount, pen: pen)
    var used: Int
    switch scene.body {
    case .menu(let items, let selected):
      used = canvas.drawHead(scene, aboveItems: items.count)
      firstItemRow = used
      canvas.draw(items, selected: selected, from: used)
      used += items.count
    case .lines(let lines):
      used = canvas.drawHead(scene)
      used += canvas.draw(lines.flatMap { canvas.text.wrapped($0) }, from: used)
    case .list(let page):
      let geometry = ListScreen.Geometry(page, rowCount: rowCount)
      list = geometry
      canvas.draw(page, geometry, title: scene.title)
      used = geometry.firstRow + geometry.shown.count
    case .board(let board):
      geometry = Self.geometry(of: board, columns: columns, rowCount: rowCount)
      used = canvas.drawHead(scene, rowCount: geometry?.headRowCount ?? 1)
      if let geometry {
        canvas.draw(board, geometry)
        used += geometry.rowCount
      } else {
        let needed = Self.leastTerminal(for: board)
        let words = Self.noRoom(board.size, needed: needed, in: pen.language)
        used += canvas.draw(canvas.text.wrapped(words), from: used)
      }
    }
    used = canvas.drawFoot(scene, from: used)
    grid = canvas.grid
    rows = Array(canvas.grid.rows(hasColor: pen.hasColor).prefix(min(used, rowCount)))
  }

  /// Returns the message that a window is too small for a board, with the size that it needs.
  private static func noRoom(
    _ size: BoardSize, needed: TerminalSize, in language: Language
  ) -> String {
    language.pick(
      "the window is too small for a board of \(size.h)x\(size.v): make it at least "
        + "\(needed.columns)x\(needed.rows)",
      "画面が小さく、\(size.h)x\(size.v)の盤が入りません。"
        + "\(needed.columns)x\(needed.rows)以上に広げてください")
  }

  /// Returns `true` if there is room for the whole board, the list, or every item of the menu.
  package static func hasRoom(for scene: LiveScene, columns: Int, rowCount: Int, pen: Pen) -> Bool {
    switch scene.body {
    case .lines: return true
    case .list: return rowCount >= ListScreen.Geometry.leastRowCount
    case .board(let board): return geometry(of: board, columns: columns, rowCount: rowCount) != nil
    case .menu(let items, _):
      return rowCount >= leastRowCount(forItems: items.count) && columns >= leastMenuColumns
    }
  }

  /// The number of columns in which the reason to choose each item can be read.
  package static var leastMenuColumns: Int { 40 }

  /// Returns the number of rows that a menu needs: its items, and the keys below.
  package static func leastRowCount(forItems count: Int) -> Int { count + 1 }

  /// Returns the size of the smallest terminal on which a board fits.
  package static func leastTerminal(for board: LiveBoard) -> TerminalSize {
    let columns = BoardGeometry.leastColumns(of: board.size, digitCount: board.digitCount)
    // The column numbers, the title, the state and the keys.
    let rowCount = (1...).first { geometry(of: board, columns: columns, rowCount: $0) != nil }
    return TerminalSize(columns: columns, rows: StageScreen.rowCount(forRoom: rowCount ?? 0))
  }

  /// Returns the positions of a board's cells; `nil` if the terminal is too small.
  private static func geometry(of board: LiveBoard, columns: Int, rowCount: Int) -> BoardGeometry? {
    // The rows below the board, for replies.
    let spare = rowCount > board.size.v + 8 ? 3 : 1
    // This must not depend on the scene's text, so that the board stays in one position during a
    // test.
    for used in stride(from: columns < 64 ? 4 : 2, to: 1, by: -1) {
      let geometry = BoardGeometry(
        board.size, columns: columns, rowCount: rowCount - used - 2 - spare, top: used,
        digitCount: board.digitCount)
      if let geometry { return geometry }
    }
    return nil
  }
}

/// The character grid on which a scene is drawn, from top to bottom.
private struct SceneCanvas {
  var grid: TextGrid
  /// The capabilities of the terminal.
  private let pen: ScenePicture.Pen

  /// The character for an empty cell: a middle dot, or a full stop if that is wider than one
  /// column.
  private let emptySign: Unicode.Scalar

  /// Creates an empty grid of the terminal's size.
  init(columns: Int, rowCount: Int, pen: ScenePicture.Pen) {
    self.pen = pen
    grid = TextGrid(columns: columns, rowCount: rowCount, width: pen.width)
    emptySign = !pen.supportsUnicode || grid.columnCount(of: "\u{b7}") != 1 ? "." : "\u{b7}"
  }

  /// The width of the grid and of its characters, for wrapping text.
  var text: ScreenText { ScreenText(columns: grid.columns, width: pen.width) }

  /// Draws the title and the instruction above `count` items; returns the first row below.
  ///
  /// The last row belongs to the keys. The instruction is the first that is omitted, then the
  /// title.
  mutating func drawHead(_ scene: LiveScene, aboveItems count: Int) -> Int {
    let room = grid.rowCount - count - 1
    let title = rows(of: scene.title, most: 1)
    let sentence = text.wrapped(scene.sentence)
    guard room >= title.count + sentence.count else {
      return draw(title.prefix(max(0, room)), from: 0, .bold)
    }
    return drawHead(scene)
  }

  /// Draws the title and the instruction, in `rowCount` rows if given; returns the next free row.
  mutating func drawHead(_ scene: LiveScene, rowCount: Int? = nil) -> Int {
    let sentence = scene.sentence.isEmpty ? [] : text.wrapped(scene.sentence)
    let most = rowCount.map { max(1, $0 - sentence.count) } ?? .max
    let used = draw(rows(of: scene.title, most: most), from: 0, .bold)
    draw(sentence.prefix(rowCount.map { $0 - used } ?? .max), from: used)
    return rowCount ?? used + max(1, sentence.count)
  }

  /// Draws texts in consecutive rows; returns their number.
  @discardableResult
  mutating func draw(
    _ rows: some Collection<String>, from first: Int, _ style: TextGrid.Style = .plain
  ) -> Int {
    for (index, row) in rows.enumerated() { grid.put(row, row: first + index, column: 0, style) }
    return rows.count
  }

  /// Returns a text wrapped to at most `most` rows; the last clauses of a longer text are dropped.
  private func rows(of text: String, most: Int, columns: Int? = nil) -> [String] {
    let screen = ScreenText(columns: columns ?? grid.columns, width: pen.width)
    var rest = text[...]
    var rows = screen.wrapped(text)
    while rows.count > most {
      guard let end = rest.lastIndex(where: { ",;:(、。（".contains($0) }) else {
        return Array(rows.prefix(most))
      }
      rest = rest[..<end]
      while rest.last == " " { rest.removeLast() }
      rows = screen.wrapped(String(rest))
    }
    return rows
  }

  /// Draws the items of a menu with their keys, one in each row.
  mutating func draw(_ items: [LiveScene.MenuItem], selected: Int, from first: Int) {
    let nameWidth = items.reduce(0) { max($0, displayWidth($1.name)) }
    for (index, item) in items.enumerated() {
      let isSelected = index == selected
      let row = first + index
      grid.put(isSelected ? ">" : " ", row: row, column: 0, isSelected ? .bold : .plain)
      let key = item.key.map(String.init) ?? "\((index + 1) % 10)"
      grid.put(key, row: row, column: 2, isSelected ? .bold : .plain)
      grid.put(item.name, row: row, column: 5, isSelected ? .bold : .plain)
      let column = 5 + nameWidth + 2
      let summary = rows(of: item.summary, most: 1, columns: grid.columns - column)
      grid.put(summary[0], row: row, column: column, .dim)
    }
  }

  /// Draws the list screen: the label, the button, and the visible rows.
  mutating func draw(
    _ page: ListScreen.Page, _ geometry: ListScreen.Geometry, title: String
  ) {
    let language = pen.language
    let rowCount = page.rows.count
    let isWhole = geometry.shown.count == rowCount
    let first = geometry.shown.lowerBound
    let last = geometry.shown.upperBound - 1
    let shown =
      isWhole
      ? ""
      : language.pick(
        ": rows \(first) to \(last) of \(rowCount)", ": \(rowCount)行のうち\(first)から\(last)")
    grid.put(title + shown, row: 0, column: 0, .bold)
    let label = language.pick("label: \(page.label)", "ラベル: \(page.label)")
    grid.put(escaped(label), row: 1, column: 0)
    let isButtonChosen = page.choice == .addButton
    grid.put(isButtonChosen ? ">" : " ", row: geometry.buttonRow, column: 0, .bold)
    let style: TextGrid.Style = isButtonChosen ? .bold : .plain
    let button = language.pick("[ Add ]", "[ 追加 ]")
    grid.put(button, row: geometry.buttonRow, column: 2, style)
    let width = max(3, String(rowCount).utf8.count)
    for (offset, index) in geometry.shown.enumerated() {
      let style: TextGrid.Style = page.choice == .row(index) ? .bold : .plain
      let row = geometry.firstRow + offset
      let number = String(index)
      if style == .bold { grid.put(">", row: row, column: 0, .bold) }
      grid.put(number, row: row, column: 2 + width - number.utf8.count, .dim)
      grid.put(escaped(page.rows[index]), row: row, column: 4 + width, style)
    }
  }

  /// Draws the state, the result and the keys; returns the next free row.
  mutating func drawFoot(_ scene: LiveScene, from first: Int) -> Int {
    let state = (scene.verdict.map { mark($0) + " " } ?? "") + scene.state
    let keys = keyRows(of: scene)
    var stateRows = text.wrapped(state)
    // An empty row above the keys is the first that is omitted.
    let hasRoom = first + 2 + keys.count <= grid.rowCount
    if state.isEmpty, !scene.result.isEmpty || !hasRoom { stateRows = [] }
    let resultRows = resultRows(of: scene, behind: stateRows.count, from: first)
    let style: TextGrid.Style =
      switch scene.verdict {
      case .right: .good
      case .wrong: .bad
      case nil: .plain
      }
    let isFull = !resultRows.isEmpty && first + stateRows.count + resultRows.count >= grid.rowCount
    let shown = isFull ? 0 : draw(stateRows, from: first, style)
    let used = first + shown + draw(resultRows, from: first + shown)
    return used + max(1, draw(keys, from: used, .dim))
  }

  /// Returns the rows of the keys: one, but as many as needed below a page of text.
  ///
  /// A participant who may refuse consent must see the key for it in every window.
  private func keyRows(of scene: LiveScene) -> [String] {
    guard case .lines = scene.body else { return rows(of: scene.keys, most: 1) }
    return text.wrapped(scene.keys)
  }

  /// Returns the rows of a result that fit between the state and the keys.
  ///
  /// The last lines are omitted first, because the main screen has them all. The first line, with
  /// the score, is more important than the state of the last trial.
  private func resultRows(
    of scene: LiveScene, behind stateRowCount: Int, from first: Int
  ) -> [String] {
    let room = grid.rowCount - first - 1
    var rows: [String] = []
    for (index, line) in scene.result.enumerated() {
      let next = text.wrapped(line)
      let least = index == 0 ? 0 : stateRowCount
      guard rows.count + next.count + least <= room else { break }
      rows += next
    }
    return rows
  }

  /// Returns the sign before a rated text, so that the rating is not shown by colour alone.
  private func mark(_ verdict: Verdict) -> String {
    switch verdict {
    case .right: pen.supportsUnicode ? "\u{2713}" : "+"
    case .wrong: pen.supportsUnicode ? "\u{2717}" : "x"
    }
  }

  /// Draws a board: the row and column numbers, the cells and the fixation mark.
  mutating func draw(_ board: LiveBoard, _ geometry: BoardGeometry) {
    for h in 1...board.size.h {
      let columns = geometry.tile(of: Cell(h: h, v: 1)).columns
      grid.put("\(h)", row: geometry.top - 1, within: inner(columns), .dim)
    }
    for v in 1...board.size.v {
      let row = geometry.tile(of: Cell(h: 1, v: v)).row + middle(geometry)
      let label = "\(v)"
      grid.put(label, row: row, column: geometry.left - 1 - label.utf8.count, .dim)
      for h in 1...board.size.h { draw(Cell(h: h, v: v), of: board, geometry) }
    }
    guard board.hasFixation else { return }
    let left = geometry.tile(of: Cell(h: 1, v: 1)).columns.lowerBound
    let all = left..<left + geometry.tileWidth * board.size.h
    let row = geometry.top + geometry.tileHeight * board.size.v / 2
    grid.fill(row: row, all, .plain)
    grid.put("+", row: row, within: all, .bold)
  }

  /// Draws a cell: its numeral or mask, a dot if it is empty, and the brackets of the cursor.
  ///
  /// The mark of a mistake is drawn beside the numeral or, without room there, before it; in an
  /// empty cell in place of the dot.
  private mutating func draw(_ cell: Cell, of board: LiveBoard, _ geometry: BoardGeometry) {
    let tile = geometry.tile(of: cell)
    let columns = inner(tile.columns)
    let row = tile.row + middle(geometry)
    let dot = tile.columns.lowerBound + (tile.columns.count - 1) / 2
    switch board[cell] {
    case nil:
      guard !board.hasFixation else { break }
      grid.fill(row: row, dot..<dot + 1, with: emptySign, .dim)
    case .masked: drawMask(columns, tile.row, geometry)
    case .numeral(let numeral): draw(numeral, columns, tile.row, geometry, .bold)
    case .solved(let numeral): draw(numeral, columns, tile.row, geometry, .good)
    case .mistake(nil): grid.put(mark(.wrong), row: row, column: dot, .bad)
    case .mistake(let numeral?):
      draw(numeral, columns, tile.row, geometry, .bad)
      let isNarrow = geometry.tileHeight == 1 && columns.count <= 3
      let column = isNarrow ? tile.columns.lowerBound : columns.upperBound - 1
      grid.put(mark(.wrong), row: tile.row, column: column, .bad)
    }
    if board.cursor == cell {
      grid.put("[", row: row, column: tile.columns.lowerBound, .bold)
      grid.put("]", row: row, column: tile.columns.upperBound - 1, .bold)
    }
  }

  /// Returns the columns that a numeral or mask fills in a cell; the others separate the cells.
  private func inner(_ columns: Range<Int>) -> Range<Int> {
    columns.lowerBound + 1..<columns.upperBound - (columns.count > 3 ? 1 : 0)
  }

  /// Returns the row in the middle of a cell, relative to its first row.
  ///
  /// The last row of a cell with several rows is the gap to the next cell.
  private func middle(_ geometry: BoardGeometry) -> Int { (filledHeight(geometry) - 1) / 2 }

  /// Returns the number of rows that a mask fills in a cell.
  private func filledHeight(_ geometry: BoardGeometry) -> Int {
    geometry.tileHeight > 1 ? geometry.tileHeight - 1 : 1
  }

  /// Draws a mask: a filled area, or a `#` on plain terminals.
  private mutating func drawMask(_ columns: Range<Int>, _ row: Int, _ geometry: BoardGeometry) {
    guard !pen.isPlain else { return grid.put("#", row: row + middle(geometry), within: columns) }
    for offset in 0..<filledHeight(geometry) { grid.fill(row: row + offset, columns, .reverse) }
  }

  /// Draws a numeral, in large digits if the cell has room, otherwise as text.
  private mutating func draw(
    _ numeral: Int, _ columns: Range<Int>, _ row: Int, _ geometry: BoardGeometry,
    _ style: TextGrid.Style
  ) {
    let digits = String(numeral).utf8.map { Int($0 - UInt8(ascii: "0")) }
    let width = digits.count * LargeDigit.width + digits.count - 1
    guard geometry.isLarge, !pen.isPlain, width <= columns.count else {
      return grid.put(String(numeral), row: row + middle(geometry), within: columns, style)
    }
    // A dot of two columns is about square; it is used where the numeral has room for it.
    let dot = width * 2 - (digits.count - 1) <= columns.count ? 2 : 1
    var left = columns.lowerBound + (columns.count - width * dot) / 2
    for digit in digits {
      for (line, dots) in LargeDigit.rows(of: digit).enumerated() {
        for (index, isDrawn) in dots.enumerated() where isDrawn {
          let start = left + index * dot
          grid.fill(row: row + line, start..<start + dot, .reverse)
        }
      }
      left += LargeDigit.width * dot + 1
    }
  }
}

/// The shapes of large digits, three by five dots.
private enum LargeDigit {
  static var width: Int { 3 }

  /// Returns the dots of a digit, row by row; `true` if a dot is drawn.
  static func rows(of digit: Int) -> [[Bool]] {
    stride(from: 12, through: 0, by: -3).map { shift in
      (0..<3).map { dots[digit] >> (shift + 2 - $0) & 1 == 1 }
    }
  }

  /// The dots of the digits 0 to 9 as bits, the first row in the highest bits.
  private static var dots: [Int] {
    [
      0b111_101_101_101_111, 0b010_110_010_010_111, 0b111_001_111_100_111, 0b111_001_111_001_111,
      0b101_101_111_001_001, 0b111_100_111_001_111, 0b111_100_111_101_111, 0b111_001_010_010_010,
      0b111_101_111_101_111, 0b111_101_111_001_111,
    ]
  }
}

/// The positions of a board's cells on a screen, which are tiles of equal size without gaps.
///
///     if let cell = picture.geometry?.cell(column: 10, row: 4) { press(cell) }
package struct BoardGeometry: Equatable, Sendable {
  let size: BoardSize
  let tileWidth: Int
  let tileHeight: Int
  /// The first column and the first row of the first tile, counted from 0.
  let left: Int
  let top: Int

  /// The number of rows above the board's column numbers.
  var headRowCount: Int { top - 1 }

  /// The number of columns of the row numbers at the left.
  static var labelWidth: Int { 3 }

  /// Returns the number of columns of the smallest area for a board.
  static func leastColumns(of size: BoardSize, digitCount: Int) -> Int {
    labelWidth + max(3, digitCount + 1) * size.h
  }

  /// Computes the tiles of a board in an area; returns `nil` if it does not fit.
  ///
  /// The area includes the row and column numbers. The positions depend only on the arguments, not
  /// on the numerals of the board.
  init?(_ size: BoardSize, columns: Int, rowCount: Int, top: Int, digitCount: Int = 2) {
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

  /// `true` if tiles have room for large digits.
  var isLarge: Bool { tileHeight >= 6 && tileWidth >= 9 }

  /// Returns the columns and the first row of a cell on the screen, counted from 0.
  func tile(of cell: Cell) -> (columns: Range<Int>, row: Int) {
    let first = left + (cell.h - 1) * tileWidth
    return (first..<first + tileWidth, top + (cell.v - 1) * tileHeight)
  }

  /// Returns the cell at a column and a row of the screen, counted from 0; `nil` outside of the
  /// board.
  package func cell(column: Int, row: Int) -> Cell? {
    guard column >= left, row >= top else { return nil }
    let cell = Cell(h: (column - left) / tileWidth + 1, v: (row - top) / tileHeight + 1)
    return size.contains(cell) ? cell : nil
  }

  /// The number of rows of the board, including the column numbers.
  var rowCount: Int { tileHeight * size.v + 1 }
}
