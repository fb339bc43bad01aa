import CSQLite

/// How a file is read that is not written, without anything being made beside it.
enum ReadingWay {
  /// As it is: nobody has a log of it.
  case unchanging
  /// With others, by the log's index that they have made.
  case shared
  /// With an index of the log in memory; nobody who had the file open could have it without one.
  case alone

  /// The ways that may work, the best first.
  static func all(of path: String) throws(StoreError) -> [Self] {
    let (log, index) = (path + "-wal", path + "-shm")
    if FileFacts(log) == nil { return [.unchanging] }
    if !SystemFile.isReadable(log) { throw .cannotOpen(path: log, reason: "permission denied") }
    let hasHead = LogPages.hasHead(log)
    let rest: Self = hasHead ? .alone : .unchanging
    // Without a head only an index that somebody uses tells what is in the log; for another one
    // SQLite would wait in vain.
    let hasIndex =
      (FileFacts(index)?.size ?? 0) >= LogIndex.size && SystemFile.isReadable(index)
      && (hasHead || !LockHolder.holders(of: path, onlyWriting: false).isEmpty)
    return hasIndex ? [.shared, rest] : [rest]
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
  /// Opens a file to read it, for a reason that is its condition; where that can't be done either,
  /// the error is the one that there was before.
  static func openToRead(
    _ path: StorePath, _ settings: StoreSettings, because condition: Condition,
    orElse error: StoreError? = nil
  ) throws(StoreError) -> Store {
    var last = error
    for way in try ReadingWay.all(of: path.file) {
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
    let name = "file:" + percentEncoded(plainName(path.file)) + "?" + way.options
    let connection = try connect(path.name, name, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, settings)
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
      let migrator = Migrator(connection: connection, migrations: settings.migrations)
      try migrator.checkHistory()
      // A migration without steps changes no table.
      let missing = settings.migrations.dropFirst(try migrator.version())
      if missing.contains(where: { !$0.steps.isEmpty }) { throw .readOnly(path: path) }
      try FileHeader(storePath, settings).checkLength(storePath)
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

  private static func percentEncoded(_ path: String) -> String {
    path.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "%": result += "%25"
      case "?": result += "%3F"
      case "#": result += "%23"
      default: result.unicodeScalars.append(scalar)
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
