import CSQLite

/// A statement that was prepared once; values are bound to it, never put into its text.
final class Statement {
  let pointer: OpaquePointer
  private unowned let connection: Connection

  init(_ pointer: OpaquePointer, of connection: Connection) {
    (self.pointer, self.connection) = (pointer, connection)
  }

  deinit { sqlite3_finalize(pointer) }

  /// Whether somebody has stepped to a row and not yet beyond the last.
  var isInUse: Bool { sqlite3_stmt_busy(pointer) != 0 }

  func bind(_ values: [StoredValue], from first: Int = 0) throws(StoreError) {
    for (index, value) in values.enumerated() { try bind(value, at: first + index) }
  }

  @inline(__always)
  func bind(_ value: StoredValue, at index: Int) throws(StoreError) {
    let place = Int32(index + 1)
    let code =
      switch value {
      case .null: sqlite3_bind_null(pointer, place)
      case .integer(let number): sqlite3_bind_int64(pointer, place, Int64(number))
      case .real(let number): sqlite3_bind_double(pointer, place, number)
      case .text(let text):
        // NB: a text that is passed as it is would be copied into an array first.
        text.withCString {
          sqlite3_bind_text64(
            pointer, place, $0, UInt64(text.utf8.count), chimp_sqlite_transient(),
            UInt8(SQLITE_UTF8))
        }
      case .bytes(let bytes):
        bytes.isEmpty
          ? sqlite3_bind_zeroblob(pointer, place, 0)
          : sqlite3_bind_blob64(
            pointer, place, bytes, UInt64(bytes.count), chimp_sqlite_transient())
      }
    if code != SQLITE_OK { throw connection.failure(code) }
  }

  /// Goes to the next row; false at the end, where the statement can be used again.
  func step() throws(StoreError) -> Bool {
    let code = sqlite3_step(pointer)
    if code == SQLITE_ROW { return true }
    sqlite3_reset(pointer)
    if code == SQLITE_DONE { return false }
    throw connection.failure(code)
  }

  func run(_ values: [StoredValue] = []) throws(StoreError) {
    try bind(values)
    while try step() {}
  }

  func reset() { sqlite3_reset(pointer) }

  func integer(at column: Int) -> Int { Int(sqlite3_column_int64(pointer, Int32(column))) }

  subscript(column: Int) -> StoredValue {
    let value = chimp_sqlite_column(pointer, Int32(column))
    switch value.type {
    case SQLITE_INTEGER: return .integer(Int(value.number))
    case SQLITE_FLOAT: return .real(value.real)
    case SQLITE_TEXT:
      if let text = value.text { return .text(String(cString: text)) }
      return .text(String(decoding: bytes(at: column), as: UTF8.self))
    case SQLITE_BLOB: return .bytes(bytes(at: column))
    default: return .null
    }
  }

  private func bytes(at column: Int) -> [UInt8] {
    let place = Int32(column)
    var bytes = [UInt8](repeating: 0, count: Int(sqlite3_column_bytes(pointer, place)))
    chimp_sqlite_column_bytes(pointer, place, &bytes, Int32(bytes.count))
    return bytes
  }
}
