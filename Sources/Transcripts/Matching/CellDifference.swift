/// A cell of a board that is not what it should be; the column comes first.
struct CellDifference: Equatable, CustomStringConvertible {
  let column: Int
  let row: Int
  let expected: String
  let actual: String

  var description: String { "cell \(column) \(row): expected '\(expected)', actual '\(actual)'" }

  /// The cells that differ between boards at the same place of both sides.
  static func cells(
    expected: [ArraySlice<UInt8>], actual: [ArraySlice<UInt8>]
  ) -> [CellDifference] {
    zip(TextBoard.boards(in: expected), TextBoard.boards(in: actual)).flatMap { old, new in
      guard old.columnCount == new.columnCount, old.rows.count == new.rows.count else {
        return [CellDifference]()
      }
      return old.rows.indices.flatMap { row in
        (0..<old.columnCount).compactMap { column in
          let cells = (old.rows[row][column], new.rows[row][column])
          guard cells.0 != cells.1 else { return nil }
          return CellDifference(
            column: column + 1, row: row + 1, expected: cells.0, actual: cells.1)
        }
      }
    }
  }
}

/// A board in plain text: a line of column numbers, then a row number and its cells in each line.
struct TextBoard {
  let columnCount: Int
  private(set) var rows: [[String]] = []

  static func boards(in lines: [ArraySlice<UInt8>]) -> [TextBoard] {
    var boards: [TextBoard] = []
    var open: TextBoard?
    for line in lines {
      let words = line.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      if var board = open, words.count == board.columnCount + 1,
        words[0] == String(board.rows.count + 1)
      {
        board.rows.append(Array(words[1...]))
        open = board
        continue
      }
      if let board = open, !board.rows.isEmpty { boards.append(board) }
      let isHeader = !words.isEmpty && words == words.indices.map { String($0 + 1) }
      open = isHeader && line.first == 0x20 ? TextBoard(columnCount: words.count) : nil
    }
    if let board = open, !board.rows.isEmpty { boards.append(board) }
    return boards
  }

  private init(columnCount: Int) {
    self.columnCount = columnCount
  }
}
