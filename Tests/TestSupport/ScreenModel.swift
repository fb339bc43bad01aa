/// A model of a terminal's screen, which processes the output of a program.
///
/// It supports the escape sequences that this program writes; `unknown` lists all others.
package struct ScreenModel {
  /// One row of the screen; a wide character is followed by an empty cell.
  package struct Row: Equatable {
    package var cells: [String]
    /// `true` if the line continues in the next row.
    package var isWrapped = false

    init(columns: Int) {
      cells = Array(repeating: " ", count: columns)
    }
  }

  /// The rows of a screen and its cursor.
  package struct Grid {
    package var rows: [Row]
    package var row = 0
    package var column = 0
    /// `true` if the last column is filled, so that the next character begins a new row.
    var isFull = false
    var saved = (row: 0, column: 0)

    init(columns: Int, rows: Int) {
      self.rows = Array(repeating: Row(columns: columns), count: rows)
    }
  }

  package private(set) var columns: Int
  package private(set) var rowCount: Int
  package private(set) var main: Grid
  package private(set) var alternate: Grid?
  /// The rows that were scrolled off the main screen, oldest first.
  package private(set) var scrollback: [Row] = []
  package private(set) var isPasteMode = false
  package private(set) var bellCount = 0
  /// The numbers of the modes that are set, except those that have a property of their own.
  package private(set) var modes: Set<Int> = []
  private var isReverse = false
  /// The escape sequences that the model does not support, in the order of their arrival.
  package private(set) var unknown: [String] = []
  /// The texts that were copied to the clipboard, in Base64.
  package private(set) var copied: [String] = []
  /// The replies to requests for the cursor's position.
  package var reports: [String] = []
  private var parser = EscapeParser()

  package init(columns: Int, rows: Int) {
    self.columns = columns
    rowCount = rows
    main = Grid(columns: columns, rows: rows)
  }

  /// The screen that is shown: the alternate one, if the program has switched to it.
  package var grid: Grid {
    get { alternate ?? main }
    set { if alternate != nil { alternate = newValue } else { main = newValue } }
  }

  /// The text of the shown screen; `|` stands for the cursor.
  package var text: String {
    var lines = grid.rows.map { $0.cells }
    let line = lines[grid.row]
    lines[grid.row] = line[..<grid.column] + ["|"] + line[grid.column...]
    return Self.text(lines)
  }

  /// The text of the main screen, including its scrollback.
  package var mainText: String { Self.text((scrollback + main.rows).map(\.cells)) }

  /// Applies output of the program to the screen.
  package mutating func feed(_ bytes: [UInt8]) {
    for token in parser.tokens(of: bytes) {
      switch token {
      case .character(let character): put(character)
      case .control(let byte): control(byte)
      case .sequence(let sequence): perform(sequence)
      case .command(let text):
        let copy = "52;c;"
        if text.hasPrefix(copy) {
          copied.append(String(text.dropFirst(copy.count)))
        } else {
          unknown.append("command \(text)")
        }
      case .unknown(let text): unknown.append(text)
      }
    }
  }

  /// Returns lines of cells as text, without blanks at the ends of lines and empty lines at the
  /// end.
  private static func text(_ lines: [[String]]) -> String {
    var texts = lines.map { line in
      var text = line.joined()
      while text.last == " " { text.removeLast() }
      return text
    }
    while texts.last?.isEmpty ?? false { texts.removeLast() }
    return texts.joined(separator: "\n")
  }
}

extension ScreenModel {
  /// Writes a character at the cursor, and moves the cursor behind it.
  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = Self.width(of: scalar)
    guard width > 0 else {
      grid.rows[grid.row].cells[max(0, grid.column - 1)].unicodeScalars.append(scalar)
      return
    }
    if grid.isFull || grid.column + width > columns {
      grid.rows[grid.row].isWrapped = true
      feedLine()
      grid.column = 0
    }
    grid.rows[grid.row].cells[grid.column] =
      isReverse && scalar == " " ? "\u{2588}" : String(scalar)
    if width == 2 { grid.rows[grid.row].cells[grid.column + 1] = "" }
    grid.isFull = grid.column + width == columns
    grid.column = min(columns - 1, grid.column + width)
  }

  /// Applies a control character to the screen.
  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x07: bellCount += 1
    case 0x08: move(toColumn: grid.column - 1)
    case 0x09: move(toColumn: grid.column / 8 * 8 + 8)
    case 0x0a:
      grid.isFull = false
      feedLine()
    case 0x0d: move(toColumn: 0)
    default: unknown.append("control \(byte)")
    }
  }

  /// Moves the cursor to the next row; at the last row, scrolls instead.
  package mutating func feedLine() {
    guard grid.row == rowCount - 1 else {
      grid.row += 1
      return
    }
    let first = grid.rows.removeFirst()
    if alternate == nil { scrollback.append(first) }
    grid.rows.append(Row(columns: columns))
  }

  /// Moves the cursor to a row and a column, limited to the screen.
  package mutating func move(toRow row: Int? = nil, toColumn column: Int? = nil) {
    grid.isFull = false
    if let row { grid.row = min(max(0, row), rowCount - 1) }
    if let column { grid.column = min(max(0, column), columns - 1) }
  }

  /// Switches to an empty alternate screen, or back to the main one.
  package mutating func showAlternate(_ isShown: Bool) {
    alternate = isShown ? Grid(columns: columns, rows: rowCount) : nil
  }

  /// Sets or resets a mode by its number.
  package mutating func setMode(number: Int, _ isOn: Bool) {
    if isOn { modes.insert(number) } else { modes.remove(number) }
  }

  /// Turns reverse video for the following characters on or off.
  package mutating func setReverse(_ isOn: Bool) {
    isReverse = isOn
  }

  /// Records whether the terminal marks pasted text (bracketed paste).
  package mutating func setPasteMode(_ isOn: Bool) {
    isPasteMode = isOn
  }

  /// Records a sequence that the model does not support.
  package mutating func note(unknown text: String) {
    unknown.append(text)
  }

  /// Changes the size of the screen, and wraps the lines of the main screen anew.
  package mutating func resize(columns newColumns: Int, rows newRowCount: Int) {
    let cursor = main.row
    var line: [String] = []
    var wrapped: [Row] = []
    var position = (row: 0, column: main.column)
    for (index, row) in main.rows.enumerated() {
      if index == cursor { position = (wrapped.count, line.count + main.column) }
      line += row.isWrapped || index == cursor ? row.cells : Self.trimmed(row.cells)
      guard !row.isWrapped else { continue }
      wrapped += Self.wrap(Self.trimmed(line), newColumns)
      line = []
    }
    while position.column >= newColumns {
      position = (position.row + 1, position.column - newColumns)
    }
    columns = newColumns
    rowCount = newRowCount
    let needed = max(newRowCount, position.row + 1)
    while wrapped.count < needed { wrapped.append(Row(columns: newColumns)) }
    wrapped.removeLast(wrapped.count - needed)
    let surplus = max(0, wrapped.count - newRowCount)
    scrollback += wrapped.prefix(surplus)
    main.rows = Array(wrapped.dropFirst(surplus))
    main.row = position.row - surplus
    main.column = position.column
    main.isFull = false
    if alternate != nil { alternate = Grid(columns: newColumns, rows: newRowCount) }
  }

  /// Returns the cells up to the last one that is not blank.
  private static func trimmed(_ cells: [String]) -> [String] {
    var cells = cells
    while cells.last == " " { cells.removeLast() }
    return cells
  }

  /// Wraps the cells of a line into rows of a width.
  private static func wrap(_ cells: [String], _ columns: Int) -> [Row] {
    var rows: [Row] = []
    var rest = cells[...]
    repeat {
      var row = Row(columns: columns)
      for (column, cell) in rest.prefix(columns).enumerated() { row.cells[column] = cell }
      rest = rest.dropFirst(columns)
      row.isWrapped = !rest.isEmpty
      rows.append(row)
    } while !rest.isEmpty
    return rows
  }

  /// Returns the number of columns that a character has: 0, 1 or 2.
  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x300...0x36f, 0x200d, 0xfe0f: 0
    case 0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
      0xff00...0xff60, 0x1f300...0x1faff:
      2
    default: 1
    }
  }
}
