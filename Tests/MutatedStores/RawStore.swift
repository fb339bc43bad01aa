import CSQLite
import Records

/// The file of a store as another program changes it, past all checks.
final class RawStore {
  private var database: OpaquePointer?

  init(_ path: String) { sqlite3_open(path, &database) }

  deinit { sqlite3_close_v2(database) }

  /// Runs statements; false where one is refused.
  @discardableResult
  func run(_ text: String) -> Bool { sqlite3_exec(database, text, nil, nil, nil) == SQLITE_OK }

  /// The rows that a query finds.
  func rows(_ text: String, _ values: [StoredValue] = []) -> [[StoredValue]]? {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(database, text, -1, &statement, nil) == SQLITE_OK else { return nil }
    for (place, value) in values.enumerated() { bind(value, to: statement, Int32(place + 1)) }
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

  private func bind(_ value: StoredValue, to statement: OpaquePointer?, _ place: Int32) {
    // SQLite copies what it is given.
    let copying = copyingDestructor
    switch value {
    case .null: sqlite3_bind_null(statement, place)
    case .integer(let number): sqlite3_bind_int64(statement, place, Int64(number))
    case .real(let number): sqlite3_bind_double(statement, place, number)
    case .text(let text):
      sqlite3_bind_text64(
        statement, place, text, UInt64(text.utf8.count), copying, UInt8(SQLITE_UTF8))
    case .bytes(let bytes):
      sqlite3_bind_blob64(statement, place, bytes, UInt64(bytes.count), copying)
    }
  }

  private var copyingDestructor: sqlite3_destructor_type { chimp_sqlite_transient() }

  private func value(of statement: OpaquePointer?, _ place: Int32) -> StoredValue {
    let count = Int(sqlite3_column_bytes(statement, place))
    switch sqlite3_column_type(statement, place) {
    case SQLITE_INTEGER: return .integer(Int(sqlite3_column_int64(statement, place)))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, place))
    case SQLITE_TEXT:
      guard let bytes = sqlite3_column_text(statement, place) else { return .text("") }
      return .text(String(decoding: (0..<count).map { bytes[$0] }, as: UTF8.self))
    case SQLITE_BLOB:
      guard let bytes = sqlite3_column_blob(statement, place) else { return .bytes([]) }
      return .bytes((0..<count).map { bytes.load(fromByteOffset: $0, as: UInt8.self) })
    default: return .null
    }
  }
}

extension RawStore {
  /// A table of the store, with the columns that a checksum counts.
  typealias Table = (name: String, columns: [(name: String, wasAddedLater: Bool)])

  /// Sets a column of a row, and the checksum to that of the changed row; false where the file
  /// can't hold the value.
  func set(_ column: String, of table: Table, row: Int, to value: StoredValue) -> Bool {
    let name = "\"\(table.name)\""
    let schema = rows("SELECT sql FROM sqlite_schema WHERE name = ?", [.text(table.name)])
    guard let definition = schema?.first?.first else { return false }
    if value == .null { allow("NOT NULL", in: table.name, replacing: nil) }
    defer { if value == .null { allow("", in: table.name, replacing: definition) } }
    guard
      rows("UPDATE \(name) SET \"\(column)\" = ? WHERE \"row\" = ?", [value, .integer(row)]) != nil
    else { return false }
    var number = row
    if column == "row", case .integer(let new) = value { number = new }
    return seal(table, number)
  }

  /// Writes the checksum of what a row holds.
  private func seal(_ table: Table, _ row: Int) -> Bool {
    let columns = table.columns.map { ", \"\($0.name)\"" }.joined()
    let query =
      "SELECT \"objectId\", \"dateCreated\", \"dateUpdated\"\(columns) FROM \"\(table.name)\""
    guard let values = rows(query + " WHERE \"row\" = ?", [.integer(row)])?.first else {
      return false
    }
    var checksum = Checksum()
    for (place, value) in values.enumerated() {
      let wasAddedLater = place >= 3 && table.columns[place - 3].wasAddedLater
      if value != .null || !wasAddedLater { checksum.add(value) }
    }
    let update = "UPDATE \"\(table.name)\" SET \"checksum\" = ? WHERE \"row\" = ?"
    return rows(update, [.integer(checksum.number), .integer(row)]) != nil
  }

  /// Takes a constraint out of the definition of a table, or puts the definition back.
  private func allow(_ constraint: String, in table: String, replacing definition: StoredValue?) {
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

  /// Whether the checksum of a row is that of what it holds, as this program counts it.
  func isSealed(_ table: Table, row: Int) -> Bool {
    let before = rows("SELECT checksum FROM \"\(table.name)\" WHERE row = ?", [.integer(row)])
    guard seal(table, row) else { return false }
    return rows("SELECT checksum FROM \"\(table.name)\" WHERE row = ?", [.integer(row)]) == before
  }
}
