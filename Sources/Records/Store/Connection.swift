import CSQLite
import Glibc

final class Connection {
  let path: String
  private let database: OpaquePointer
  private var statements: [String: Statement] = [:]

  private let busyWait: BusyWait
  /// The context of SQLite's busy handler.
  private let busyContext: UnsafeMutablePointer<BusyWait>

  /// Opens a file; flags are those of `sqlite3_open_v2`.
  init(
    path: String, name: String, flags: Int32, fileSystem: String?, busyWait: BusyWait
  ) throws(StoreError) {
    var database: OpaquePointer?
    let code = sqlite3_open_v2(name, &database, flags | SQLITE_OPEN_NOMUTEX, fileSystem)
    guard let database, code == SQLITE_OK else {
      let reason = database.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory"
      let number = database.map { sqlite3_system_errno($0) } ?? 0
      sqlite3_close_v2(database)
      if number == ENOSPC || number == EDQUOT { throw .full(path: path) }
      if StoreError.isOfManyFiles(number) { throw .tooManyFiles(path: path) }
      throw .cannotOpen(path: path, reason: reason)
    }
    (self.path, self.database, self.busyWait) = (path, database, busyWait)
    sqlite3_extended_result_codes(database, 1)
    _ = chimp_sqlite_switch(database, SQLITE_DBCONFIG_DEFENSIVE, 1)
    _ = chimp_sqlite_switch(database, SQLITE_DBCONFIG_DQS_DML, 0)
    busyContext = .allocate(capacity: 1)
    busyContext.initialize(to: busyWait)
    sqlite3_busy_handler(
      database,
      { context, count in
        let wait = context?.assumingMemoryBound(to: BusyWait.self).pointee
        return wait?.goesOn(after: Int(count)) == true ? 1 : 0
      }, busyContext)
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(database)
    busyContext.deinitialize(count: 1)
    busyContext.deallocate()
  }

  var isReadOnly: Bool { sqlite3_db_readonly(database, "main") == 1 }
  var changeCount: Int { Int(sqlite3_changes64(database)) }
  var lastRow: Int { Int(sqlite3_last_insert_rowid(database)) }
  /// The number of rows that the connection has inserted, updated and deleted since it was opened.
  var totalChangeCount: Int { Int(sqlite3_total_changes64(database)) }
  /// Whether the path no longer leads to the file that is open.
  var hasMoved: Bool { chimp_sqlite_has_moved(database) == 1 }

  /// Decides whether closing the connection leaves the log as it is.
  ///
  /// By default SQLite writes the log into the file, and removes it, when the last connection is
  /// closed.
  func keepLog(_ isKept: Bool = true) {
    _ = chimp_sqlite_switch(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, isKept ? 1 : 0)
  }

  /// The statement with a text, prepared the first time; another one while that is in use.
  func statement(_ text: String) throws(StoreError) -> Statement {
    if let known = statements[text] { return known.isInUse ? try unsharedStatement(text) : known }
    let prepared = try unsharedStatement(text)
    statements[text] = prepared
    return prepared
  }

  /// A statement that may be stepped through while others with the same text are.
  func unsharedStatement(_ text: String) throws(StoreError) -> Statement {
    var pointer: OpaquePointer?
    let code = sqlite3_prepare_v3(
      database, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
    guard let pointer, code == SQLITE_OK else { throw failure(code) }
    return Statement(pointer, of: self)
  }

  func run(_ text: String, _ values: [StoredValue] = []) throws(StoreError) {
    try statement(text).run(values)
  }

  func rollBack() { if sqlite3_get_autocommit(database) == 0 { try? run("ROLLBACK") } }

  func runOnce(_ text: String) throws(StoreError) { try unsharedStatement(text).run() }

  func value(_ text: String, _ values: [StoredValue] = []) throws(StoreError) -> StoredValue {
    let statement = try statement(text)
    try statement.bind(values)
    defer { statement.reset() }
    return try statement.step() ? statement[0] : .null
  }

  func integer(_ text: String, _ values: [StoredValue] = []) throws(StoreError) -> Int {
    Int(stored: try value(text, values)) ?? 0
  }

  /// Reads what there is of a file that is shorter than it says.
  func tolerateDamage() throws(StoreError) {
    _ = chimp_sqlite_switch(database, SQLITE_DBCONFIG_DEFENSIVE, 0)
    try run("PRAGMA writable_schema = ON")
  }

  /// Ends the work that another thread has in hand.
  var interruption: @Sendable () -> Void {
    let interruption = Interruption(database: database)
    return { sqlite3_interrupt(interruption.database) }
  }

  /// What any thread may interrupt at any time: SQLite says so of this one function.
  private struct Interruption: @unchecked Sendable { let database: OpaquePointer }

  /// Copies the whole database into another one, so many pages at a time.
  func copy(
    to other: Connection, pages: Int, progress: (_ rest: Int, _ total: Int) -> Bool
  ) throws(StoreError) {
    guard let backup = sqlite3_backup_init(other.database, "main", database, "main") else {
      throw other.failure(sqlite3_errcode(other.database))
    }
    var code = SQLITE_OK
    var attempt = 0
    while code == SQLITE_OK || code == SQLITE_BUSY || code == SQLITE_LOCKED {
      code = sqlite3_backup_step(backup, Int32(pages))
      let (rest, total) = (sqlite3_backup_remaining(backup), sqlite3_backup_pagecount(backup))
      if code == SQLITE_BUSY || code == SQLITE_LOCKED {
        guard busyWait.goesOn(after: attempt) else { break }
        attempt += 1
      } else if !progress(Int(rest), Int(total)) {
        code = SQLITE_INTERRUPT
      }
    }
    sqlite3_backup_finish(backup)
    switch code & 0xFF {
    case SQLITE_DONE: return
    case SQLITE_FULL, SQLITE_READONLY, SQLITE_CANTOPEN: throw other.failure(code)
    default: throw failure(code)
    }
  }

  /// Whether the disk had no room, which not every code says by itself.
  private func isFull(_ code: Int32) -> Bool {
    switch code & 0xFF {
    case SQLITE_FULL: return true
    // There was no room to make the log's index longer.
    case SQLITE_IOERR where code == Int32(CHIMP_SQLITE_NO_INDEX): return true
    case SQLITE_IOERR, SQLITE_CANTOPEN:
      return [ENOSPC, EDQUOT, EFBIG].contains(sqlite3_system_errno(database))
    default: return false
    }
  }

  func failure(_ code: Int32) -> StoreError {
    let detail = String(cString: sqlite3_errmsg(database))
    if code == Int32(CHIMP_SQLITE_MOVED) { return .moved(path: path) }
    if isFull(code) { return .full(path: path) }
    let isOfFiles = [SQLITE_CANTOPEN, SQLITE_IOERR].contains(code & 0xFF)
    if isOfFiles && StoreError.isOfManyFiles(sqlite3_system_errno(database)) {
      return .tooManyFiles(path: path)
    }
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED:
      return busyWait.wasStopped
        ? .waitStopped(path: path) : .locked(path: path, holder: busyWait.holder)
    case SQLITE_CORRUPT: return .damaged(path: path, detail: detail)
    // All tables that a statement names have been made by migrations.
    case SQLITE_ERROR where detail.hasPrefix("no such table"):
      return .damaged(path: path, detail: detail)
    case SQLITE_NOTADB: return .notADatabase(path: path)
    case SQLITE_READONLY: return .readOnly(path: path)
    case SQLITE_CANTOPEN: return .cannotOpen(path: path, reason: detail)
    case SQLITE_IOERR: return .inputOutput(path: path, code: Int(code))
    case SQLITE_CONSTRAINT: return .constraint(detail: detail)
    case SQLITE_INTERRUPT: return .interrupted
    default: return .unexpected(code: Int(code), detail: detail)
    }
  }
}
