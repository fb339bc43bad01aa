import Console

/// The reader for whom a table is laid out.
///
///     let reader = TableReader(columns: 40, ownCode: "guest")
///
/// In a pipe and in recordings, a table has its full width and shows every code.
package struct TableReader: Sendable {
  /// The width of the screen in columns; `nil` if there is no screen.
  package let columns: Int?
  /// The reader's own code, which is shown as "you"; `nil` to show all codes.
  package let ownCode: String?

  package init(columns: Int? = nil, ownCode: String? = nil) {
    self.columns = columns
    self.ownCode = ownCode
  }
}

extension Language {
  /// Returns a participant's code for a table: "you", or at most 20 bytes, shortened with `..`.
  func code(_ code: String, for reader: TableReader) -> String {
    guard code != reader.ownCode else { return pick("you", "あなた") }
    return code.utf8.count > 20 ? code.prefix(18) + ".." : code
  }
}
