import Characters
import Examiner
package import Shell

/// A scene as the rows of a terminal, and where its parts stand there.
package struct ScenePicture {
  package let rows: [String]
  /// Where the cells of the board are; nil where none is to be seen.
  package private(set) var geometry: BoardGeometry?
  /// The row of the first item of a menu, counted from 0.
  package private(set) var firstItemRow: Int?

  /// How a picture is drawn.
  package struct Pen {
    /// Whether masks are signs of ASCII rather than areas.
    package var isPlain: Bool
    package var hasColor: Bool
    /// Whether signs may be others than those of ASCII.
    package let takesUnicode: Bool
    package let width: ScreenText.Width
    package let language: Language

    /// Makes a pen.
    package init(
      isPlain: Bool, hasColor: Bool, takesUnicode: Bool = true, width: @escaping ScreenText.Width,
      language: Language = .english
    ) {
      (self.isPlain, self.hasColor, self.width) = (isPlain, hasColor, width)
      self.takesUnicode = takesUnicode && !isPlain
      self.language = language
    }
  }

  /// The rows that are left for replies where there is room for more than the scene.
  private static var replyRoom: Int { 3 }

  /// Draws a scene into so much room.
  package init(_ scene: LiveScene, columns: Int, rowCount: Int, pen: Pen) {
    var canvas = SceneCanvas(columns: columns, rowCount: rowCount, pen: pen)
    canvas.grid.put(scene.title, row: 0, column: 0, .bold)
    var used = canvas.drawSentence(scene.sentence, columns: columns)
    switch scene.body {
    case .menu(let items, let selected):
      firstItemRow = used
      canvas.draw(items, selected: selected, from: used)
      used += items.count
    case .lines(let lines):
      let text = ScreenText(columns: columns, width: pen.width)
      let rows = lines.flatMap(text.wrapped)
      for (place, row) in rows.enumerated() { canvas.grid.put(row, row: used + place, column: 0) }
      used += rows.count
    case .board(let board):
      let spare = rowCount > board.size.v + 8 ? Self.replyRoom : 1
      geometry = BoardGeometry(
        board.size, columns: columns, rowCount: rowCount - used - 2 - spare, top: used,
        digitCount: board.digitCount)
      if let geometry {
        canvas.draw(board, geometry)
        used += geometry.rowCount
      } else {
        canvas.grid.put(LiveWords(pen.language).noRoom(board.size), row: used, column: 0)
        used += 1
      }
    }
    used = canvas.drawFoot(scene, from: used)
    rows = Array(canvas.grid.rows(hasColor: pen.hasColor).prefix(min(used, rowCount)))
  }
}

/// Draws the parts of a scene.
private struct SceneCanvas {
  var grid: TextGrid
  private let pen: ScenePicture.Pen
  private let emptySign: Unicode.Scalar

  init(columns: Int, rowCount: Int, pen: ScenePicture.Pen) {
    self.pen = pen
    grid = TextGrid(columns: columns, rowCount: rowCount, width: pen.width)
    emptySign = !pen.takesUnicode || grid.taken("\u{b7}") != 1 ? "." : "\u{b7}"
  }

  /// What to do now, in as many rows whatever it says; answers the row behind them.
  mutating func drawSentence(_ sentence: String, columns: Int) -> Int {
    let rowCount = columns < 64 ? 2 : 1
    let rows = ScreenText(columns: columns, width: pen.width).wrapped(sentence)
    for (place, row) in rows.prefix(rowCount).enumerated() {
      grid.put(row, row: 1 + place, column: 0)
    }
    return 1 + rowCount
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
      let text = ScreenText(columns: grid.columns, width: pen.width)
      let summary = text.words(of: item.summary, columns: max(0, grid.columns - column))
      grid.put(summary, row: row, column: column, .dim)
    }
  }

  /// How the test stands, and the keys; answers the row behind them.
  mutating func drawFoot(_ scene: LiveScene, from first: Int) -> Int {
    var row = first
    if !scene.state.isEmpty || scene.verdict != nil {
      let mark = scene.verdict.map { self.mark($0) + " " } ?? ""
      let look: TextGrid.Look =
        switch scene.verdict {
        case .right: .good
        case .wrong: .bad
        case nil: .plain
        }
      grid.put(mark + scene.state, row: row, column: 0, look)
    }
    row += 1
    grid.put(scene.keys, row: row, column: 0, .dim)
    return row + 1
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
      let column = columns.lowerBound + (columns.count - 1) / 2
      grid.fill(row: row, column..<column + 1, with: emptySign, .dim)
    case .masked: drawMask(columns, tile.row, geometry)
    case .numeral(let numeral): draw(numeral, columns, tile.row, geometry, .bold)
    case .mistake(let numeral):
      if let numeral { draw(numeral, columns, tile.row, geometry, .bad) }
      if numeral == nil || geometry.tileHeight > 1 || columns.count > 3 {
        let markRow = numeral == nil ? row : tile.row
        grid.put(mark(.wrong), row: markRow, column: columns.upperBound - 1, .bad)
      }
    }
    if board.cursor == cell {
      grid.put("[", row: row, column: tile.columns.lowerBound, .bold)
      grid.put("]", row: row, column: tile.columns.upperBound - 1, .bold)
    }
  }

  /// The columns between the two where the cursor stands.
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
    for offset in 0..<filledHeight(geometry) {
      grid.fill(row: row + offset, columns, .reverse)
    }
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

  /// The dots of the rows of a digit.
  static func rows(of digit: Int) -> [[Bool]] {
    stride(from: 12, through: 0, by: -3).map { shift in
      (0..<3).map { dots(of: digit) >> (shift + 2 - $0) & 1 == 1 }
    }
  }

  /// The dots as bits, the first row first.
  private static func dots(of digit: Int) -> Int {
    switch digit {
    case 0: 0b111_101_101_101_111
    case 1: 0b010_110_010_010_111
    case 2: 0b111_001_111_100_111
    case 3: 0b111_001_111_001_111
    case 4: 0b101_101_111_001_001
    case 5: 0b111_100_111_001_111
    case 6: 0b111_100_111_101_111
    case 7: 0b111_001_010_010_010
    case 8: 0b111_101_111_101_111
    default: 0b111_101_111_001_111
    }
  }
}
