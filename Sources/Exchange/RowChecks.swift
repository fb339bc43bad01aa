package import Archive
import Records

/// A reason is the error of this target: readers and validators of rows throw it, and their callers
/// add the file and the line, or the table and the row.
///
///     do { try row.check(columns) } catch { throw location.stop(error) }
extension RowReason: Error {}

extension ColumnRange {
  /// The maximum length of an identifier, code or seed in bytes.
  private static var longestName: Int { 64 }
  /// The last millisecond of the year 9999.
  private static var lastDate: Int { 253_402_300_799_999 }

  /// Throws if the number is outside the range.
  func check(_ number: Int, _ column: String) throws(RowReason) {
    switch self {
    case .version where !(TableVersion.first...TableVersion.format).contains(number):
      throw .value(.unknownFormat(number), column: column)
    case .date where !(0...Self.lastDate).contains(number):
      throw .value(.noDate, column: column)
    case .atLeast(let least) where number < least: throw .value(.impossible, column: column)
    default: break
    }
  }

  /// Throws if the text is outside the range.
  func check(_ text: String, _ column: String) throws(RowReason) {
    switch self {
    case .name where text.isEmpty || text.utf8.count > Self.longestName:
      throw .value(.length(limit: Self.longestName), column: column)
    case .instant where InstantText(text) == nil: throw .value(.noDate, column: column)
    case .decimal where ColumnRange.decimal(text) == nil:
      throw .value(.impossible, column: column)
    case .text(let isPossible) where !isPossible(text): throw .value(.impossible, column: column)
    case .word(let isPossible) where !isPossible(text): throw .value(.impossible, column: column)
    default: break
    }
  }
}

extension TableColumn {
  /// Sets the value in a row; throws if it is outside the column's range.
  func set(_ value: StoredValue, in row: inout Row) throws(RowReason) {
    guard write(value, &row) else {
      switch value {
      case .text where !isNumber: throw .value(.impossible, column: name)
      default: throw .value(isNumber ? .noNumber : .noText, column: name)
      }
    }
    try check(value)
  }

  /// Throws if a value is outside the column's range.
  func check(_ value: StoredValue) throws(RowReason) {
    switch value {
    case .integer(let number):
      guard number.magnitude <= ColumnRange.largestNumber.magnitude else {
        throw .value(.tooLarge, column: name)
      }
      if hasRange { try range.check(number, name) }
    case .text(let text) where hasRange: try range.check(text, name)
    default: break
    }
  }
}

extension TableValues {
  /// Throws if a value of these columns is outside its range.
  mutating func check(_ columns: [TableColumn<Self>]) throws(RowReason) {
    for column in columns { try column.check(column.read(&self)) }
  }
}
