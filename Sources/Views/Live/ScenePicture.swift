package import Characters
package import Console
package import Examiner
package import Terminal
import Words

/// A scene as the rows of a terminal, and where its parts stand there.
package struct ScenePicture {
  package let rows: [String]
  /// The same rows as characters with their styles.
  package let grid: TextGrid
  /// Where the cells of the board are; nil where none is to be seen.
  package private(set) var geometry: BoardGeometry?
  /// The row of the first item of a menu, counted from 0.
  package private(set) var firstItemRow: Int?
  /// Where the rows of the list are; nil where it is not to be seen.
  package private(set) var list: ListScreen.Geometry?

  package struct Pen {
    /// Whether masks are signs of ASCII rather than areas.
    package let isPlain: Bool
    package let hasColor: Bool
    /// Whether signs may be others than those of ASCII.
    package let takesUnicode: Bool
    package let width: ScreenText.Width
    package let language: Language

    package init(
      isPlain: Bool, hasColor: Bool, takesUnicode: Bool, width: @escaping ScreenText.Width,
      language: Language
    ) {
      self.isPlain = isPlain
      self.hasColor = hasColor
      self.takesUnicode = takesUnicode
      self.width = width
      self.language = language
    }
  }

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
      geometry = Self.place(board, columns: columns, rowCount: rowCount)
      used = canvas.drawHead(scene, rowCount: geometry?.headRowCount ?? 1)
      if let geometry {
        canvas.draw(board, geometry)
        used += geometry.rowCount
      } else {
        let words = LiveWords(pen.language).noRoom(board.size)
        used += canvas.draw(canvas.text.wrapped(words), from: used)
      }
    }
    used = canvas.drawFoot(scene, from: used)
    grid = canvas.grid
    rows = Array(canvas.grid.rows(hasColor: pen.hasColor).prefix(min(used, rowCount)))
  }

  /// Whether there is room for the whole board, or for each item.
  package static func hasRoom(for scene: LiveScene, columns: Int, rowCount: Int, pen: Pen) -> Bool {
    switch scene.body {
    case .lines: return true
    case .list: return rowCount >= ListScreen.Geometry.leastRowCount
    case .board(let board): return place(board, columns: columns, rowCount: rowCount) != nil
    case .menu(let items, _):
      var canvas = SceneCanvas(columns: columns, rowCount: rowCount, pen: pen)
      return canvas.drawHead(scene, aboveItems: items.count) + items.count <= rowCount
    }
  }

  /// Where the board stands; nil where there is no room for it.
  private static func place(_ board: LiveBoard, columns: Int, rowCount: Int) -> BoardGeometry? {
    // The rows that are left for replies.
    let spare = rowCount > board.size.v + 8 ? 3 : 1
    // The same for all scenes of a test, so that the board stays where it is.
    for used in stride(from: columns < 64 ? 4 : 2, to: 1, by: -1) {
      let geometry = BoardGeometry(
        board.size, columns: columns, rowCount: rowCount - used - 2 - spare, top: used,
        digitCount: board.digitCount)
      if let geometry { return geometry }
    }
    return nil
  }
}

private struct SceneCanvas {
  var grid: TextGrid
  private let pen: ScenePicture.Pen
  private let emptySign: Unicode.Scalar

  init(columns: Int, rowCount: Int, pen: ScenePicture.Pen) {
    self.pen = pen
    grid = TextGrid(columns: columns, rowCount: rowCount, width: pen.width)
    emptySign = !pen.takesUnicode || grid.taken("\u{b7}") != 1 ? "." : "\u{b7}"
  }

  var text: ScreenText { ScreenText(columns: grid.columns, width: pen.width) }

  /// What is played and what to do now, above so many items; answers the row behind.
  mutating func drawHead(_ scene: LiveScene, aboveItems count: Int) -> Int {
    // Where there are few rows, the keys are worth more than the title.
    drawHead(scene, hasTitle: grid.rowCount > count + 3)
  }

  /// What is played and what to do now, in so many rows if they are given; answers the row behind.
  mutating func drawHead(_ scene: LiveScene, rowCount: Int? = nil, hasTitle: Bool = true) -> Int {
    let sentence = scene.sentence.isEmpty ? [] : text.wrapped(scene.sentence)
    let most = rowCount.map { max(1, $0 - sentence.count) } ?? .max
    let used = hasTitle ? draw(rows(of: scene.title, most: most), from: 0, .bold) : 0
    draw(sentence.prefix(rowCount.map { $0 - used } ?? .max), from: used)
    return rowCount ?? used + max(1, sentence.count)
  }

  /// Draws rows one below the other; answers how many.
  @discardableResult
  mutating func draw(
    _ rows: some Collection<String>, from first: Int, _ look: TextGrid.Look = .plain
  ) -> Int {
    for (place, row) in rows.enumerated() { grid.put(row, row: first + place, column: 0, look) }
    return rows.count
  }

  /// A text in so many rows at most: where they don't hold it, its last parts are left out.
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

  mutating func draw(_ items: [LiveScene.MenuItem], selected: Int, from first: Int) {
    let nameWidth = items.reduce(0) { max($0, displayWidth($1.name)) }
    for (place, item) in items.enumerated() {
      let isSelected = place == selected
      let row = first + place
      grid.put(isSelected ? ">" : " ", row: row, column: 0, isSelected ? .bold : .plain)
      grid.put("\((place + 1) % 10)", row: row, column: 2, isSelected ? .bold : .plain)
      grid.put(item.name, row: row, column: 5, isSelected ? .bold : .plain)
      let column = 5 + nameWidth + 2
      let summary = rows(of: item.summary, most: 1, columns: grid.columns - column)
      grid.put(summary[0], row: row, column: column, .dim)
    }
  }

  mutating func draw(
    _ page: ListScreen.Page, _ geometry: ListScreen.Geometry, title: String
  ) {
    let words = LiveWords(pen.language)
    let isWhole = geometry.shown.count == page.rows.count
    let shown = isWhole ? "" : words.shownRows(geometry.shown, of: page.rows.count)
    grid.put(title + shown, row: 0, column: 0, .bold)
    grid.put(escaped(pen.language.label(page.label)), row: 1, column: 0)
    let isButtonChosen = page.choice == .addButton
    grid.put(isButtonChosen ? ">" : " ", row: geometry.buttonRow, column: 0, .bold)
    let look: TextGrid.Look = isButtonChosen ? .bold : .plain
    grid.put(words.addButton, row: geometry.buttonRow, column: 2, look)
    let width = max(3, String(page.rows.count).utf8.count)
    for (place, index) in geometry.shown.enumerated() {
      let look: TextGrid.Look = page.choice == .row(index) ? .bold : .plain
      let row = geometry.firstRow + place
      let number = String(index)
      if look == .bold { grid.put(">", row: row, column: 0, .bold) }
      grid.put(number, row: row, column: 2 + width - number.utf8.count, .dim)
      grid.put(escaped(page.rows[index]), row: row, column: 4 + width, look)
    }
  }

  /// How the test stands, and the keys; answers the row behind them.
  mutating func drawFoot(_ scene: LiveScene, from first: Int) -> Int {
    let state = (scene.verdict.map { mark($0) + " " } ?? "") + scene.state
    var rows = text.wrapped(state + scene.result)
    // What a test came to is a reply, too.
    if first + rows.count + 2 > grid.rowCount {
      rows = state.isEmpty ? [] : Array(text.wrapped(state).prefix(1))
    }
    let look: TextGrid.Look =
      switch scene.verdict {
      case .right: .good
      case .wrong: .bad
      case nil: .plain
      }
    draw(rows, from: first, look)
    draw(self.rows(of: scene.keys, most: 1), from: first + rows.count, .dim)
    return first + rows.count + 1
  }

  private func mark(_ verdict: Verdict) -> String {
    switch verdict {
    case .right: pen.takesUnicode ? "\u{2713}" : "+"
    case .wrong: pen.takesUnicode ? "\u{2717}" : "x"
    }
  }

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

  private mutating func draw(_ cell: Cell, of board: LiveBoard, _ geometry: BoardGeometry) {
    let tile = geometry.tile(of: cell)
    let columns = inner(tile.columns)
    let row = tile.row + middle(geometry)
    switch board[cell] {
    case nil:
      guard !board.hasFixation else { break }
      let column = tile.columns.lowerBound + (tile.columns.count - 1) / 2
      grid.fill(row: row, column..<column + 1, with: emptySign, .dim)
    case .masked: drawMask(columns, tile.row, geometry)
    case .numeral(let numeral): draw(numeral, columns, tile.row, geometry, .bold)
    case .solved(let numeral): draw(numeral, columns, tile.row, geometry, .good)
    case .mistake(let numeral):
      if let numeral { draw(numeral, columns, tile.row, geometry, .bad) }
      let isNarrow = numeral != nil && geometry.tileHeight == 1 && columns.count <= 3
      let column = isNarrow ? tile.columns.lowerBound : columns.upperBound - 1
      grid.put(mark(.wrong), row: numeral == nil ? row : tile.row, column: column, .bad)
    }
    if board.cursor == cell {
      grid.put("[", row: row, column: tile.columns.lowerBound, .bold)
      grid.put("]", row: row, column: tile.columns.upperBound - 1, .bold)
    }
  }

  private func inner(_ columns: Range<Int>) -> Range<Int> {
    columns.lowerBound + 1..<columns.upperBound - (columns.count > 3 ? 1 : 0)
  }

  /// The row of a tile in which one character stands; the last row parts it from the next tile.
  private func middle(_ geometry: BoardGeometry) -> Int { (filledHeight(geometry) - 1) / 2 }

  private func filledHeight(_ geometry: BoardGeometry) -> Int {
    geometry.tileHeight > 1 ? geometry.tileHeight - 1 : 1
  }

  private mutating func drawMask(_ columns: Range<Int>, _ row: Int, _ geometry: BoardGeometry) {
    guard !pen.isPlain else { return grid.put("#", row: row + middle(geometry), within: columns) }
    for offset in 0..<filledHeight(geometry) { grid.fill(row: row + offset, columns, .reverse) }
  }

  private mutating func draw(
    _ numeral: Int, _ columns: Range<Int>, _ row: Int, _ geometry: BoardGeometry,
    _ look: TextGrid.Look
  ) {
    let digits = String(numeral).utf8.map { Int($0 - UInt8(ascii: "0")) }
    let width = digits.count * LargeDigit.width + digits.count - 1
    guard geometry.isLarge, !pen.isPlain, width <= columns.count else {
      return grid.put(String(numeral), row: row + middle(geometry), within: columns, look)
    }
    // One digit has room for dots of two columns, which are about square.
    let dot = width * 2 - (digits.count - 1) <= columns.count ? 2 : 1
    var left = columns.lowerBound + (columns.count - width * dot) / 2
    for digit in digits {
      for (line, dots) in LargeDigit.rows(of: digit).enumerated() {
        for (place, isDrawn) in dots.enumerated() where isDrawn {
          let start = left + place * dot
          grid.fill(row: row + line, start..<start + dot, .reverse)
        }
      }
      left += LargeDigit.width * dot + 1
    }
  }
}

/// A digit of three by five dots.
private enum LargeDigit {
  static var width: Int { 3 }

  static func rows(of digit: Int) -> [[Bool]] {
    stride(from: 12, through: 0, by: -3).map { shift in
      (0..<3).map { dots[digit] >> (shift + 2 - $0) & 1 == 1 }
    }
  }

  /// The dots of each digit as bits, the first row first.
  private static var dots: [Int] {
    [
      0b111_101_101_101_111, 0b010_110_010_010_111, 0b111_001_111_100_111, 0b111_001_111_001_111,
      0b101_101_111_001_001, 0b111_100_111_001_111, 0b111_100_111_101_111, 0b111_001_010_010_010,
      0b111_101_111_101_111, 0b111_101_111_001_111,
    ]
  }
}

/// Where the cells of a board stand on a screen: as tiles of one size, without gaps.
package struct BoardGeometry: Equatable, Sendable {
  let size: BoardSize
  let tileWidth: Int
  let tileHeight: Int
  /// The first column and row of the first tile, counted from 0.
  let left: Int
  let top: Int

  /// How many rows there are above the numbers of the columns.
  var headRowCount: Int { top - 1 }

  /// How many columns the numbers of the rows take.
  static var labelWidth: Int { 3 }

  /// Fits a board into so many columns and rows, the numbers around it included.
  ///
  /// Nil where there is no room for it. The same room and the same size give the same places,
  /// whatever stands on the board.
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

  var isLarge: Bool { tileHeight >= 6 && tileWidth >= 9 }

  func tile(of cell: Cell) -> (columns: Range<Int>, row: Int) {
    let first = left + (cell.h - 1) * tileWidth
    return (first..<first + tileWidth, top + (cell.v - 1) * tileHeight)
  }

  /// The cell at a place of the screen, counted from 0; nil beside the board.
  package func cell(column: Int, row: Int) -> Cell? {
    guard column >= left, row >= top else { return nil }
    let cell = Cell(h: (column - left) / tileWidth + 1, v: (row - top) / tileHeight + 1)
    return size.contains(cell) ? cell : nil
  }

  /// How many rows the board takes, the numbers of its columns included.
  var rowCount: Int { tileHeight * size.v + 1 }
}
