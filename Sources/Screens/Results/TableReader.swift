import ChimpSystem
package import Shell

/// The format for tables: the width of the screen, and the code that is shown as "you".
///
///     let reader = TableReader(columns: 40, ownCode: "guest")
///
/// Without a screen, and in recordings, tables have their full width and show every code.
package struct TableReader: Sendable {
  /// The width of the screen in columns; `nil` if there is no screen.
  package let columns: Int?
  /// The user's own participant code, which is shown as "you"; `nil` to show all codes.
  package let ownCode: String?

  package init(columns: Int? = nil, ownCode: String? = nil) {
    self.columns = columns
    self.ownCode = ownCode
  }
}

extension TableReader {
  /// Returns whether the aligned rows of a table fit beside each other on the screen.
  package func fits(_ rows: [[String]]) -> Bool {
    guard let columns else { return true }
    let widths = columnWidths(of: rows)
    return widths.reduce(2 * (widths.count - 1), +) <= columns
  }

  /// Returns a participant code for a table: "you", or at most 20 bytes of the code.
  package func name(of code: String, in language: Language) -> String {
    guard code != ownCode else { return language.pick("you", "あなた") }
    return code.utf8.count > 20 ? code.prefix(18) + ".." : code
  }
}

/// Returns the width of each column of a table.
private func columnWidths(of rows: [[String]]) -> [Int] {
  (0..<(rows.map(\.count).max() ?? 0)).map { column in
    rows.map { column < $0.count ? displayWidth($0[column]) : 0 }.max() ?? 0
  }
}

/// Returns table rows with aligned columns: texts to the left, numbers to the right.
///
/// If the table is too wide, each row continues on the next lines, indented.
package func aligned(
  _ rows: [[String]], textColumns: Int = 1, for reader: TableReader = TableReader()
) -> [String] {
  let widths = columnWidths(of: rows)
  let parts = partition(widths, columns: reader.columns)
  return rows.flatMap { row in
    parts.compactMap { part -> String? in
      let fields = part.filter { $0 < row.count }
      var line = part.first == 0 ? "" : "  "
      for column in fields {
        let field = row[column]
        let gap = String(repeating: " ", count: widths[column] - displayWidth(field))
        let text = column < textColumns ? field + gap : gap + field
        line += (column > (part.first ?? 0) ? "  " : "") + text
      }
      while line.last == " " { line.removeLast() }
      return line.isEmpty && part.first != 0 ? nil : line
    }
  }
}

/// Divides the columns of a table into parts that fit on the screen.
private func partition(_ widths: [Int], columns: Int?) -> [Range<Int>] {
  guard let columns else { return [widths.indices] }
  var parts: [Range<Int>] = []
  var start = 0
  var width = 0
  for (column, own) in widths.enumerated() {
    let isFirst = column == start
    let needed = isFirst ? own + (parts.isEmpty ? 0 : 2) : width + 2 + own
    if !isFirst, needed > columns {
      parts.append(start..<column)
      start = column
      width = own + 2
    } else {
      width = needed
    }
  }
  return parts + [start..<widths.count]
}
