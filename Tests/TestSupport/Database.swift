import CSQLite

/// Direct access to a database file, as another program has it.
package enum Database {
  /// An error of SQLite, with its code.
  package struct Failure: Error {
    package let code: Int32
  }

  /// Executes SQL statements on the database at a path; throws the error of the first one that
  /// fails.
  package static func run(_ text: String, _ path: String) throws {
    var database: OpaquePointer?
    defer { sqlite3_close_v2(database) }
    var code = sqlite3_open(path, &database)
    if code == SQLITE_OK { code = sqlite3_exec(database, text, nil, nil, nil) }
    if code != SQLITE_OK { throw Failure(code: code) }
  }

  /// Returns the first column of a query's first row as text; `nil` if there is no row, or if the
  /// query fails.
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

/// A connection that holds the write lock of a database.
package final class Holder {
  private var database: OpaquePointer?

  /// Opens the database at a path and begins a write transaction; throws an error if the database
  /// is locked.
  package init(_ path: String) throws {
    var code = sqlite3_open(path, &database)
    if code == SQLITE_OK { code = sqlite3_exec(database, "BEGIN IMMEDIATE", nil, nil, nil) }
    if code != SQLITE_OK { throw Database.Failure(code: code) }
  }

  deinit {
    release()
  }

  /// Ends the transaction and closes the connection; does nothing if that was done before.
  package func release() {
    sqlite3_close_v2(database)
    database = nil
  }
}
