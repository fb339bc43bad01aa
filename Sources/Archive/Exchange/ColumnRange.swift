package import Records

/// The range of a column's values, without regard to other columns.
///
///     try ColumnRange.atLeast(0).check(620, "time")  // throws for -1
///     ColumnRange.decimal("6.25")  // Optional(6.25)
///     ColumnRange.decimal("nan")  // nil
package enum ColumnRange {
  /// The largest number that is read or written, so that sums never overflow.
  package static var largestNumber: Int { 1 << 53 }

  /// Any value of the column's type.
  case any
  /// A text that only grows.
  case growing
  /// The version of the tables.
  case version
  /// A name, a code or a seed.
  case name
  /// Milliseconds since 1970, up to the year 9999.
  case date
  /// A date in ISO 8601.
  case instant
  /// A number with a lower bound.
  case atLeast(Int)
  /// A text that the function accepts.
  case text((String) -> Bool)
  /// One of a few words; the store refuses any other.
  case word((String) -> Bool)
  /// The same, but any other word in a file is reported when its trial is validated.
  case validatedWord((String) -> Bool)

  /// A number with decimals, as a text.
  static var decimal: Self { .text { decimal($0) != nil } }

  /// Reads a number with decimals; `nil` for any other text, or for a billion or more.
  package static func decimal(_ text: String) -> Double? {
    guard text.utf8.count <= 32, let number = Double(text), number.magnitude < 1e9,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || [0x2d, 0x2e].contains($0) })
    else { return nil }
    return number
  }

  /// Returns the range of an enumeration's raw values.
  static func word<Word: RawRepresentable>(_ type: Word.Type) -> Self
  where Word.RawValue == String {
    .word { Word(rawValue: $0) != nil }
  }

  /// Returns the range of a type's words; any other word is reported when the trial is validated.
  static func validatedWord<Word: RawRepresentable>(_ type: Word.Type) -> Self
  where Word.RawValue == String {
    .validatedWord { Word(rawValue: $0) != nil }
  }

  /// The maximum length of a name, code or seed in bytes, as for typed ones.
  private static var longestName: Int { 64 }
  /// The last millisecond of the year 9999.
  private static var lastDate: Int { 253_402_300_799_999 }

  /// Throws if a number is outside the range.
  package func check(_ number: Int, _ column: String) throws(LineReason) {
    switch self {
    case .version where !(TableVersion.first...TableVersion.format).contains(number):
      throw .value(.unknownFormat(number), column: column)
    case .date where !(0...Self.lastDate).contains(number): throw .value(.noDate, column: column)
    case .atLeast(let least) where number < least: throw .value(.impossible, column: column)
    default: break
    }
  }

  /// Throws if a text is outside the range.
  package func check(_ text: String, _ column: String) throws(LineReason) {
    switch self {
    case .name where text.isEmpty || text.utf8.count > Self.longestName:
      throw .value(.length(limit: Self.longestName), column: column)
    case .instant where InstantText(text) == nil: throw .value(.noDate, column: column)
    case .text(let isPossible) where !isPossible(text): throw .value(.impossible, column: column)
    case .word(let isPossible) where !isPossible(text): throw .value(.impossible, column: column)
    default: break
    }
  }

  /// `true` if the text only grows, so that a prefix of it is an older state.
  var isGrowing: Bool { if case .growing = self { true } else { false } }

  /// Checks that a value is null or one of the words; `nil` for other ranges.
  package var isOfWords: ((StoredValue) -> Bool)? {
    switch self {
    case .word(let isPossible), .validatedWord(let isPossible):
      { value in
        guard case .text(let text) = value else { return value == .null }
        return isPossible(text)
      }
    default: nil
    }
  }
}
