package import Records

/// A column of a table: its names in files and in the store, its meaning, its member in a row, its
/// range, and what its value follows from.
///
/// The record, the tables of the store, exports, imports, their proof and the data dictionary all
/// read the columns of `Trial`, `RoundMeasures.Press` and `Session.Values`.
package final class TableColumn<Row> {
  /// Larger numbers are neither read nor written, so that sums never overflow.
  package static var largestNumber: Int { 1 << 53 }

  package let name: String
  let storedName: String
  package let meaning: String
  package let member: Member<Row>
  package let isNumber: Bool
  package let isOptional: Bool
  package let range: ColumnRange
  let hasRange: Bool
  /// What the value follows from; nil where nothing else says it.
  package let source: ColumnSource?
  /// Whether the value is milliseconds of some length, and no date.
  package let isTime: Bool
  /// The versions of the tables that have the column.
  let versions: ClosedRange<Int>
  /// Whether the store has it, too; a press does not keep all that follows from its trial.
  package let isStored: Bool

  @inline(__always)
  package convenience init<Value: RecordValue>(
    _ name: String, stored storedName: String? = nil,
    _ path: @escaping @autoclosure () -> WritableKeyPath<Row, Value>, _ meaning: String,
    in range: ColumnRange = .any, from source: ColumnSource? = nil,
    since version: Int = TableVersion.first, isTime: Bool = false, isStored: Bool = true
  ) {
    self.init(
      name, storedName ?? Self.storedName(of: name), Member(path()), range, meaning, source,
      isTime, version...TableVersion.current, isStored)
  }

  private init(
    _ name: String, _ storedName: String, _ member: Member<Row>, _ range: ColumnRange,
    _ meaning: String, _ source: ColumnSource?, _ isTime: Bool, _ versions: ClosedRange<Int>,
    _ isStored: Bool
  ) {
    (self.name, self.storedName, self.member) = (name, storedName, member)
    isNumber = member.storage.kind == .integer
    isOptional = member.storage.isOptional
    hasRange =
      switch range {
      case .any, .growing: false
      default: true
      }
    (self.range, self.meaning, self.source) = (range, meaning, source)
    (self.isTime, self.versions, self.isStored) = (isTime, versions, isStored)
  }

  package var version: Int { versions.lowerBound }

  /// A name of several words as the store has it: `study_time` is `studyTime` there.
  private static func storedName(of name: String) -> String {
    var (stored, beginsWord) = ([UInt8](), false)
    for byte in name.utf8 {
      let isSmall = byte >= UInt8(ascii: "a")
      if byte != UInt8(ascii: "_") { stored.append(beginsWord && isSmall ? byte - 32 : byte) }
      beginsWord = byte == UInt8(ascii: "_")
    }
    return String(decoding: stored, as: UTF8.self)
  }

  /// The column of a larger row, by what the member is there.
  package func with<Larger>(
    _ member: Member<Larger>, prefix: String = "", _ meaning: String? = nil, until last: Int? = nil
  ) -> TableColumn<Larger> {
    TableColumn<Larger>(
      prefix + name, storedName, member, range, meaning ?? self.meaning, source, isTime,
      last.map { version...max(version, $0) } ?? versions, isStored)
  }

  /// The value of a row; that one stays as it is.
  @inline(__always)
  package func value(in row: inout Row) -> StoredValue { member.value(in: &row) }

  /// Puts a value into a row, or says why it can't be.
  @inline(__always)
  package func set(_ value: StoredValue, in row: inout Row) throws(LineReason) {
    guard member.set(value, in: &row) else {
      switch value {
      case .text where !isNumber: throw .value(.impossible, column: name)
      default: throw .value(isNumber ? .noNumber : .noText, column: name)
      }
    }
    try check(value)
  }

  /// Finds out whether a value is one that the column may hold.
  @inline(__always)
  func check(_ value: StoredValue) throws(LineReason) {
    switch value {
    case .integer(let number):
      guard number.magnitude <= Self.largestNumber.magnitude else {
        throw .value(.tooLarge, column: name)
      }
      if hasRange { try range.check(number, name) }
    case .text(let text) where hasRange: try range.check(text, name)
    default: break
    }
  }
}

/// The version of the tables; a new or changed column raises it.
package enum TableVersion {
  /// The version whose columns need not say in which they came.
  package static var first: Int { 2 }
  package static var current: Int { 6 }
  /// The first version with a file of the sessions.
  package static var withSessions: Int { 4 }
  package static var all: ClosedRange<Int> { first...current }
  /// What files say: their format is the version that was released, or is to be.
  package static func format(of version: Int) -> Int { min(version, 3) }
  package static var format: Int { format(of: current) }
  /// The longest line that is read, in bytes.
  package static var longestLine: Int { 1 << 26 }
}

/// What the value of a column follows from.
package enum ColumnSource: Equatable, Sendable {
  case test, testState, rule, board, moves, movesOfTrial, sessions, movesColumn, header
  case otherColumns, earlierLine, settings, trialsOfTest, created, study, studyText
}

package protocol TableValues: Equatable {
  /// The columns of all versions in their order, which never changes within one version.
  static var allColumns: [TableColumn<Self>] { get }
}

extension TableValues {
  package static var columns: [TableColumn<Self>] { allColumns.known(in: TableVersion.current) }

  package static var columnsOfVersions: [(version: Int, columns: [TableColumn<Self>])] {
    TableVersion.all.map { ($0, allColumns.known(in: $0)) }
  }

  /// Finds out whether each value is one that its column may hold.
  package mutating func check(_ columns: [TableColumn<Self>]) throws(LineReason) {
    for column in columns { try column.check(column.value(in: &self)) }
  }

  package func difference(from other: Self) -> TableColumn<Self>? {
    if self == other { return nil }
    var (own, other) = (self, other)
    return Self.allColumns.first { $0.value(in: &own) != $0.value(in: &other) }
  }
}

extension Array {
  /// The columns that can't hold every value of their kind.
  package func checked<Row>() -> Self where Element == TableColumn<Row> { filter(\.hasRange) }

  package func known<Row>(in version: Int) -> Self where Element == TableColumn<Row> {
    filter { $0.versions.contains(version) }
  }

  /// The columns that are not in rows from before.
  package func addedLater<Row>() -> Self where Element == TableColumn<Row> {
    filter { $0.version > TableVersion.first }
  }

  /// Gives values from before what the columns say of others that are the same.
  package func fill<Row>(_ values: inout Row, from others: Row) where Element == TableColumn<Row> {
    var others = others
    for column in self where column.value(in: &values) == .null {
      _ = column.member.set(column.value(in: &others), in: &values)
    }
  }
}

/// What the values of a column may be; whether they go together is another question.
package enum ColumnRange {
  case any
  /// A text that is appended to.
  case growing
  /// The version of the tables.
  case version
  /// A name, a code or a seed.
  case name
  /// Milliseconds since 1970, up to the year 9999.
  case date
  /// A date as ISO 8601 writes it.
  case instant
  case atLeast(Int)
  case text((String) -> Bool)
  /// One of a few words, of which the store, too, holds no others.
  case word((String) -> Bool)
  /// The same, but what a file says is found out by its proof.
  case provenWord((String) -> Bool)

  /// A number with decimals, as a text.
  static var decimal: Self { .text { decimal($0) != nil } }

  /// Reads a number with decimals; nil for any other text, or where it is a billion or more.
  package static func decimal(_ text: String) -> Double? {
    guard text.utf8.count <= 32, let number = Double(text), number.magnitude < 1e9,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || [0x2d, 0x2e].contains($0) })
    else { return nil }
    return number
  }

  static func word<Word: RawRepresentable>(_ type: Word.Type) -> Self
  where Word.RawValue == String {
    .word { Word(rawValue: $0) != nil }
  }

  /// The words that a type has, where what a file says is found out by its proof.
  static func provenWord<Word: RawRepresentable>(_ type: Word.Type) -> Self
  where Word.RawValue == String {
    .provenWord { Word(rawValue: $0) != nil }
  }

  /// The longest name, code or seed, in bytes, as it is for those who type one.
  private static var longestName: Int { 64 }
  private static var lastDate: Int { 253_402_300_799_999 }

  package func check(_ number: Int, _ column: String) throws(LineReason) {
    switch self {
    case .version where !(TableVersion.first...TableVersion.format).contains(number):
      throw .value(.unknownFormat(number), column: column)
    case .date where !(0...Self.lastDate).contains(number): throw .value(.noDate, column: column)
    case .atLeast(let least) where number < least: throw .value(.impossible, column: column)
    default: break
    }
  }

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

  var isGrowing: Bool { if case .growing = self { true } else { false } }

  /// Whether a value is nothing or one of the words; nil where there may be any.
  package var isOfWords: ((StoredValue) -> Bool)? {
    switch self {
    case .word(let isPossible), .provenWord(let isPossible):
      { value in
        guard case .text(let text) = value else { return value == .null }
        return isPossible(text)
      }
    default: nil
    }
  }
}
