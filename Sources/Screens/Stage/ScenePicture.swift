import ChimpSystem
import Examiner
import Game
import Shell
import Terminal

/// A scene drawn as terminal rows, with the positions of the parts that can be clicked.
///
/// ```swift
/// let picture = ScenePicture(scene, columns: 80, rowCount: 24, pen: pen)
/// let cell = picture.geometry?.cell(column: click.column, row: click.row)
/// ```
struct ScenePicture {
  /// The rows from the top, with escape sequences; at most as many as the terminal has.
  let rows: [String]

  /// The same rows as a grid of characters with styles.
  let grid: TextGrid
  /// The positions of the board's cells; `nil` if no board is visible.
  private(set) var geometry: BoardGeometry?
  /// The row of the first menu item, counted from 0; `nil` without a menu.
  private(set) var firstItemRow: Int?
  /// The positions of the list's elements; `nil` if no list is visible.
  private(set) var list: ListScreen.Geometry?

  /// The drawing options: the terminal's capabilities and the language.
  ///
  ///     let pen = ScenePicture.Pen(
  ///       isPlain: true, hasColor: false, supportsUnicode: false, width: { _ in 1 },
  ///       language: .english)
  struct Pen {
    /// `true` to draw masks as ASCII characters instead of filled areas.
    let isPlain: Bool
    let hasColor: Bool
    /// `true` if the terminal can show characters outside of ASCII.
    let supportsUnicode: Bool
    /// Measures the width of characters, which differs between terminals.
    let width: ScreenText.Width
    let language: Language

    /// Creates drawing options.
    init(
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

  /// The position behind a question, where the terminal's cursor belongs; `nil` without one.
  let cursor: ScreenPosition?

  /// Draws a scene; if the terminal is too small for the board, draws a message instead.
  init(_ scene: LiveScene, columns: Int, rowCount: Int, pen: Pen) {
    var canvas = SceneCanvas(columns: columns, rowCount: rowCount, pen: pen)
    var used: Int
    switch scene.body {
    case .menu(let items, let selected):
      canvas.margin = Self.pageMargin(columns: columns)
      used = canvas.drawHead(scene, aboveItems: items.count)
      firstItemRow = used
      canvas.draw(items, selected: selected, from: used)
      used += items.count
    case .lines(let lines):
      canvas.margin = Self.pageMargin(columns: columns)
      let page = lines.flatMap { canvas.text.wrapped($0) }
      used = canvas.drawHead(scene, abovePageRows: page.count)
      used += canvas.draw(page, from: used)
    case .end(let end, let board):
      // A narrow window needs all columns for the scores.
      let geometry = Self.geometry(of: board, columns: columns, rowCount: rowCount)
      canvas.margin = columns < 64 ? 0 : geometry?.margin ?? 0
      used = canvas.drawHead(scene)
      used = canvas.draw(end, board, from: used, footRowCount: canvas.footRowCount(of: scene))
    case .list(let page):
      canvas.margin = Self.pageMargin(columns: columns)
      let geometry = ListScreen.Geometry(page, rowCount: rowCount)
      list = geometry
      canvas.draw(page, geometry, title: scene.title)
      used = geometry.firstRow + geometry.shown.count
    case .board(let board):
      geometry = Self.geometry(of: board, columns: columns, rowCount: rowCount)
      canvas.margin = Self.textMargin(geometry, columns: columns)
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
    cursor = canvas.cursor
    grid = canvas.grid
    rows = Array(canvas.grid.rows(hasColor: pen.hasColor).prefix(min(used, rowCount)))
  }

  /// Returns the number of columns to the left of a menu or a page, which is centred in a wide
  /// window.
  private static func pageMargin(columns: Int) -> Int { max(0, (columns - 80) / 2) }

  /// Returns the number of columns to the left of a board's text: its own margin, unless the
  /// instructions of a round would then need more rows than they have.
  private static func textMargin(_ geometry: BoardGeometry?, columns: Int) -> Int {
    guard let geometry else { return 0 }
    let spare = columns - SceneCanvas.instructionWidth
    guard geometry.headRowCount < 3, spare >= 0 else { return geometry.margin }
    return min(geometry.margin, spare)
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
  static func hasRoom(for scene: LiveScene, columns: Int, rowCount: Int, pen: Pen) -> Bool {
    switch scene.body {
    case .lines, .end: return true
    case .list: return rowCount >= ListScreen.Geometry.leastRowCount
    case .board(let board): return geometry(of: board, columns: columns, rowCount: rowCount) != nil
    case .menu(let items, _):
      return rowCount >= leastRowCount(forItems: items.count) && columns >= leastMenuColumns
    }
  }

  /// The number of columns in which the reason to choose each item can be read.
  static var leastMenuColumns: Int { 40 }

  /// Returns the number of rows that a menu needs: its items, and the keys below.
  static func leastRowCount(forItems count: Int) -> Int { count + 1 }

  /// Returns the size of the smallest terminal on which a board fits.
  static func leastTerminal(for board: LiveBoard) -> TerminalSize {
    let least = BoardGeometry.leastColumns(of: board.size, digitCount: board.digitCount)
    let most = PresentationSettings.windowLimits.upperBound
    let columns =
      (least...most).first { geometry(of: board, columns: $0, rowCount: most) != nil } ?? least
    // The column numbers, the title, the state and the keys.
    let rowCount = (1...most).first { geometry(of: board, columns: columns, rowCount: $0) != nil }
    return TerminalSize(columns: columns, rows: StageScreen.rowCount(forRoom: rowCount ?? 0))
  }

  /// Returns the positions of a board's cells; `nil` if the terminal is too small.
  private static func geometry(of board: LiveBoard, columns: Int, rowCount: Int) -> BoardGeometry? {
    guard let numeral = board.largeNumeral else {
      return anyGeometry(of: board, columns: columns, rowCount: rowCount)
    }
    let geometry = anyGeometry(of: board, columns: columns, rowCount: rowCount)
    return geometry.flatMap { SceneCanvas.hasRoom(forLarge: numeral, $0) ? $0 : nil }
  }

  /// Returns the positions of a board's cells, whatever the size of its numerals.
  private static func anyGeometry(
    of board: LiveBoard, columns: Int, rowCount: Int
  ) -> BoardGeometry? {
    // The rows below the board, for replies.
    let spare = rowCount > board.size.v + 8 ? 3 : 1
    // This must not depend on the scene's text, so that the board stays in one position during a
    // test.
    func geometry(below used: Int) -> BoardGeometry? {
      BoardGeometry(
        board.size, columns: columns, rowCount: rowCount - used - 2 - spare, top: used,
        digitCount: board.digitCount)
    }
    guard columns >= 64 else {
      return stride(from: 4, to: 1, by: -1).lazy.compactMap(geometry).first
    }
    // The longest instructions need a second row, which is there if it makes no cell smaller.
    let usual = geometry(below: 2)
    guard columns < 80, let roomy = geometry(below: 3), roomy.tileHeight == usual?.tileHeight else {
      return usual
    }
    return roomy
  }
}
