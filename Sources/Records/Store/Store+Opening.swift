import CSQLite
import ChimpSystem
import Glibc

extension Store {
  /// Opens a store, and creates or migrates it if necessary.
  ///
  /// A file that can't be written is opened for reading only, with the reason as its condition.
  /// Throws for a file of another program or a newer version, and if it can't even be read.
  ///
  ///     let store = try Store.open(
  ///       StoreSettings(
  ///         location: .file(path), application: 7, migrations: history, environment: .system()))
  public static func open(_ settings: StoreSettings) throws(RecordError) -> Store {
    switch settings.location {
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

  /// Opens an existing file for writing or, if that is not possible, for reading.
  private static func openFile(
    _ path: StorePath, _ settings: StoreSettings
  ) throws(RecordError) -> Store {
    do throws(RecordError) {
      let header = try FileHeader(path, settings)
      try header.check(path.name, settings)
      try path.refuseOtherLog()
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

  /// Opens a file for writing; if the disk is full, deletes the reserve file and tries again.
  private static func openToWrite(
    _ path: StorePath, _ header: FileHeader, _ settings: StoreSettings
  ) throws(RecordError) -> Store {
    do throws(RecordError) {
      let connection = try connect(path.name, plainName(path.file), SQLITE_OPEN_READWRITE, settings)
      let store = Store(path, connection: connection, settings: settings)
      if connection.isReadOnly { throw .readOnly(path: path.name) }
      try store.prepare(header)
      store.emptyLog()
      return store
    } catch {
      guard case .full = error, DiskReserve(path).release() else { throw error }
      var settings = settings
      settings.reserve = 0
      return try openToWrite(path, header, settings)
    }
  }

  /// Checks and migrates the file; damage is recorded in the store's condition.
  private func prepare(_ header: FileHeader) throws(RecordError) {
    let migrator = Migrator(connection: connection, migrations: settings.migrations)
    do throws(RecordError) {
      try refuseForeignLog(header)
      try migrator.checkHistory()
      try useWriteAheadLog()
      // SQLite opens the log with the first read.
      _ = try migrator.version()
      files = try StoreFiles(storePath, connection)
      try migrator.migrate(now: settings.environment.now())
      DiskReserve(storePath).create(size: settings.reserve)
      try migrator.identify()
      try checkIfSmall()
    } catch {
      guard let detail = error.damage else { throw error }
      condition = .damaged(detail: detail)
      throw .damaged(path: path, detail: detail)
    }
  }

  /// Switches the file to SQLite's write-ahead log, with commits that are flushed to the disk.
  private func useWriteAheadLog() throws(RecordError) {
    let answer = String(stored: try connection.value("PRAGMA journal_mode = WAL")) ?? ""
    if answer != "wal" { throw .noWriteAheadLog(path: path, answer: answer) }
    try connection.run("PRAGMA synchronous = FULL")
    try connection.run("PRAGMA foreign_keys = ON")
    _ = try connection.value("PRAGMA journal_size_limit = \(Self.longLog)")
  }

  /// Returns the temporary files of processes that were killed while they created the store.
  ///
  /// Returns none if the store exists.
  public static func leftovers(ofNewStore path: String) -> [String] {
    let file = StorePath(path).file
    guard !fileExists(file) else { return [] }
    return Leftover.all(beside: file, endings: Leftover.databaseEndings)
      .filter { $0.kind == .unfinished }.map(\.path)
  }

  /// Creates the file under a temporary name and renames it, so that no incomplete store is ever
  /// found.
  private static func create(_ path: StorePath, _ settings: StoreSettings) throws(RecordError) {
    try SystemFile.checkFreeDescriptors(for: path.name)
    do throws(RecordError) { try refuseLog(besideNew: path.file) } catch {
      // Another process may have created the store meanwhile, and the log is that store's.
      if FileFacts(path.file) != nil { return }
      throw error
    }
    let (file, candidate) = try candidate(
      for: path.file, named: path.name, number: settings.environment.random())
    do {
      let connection = try connect(path.name, plainName(candidate), SQLITE_OPEN_READWRITE, settings)
      try connection.run("PRAGMA synchronous = FULL")
      try connection.runOnce("PRAGMA application_id = \(settings.application)")
      let migrator = Migrator(connection: connection, migrations: settings.migrations)
      try migrator.migrate(now: settings.environment.now())
      try migrator.identify()
      try connection.run("PRAGMA journal_mode = WAL")
    }
    defer { file.synchronizeFolder() }
    do throws(SystemError) { try file.publish(replacing: false) } catch {
      // If another process was faster, its file is used.
      if error.number != EEXIST { throw .failed(path.name, error.number) }
    }
  }

  /// Opens a connection with the busy handler of the settings.
  static func connect(
    _ path: String, _ name: String, _ flags: Int32, _ settings: StoreSettings
  ) throws(RecordError) -> Connection {
    let wait = BusyWait(
      path: path, environment: settings.environment, limit: settings.waitLimit,
      isWorthwhile: settings.isWaitWorthwhile)
    return try Connection(
      path: path, name: name, flags: flags, fileSystem: settings.fileSystem, busyWait: wait)
  }

  /// Returns the URI with which SQLite opens a file with connection options.
  static func uri(of path: String, _ options: String) -> String {
    var escaped = ""
    for scalar in plainName(path).unicodeScalars {
      switch scalar {
      case "%": escaped += "%25"
      case "?": escaped += "%3F"
      case "#": escaped += "%23"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return "file:\(escaped)?\(options)"
  }

  /// Returns a path that SQLite doesn't take for one of its special names, such as `:memory:`.
  static func plainName(_ path: String) -> String {
    path.utf8.first == UInt8(ascii: "/") ? path : "./" + path
  }
}
