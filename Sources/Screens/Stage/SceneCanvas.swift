import ChimpSystem
import Examiner
import Game
import Shell
import Terminal

/// The character grid on which a scene is drawn, from top to bottom.
struct SceneCanvas {
  var grid: TextGrid
  /// The capabilities of the terminal.
  let pen: ScenePicture.Pen

  /// The character for an empty cell: a middle dot, or a full stop if that is wider than one
  /// column.
  private let emptySign: Unicode.Scalar

  /// Creates an empty grid of the terminal's size.
  init(columns: Int, rowCount: Int, pen: ScenePicture.Pen) {
    self.pen = pen
    grid = TextGrid(columns: columns, rowCount: rowCount, width: pen.width)
    emptySign = !pen.supportsUnicode || grid.columnCount(of: "\u{b7}") != 1 ? "." : "\u{b7}"
  }

  /// The number of columns to the left of all text.
  var margin = 0
  /// The position behind a question; `nil` without one.
  private(set) var cursor: ScreenPosition?

  /// The width of the text and of its characters, for wrapping it.
  var text: ScreenText { ScreenText(columns: grid.columns - margin, width: pen.width) }

  /// Draws the title and the instruction above `count` items; returns the first row below.
  ///
  /// The last row belongs to the keys. The instruction is the first that is omitted, then the
  /// title.
  mutating func drawHead(_ scene: LiveScene, aboveItems count: Int) -> Int {
    guard !scene.isQuestion else { return drawHead(scene) }
    let room = grid.rowCount - count - 1
    let title = rows(of: scene.title, most: 1)
    let sentence = text.wrapped(scene.sentence)
    guard room >= title.count + sentence.count else {
      return draw(title.prefix(max(0, room)), from: 0, .bold)
    }
    return drawHead(scene)
  }

  /// Draws the title and the instruction above a page of text; returns the first row below.
  ///
  /// The last clauses of a title are omitted if the page and its keys have no room otherwise.
  mutating func drawHead(_ scene: LiveScene, abovePageRows count: Int) -> Int {
    let rest = max(1, sentence(of: scene).count) + count + keyRows(of: scene).count
    guard !scene.isQuestion, text.wrapped(scene.title).count + rest > grid.rowCount else {
      return drawHead(scene)
    }
    var short = scene
    short.title = rows(of: scene.title, most: 1).first ?? ""
    return drawHead(short)
  }

  /// The width of the longest instruction during a round, which stands in one column throughout.
  static var instructionWidth: Int { 60 }

  /// Draws the title and the instruction, in `rowCount` rows if given; returns the next free row.
  ///
  /// The margin is smaller if they do not fit beside it. The instruction is more important than the
  /// title, which is omitted if there is no other way.
  mutating func drawHead(_ scene: LiveScene, rowCount: Int? = nil) -> Int {
    let usual = margin
    defer { margin = usual }
    while let rowCount, margin > 0, !hasRoom(for: scene, rowCount: rowCount) { margin -= 1 }
    if let rowCount, !hasRoom(for: scene, rowCount: rowCount) { margin = usual }
    let sentence = sentence(of: scene)
    let most = rowCount.map { $0 < sentence.count ? 1 : $0 - sentence.count } ?? .max
    let isAsked = scene.isQuestion && sentence.isEmpty
    // A question has room for the cursor behind it.
    let title = rows(of: scene.title, most: most, columns: isAsked ? text.columns - 2 : nil)
    let style: TextGrid.Style = if case .end = scene.body { .good } else { .bold }
    let used = draw(title, from: 0, isAsked ? .reverse : style)
    let shown = sentence.prefix(rowCount.map { $0 - used } ?? .max)
    draw(shown, from: used, scene.isQuestion ? .reverse : .plain)
    if scene.isQuestion, let last = isAsked ? title.last : shown.last {
      let row = used + shown.count - 1
      cursor = ScreenPosition(row: row, column: margin + text.width(of: last) + 1)
    }
    return rowCount ?? used + max(1, sentence.count)
  }

  /// Returns `true` if the title and the whole instruction fit into rows beside the margin.
  private func hasRoom(for scene: LiveScene, rowCount: Int) -> Bool {
    text.wrapped(scene.title).count + sentence(of: scene).count <= rowCount
  }

  /// Returns the rows of the instruction; a question has room for the cursor behind it.
  private func sentence(of scene: LiveScene) -> [String] {
    guard !scene.sentence.isEmpty else { return [] }
    let columns = text.columns - (scene.isQuestion ? 2 : 0)
    return ScreenText(columns: columns, width: pen.width).wrapped(scene.sentence)
  }

  /// Draws texts in consecutive rows; returns their number.
  @discardableResult
  mutating func draw(
    _ rows: some Collection<String>, from first: Int, _ style: TextGrid.Style = .plain
  ) -> Int {
    for (index, row) in rows.enumerated() {
      grid.put(row, row: first + index, column: margin, style)
    }
    return rows.count
  }

  /// Returns a text wrapped to at most `most` rows; the last clauses of a longer text are dropped.
  private func rows(of text: String, most: Int, columns: Int? = nil) -> [String] {
    let screen = ScreenText(columns: columns ?? self.text.columns, width: pen.width)
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
  mutating func draw(_ items: [LiveScene.MenuItem], selected: Int?, from first: Int) {
    let nameWidth = items.reduce(0) { max($0, displayWidth($1.name)) }
    for (index, item) in items.enumerated() {
      let isSelected = index == selected
      let row = first + index
      grid.put(isSelected ? ">" : " ", row: row, column: margin, isSelected ? .bold : .plain)
      let key = item.key.map(String.init) ?? "\((index + 1) % 10)"
      grid.put(key, row: row, column: margin + 2, isSelected ? .bold : .plain)
      grid.put(item.name, row: row, column: margin + 5, isSelected ? .bold : .plain)
      let column = margin + 5 + nameWidth + 2
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
    grid.put(title + shown, row: 0, column: margin, .bold)
    let label = language.pick("label: \(page.label)", "ラベル: \(page.label)")
    grid.put(escaped(label), row: 1, column: margin)
    let isButtonChosen = page.choice == .addButton
    grid.put(isButtonChosen ? ">" : " ", row: geometry.buttonRow, column: margin, .bold)
    let style: TextGrid.Style = isButtonChosen ? .bold : .plain
    let button = language.pick("[ Add ]", "[ 追加 ]")
    grid.put(button, row: geometry.buttonRow, column: margin + 2, style)
    let width = max(3, String(rowCount).utf8.count)
    for (offset, index) in geometry.shown.enumerated() {
      let style: TextGrid.Style = page.choice == .row(index) ? .bold : .plain
      let row = geometry.firstRow + offset
      let number = String(index)
      if style == .bold { grid.put(">", row: row, column: margin, .bold) }
      grid.put(number, row: row, column: margin + 2 + width - number.utf8.count, .dim)
      grid.put(escaped(page.rows[index]), row: row, column: margin + 4 + width, style)
    }
  }

  /// Returns the number of rows of the state and the keys.
  func footRowCount(of scene: LiveScene) -> Int {
    stateRows(of: scene).count + keyRows(of: scene).count
  }

  /// Returns the rows of the state, with the mark of the last press.
  private func stateRows(of scene: LiveScene) -> [String] {
    text.wrapped((scene.verdict.map { mark($0) + " " } ?? "") + scene.state)
  }

  /// Draws the state, the result and the keys; returns the next free row.
  mutating func drawFoot(_ scene: LiveScene, from first: Int) -> Int {
    let keys = keyRows(of: scene)
    var stateRows = stateRows(of: scene)
    // An empty row above the keys is the first that is omitted.
    let hasRoom = first + 2 + keys.count <= grid.rowCount
    let hasState = scene.verdict != nil || !scene.state.isEmpty
    if !hasState, !scene.result.isEmpty || !hasRoom { stateRows = [] }
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
    case .numeral(let numeral):
      draw(numeral, columns, tile.row, geometry, board.numeralSize, .bold)
    case .solved(let numeral):
      draw(numeral, columns, tile.row, geometry, board.numeralSize, .good)
    case .mistake(nil): grid.put(mark(.wrong), row: row, column: dot, .bad)
    case .mistake(let numeral?):
      draw(numeral, columns, tile.row, geometry, board.numeralSize, .bad)
      let isNarrow = geometry.tileHeight == 1 && columns.count <= 3
      let column = isNarrow ? tile.columns.lowerBound : columns.upperBound - 1
      grid.put(mark(.wrong), row: tile.row, column: column, .bad)
    }
    guard board.cursor == cell else { return }
    // In a tile without a middle the brackets stand at the same distance from the dot.
    let isDot = board[cell] == nil
    let right = isDot ? 2 * dot - tile.columns.lowerBound : tile.columns.upperBound - 1
    grid.put("[", row: row, column: tile.columns.lowerBound, .bold)
    grid.put("]", row: row, column: right, .bold)
  }

  /// Returns whether each cell has room for a numeral in large digits.
  static func hasRoom(forLarge numeral: Int, _ geometry: BoardGeometry) -> Bool {
    let inner = geometry.tileWidth - 2
    return geometry.isLarge && LargeDigits(String(numeral)).columnCount(dotWidth: 1) <= inner
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

  /// Draws a numeral, in large digits if the cell has room and the study allows it, otherwise as
  /// text.
  private mutating func draw(
    _ numeral: Int, _ columns: Range<Int>, _ row: Int, _ geometry: BoardGeometry,
    _ size: PresentationSettings.NumeralSize?, _ style: TextGrid.Style
  ) {
    let digits = LargeDigits(String(numeral))
    let isAllowed = geometry.isLarge && size != .character && !pen.isPlain
    guard isAllowed, digits.columnCount(dotWidth: 1) <= columns.count else {
      return grid.put(String(numeral), row: row + middle(geometry), within: columns, style)
    }
    // A dot of two columns is about square; it is used where the numeral has room for it.
    let dotWidth = digits.columnCount(dotWidth: 2) <= columns.count ? 2 : 1
    let left = (columns.count - digits.columnCount(dotWidth: dotWidth)) / 2
    draw(digits, row: row, column: columns.lowerBound + left, dotWidth: dotWidth)
  }

  /// Draws large digits as filled areas, with `#` on plain terminals.
  mutating func draw(
    _ digits: LargeDigits, row: Int, column: Int, dotWidth: Int, dotHeight: Int = 1
  ) {
    for dot in digits.dots {
      let start = column + digits.column(of: dot, dotWidth: dotWidth)
      for offset in 0..<dotHeight {
        let row = row + dot.row * dotHeight + offset
        if pen.isPlain {
          grid.fill(row: row, start..<start + dotWidth, with: "#", .plain)
        } else {
          grid.fill(row: row, start..<start + dotWidth, .reverse)
        }
      }
    }
  }
}
