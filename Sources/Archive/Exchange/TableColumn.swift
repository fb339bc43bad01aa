public import Records

/// A column of the program's tables, from which all files and databases are derived.
///
/// It adds to the column of a record what files need: the range, the versions and the source of the
/// values. Adding a column to the list of `Trial`, `RoundMeasures.Press` or `Session.Values` adds
/// it to CSV, JSON Lines, the data dictionary, BIDS files, SQLite and PostgreSQL.
///
///     TableColumn("block", \Trial.block, "tests, counted from 1", in: .atLeast(1), since: 4)
public final class TableColumn<Row>: ValueColumn<Row>, @unchecked Sendable {
  /// The range of allowed values, without regard to other columns.
  public let range: ColumnRange
  /// `true` if the range is smaller than the type, so that values must be checked.
  public let hasRange: Bool
  /// The columns from which the value is derived; `nil` if it is independent.
  public let source: ColumnSource?
  /// The versions of the tables in which the column exists.
  let versions: ClosedRange<Int>
  /// `true` if the store has the column, `false` if only files have it.
  public let isStored: Bool

  /// Creates the column of a property of a row.
  ///
  /// The path is a closure, so that the optimizer can replace the literal key path by the property:
  /// following the path took a tenth of the time of reading a row (row "summary").
  public convenience init<Value: RecordValue>(
    _ name: String, stored storedName: String? = nil,
    _ path: @escaping @Sendable @autoclosure () -> WritableKeyPath<Row, Value>,
    _ meaning: String, in range: ColumnRange = .any, from source: ColumnSource? = nil,
    since version: Int = 0, unit: ColumnUnit? = nil, levels: KeyValuePairs<String, String> = [:],
    isStored: Bool = true
  ) {
    self.init(
      name, stored: storedName, Value.storage, meaning, in: range, from: source,
      since: version, unit: unit, levels: levels, isStored: isStored,
      read: { Records.stored(&$0[keyPath: path()]) },
      write: { $1[keyPath: path()].set(to: $0) })
  }

  convenience init(
    _ name: String, stored storedName: String?, _ storage: ColumnStorage,
    _ meaning: String, in range: ColumnRange, from source: ColumnSource?, since version: Int,
    unit: ColumnUnit?, levels: KeyValuePairs<String, String>, isStored: Bool,
    read: @escaping @Sendable (inout Row) -> StoredValue,
    write: @escaping @Sendable (consuming StoredValue, inout Row) -> Bool
  ) {
    precondition(
      version == 0 || version > TableVersion.first, "the first version needs no since:")
    let description = ColumnDescription(
      name, stored: storedName ?? Self.storedName(of: name), storage, meaning, unit: unit,
      levels: Array(levels), since: version)
    self.init(
      description, in: range, from: source,
      versions: description.version...TableVersion.current, isStored: isStored, read: read,
      write: write)
  }

  /// Creates a column for rows that contain a row of another table, from a column of that table.
  ///
  /// For example, a trial contains its session. The column exists up to the version `last`, or as
  /// long as the original.
  public convenience init<Part>(
    _ column: TableColumn<Part>, prefix: String = "", _ meaning: String? = nil,
    until last: Int? = nil, isOptional: Bool? = nil,
    read: @escaping @Sendable (inout Row) -> StoredValue,
    write: @escaping @Sendable (consuming StoredValue, inout Row) -> Bool
  ) {
    let part = column.description
    var versions = column.versions
    if let last { versions = versions.lowerBound...max(versions.lowerBound, last) }
    let description = ColumnDescription(
      prefix + part.name, stored: part.storedName,
      ColumnStorage(part.storage.kind, isOptional: isOptional ?? part.isOptional),
      meaning ?? part.meaning, unit: part.unit, levels: part.levels, since: part.since)
    self.init(
      description, in: column.range, from: column.source, versions: versions,
      isStored: column.isStored, read: read, write: write)
  }

  private init(
    _ description: ColumnDescription, in range: ColumnRange,
    from source: ColumnSource?, versions: ClosedRange<Int>, isStored: Bool,
    read: @escaping @Sendable (inout Row) -> StoredValue,
    write: @escaping @Sendable (consuming StoredValue, inout Row) -> Bool
  ) {
    self.range = range
    hasRange =
      switch range {
      case .any, .growing: false
      default: true
      }
    self.source = source
    self.versions = versions
    self.isStored = isStored
    super.init(
      description, grows: range.isGrowing,
      largestMagnitude: ColumnRange.largestNumber.magnitude, allows: range.isOfWords, read: read,
      write: write)
  }

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
}

extension ColumnDescription {
  /// The first version of the tables in which the column exists.
  public var version: Int { max(since, TableVersion.first) }
}

extension TableColumn {
  /// The first version of the tables in which the column exists.
  public var version: Int { description.version }
}

/// The columns from which a value is derived, for error messages about contradictions.
///
///     let derived = Trial.columns.filter { $0.source == .moves }.map(\.name)
public enum ColumnSource: Equatable, Sendable {
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
public protocol TableValues: Equatable {
  /// The columns of all versions, whose order never changes within a version.
  static var allColumns: [TableColumn<Self>] { get }
}

extension TableValues {
  /// The columns of the current version, which are those of the store.
  public static var columns: [TableColumn<Self>] { allColumns.known(in: TableVersion.current) }

  /// The columns of each version, for reading files of early versions.
  public static var columnsOfVersions: [(version: Int, columns: [TableColumn<Self>])] {
    TableVersion.all.map { ($0, allColumns.known(in: $0)) }
  }

  /// Returns the first column in which two rows differ; `nil` if they are equal.
  ///
  /// A column that only early versions have is returned if no current one differs.
  public func difference(from other: Self) -> TableColumn<Self>? {
    if self == other { return nil }
    var own = self
    var other = other
    for columns in [Self.columns, Self.allColumns] {
      let column = columns.first { $0.read(&own) != $0.read(&other) }
      if let column { return column }
    }
    return nil
  }
}

extension Array {
  /// Returns the columns whose values must be checked, because their range is smaller than the
  /// type.
  public func checked<Row>() -> Self where Element == TableColumn<Row> { filter(\.hasRange) }

  /// Returns the columns that exist in a version of the tables.
  public func known<Row>(in version: Int) -> Self where Element == TableColumn<Row> {
    filter { $0.versions.contains(version) }
  }

  /// Returns the columns that the first version did not have.
  public func addedLater<Row>() -> Self where Element == TableColumn<Row> {
    filter(\.wasAddedLater)
  }

  /// Copies the values of these columns from another row.
  public func fill<Row>(_ values: inout Row, from others: Row) where Element == TableColumn<Row> {
    var others = others
    for column in self where column.read(&values) == .null {
      _ = column.write(column.read(&others), &values)
    }
  }
}
