package import Records

/// The description of one column of the program's tables, for each of its uses: in the header of a
/// CSV file, as a key of JSON Lines, in the data dictionary, in a BIDS sidecar, in SQLite and in
/// PostgreSQL.
///
/// A `TableColumn` adds reading, writing and checking the value of a row.
///
///     for column in Trial.columns { print(column.name, column.meaning) }
package class ColumnDescription {
  /// The name in files.
  package final let name: String
  /// The name in the store.
  final let storedName: String
  /// The sentence of the data dictionary, in English.
  package final let meaning: String

  /// The type of the values, and whether they may be null.
  package final let storage: ColumnStorage
  package final let isNumber: Bool
  package final let isOptional: Bool
  package final let unit: ColumnUnit?
  /// The words of the column, each with its meaning in a BIDS sidecar.
  package final let levels: KeyValuePairs<String, String>

  /// The range of each value; the validators find contradictions between columns.
  package final let range: ColumnRange

  /// `true` if the column restricts its values, so that they must be checked when they are set.
  final let hasRange: Bool

  /// The source that the value is derived from; `nil` if there is none.
  package final let source: ColumnSource?
  /// The versions of the tables that have the column.
  final let versions: ClosedRange<Int>
  /// True if the store has the column; a press of a file repeats values of its trial, which are not
  /// stored with it.
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

  /// The first version of the tables that has the column.
  package final var version: Int { versions.lowerBound }

  /// Returns the name in the store, which is in camel case: `studyTime` for `study_time`.
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

  /// Throws if the value is outside the column's range.
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

/// The only description of a column: adding one to the list of `Trial`, `RoundMeasures.Press` or
/// `Session.Values` adds it to every file and store.
///
///     TableColumn("block", \Trial.block, "tests, counted from 1", in: .atLeast(1), since: 4)
package final class TableColumn<Row>: ColumnDescription {
  /// The property of the column.
  private let path: AnyKeyPath
  /// Returns the value of a row.
  private let read: (inout Row) -> StoredValue
  /// Sets the value of a row; returns `false` for a value of another type.
  private let write: (consuming StoredValue, inout Row) -> Bool

  // NB: closures that use nothing but a literal key path are compiled to plain reading and writing;
  // a path that is kept takes twice as long (row "exchange" of the benchmarks). / Creates the
  // column of a property of a row; pass a literal key path.
  @inline(__always)
  package init<Value: RecordValue>(
    _ name: String, stored storedName: String? = nil,
    _ path: @escaping @autoclosure () -> WritableKeyPath<Row, Value>, _ meaning: String,
    in range: ColumnRange = .any, from source: ColumnSource? = nil,
    since version: Int = TableVersion.first, unit: ColumnUnit? = nil,
    levels: KeyValuePairs<String, String> = [:], isStored: Bool = true
  ) {
    self.path = path()
    read = { Records.stored(&$0[keyPath: path()]) }
    write = { $1[keyPath: path()].set(to: $0) }
    super.init(
      name, stored: storedName, meaning, Value.storage, in: unit, levels: levels, range: range,
      source: source, versions: version...TableVersion.current, isStored: isStored)
  }

  /// Creates a column from one of another table, for rows that contain a row of that table.
  ///
  /// The closures access the contained row. The column exists up to the version `last`, or as long
  /// as the original.
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
  /// The row is unchanged: it is `inout` so that it is not copied.
  @inline(__always)
  package func value(in row: inout Row) -> StoredValue { read(&row) }

  /// Writes a value into a row unchecked.
  ///
  /// Returns `false` if the property can't hold it.
  @inline(__always)
  package func put(_ value: consuming StoredValue, in row: inout Row) -> Bool { write(value, &row) }

  /// Writes a value into a row.
  ///
  /// Throws if it is outside the column's range.
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

  /// The column for the records of the store.
  var valueColumn: ValueColumn<Row> {
    ValueColumn(
      storedName, path, read: read, write: write, wasAddedLater: version > TableVersion.first,
      grows: range.isGrowing, largestMagnitude: ColumnRange.largestNumber.magnitude,
      allows: range.isOfWords)
  }
}

/// The unit of a column's numbers; BIDS files convert it to seconds.
///
///     let timed = Trial.columns.filter { $0.unit == .milliseconds }.map(\.name)
package enum ColumnUnit {
  /// A length of time. BIDS has it in seconds.
  case milliseconds
}

/// The source from which the value of a column is derived, for messages about contradictions.
///
///     let derived = Trial.columns.filter { $0.source == .moves }.map(\.name)
package enum ColumnSource: Equatable, Sendable {
  case test, testState, rule, board, moves, movesOfTrial, sessions, movesColumn, header
  case otherColumns, earlierLine, settings, trialsOfTest, created, study, studyText
}

/// The values of a table's row, with the description of their columns.
///
/// One list serves the store, CSV, JSON Lines, the data dictionary and PostgreSQL. A new column is
/// one element at the end of the list, with `since:` the version that has it first.
///
///     let first = Trial()
///     var second = first
///     second.trial = 2
///     first.difference(from: second)?.name  // Optional("trial")
package protocol TableValues: Equatable {
  /// The columns of all versions in their order, which never changes within one version.
  static var allColumns: [TableColumn<Self>] { get }
}

extension TableValues {
  /// The columns of the current version, which the store has.
  package static var columns: [TableColumn<Self>] { allColumns.known(in: TableVersion.current) }

  /// The columns of each version, in which files of older programs are read.
  package static var columnsOfVersions: [(version: Int, columns: [TableColumn<Self>])] {
    TableVersion.all.map { ($0, allColumns.known(in: $0)) }
  }

  /// Throws if a value is outside its column's range.
  package mutating func check(_ columns: [TableColumn<Self>]) throws(LineReason) {
    for column in columns { try column.check(column.value(in: &self)) }
  }

  /// Returns the first column whose values differ; `nil` if all are the same.
  package func difference(from other: Self) -> TableColumn<Self>? {
    if self == other { return nil }
    var own = self
    var other = other
    return Self.allColumns.first { $0.value(in: &own) != $0.value(in: &other) }
  }
}

extension Array {
  /// Returns the columns whose range is narrower than their type.
  package func checked<Row>() -> Self where Element == TableColumn<Row> { filter(\.hasRange) }

  /// Returns the columns that a version of the tables has.
  package func known<Row>(in version: Int) -> Self where Element == TableColumn<Row> {
    filter { $0.versions.contains(version) }
  }

  /// Returns the columns that were added after the first version.
  package func addedLater<Row>() -> Self where Element == TableColumn<Row> {
    filter { $0.version > TableVersion.first }
  }

  /// Copies the values of the columns from another row.
  package func fill<Row>(_ values: inout Row, from others: Row) where Element == TableColumn<Row> {
    var others = others
    for column in self where column.value(in: &values) == .null {
      _ = column.put(column.value(in: &others), in: &values)
    }
  }
}
