/// A row of an exchanged table.
protocol ExchangeRow: Equatable {
  /// What the table is called.
  static var table: String { get }
  /// The columns in their order, which never changes within one version.
  static var columns: [ExchangeColumn<Self>] { get }

  init()

  /// The version of the columns.
  var format: Int { get }

  /// Finds out whether each value is one that its column may hold.
  func checkBounds() throws(LineReason)

  var exchanged: ExchangedRow { get }
}

/// Reads rows out of a file.
protocol ExchangeReader {
  var bytes: FileBytes { get }
  /// The line in which the row at hand begins, counted from 1.
  var lineNumber: Int { get }

  /// Reads what stands before the first row.
  mutating func begin() throws(LineReason)

  /// Reads the next row; nil at the end.
  mutating func next() throws(LineReason) -> ExchangedRow?
}

/// The version of the tables: whoever changes a column counts on.
enum ExchangeVersion {
  static var current: Int { 2 }
  /// The longest line that is read, in bytes.
  static var longestLine: Int { 1 << 26 }
}

/// A row of either table.
enum ExchangedRow: Equatable {
  case trial(TrialRow)
  case press(PressRow)
}
