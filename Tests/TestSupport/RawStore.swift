import CSQLite
package import Records

/// Direct access to the database file of a store, without any checks of this program.
package final class RawStore {
  private var database: OpaquePointer?

  package init(_ path: String) { sqlite3_open(path, &database) }

  deinit { sqlite3_close_v2(database) }

  /// Executes statements; returns `false` if SQLite refuses one.
  @discardableResult
  package func run(_ text: String) -> Bool {
    sqlite3_exec(database, text, nil, nil, nil) == SQLITE_OK
  }

  /// Returns the rows of a query, or `nil` if SQLite reports an error.
  package func rows(_ text: String, _ values: [StoredValue] = []) -> [[StoredValue]]? {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(database, text, -1, &statement, nil) == SQLITE_OK else { return nil }
    for (index, value) in values.enumerated() { bind(value, to: statement, Int32(index + 1)) }
    var rows: [[StoredValue]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        rows.append((0..<sqlite3_column_count(statement)).map { value(of: statement, $0) })
      case SQLITE_DONE: return rows
      default: return nil
      }
    }
  }

  /// Binds a value to a parameter of a prepared statement.
  private func bind(_ value: StoredValue, to statement: OpaquePointer?, _ parameter: Int32) {
    // SQLite copies the values.
    let copying = copyingDestructor
    switch value {
    case .null: sqlite3_bind_null(statement, parameter)
    case .integer(let number): sqlite3_bind_int64(statement, parameter, Int64(number))
    case .real(let number): sqlite3_bind_double(statement, parameter, number)
    case .text(let text):
      sqlite3_bind_text64(
        statement, parameter, text, UInt64(text.utf8.count), copying, UInt8(SQLITE_UTF8))
    case .bytes(let bytes):
      sqlite3_bind_blob64(statement, parameter, bytes, UInt64(bytes.count), copying)
    }
  }

  private var copyingDestructor: sqlite3_destructor_type { chimp_sqlite_transient() }

  /// Returns the value of a column in the current row of a statement.
  private func value(of statement: OpaquePointer?, _ column: Int32) -> StoredValue {
    let count = Int(sqlite3_column_bytes(statement, column))
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(Int(sqlite3_column_int64(statement, column)))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      guard let bytes = sqlite3_column_text(statement, column) else { return .text("") }
      return .text(String(decoding: (0..<count).map { bytes[$0] }, as: UTF8.self))
    case SQLITE_BLOB:
      guard let bytes = sqlite3_column_blob(statement, column) else { return .bytes([]) }
      return .bytes((0..<count).map { bytes.load(fromByteOffset: $0, as: UInt8.self) })
    default: return .null
    }
  }
}

extension RawStore {
  /// The name of a table, and the columns that its checksums include.
  package typealias Table = (name: String, columns: [(name: String, wasAddedLater: Bool)])

  /// Sets a column of a row and recalculates the row's checksum; returns `false` if SQLite refuses
  /// the value.
  package func set(_ column: String, of table: Table, row: Int, to value: StoredValue) -> Bool {
    let name = "\"\(table.name)\""
    let schema = rows("SELECT sql FROM sqlite_schema WHERE name = ?", [.text(table.name)])
    guard let definition = schema?.first?.first else { return false }
    if value == .null { replaceConstraint("NOT NULL", in: table.name, replacing: nil) }
    defer { if value == .null { replaceConstraint("", in: table.name, replacing: definition) } }
    guard
      rows("UPDATE \(name) SET \"\(column)\" = ? WHERE \"row\" = ?", [value, .integer(row)]) != nil
    else { return false }
    var number = row
    if column == "row", case .integer(let new) = value { number = new }
    return updateChecksum(table, number)
  }

  /// Calculates the checksum of a row's current values and stores it; returns `false` if there is
  /// no such row.
  private func updateChecksum(_ table: Table, _ row: Int) -> Bool {
    let columns = table.columns.map { ", \"\($0.name)\"" }.joined()
    let query =
      "SELECT \"objectId\", \"dateCreated\", \"dateUpdated\"\(columns) FROM \"\(table.name)\""
    guard let values = rows(query + " WHERE \"row\" = ?", [.integer(row)])?.first else {
      return false
    }
    var checksum = Checksum()
    for (index, value) in values.enumerated() {
      let wasAddedLater = index >= 3 && table.columns[index - 3].wasAddedLater
      if value != .null || !wasAddedLater { checksum.add(value) }
    }
    let update = "UPDATE \"\(table.name)\" SET \"checksum\" = ? WHERE \"row\" = ?"
    return rows(update, [.integer(checksum.number), .integer(row)]) != nil
  }

  /// Removes a constraint from the definition of a table in the schema, or restores the definition.
  private func replaceConstraint(
    _ constraint: String, in table: String, replacing definition: StoredValue?
  ) {
    run("PRAGMA writable_schema = ON")
    if let definition {
      _ = rows(
        "UPDATE sqlite_schema SET sql = ? WHERE name = ?", [definition, .text(table)])
    } else {
      _ = rows(
        "UPDATE sqlite_schema SET sql = replace(sql, ?, '') WHERE name = ?",
        [.text(constraint), .text(table)])
    }
    run("PRAGMA writable_schema = RESET")
  }

  /// Returns `true` if the stored checksum of a row is the one that this program calculates.
  package func hasValidChecksum(_ table: Table, row: Int) -> Bool {
    let before = rows("SELECT checksum FROM \"\(table.name)\" WHERE row = ?", [.integer(row)])
    guard updateChecksum(table, row) else { return false }
    return rows("SELECT checksum FROM \"\(table.name)\" WHERE row = ?", [.integer(row)]) == before
  }
}
