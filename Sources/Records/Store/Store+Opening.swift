import CSQLite
import Glibc

extension Store {
  /// Opens a store: refuses what is not ours, migrates what is older, reads what can't be written.
  public static func open(_ settings: StoreSettings) throws(StoreError) -> Store {
    switch settings.place {
    case .memory:
      let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY
      let connection = try connect(":memory:", ":memory:", flags, settings)
      try connection.run("PRAGMA foreign_keys = ON")
      try Migrator(connection: connection, migrations: settings.migrations)
        .migrate(now: settings.environment.now())
      return Store(StorePath(":memory:"), connection: connection, settings: settings)
    case .file(let name, let mustExist):
      let path = StorePath(name)
      if FileFacts(path.file) == nil {
        if mustExist { throw .missing(path: name) }
        try create(path, settings)
      }
      return try openFile(path, settings)
    }
  }

  private static func openFile(
    _ path: StorePath, _ settings: StoreSettings
  ) throws(StoreError) -> Store {
    do throws(StoreError) {
      let header = try FileHeader(path, settings)
      try header.check(path.name, settings)
      try header.checkLog(path)
      if SystemFile.isWritable(path.file) { return try openToWrite(path, header, settings) }
      return try openToRead(path, settings, because: .readOnly)
    } catch {
      switch error {
      case .cannotOpen where FileFacts(path.file)?.isPlain == false: throw error
      case .cannotOpen where SystemFile.isReadable(path.file), .readOnly:
        return try openToRead(path, settings, because: .readOnly, orElse: error)
      case .full: return try openToRead(path, settings, because: .full, orElse: error)
      case .damaged(_, let detail):
        return try openToRead(path, settings, because: .damaged(detail: detail), orElse: error)
      default: throw error
      }
    }
  }

  /// Opens a file to write it, with the room that was kept back if there is no other.
  private static func openToWrite(
    _ path: StorePath, _ header: FileHeader, _ settings: StoreSettings
  ) throws(StoreError) -> Store {
    do throws(StoreError) {
      let connection = try connect(path.name, plainName(path.file), SQLITE_OPEN_READWRITE, settings)
      let store = Store(path, connection: connection, settings: settings)
      if connection.isReadOnly { throw .readOnly(path: path.name) }
      try store.prepare(header)
      return store
    } catch {
      guard case .full = error, FileFacts(path.reserve) != nil else { throw error }
      SystemFile.remove(path.reserve)
      var settings = settings
      settings.reserve = 0
      return try openToWrite(path, header, settings)
    }
  }

  private func prepare(_ header: FileHeader) throws(StoreError) {
    let migrator = Migrator(connection: connection, migrations: settings.migrations)
    do throws(StoreError) {
      try migrator.checkHistory()
      // SQLite may just have rolled back what another program had not finished.
      do throws(StoreError) { try header.checkLength(storePath) } catch {
        try FileHeader(storePath, settings).checkLength(storePath)
      }
      try useWriteAheadLog()
      // The first reading opens the log, and what is written might be written over what it had.
      _ = try migrator.version()
      files = try StoreFiles(storePath, connection)
      try checkLog()
      try migrator.migrate(now: settings.environment.now())
      reserveRoom()
      try migrator.identify()
      try checkIfSmall()
    } catch {
      // On closing, SQLite would remove the log with the part that it can't read.
      if case .damaged(storePath.log, _) = error { connection.keepLog() }
      guard let detail = error.damage else { throw error }
      condition = .damaged(detail: detail)
      throw .damaged(path: path, detail: detail)
    }
  }

  private func useWriteAheadLog() throws(StoreError) {
    let answer = String(stored: try connection.value("PRAGMA journal_mode = WAL")) ?? ""
    if answer != "wal" { throw .noWriteAheadLog(path: path, answer: answer) }
    try connection.run("PRAGMA synchronous = FULL")
    try connection.run("PRAGMA foreign_keys = ON")
    chimp_sqlite_guard_index()
  }

  private func reserveRoom() {
    if settings.reserve > 0 && FileFacts(storePath.reserve) == nil {
      SystemFile.reserve(settings.reserve, at: storePath.reserve)
    }
  }

  /// Makes a file beside its place and then names it, so that a half-made one is never found.
  private static func create(_ path: StorePath, _ settings: StoreSettings) throws(StoreError) {
    let file = try candidate(
      for: path.file, named: path.name, number: settings.environment.random())
    let candidate = file.path
    do {
      let connection = try connect(path.name, plainName(candidate), SQLITE_OPEN_READWRITE, settings)
      try connection.run("PRAGMA synchronous = FULL")
      try connection.runOnce("PRAGMA application_id = \(settings.application)")
      let migrator = Migrator(connection: connection, migrations: settings.migrations)
      try migrator.migrate(now: settings.environment.now())
      try migrator.identify()
      try connection.run("PRAGMA journal_mode = WAL")
    } catch {
      file.remove()
      throw error
    }
    let fault = file.publish(as: path.file, replacing: false)
    // If another process was quicker, its file serves as well.
    if fault != 0 && fault != EEXIST { throw .failed(path.name, fault) }
  }

  static func connect(
    _ path: String, _ name: String, _ flags: Int32, _ settings: StoreSettings
  ) throws(StoreError) -> Connection {
    let wait = BusyWait(
      path: path, environment: settings.environment, limit: settings.waitLimit,
      isWorthwhile: settings.isWaitWorthwhile)
    return try Connection(
      path: path, name: name, flags: flags, fileSystem: settings.fileSystem, busyWait: wait)
  }

  /// A path that is not taken for one of SQLite's special names.
  static func plainName(_ path: String) -> String {
    path.utf8.first == UInt8(ascii: "/") ? path : "./" + path
  }
}
