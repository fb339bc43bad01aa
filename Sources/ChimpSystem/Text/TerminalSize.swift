/// The number of columns and rows of a terminal.
///
///     TerminalSize(columns: 80, rows: 24).columns  // 80
package struct TerminalSize: Equatable, Sendable {
  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}
