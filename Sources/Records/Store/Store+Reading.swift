import CSQLite
import ChimpSystem

/// A way to open a file for reading, without changing it or creating files beside it.
enum ReadingMode {
  /// As an immutable file, if it has no write-ahead log.
  case unchanging
  /// Shared with other processes, through their index of the write-ahead log.
  case shared
  /// With an index of the write-ahead log in memory, if its index file is missing or unreadable.
  case alone

  /// The size of the smallest valid index file of a write-ahead log.
  private static let smallestIndex = 32_768

  /// Returns the ways to try, the preferred one first.
  static func all(of path: StorePath) throws(RecordError) -> [Self] {
    if FileFacts(path.log) == nil { return [.unchanging] }
    if !SystemFile.isReadable(path.log) {
      throw .cannotOpen(path: path.log, reason: "permission denied")
    }
    // On a full disk SQLite may have left a shorter index, which is not used.
    let hasIndex = FileFacts(path.index)?.size ?? 0 >= smallestIndex
    return hasIndex && SystemFile.isReadable(path.index) ? [.shared, .alone] : [.alone]
  }

  fileprivate var options: String {
    switch self {
    case .unchanging: "immutable=1"
    case .shared: "readonly_shm=1"
    case .alone: "vfs=unix-none"
    }
  }
}

extension Store {
  /// Opens a file for reading only.
  public static func reading(
    _ path: String, like settings: StoreSettings
  ) throws(RecordError) -> Store {
    try openToRead(StorePath(path), settings, because: .readOnly)
  }

  /// Opens a file for reading, with this condition of the store.
  ///
  /// If that fails, throws the given error, or else its own.
  static func openToRead(
    _ path: StorePath, _ settings: StoreSettings, because condition: Condition,
    orElse error: RecordError? = nil
  ) throws(RecordError) -> Store {
    var last = error
    for mode in try ReadingMode.all(of: path) {
      do throws(RecordError) {
        let before = FileMoment(path)
        let connection = try connect(path, mode, settings)
        let store = Store(path, connection: connection, settings: settings)
        store.condition = condition
        if mode != .shared { store.unlockedMoment = before }
        return try store.prepareToRead() ? store : try store.migratedCopy()
      } catch {
        switch error {
        case .cannotOpen, .readOnly, .full, .inputOutput: last = last ?? error
        default: throw last ?? error
        }
      }
    }
    throw last ?? .readOnly(path: path.name)
  }

  private static func connect(
    _ path: StorePath, _ mode: ReadingMode, _ settings: StoreSettings
  ) throws(RecordError) -> Connection {
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    let connection = try connect(path.name, uri(of: path.file, mode.options), flags, settings)
    connection.keepLog()
    if mode == .alone { try connection.run("PRAGMA locking_mode = EXCLUSIVE") }
    return connection
  }

  /// Throws `locked` if another process has changed the file since it was opened without locks.
  ///
  /// Such a file is read with options by which SQLite ignores the changes of other processes. Does
  /// nothing for a file that is read with locks.
  public func checkUnchanged() throws(RecordError) {
    guard let unlockedMoment, unlockedMoment != FileMoment(storePath) else { return }
    throw .locked(path: path, holder: nil)
  }

  /// Returns a private copy of an older file, migrated to the present version.
  ///
  /// The file itself stays as it is. The copy is a temporary database, which SQLite removes when
  /// it is closed; later changes of the file are not seen.
  private func migratedCopy() throws(RecordError) -> Store {
    var settings = settings
    settings.fileSystem = nil
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    // An empty name stands for a temporary database.
    let copy = try Self.connect(path, "", flags, settings)
    try copyPages(to: copy)
    try checkUnchanged()
    try Migrator(connection: copy, migrations: settings.migrations)
      .migrate(now: settings.environment.now())
    let store = Store(storePath, connection: copy, settings: settings)
    store.condition = condition
    try store.checkIfSmall()
    return store
  }

  /// Checks the file as far as its condition allows; if it is damaged, perhaps nothing is readable.
  ///
  /// Returns `false` if the file is of an earlier version, so that tables or columns are missing.
  private func prepareToRead() throws(RecordError) -> Bool {
    if case .damaged = condition {
      try connection.tolerateDamage()
      do throws(RecordError) {
        _ = try connection.integer("SELECT count(*) FROM sqlite_master")
      } catch {
        if case .readOnly = error { throw error }
        if case .cannotOpen = error { throw error }
      }
      return true
    }
    do throws(RecordError) {
      try refuseForeignLog(try FileHeader(storePath, settings))
      let migrator = Migrator(connection: connection, migrations: settings.migrations)
      try migrator.checkHistory()
      // A migration without steps changes no table.
      let missing = settings.migrations.dropFirst(try migrator.version())
      if missing.contains(where: { !$0.steps.isEmpty }) { return false }
      try checkIfSmall()
      return true
    } catch {
      switch error {
      case .damaged, .notADatabase:
        note(error)
        try connection.tolerateDamage()
        return true
      default: throw error
      }
    }
  }
}

/// Reading a store without a context, for a fast start of the program.
///
/// Creating a context takes longer than opening the file, because it collects all record types.
extension Store {
  /// Returns two text columns of all rows of a table, and the errors of invalid rows.
  ///
  /// The table must have no other columns.
  public func texts(
    _ first: StaticString, _ second: StaticString, of table: StaticString
  ) throws(RecordError) -> (pairs: [(String, String)], errors: [RecordError]) {
    let statement = try connection.statement(
      "SELECT \"row\", \"objectId\", \"dateCreated\", \"dateUpdated\", \"checksum\", "
        + "\"\(first)\", \"\(second)\" FROM \"\(table)\" ORDER BY \"row\"")
    defer { statement.reset() }
    var texts: (pairs: [(String, String)], errors: [RecordError]) = ([], [])
    while try statement.step() {
      if statement.isAsWritten(2), case .text(let left) = statement[5],
        case .text(let right) = statement[6]
      {
        texts.pairs.append((left, right))
      } else {
        let objectId = String(stored: statement[1]) ?? ""
        texts.errors.append(.notAsWritten(entity: "\(table)", objectId: objectId))
      }
    }
    return texts
  }

  /// Sets the next row number of an empty table; does nothing for 1.
  public func skipRows(before first: Int, in table: StaticString) throws(RecordError) {
    guard first > 1 else { return }
    try connection.runOnce(
      "INSERT INTO sqlite_sequence (name, seq) VALUES ('\(table)', \(first - 1))")
  }

  /// Returns the highest row number of a table; 0 if it is empty.
  public func newestRow(of table: StaticString) throws(RecordError) -> Int {
    try connection.integer("SELECT coalesce(max(\"row\"), 0) FROM \"\(table)\"")
  }

  /// Returns `true` if an SQL condition holds for the last row of a table.
  public func newestRow(
    of table: StaticString, is condition: StaticString
  ) throws(RecordError) -> Bool {
    let question = "SELECT \(condition) FROM \"\(table)\" ORDER BY \"row\" DESC LIMIT 1"
    return try connection.integer(question) == 1
  }
}
