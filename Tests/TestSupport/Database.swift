import CSQLite

/// Access to a database file as another program has it.
package enum Database {
  /// An error code of SQLite.
  package struct Failure: Error {
    package let code: Int32
  }

  /// Executes statements on a file.
  package static func run(_ text: String, _ path: String) throws {
    var database: OpaquePointer?
    defer { sqlite3_close_v2(database) }
    var code = sqlite3_open(path, &database)
    if code == SQLITE_OK { code = sqlite3_exec(database, text, nil, nil, nil) }
    if code != SQLITE_OK { throw Failure(code: code) }
  }

  /// Returns the first value of the first row as a text, or `nil` if there is none.
  package static func value(_ text: String, _ path: String) -> String? {
    var database: OpaquePointer?
    defer { sqlite3_close_v2(database) }
    guard sqlite3_open(path, &database) == SQLITE_OK else { return nil }
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(database, text, -1, &statement, nil) == SQLITE_OK,
      sqlite3_step(statement) == SQLITE_ROW
    else { return nil }
    return sqlite3_column_text(statement, 0).map { String(cString: $0) }
  }
}

/// A second connection that holds the write lock of a file.
package final class Holder {
  private var database: OpaquePointer?

  /// Begins a write transaction.
  package init(_ path: String) throws {
    var code = sqlite3_open(path, &database)
    if code == SQLITE_OK { code = sqlite3_exec(database, "BEGIN IMMEDIATE", nil, nil, nil) }
    if code != SQLITE_OK { throw Database.Failure(code: code) }
  }

  deinit {
    release()
  }

  /// Ends the transaction and closes the connection.
  package func release() {
    sqlite3_close_v2(database)
    database = nil
  }
}
