/// How much text fits on a terminal.
package struct TerminalSize: Equatable, Sendable {
  package let columns: Int
  package let rows: Int

  /// Makes a size.
  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}
