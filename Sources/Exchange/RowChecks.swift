import Archive
import Records

extension RowReason {
  /// Returns the reason that something else was expected in a line.
  static func expected(_ english: String, _ japanese: String) -> RowReason {
    RowReason("expected \(english)", "必要なもの: \(japanese)")
  }
}

extension ColumnRange {
  /// The maximum length of an identifier, code or seed in bytes.
  private static var longestName: Int { 64 }
  /// The last millisecond of the year 9999.
  private static var lastDate: Int { 253_402_300_799_999 }

  /// Throws if the number is outside the range.
  func check(_ number: Int, _ column: String) throws(RowReason) {
    switch self {
    case .version where !(TableVersion.first...TableVersion.format).contains(number):
      throw RowReason(
        "format \(number) is unknown, this is format \(TableVersion.format)",
        "形式\(number)は分かりません（ここの形式は\(TableVersion.format)です）", column: column)
    case .date where !(0...Self.lastDate).contains(number):
      throw .noDate(column)
    case .atLeast(let least) where number < least: throw .impossible(column)
    default: break
    }
  }

  /// Throws if the text is outside the range.
  func check(_ text: String, _ column: String) throws(RowReason) {
    switch self {
    case .name where text.isEmpty || text.utf8.count > Self.longestName:
      throw RowReason(
        "\"\(column)\" takes 1 to \(Self.longestName) bytes",
        "\(column) は1から\(Self.longestName)バイトです", column: column)
    case .instant where InstantText(text) == nil: throw .noDate(column)
    case .decimal where ColumnRange.decimal(text) == nil:
      throw .impossible(column)
    case .text(let isPossible) where !isPossible(text): throw .impossible(column)
    case .word(let isPossible) where !isPossible(text): throw .impossible(column)
    default: break
    }
  }
}

extension TableColumn {
  /// Sets the value in a row; throws if it is outside the column's range.
  func set(_ value: StoredValue, in row: inout Row) throws(RowReason) {
    guard write(value, &row) else {
      switch value {
      case .text where !isNumber: throw .impossible(name)
      default: throw isNumber ? .noNumber(name) : .noText(name)
      }
    }
    try check(value)
  }

  /// Throws if a value is outside the column's range.
  func check(_ value: StoredValue) throws(RowReason) {
    switch value {
    case .integer(let number):
      guard number.magnitude <= ColumnRange.largestNumber.magnitude else {
        throw .tooLarge(name)
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
