/// The description of a column: its names, its meaning, and the type of its values.
///
/// A migration creates the column of a table from it; a program that exports the table generates
/// the headers, keys and dictionaries of its files from it, too.
///
///     let growth = ColumnDescription(
///       "growth_time", stored: "growth", Int?.storage, "time of growth", unit: .milliseconds,
///       since: 2)
///     let migration = Migration("growth", [.addColumn(growth, table: "Plant")])
public struct ColumnDescription: Sendable {
  /// The name in files, and in the store unless `storedName` differs.
  public let name: String
  /// The name in the table of the store.
  public let storedName: String
  /// The meaning for readers of files; empty for a column that only the store has.
  public let meaning: String

  /// The type of the values; optional if they may be null.
  public let storage: ColumnStorage
  /// `true` if the values are numbers.
  public let isNumber: Bool
  /// The unit of the numbers; `nil` without one.
  public let unit: ColumnUnit?
  /// The words that the column may have, with their meanings; empty for any other values.
  public let levels: [(key: String, value: String)]

  /// The version of the table that added the column; 0 if the table always had it.
  ///
  /// Versions are counted from 1, for each table or for all together.
  public let since: Int
  /// The table to which a relation leads; `nil` for a column with values.
  let target: String?

  /// Creates the description of a column with values.
  public init(
    _ name: String, stored storedName: String? = nil, _ storage: ColumnStorage,
    _ meaning: String = "", unit: ColumnUnit? = nil, levels: [(key: String, value: String)] = [],
    since: Int = 0
  ) {
    self.init(
      name, stored: storedName, storage, meaning, unit: unit, levels: levels, since: since,
      target: nil)
  }

  private init(
    _ name: String, stored storedName: String? = nil, _ storage: ColumnStorage,
    _ meaning: String = "", unit: ColumnUnit? = nil, levels: [(key: String, value: String)] = [],
    since: Int = 0, target: String?
  ) {
    self.name = name
    self.storedName = storedName ?? name
    self.meaning = meaning
    self.storage = storage
    isNumber = storage.kind == .integer || storage.kind == .real
    self.unit = unit
    self.levels = levels
    self.since = since
    self.target = target
  }

  /// `true` if the values may be null.
  public var isOptional: Bool { storage.isOptional }

  /// `true` if a later version of the table added the column, so that the checksums of older rows
  /// don't include it.
  public var wasAddedLater: Bool { since > 0 }

  /// Returns a column of the store for values of a type; one that is added to an existing table
  /// must be optional.
  public static func column(
    _ name: String, _ kind: ColumnStorage.Kind, isOptional: Bool = false
  ) -> Self {
    Self(name, ColumnStorage(kind, isOptional: isOptional))
  }

  /// Returns a column of the store that refers to a row of another table.
  public static func relation(_ name: String, to table: String) -> Self {
    Self(name, ColumnStorage(.integer, isOptional: true), target: table)
  }

  /// The SQL definition of the column.
  var definition: String {
    let type = storage.kind.rawValue + (isOptional ? "" : " NOT NULL")
    let reference = target.map {
      " REFERENCES \(quotedName($0))(\"row\") DEFERRABLE INITIALLY DEFERRED"
    }
    return "\(quotedName(storedName)) \(type)" + (reference ?? "")
  }
}

/// The unit of the numbers in a column; the raw value is its symbol.
///
///     print(growth.unit?.rawValue ?? "")  // ms
public enum ColumnUnit: String, Sendable {
  case milliseconds = "ms"
}
