package import Records

/// The description of a column of the program's tables, from which all files and databases are
/// derived.
///
/// It is used for CSV headers, JSON keys, the data dictionary, BIDS files, SQLite and PostgreSQL.
/// `TableColumn` adds access to the values.
///
///     for column in Trial.columns { print(column.name, column.meaning) }
package class ColumnDescription {
  /// The column name in files, such as `study_time`.
  package final let name: String
  /// The column name in the store, such as `studyTime`.
  final let storedName: String
  /// The English description for the data dictionary.
  package final let meaning: String

  /// The type of the values; optional if they may be null.
  package final let storage: ColumnStorage
  package final let isNumber: Bool
  package final let isOptional: Bool
  package final let unit: ColumnUnit?
  /// The allowed words of the column with their meanings, for BIDS files.
  package final let levels: KeyValuePairs<String, String>

  /// The range of allowed values, without regard to other columns.
  package final let range: ColumnRange

  /// `true` if the range is smaller than the type, so that values must be checked.
  final let hasRange: Bool

  /// The columns from which the value is derived; `nil` if it is independent.
  package final let source: ColumnSource?
  /// The versions of the tables in which the column exists.
  final let versions: ClosedRange<Int>
  /// `true` if the store has the column, `false` if only files have it.
  package final let isStored: Bool

  init(
    _ name: String, stored storedName: String?, _ meaning: String, _ storage: ColumnStorage,
    in unit: ColumnUnit?, levels: KeyValuePairs<String, String>, range: ColumnRange,
    source: ColumnSource?, versions: ClosedRange<Int>, isStored: Bool
  ) {
    self.name = name
    self.storedName = storedName ?? Self.storedName(of: name)
    self.meaning = meaning
    self.storage = storage
    isNumber = storage.kind == .integer
    isOptional = storage.isOptional
    self.unit = unit
    self.levels = levels
    self.range = range
    hasRange =
      switch range {
      case .any, .growing: false
      default: true
      }
    self.source = source
    self.versions = versions
    self.isStored = isStored
  }

  /// The first version of the tables in which the column exists.
  package final var version: Int { versions.lowerBound }

  /// Returns the camel-case name in the store of a name in files: `studyTime` for `study_time`.
  private static func storedName(of name: String) -> String {
    var stored: [UInt8] = []
    var beginsWord = false
    for byte in name.utf8 {
      let isSmall = byte >= UInt8(ascii: "a")
      if byte != UInt8(ascii: "_") { stored.append(beginsWord && isSmall ? byte - 32 : byte) }
      beginsWord = byte == UInt8(ascii: "_")
    }
    return String(decoding: stored, as: UTF8.self)
  }

  /// Throws if a value is outside the column's range.
  @inline(__always)
  package final func check(_ value: StoredValue) throws(LineReason) {
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

/// A column with access to the property of a row type that has its values.
///
/// Adding a column to the list of `Trial`, `RoundMeasures.Press` or `Session.Values` adds it to all
/// files and stores.
///
///     TableColumn("block", \Trial.block, "tests, counted from 1", in: .atLeast(1), since: 4)
package final class TableColumn<Row>: ColumnDescription {
  /// The key path of the property.
  private let path: AnyKeyPath
  /// Returns the value of the column in a row.
  private let read: (inout Row) -> StoredValue
  /// Sets the value of the column in a row; returns `false` for a value of another type.
  private let write: (consuming StoredValue, inout Row) -> Bool

  /// Creates the column of a property of a row.
  ///
  /// It is inlined with the literal key path, so that the closures access the property itself:
  /// following the key path took a tenth of the time of reading a row.
  @inlinable
  @inline(__always)
  package convenience init<Value: RecordValue>(
    _ name: String, stored storedName: String? = nil,
    _ path: @escaping @autoclosure () -> WritableKeyPath<Row, Value>,
    _ meaning: String, in range: ColumnRange = .any, from source: ColumnSource? = nil,
    since version: Int = TableVersion.first, unit: ColumnUnit? = nil,
    levels: KeyValuePairs<String, String> = [:], isStored: Bool = true
  ) {
    self.init(
      name, stored: storedName, path(), Value.storage, meaning, in: range, from: source,
      since: version, unit: unit, levels: levels, isStored: isStored,
      read: { Records.stored(&$0[keyPath: path()]) },
      write: { $1[keyPath: path()].set(to: $0) })
  }

  @usableFromInline
  init(
    _ name: String, stored storedName: String?, _ path: AnyKeyPath, _ storage: ColumnStorage,
    _ meaning: String, in range: ColumnRange, from source: ColumnSource?, since version: Int,
    unit: ColumnUnit?, levels: KeyValuePairs<String, String>, isStored: Bool,
    read: @escaping (inout Row) -> StoredValue,
    write: @escaping (consuming StoredValue, inout Row) -> Bool
  ) {
    self.path = path
    self.read = read
    self.write = write
    super.init(
      name, stored: storedName, meaning, storage, in: unit, levels: levels, range: range,
      source: source, versions: version...TableVersion.current, isStored: isStored)
  }

  /// Creates a column for rows that contain a row of another table, from a column of that table.
  ///
  /// For example, a trial contains its session. The column exists up to the version `last`, or as
  /// long as the original.
  package init<Part>(
    _ column: TableColumn<Part>, prefix: String = "", _ meaning: String? = nil,
    until last: Int? = nil, isOptional: Bool? = nil,
    read: @escaping (inout Row) -> StoredValue,
    write: @escaping (consuming StoredValue, inout Row) -> Bool
  ) {
    path = column.path
    self.read = read
    self.write = write
    var versions = column.versions
    if let last { versions = versions.lowerBound...max(versions.lowerBound, last) }
    super.init(
      prefix + column.name, stored: column.storedName, meaning ?? column.meaning,
      ColumnStorage(column.storage.kind, isOptional: isOptional ?? column.isOptional),
      in: column.unit, levels: column.levels, range: column.range, source: column.source,
      versions: versions, isStored: column.isStored)
  }

  /// Returns the value of a row.
  ///
  /// The row is `inout` to avoid a copy, and is not changed.
  @inline(__always)
  package func value(in row: inout Row) -> StoredValue { read(&row) }

  /// Sets the value in a row without checking its range; returns `false` for a value of another
  /// type.
  @inline(__always)
  package func put(_ value: consuming StoredValue, in row: inout Row) -> Bool { write(value, &row) }

  /// Sets the value in a row; throws if it is outside the column's range.
  @inline(__always)
  package func set(_ value: StoredValue, in row: inout Row) throws(LineReason) {
    guard write(value, &row) else {
      switch value {
      case .text where !isNumber: throw .value(.impossible, column: name)
      default: throw .value(isNumber ? .noNumber : .noText, column: name)
      }
    }
    try check(value)
  }

  /// The same column as records of the store declare it.
  var valueColumn: ValueColumn<Row> {
    ValueColumn(
      storedName, path, read: read, write: write, wasAddedLater: version > TableVersion.first,
      grows: range.isGrowing, largestMagnitude: ColumnRange.largestNumber.magnitude,
      allows: range.isOfWords)
  }
}

/// The unit of a column's numbers.
///
/// BIDS files have times in seconds, so these are converted.
///
///     let timed = Trial.columns.filter { $0.unit == .milliseconds }.map(\.name)
package enum ColumnUnit {
  /// A duration in milliseconds, which BIDS files have in seconds.
  case milliseconds
}

/// The columns from which a value is derived, for error messages about contradictions.
///
///     let derived = Trial.columns.filter { $0.source == .moves }.map(\.name)
package enum ColumnSource: Equatable, Sendable {
  case test, testState, rule, board, moves, movesOfTrial, sessions, movesColumn, header
  case otherColumns, earlierLine, settings, trialsOfTest, created, study, studyText
}

/// A row type with the list of its columns.
///
/// One list serves the store, CSV, JSON Lines, the data dictionary and PostgreSQL. A new column may
/// stand anywhere in the list, and has `since:` the next version of the tables.
///
///     let first = Trial()
///     var second = first
///     second.trial = 2
///     first.difference(from: second)?.name  // Optional("trial")
package protocol TableValues: Equatable {
  /// The columns of all versions, whose order never changes within a version.
  static var allColumns: [TableColumn<Self>] { get }
}

extension TableValues {
  /// The columns of the current version, which are those of the store.
  package static var columns: [TableColumn<Self>] { allColumns.known(in: TableVersion.current) }

  /// The columns of each version, for reading files of early versions.
  package static var columnsOfVersions: [(version: Int, columns: [TableColumn<Self>])] {
    TableVersion.all.map { ($0, allColumns.known(in: $0)) }
  }

  /// Throws if a value of these columns is outside its range.
  package mutating func check(_ columns: [TableColumn<Self>]) throws(LineReason) {
    for column in columns { try column.check(column.value(in: &self)) }
  }

  /// Returns the first column in which two rows differ; `nil` if they are equal.
  package func difference(from other: Self) -> TableColumn<Self>? {
    if self == other { return nil }
    var own = self
    var other = other
    return Self.allColumns.first { $0.value(in: &own) != $0.value(in: &other) }
  }
}

extension Array {
  /// Returns the columns whose values must be checked, because their range is smaller than the
  /// type.
  package func checked<Row>() -> Self where Element == TableColumn<Row> { filter(\.hasRange) }

  /// Returns the columns that exist in a version of the tables.
  package func known<Row>(in version: Int) -> Self where Element == TableColumn<Row> {
    filter { $0.versions.contains(version) }
  }

  /// Returns the columns that the first version did not have.
  package func addedLater<Row>() -> Self where Element == TableColumn<Row> {
    filter { $0.version > TableVersion.first }
  }

  /// Copies the values of these columns from another row.
  package func fill<Row>(_ values: inout Row, from others: Row) where Element == TableColumn<Row> {
    var others = others
    for column in self where column.value(in: &values) == .null {
      _ = column.put(column.value(in: &others), in: &values)
    }
  }
}
