public import Records

/// The allowed values of a column, without regard to other columns.
///
///     ColumnRange.decimal("6.25")  // Optional(6.25)
///     ColumnRange.decimal("nan")  // nil
public enum ColumnRange: Sendable {
  /// The largest absolute value of a number, so that sums never overflow.
  public static var largestNumber: Int { 1 << 53 }

  /// Any value of the column's type.
  case any
  /// A text to which characters are only appended, such as the moves of a round.
  case growing
  /// The version of the tables.
  case version
  /// An identifier, a code or a seed.
  case name
  /// Milliseconds since 1970, up to the year 9999.
  case date
  /// A date and time in ISO 8601.
  case instant
  /// A number that is at least this one.
  case atLeast(Int)
  /// A decimal number, stored as a text, which JSON has as a number.
  case decimal
  /// A text for which the function returns `true`.
  case text(@Sendable (String) -> Bool)
  /// One of these words; the store rejects any other.
  case word(@Sendable (String) -> Bool)
  /// One of these words; in files, other words are only rejected when the trial is validated.
  case validatedWord(@Sendable (String) -> Bool)

  /// Parses a decimal number; returns `nil` for any other text, and from a billion on.
  public static func decimal(_ text: String) -> Double? {
    guard text.utf8.count <= 32, let number = Double(text), number.magnitude < 1e9,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || [0x2d, 0x2e].contains($0) })
    else { return nil }
    return number
  }

  /// Returns the range that consists of an enumeration's raw values.
  static func word<Word: RawRepresentable & SendableMetatype>(_ type: Word.Type) -> Self
  where Word.RawValue == String {
    .word { Word(rawValue: $0) != nil }
  }

  /// Returns the range that consists of a type's words; in files, others are rejected with the
  /// trial.
  static func validatedWord<Word: RawRepresentable & SendableMetatype>(_ type: Word.Type) -> Self
  where Word.RawValue == String {
    .validatedWord { Word(rawValue: $0) != nil }
  }

  /// `true` for decimal numbers that are stored as texts.
  public var isDecimal: Bool { if case .decimal = self { true } else { false } }

  /// `true` if characters are only appended to the text, so that a shorter text is an earlier
  /// state.
  var isGrowing: Bool { if case .growing = self { true } else { false } }

  /// Returns whether a value is null or one of the words; `nil` for other ranges.
  public var isOfWords: (@Sendable (StoredValue) -> Bool)? {
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
