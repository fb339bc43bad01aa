import ChimpSystem
import Shell

/// The format for tables: as aligned columns or as sentences, the width of the screen, and the code
/// that is shown as "you".
///
///     let reader = TableReader(columns: 40, ownCode: "guest")
///     reader.lines(of: Table(["participant", "score"], [["guest", "7"]]), in: .english)
///
/// Without a screen, and in recordings, tables have their full width and show every code.
struct TableReader: Sendable {
  /// The width of the screen in columns; `nil` if there is no screen.
  let columns: Int?
  /// The user's own participant code, which is shown as "you"; `nil` to show all codes.
  let ownCode: String?
  /// `true` to write sentences instead of tables and plots, for screen readers.
  let isSpoken: Bool

  init(columns: Int? = nil, ownCode: String? = nil, isSpoken: Bool = false) {
    self.columns = columns
    self.ownCode = ownCode
    self.isSpoken = isSpoken
  }
}

/// A table as data, which a reader has as aligned columns or as sentences.
///
///     let table = Table(["position", "right", "%"], [["1", "8", "80.0"]])
struct Table: Equatable, Sendable {
  /// The column titles.
  let heads: [String]
  let rows: [[String]]
  /// The number of columns with texts, at the left; the others have numbers.
  let textColumns: Int
  /// The column titles in sentences, where they differ from those of the table.
  var spokenHeads: [String]?
  /// The meaning of a dash in sentences; `nil` to omit such a cell.
  var missing: String?

  init(_ heads: [String], _ rows: [[String]], textColumns: Int = 1) {
    self.heads = heads
    self.rows = rows
    self.textColumns = textColumns
  }

  /// The table without columns that have a title only.
  var withoutEmptyColumns: Table {
    let used = heads.indices.filter { column in
      rows.contains { column < $0.count && !$0[column].isEmpty }
    }
    func part(_ row: [String]) -> [String] { used.filter { $0 < row.count }.map { row[$0] } }
    return Table(part(heads), rows.map(part), textColumns: textColumns)
  }
}

extension TableReader {
  /// Returns the lines of a table: aligned columns below their titles, or a sentence for each row.
  func lines(of table: Table, in language: Language) -> [String] {
    guard isSpoken else {
      return aligned([table.heads] + table.rows, textColumns: table.textColumns, for: self)
    }
    return table.rows.map { table.sentence(of: $0, in: language) }
  }

  /// Returns whether the aligned rows of a table fit beside each other on the screen.
  func fits(_ rows: [[String]]) -> Bool {
    guard let columns, !isSpoken else { return true }
    let widths = columnWidths(of: rows)
    return widths.reduce(2 * (widths.count - 1), +) <= columns
  }

  /// Returns a participant code for a table: "you", or at most 20 bytes of the code.
  func name(of code: String, in language: Language) -> String {
    guard code != ownCode else { return language.pick("you", "あなた") }
    return code.utf8.count > 20 && !isSpoken ? code.prefix(18) + ".." : code
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
func aligned(
  _ rows: [[String]], textColumns: Int = 1, for reader: TableReader = TableReader()
) -> [String] {
  let widths = columnWidths(of: rows)
  let parts = partition(widths, columns: reader.columns)
  return rows.flatMap { row in
    parts.compactMap { part -> String? in
      let fields = part.filter { $0 < row.count }
      var line = part.first == 0 ? "" : "  "
      for column in fields {
        line += column > (part.first ?? 0) ? "  " : ""
        line +=
          column < textColumns
          ? row[column].padded(to: widths[column]) : row[column].rightAligned(to: widths[column])
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
