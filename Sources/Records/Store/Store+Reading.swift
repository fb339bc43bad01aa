import CSQLite

/// A way to read a file without writing to it or creating anything beside it.
enum ReadingWay {
  /// As a file that never changes: it has no log.
  case unchanging
  /// Together with other programs, through their index of the log.
  case shared
  /// Through an index of the log in memory, where there is no index file that can be read.
  case alone

  /// The size of the smallest index of a log that a program uses.
  private static let smallestIndex = 32_768

  /// The ways that may work, the best first.
  static func all(of path: StorePath) throws(StoreError) -> [Self] {
    if FileFacts(path.log) == nil { return [.unchanging] }
    if !SystemFile.isReadable(path.log) {
      throw .cannotOpen(path: path.log, reason: "permission denied")
    }
    // On a full disk SQLite may have left a shorter index, which no program uses.
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
  /// Opens a file that is only read; nothing is made beside it, and it stays as it is.
  package static func reading(
    _ path: String, like settings: StoreSettings
  ) throws(StoreError) -> Store {
    try openToRead(StorePath(path), settings, because: .readOnly)
  }

  /// Opens a file to read it, for a reason that is its condition; where that can't be done either,
  /// the error is the one that there was before.
  static func openToRead(
    _ path: StorePath, _ settings: StoreSettings, because condition: Condition,
    orElse error: StoreError? = nil
  ) throws(StoreError) -> Store {
    var last = error
    for way in try ReadingWay.all(of: path) {
      do throws(StoreError) {
        let store = Store(path, connection: try connect(path, way, settings), settings: settings)
        store.condition = condition
        try store.prepareToRead()
        return store
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
    _ path: StorePath, _ way: ReadingWay, _ settings: StoreSettings
  ) throws(StoreError) -> Connection {
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    let connection = try connect(path.name, uri(of: path.file, way.options), flags, settings)
    connection.keepLog()
    if way == .alone { try connection.run("PRAGMA locking_mode = EXCLUSIVE") }
    return connection
  }

  /// Looks whether the file is ours; of a damaged one there may be nothing to be seen.
  private func prepareToRead() throws(StoreError) {
    if case .damaged = condition {
      try connection.tolerateDamage()
      do throws(StoreError) {
        _ = try connection.integer("SELECT count(*) FROM sqlite_master")
      } catch {
        if case .readOnly = error { throw error }
        if case .cannotOpen = error { throw error }
      }
      return
    }
    do throws(StoreError) {
      try refuseForeignLog(try FileHeader(storePath, settings))
      let migrator = Migrator(connection: connection, migrations: settings.migrations)
      try migrator.checkHistory()
      // A migration without steps changes no table.
      let missing = settings.migrations.dropFirst(try migrator.version())
      if missing.contains(where: { !$0.steps.isEmpty }) { throw .readOnly(path: path) }
      try checkIfSmall()
    } catch {
      switch error {
      case .damaged, .notADatabase:
        note(error)
        try connection.tolerateDamage()
      default: throw error
      }
    }
  }
}

/// What can be known of a store, and told it, without its records.
///
/// A context has to learn the kinds of records first, which takes longer than to open the file.
extension Store {
  /// The texts of two columns, in all rows of a table that has no others, and what is wrong with
  /// the rows that are not what was written.
  package func texts(
    _ first: StaticString, _ second: StaticString, of table: StaticString
  ) throws(StoreError) -> (pairs: [(String, String)], faults: [RecordError]) {
    let statement = try connection.statement(
      "SELECT \"row\", \"objectId\", \"dateCreated\", \"dateUpdated\", \"checksum\", "
        + "\"\(first)\", \"\(second)\" FROM \"\(table)\"")
    defer { statement.reset() }
    var texts: (pairs: [(String, String)], faults: [RecordError]) = ([], [])
    while try statement.step() {
      if statement.isAsWritten(2), case .text(let left) = statement[5],
        case .text(let right) = statement[6]
      {
        texts.pairs.append((left, right))
      } else {
        let objectId = String(stored: statement[1]) ?? ""
        texts.faults.append(.notAsWritten(entity: "\(table)", objectId: objectId))
      }
    }
    return texts
  }

  /// Lets the rows of a table that has none yet begin with a number.
  package func skipRows(before first: Int, in table: StaticString) throws(StoreError) {
    guard first > 1 else { return }
    try connection.runOnce(
      "INSERT INTO sqlite_sequence (name, seq) VALUES ('\(table)', \(first - 1))")
  }

  /// The number of the newest row of a table; 0 where there is none.
  package func newestRow(of table: StaticString) throws(StoreError) -> Int {
    try connection.integer("SELECT coalesce(max(\"row\"), 0) FROM \"\(table)\"")
  }

  /// Whether a condition holds for the newest row of a table.
  package func newestRow(
    of table: StaticString, is condition: StaticString
  ) throws(StoreError) -> Bool {
    let question = "SELECT \(condition) FROM \"\(table)\" ORDER BY \"row\" DESC LIMIT 1"
    return try connection.integer(question) == 1
  }
}
