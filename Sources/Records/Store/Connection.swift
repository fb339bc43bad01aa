import CSQLite
import Glibc

/// A connection to a database, with its prepared statements and its busy handler.
final class Connection {
  let path: String
  private let database: OpaquePointer
  private var statements: [String: Statement] = [:]

  private let busyWait: BusyWait
  /// The pointer that SQLite passes to the busy handler.
  private let busyContext: UnsafeMutablePointer<BusyWait>

  /// Opens a file with the flags of `sqlite3_open_v2`.
  init(
    path: String, name: String, flags: Int32, fileSystem: String?, busyWait: BusyWait
  ) throws(RecordError) {
    var database: OpaquePointer?
    let code = sqlite3_open_v2(name, &database, flags | SQLITE_OPEN_NOMUTEX, fileSystem)
    guard let database, code == SQLITE_OK else {
      let reason = database.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory"
      let number = database.map { sqlite3_system_errno($0) } ?? 0
      sqlite3_close_v2(database)
      if number == ENOSPC || number == EDQUOT { throw .full(path: path) }
      if RecordError.isTooManyFiles(number) { throw .tooManyFiles(path: path) }
      throw .cannotOpen(path: path, reason: reason)
    }
    self.path = path
    self.database = database
    self.busyWait = busyWait
    sqlite3_extended_result_codes(database, 1)
    _ = chimp_sqlite_switch(database, SQLITE_DBCONFIG_DEFENSIVE, 1)
    _ = chimp_sqlite_switch(database, SQLITE_DBCONFIG_DQS_DML, 0)
    busyContext = .allocate(capacity: 1)
    busyContext.initialize(to: busyWait)
    sqlite3_busy_handler(
      database,
      { context, count in
        let wait = context?.assumingMemoryBound(to: BusyWait.self).pointee
        return wait?.shouldRetry(after: Int(count)) == true ? 1 : 0
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
  /// `true` if the path no longer leads to the open file, which was moved or replaced.
  var hasMoved: Bool { chimp_sqlite_has_moved(database) == 1 }

  /// `false` if the header of the file says that it has no write-ahead log.
  var usesLog: Bool { chimp_sqlite_uses_log(database) == 1 }

  /// Sets whether closing the connection leaves the write-ahead log as it is.
  ///
  /// By default, SQLite copies the log into the file and removes it when the last connection is
  /// closed.
  func keepLog(_ isKept: Bool = true) {
    _ = chimp_sqlite_switch(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, isKept ? 1 : 0)
  }

  /// Runs a closure whose statements wait for the locks of others for this time at most.
  func waiting(atMost milliseconds: Int, _ body: () -> Void) {
    busyWait.limit = milliseconds
    busyWait.isQuiet = true
    body()
    busyWait.limit = busyWait.usualLimit
    busyWait.isQuiet = false
  }

  /// Returns the cached prepared statement of an SQL text, or a new one if the cached one is in
  /// use.
  func statement(_ text: String) throws(RecordError) -> Statement {
    if let known = statements[text] { return known.isInUse ? try unsharedStatement(text) : known }
    let prepared = try unsharedStatement(text)
    statements[text] = prepared
    return prepared
  }

  /// Returns a new prepared statement, independent of others with the same text.
  func unsharedStatement(_ text: String) throws(RecordError) -> Statement {
    var pointer: OpaquePointer?
    let code = Self.repeatingUnsteadyReads {
      sqlite3_prepare_v3(database, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
    }
    guard let pointer, code == SQLITE_OK else { throw failure(code) }
    return Statement(pointer, of: self)
  }

  /// Runs a cached statement with values.
  func run(_ text: String, _ values: [StoredValue] = []) throws(RecordError) {
    try statement(text).run(values)
  }

  /// The number of tries of a read in which a commit of another process comes in between.
  private static let mostReads = 100

  /// Calls a function of SQLite, again if it has read in the middle of another process's commit.
  ///
  /// Without write permission, SQLite can neither lock the index of the log nor mark in it which
  /// commit it reads. If the index changes while it is read, the function fails; the next call
  /// reads the new state. Returns the code of the last call.
  static func repeatingUnsteadyReads(_ call: () -> Int32) -> Int32 {
    var code = call()
    var count = 1
    while isUnsteady(code) && count < mostReads {
      code = call()
      count += 1
    }
    return code
  }

  private static func isUnsteady(_ code: Int32) -> Bool {
    code == Int32(CHIMP_SQLITE_UNSTEADY_HEADER)
      || code == Int32(CHIMP_SQLITE_UNSTEADY_MARKS)
  }

  /// Rolls back the current transaction; does nothing without one.
  func rollBack() { if sqlite3_get_autocommit(database) == 0 { try? run("ROLLBACK") } }

  /// Runs a statement without caching it.
  func runOnce(_ text: String) throws(RecordError) { try unsharedStatement(text).run() }

  /// Returns the first column of the first row; null if there is no row.
  func value(_ text: String, _ values: [StoredValue] = []) throws(RecordError) -> StoredValue {
    let statement = try statement(text)
    try statement.bind(values)
    defer { statement.reset() }
    return try statement.step() ? statement[0] : .null
  }

  /// Returns the first column of the first row as a number; 0 if there is no row.
  func integer(_ text: String, _ values: [StoredValue] = []) throws(RecordError) -> Int {
    Int(stored: try value(text, values)) ?? 0
  }

  /// Allows to read a file that is shorter than its header says, or whose schema is damaged.
  func tolerateDamage() throws(RecordError) {
    _ = chimp_sqlite_switch(database, SQLITE_DBCONFIG_DEFENSIVE, 0)
    try run("PRAGMA writable_schema = ON")
  }

  /// Returns a function that interrupts the current statement from any thread.
  var interruption: @Sendable () -> Void {
    let interruption = Interruption(database: database)
    return { sqlite3_interrupt(interruption.database) }
  }

  /// The database pointer, which `sqlite3_interrupt` may use on any thread.
  private struct Interruption: @unchecked Sendable { let database: OpaquePointer }

  /// Copies the whole database in steps of `pages`; throws `interrupted` if `progress` returns
  /// `false`.
  func copy(
    to other: Connection, pages: Int, progress: (_ rest: Int, _ total: Int) -> Bool
  ) throws(RecordError) {
    guard let backup = sqlite3_backup_init(other.database, "main", database, "main") else {
      throw other.failure(sqlite3_errcode(other.database))
    }
    var code = SQLITE_OK
    var attempts = 0
    while code == SQLITE_OK || code == SQLITE_BUSY || code == SQLITE_LOCKED {
      code = sqlite3_backup_step(backup, Int32(pages))
      let rest = sqlite3_backup_remaining(backup)
      let total = sqlite3_backup_pagecount(backup)
      if code == SQLITE_BUSY || code == SQLITE_LOCKED {
        guard busyWait.shouldRetry(after: attempts) else { break }
        attempts += 1
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

  /// Returns `true` if an error code means that the disk is full.
  ///
  /// For some codes, only the system's error tells.
  private func isFull(_ code: Int32) -> Bool {
    switch code & 0xFF {
    case SQLITE_FULL: return true
    // There was no room to extend the index of the log.
    case SQLITE_IOERR where code == Int32(CHIMP_SQLITE_NO_INDEX): return true
    case SQLITE_IOERR, SQLITE_CANTOPEN:
      return [ENOSPC, EDQUOT, EFBIG].contains(sqlite3_system_errno(database))
    default: return false
    }
  }

  /// Returns the store error for an error code of SQLite and its current message.
  func failure(_ code: Int32) -> RecordError {
    let detail = String(cString: sqlite3_errmsg(database))
    if code == Int32(CHIMP_SQLITE_MOVED) { return .moved(path: path) }
    if isFull(code) { return .full(path: path) }
    let concernsFiles = [SQLITE_CANTOPEN, SQLITE_IOERR].contains(code & 0xFF)
    if concernsFiles && RecordError.isTooManyFiles(sqlite3_system_errno(database)) {
      return .tooManyFiles(path: path)
    }
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED:
      return busyWait.wasStopped
        ? .waitStopped(path: path) : .locked(path: path, holder: busyWait.holder)
    case SQLITE_CORRUPT: return .damaged(path: path, detail: detail)
    // Migrations have created all tables that statements name.
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
