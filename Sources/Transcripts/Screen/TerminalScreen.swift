/// The screen of a terminal: a value that receives the output of a program.
///
/// It follows what xterm documents. Output may be split anywhere, in the middle of a character or
/// of an escape sequence, and no bytes are an error: what is unknown or malformed has no effect.
///
///     var screen = TerminalScreen(columns: 80, rows: 24)
///     screen.receive("\u{1b}[2;3Hhello\u{1b}[6n".utf8)
///     screen.text[1]              // "  hello"
///     screen.removeReplies()      // the bytes of `ESC [ 2 ; 8 R`
package struct TerminalScreen: Sendable {
  /// The position of the cursor, and the state in which it writes.
  package struct Cursor: Equatable, Sendable {
    /// The row, from 0.
    package internal(set) var row = 0
    /// The column, from 0.
    package internal(set) var column = 0
    /// `true` if the last column is written, so that the next character begins a new row.
    package internal(set) var isWrapPending = false
    package internal(set) var style = CellStyle()
    var characterSets = CharacterSets()
  }

  /// What a program can save of the cursor; before that, the beginning of the screen.
  struct SavedCursor: Equatable, Sendable {
    var cursor = Cursor()
    var isOriginMode = false
  }

  /// The largest number of columns or rows.
  package static let largestSize = 1_000
  private static let replyLimit = 4_096

  /// The cells that are shown: those of the main or of the alternate screen.
  package internal(set) var grid: ScreenGrid
  package internal(set) var cursor = Cursor()
  package internal(set) var title = ""
  package internal(set) var modes = TerminalModes.initial

  /// The other one of the main and the alternate screen.
  var hiddenGrid: ScreenGrid
  var savedCursor = SavedCursor()
  var hiddenSavedCursor = SavedCursor()
  /// The rows that scroll.
  var region: Range<Int>
  /// Whether each column has a tab stop.
  var tabStops: [Bool]

  private var decoder = ScalarDecoder()
  private var parser = ControlParser()
  private var replies: [UInt8] = []
  /// The character that was written by the last action; `nil` after any other action.
  private var lastCharacter: Unicode.Scalar?

  package var columns: Int { grid.columns }
  package var rowCount: Int { grid.rows.count }
  package var isCursorVisible: Bool { modes.contains(.cursorVisible) }

  /// Creates an empty screen; the size is limited to `1...largestSize`.
  package init(columns: Int, rows: Int) {
    let columns = Self.limitedSize(columns)
    let rows = Self.limitedSize(rows)
    grid = ScreenGrid(columns: columns, rows: rows)
    hiddenGrid = grid
    region = 0..<rows
    tabStops = Self.standardTabStops(columns)
  }

  private static func limitedSize(_ size: Int) -> Int { min(max(1, size), largestSize) }

  private static func standardTabStops(_ columns: Int) -> [Bool] {
    (0..<columns).map { $0 % 8 == 0 }
  }

  /// The rows as they are shown, without blanks at their ends; hidden characters are blanks.
  package var text: [String] {
    grid.rows.map { row in
      let shown = row.map { cell in
        cell.style.attributes.contains(.hidden)
          ? String(repeating: " ", count: Int(cell.width)) : cell.text
      }
      let end = shown.lastIndex { $0 != " " && $0 != "" }
      return shown.prefix(end.map { $0 + 1 } ?? 0).joined()
    }
  }

  /// Returns the bytes that the program expects to read, such as a report of the cursor's position,
  /// and removes them.
  package mutating func removeReplies() -> [UInt8] {
    defer { replies = [] }
    return replies
  }

  /// Adds a reply to the program; replies that nothing removes are dropped above a limit.
  mutating func reply(_ text: String) {
    guard replies.count + text.utf8.count <= Self.replyLimit else { return }
    replies += text.utf8
  }
}

extension TerminalScreen {
  /// Applies output of a program to the screen.
  package mutating func receive(_ bytes: some Sequence<UInt8>) {
    for byte in Array(bytes) { receive(byte) }
  }

  private mutating func receive(_ byte: UInt8) {
    let decoded = decoder.decode(byte)
    if decoded.hasInvalid, let action = parser.parse("\u{fffd}") { perform(action) }
    if let scalar = decoded.scalar, let action = parser.parse(scalar) { perform(action) }
  }

  private mutating func perform(_ action: TerminalAction) {
    let previous = lastCharacter
    lastCharacter = nil
    switch action {
    case .print(let scalar):
      let shown = cursor.characterSets.shown(scalar)
      write(shown)
      lastCharacter = shown
    case .control(let byte): performControl(byte)
    case .escape(let name): performEscape(name)
    case .sequence(let sequence) where sequence.name == "b":
      if let previous { writeAgain(previous, count: sequence.count()) }
    case .sequence(let sequence): perform(sequence)
    case .command(let command): performCommand(command)
    }
  }

  /// Sets the title for the commands 0 and 2; all others are ignored.
  private mutating func performCommand(_ command: String) {
    // A mark after the semicolon would make one character with it.
    let scalars = command.unicodeScalars
    let number = scalars.prefix { $0 != ";" }
    guard number.elementsEqual("0".unicodeScalars) || number.elementsEqual("2".unicodeScalars),
      number.endIndex != scalars.endIndex
    else { return }
    title = String(scalars[number.endIndex...].dropFirst())
  }

  /// Writes a character again, but not a mark; at most as often as the screen has cells.
  private mutating func writeAgain(_ scalar: Unicode.Scalar, count: Int) {
    guard scalar.cellWidth > 0 else { return }
    for _ in 0..<min(count, columns * rowCount) { write(scalar) }
  }

  /// Writes a character at the cursor, and moves the cursor behind it.
  private mutating func write(_ scalar: Unicode.Scalar) {
    let width = scalar.cellWidth
    guard width > 0 else { return combine(scalar) }
    guard width <= columns else { return }
    let isTooWide = cursor.column + width > columns
    if cursor.isWrapPending || isTooWide, modes.contains(.autowrap) {
      cursor.column = 0
      feedLine()
    }
    // A wide character has no room at the end of a row that does not wrap.
    guard cursor.column + width <= columns else { return }
    if modes.contains(.insert) {
      grid.insertCells(width, row: cursor.row, column: cursor.column, style: cursor.style.blank)
    }
    grid.put(
      scalar, width: width, style: cursor.style, row: cursor.row, column: cursor.column)
    let next = cursor.column + width
    cursor.isWrapPending = next == columns && modes.contains(.autowrap)
    cursor.column = min(next, columns - 1)
  }

  /// Adds a mark to the character before the cursor; at the beginning of a row it is dropped.
  private mutating func combine(_ mark: Unicode.Scalar) {
    let column = cursor.isWrapPending ? cursor.column : cursor.column - 1
    guard column >= 0 else { return }
    grid.combine(mark, row: cursor.row, column: column)
  }

  private mutating func performControl(_ byte: UInt8) {
    switch byte {
    case 0x08: move(toColumn: cursor.column - 1)
    case 0x09: moveToTabStop(1)
    case 0x0a, 0x0b, 0x0c:
      feedLine()
      if modes.contains(.newLine) { cursor.column = 0 }
    case 0x0d: move(toColumn: 0)
    case 0x0e: cursor.characterSets.isShifted = true
    case 0x0f: cursor.characterSets.isShifted = false
    default: break
    }
  }
}

extension TerminalScreen {
  /// Changes the size, as xterm does: lines are not wrapped anew, and rows at the top are dropped
  /// only as far as the cursor would not fit otherwise.
  ///
  /// The other screen keeps the row of its saved cursor in the same way.
  package mutating func resize(columns newColumns: Int, rows newRows: Int) {
    let newColumns = Self.limitedSize(newColumns)
    let newRows = Self.limitedSize(newRows)
    let dropped = max(0, cursor.row + 1 - newRows)
    let hiddenDropped = max(0, hiddenSavedCursor.cursor.row + 1 - newRows)
    grid.resize(columns: newColumns, rows: newRows, droppingTop: dropped)
    hiddenGrid.resize(columns: newColumns, rows: newRows, droppingTop: hiddenDropped)
    savedCursor.cursor.row = max(0, savedCursor.cursor.row - dropped)
    hiddenSavedCursor.cursor.row -= hiddenDropped
    region = 0..<newRows
    let added = Self.standardTabStops(newColumns).dropFirst(tabStops.count)
    tabStops = Array(tabStops.prefix(newColumns)) + added
    move(toRow: cursor.row - dropped, toColumn: cursor.column)
  }

  /// Returns to the state after the start, and to an empty screen.
  mutating func reset() {
    let empty = TerminalScreen(columns: columns, rows: rowCount)
    let pending = replies
    self = empty
    replies = pending
  }

  /// Returns to the state after the start, except for the cells, the position and the title.
  mutating func resetSoftly() {
    modes.subtract([.insert, .origin, .applicationCursor, .applicationKeypad])
    modes.formUnion([.cursorVisible, .autowrap])
    region = 0..<rowCount
    cursor.style = CellStyle()
    cursor.characterSets = CharacterSets()
    savedCursor = SavedCursor()
  }
}
