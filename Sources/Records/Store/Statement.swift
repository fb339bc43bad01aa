import CSQLite

/// A prepared statement; values are bound to it, never inserted into its text.
final class Statement {
  let pointer: OpaquePointer
  private unowned let connection: Connection

  init(_ pointer: OpaquePointer, of connection: Connection) {
    self.pointer = pointer
    self.connection = connection
  }

  deinit { sqlite3_finalize(pointer) }

  /// `true` while the statement is at a row.
  var isInUse: Bool { sqlite3_stmt_busy(pointer) != 0 }

  /// Binds consecutive values, beginning with the parameter at index `first`.
  func bind(_ values: [StoredValue], from first: Int = 0) throws(RecordError) {
    for (index, value) in values.enumerated() { try bind(value, at: first + index) }
  }

  /// Binds a value to the parameter at an index from 0; SQLite copies it.
  func bind(_ value: StoredValue, at index: Int) throws(RecordError) {
    let parameter = Int32(index + 1)
    let code =
      switch value {
      case .null: sqlite3_bind_null(pointer, parameter)
      case .integer(let number): sqlite3_bind_int64(pointer, parameter, Int64(number))
      case .real(let number): sqlite3_bind_double(pointer, parameter, number)
      case .text(let text):
        // A Swift string passed directly would be copied into an array first.
        text.withCString {
          sqlite3_bind_text64(
            pointer, parameter, $0, UInt64(text.utf8.count), chimp_sqlite_transient(),
            UInt8(SQLITE_UTF8))
        }
      case .bytes(let bytes):
        bytes.isEmpty
          ? sqlite3_bind_zeroblob(pointer, parameter, 0)
          : sqlite3_bind_blob64(
            pointer, parameter, bytes, UInt64(bytes.count), chimp_sqlite_transient())
      }
    if code != SQLITE_OK { throw connection.failure(code) }
  }

  /// Steps to the next row; returns false after the last one, and resets the statement then.
  func step() throws(RecordError) -> Bool {
    let code = Connection.repeatingUnsteadyReads {
      let code = sqlite3_step(pointer)
      if code != SQLITE_ROW { sqlite3_reset(pointer) }
      return code
    }
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw connection.failure(code)
  }

  /// Binds values and runs the statement to its end.
  func run(_ values: [StoredValue] = []) throws(RecordError) {
    try bind(values)
    while try step() {}
  }

  /// Resets the statement before its last row, so that it can be run again.
  func reset() { sqlite3_reset(pointer) }

  /// Returns a column of the current row as a number; 0 if it isn't one.
  func integer(at column: Int) -> Int { Int(sqlite3_column_int64(pointer, Int32(column))) }

  /// The value of a column of the current row.
  subscript(column: Int) -> StoredValue {
    let value = chimp_sqlite_column(pointer, Int32(column))
    let bytes = UnsafeRawBufferPointer(start: value.bytes, count: Int(value.count))
    switch value.type {
    case SQLITE_INTEGER: return .integer(Int(value.number))
    case SQLITE_FLOAT: return .real(value.real)
    case SQLITE_TEXT: return .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB: return .bytes([UInt8](bytes))
    default: return .null
    }
  }
}
