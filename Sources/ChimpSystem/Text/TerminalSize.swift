/// The number of columns and rows of a terminal.
///
///     TerminalSize(columns: 80, rows: 24).columns  // 80
public struct TerminalSize: Equatable, Sendable {
  public let columns: Int
  public let rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}
