/// The number of columns and rows of a terminal.
///
///     TerminalSize(columns: 80, rows: 24).columns  // 80
///     TerminalSize("80x24")?.rows  // 24
public struct TerminalSize: Equatable, LosslessStringConvertible, Sendable {
  public let columns: Int
  public let rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// Parses a size such as `80x24`; returns `nil` for any other text.
  public init?(_ text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let columns = sides[0], let rows = sides[1], columns > 0, rows > 0
    else { return nil }
    self.init(columns: columns, rows: rows)
    guard description == text else { return nil }
  }

  /// The columns and rows, such as `80x24`.
  public var description: String { "\(columns)x\(rows)" }
}
