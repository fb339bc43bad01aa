import CSQLite

extension Store {
  /// Opens a store: refuses what is not ours, migrates what is older, reads what can't be written.
  package static func open(_ settings: StoreSettings) throws(StoreError) -> Store {
    switch settings.place {
    case .memory:
      let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY
      let connection = try connect(":memory:", ":memory:", flags, settings)
      try connection.run("PRAGMA foreign_keys = ON")
      try Migrator(connection: connection, migrations: settings.migrations)
        .migrate(now: settings.environment.now())
      return Store(path: ":memory:", connection: connection, settings: settings)
    case .file(let path, let mustExist):
      if FileFacts(path) == nil {
        if mustExist { throw .missing(path: path) }
        try create(path, settings)
      }
      return try openFile(path, settings)
    }
  }

  private static func openFile(
    _ path: String, _ settings: StoreSettings
  ) throws(StoreError) -> Store {
    try FileHeader.check(path, settings)
    let flags = SQLITE_OPEN_READWRITE
    let store: Store
    do {
      let connection = try connect(path, plainName(path), flags, settings)
      store = Store(path: path, connection: connection, settings: settings)
      if connection.isReadOnly { store.condition = .readOnly }
      try store.prepare()
    } catch {
      // NB: what stands in a log is not in the file, and would be missed.
      let hasLog = (FileFacts(path + "-wal")?.size ?? 0) > 0
      switch error {
      case .cannotOpen where !hasLog, .readOnly where !hasLog:
        return try openUnchanging(path, settings)
      case .damaged(_, let detail): return try openDamaged(path, detail, settings)
      default: throw error
      }
    }
    return store
  }

  /// Opens a damaged file to read and recover what is left; where nothing is, that is the error.
  private static func openDamaged(
    _ path: String, _ detail: String, _ settings: StoreSettings
  ) throws(StoreError) -> Store {
    let connection = try connect(path, plainName(path), SQLITE_OPEN_READONLY, settings)
    do {
      try connection.tolerateDamage()
      try Migrator(connection: connection, migrations: settings.migrations).checkHistory()
    } catch {
      throw .damaged(path: path, detail: detail)
    }
    let store = Store(path: path, connection: connection, settings: settings)
    store.condition = .damaged(detail: detail)
    return store
  }

  /// Opens a file whose folder allows no log beside it; then nobody else can be writing to it.
  private static func openUnchanging(
    _ path: String, _ settings: StoreSettings
  ) throws(StoreError) -> Store {
    let name = "file:" + percentEncoded(plainName(path)) + "?immutable=1"
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    let connection = try connect(path, name, flags, settings)
    let store = Store(path: path, connection: connection, settings: settings)
    store.condition = .readOnly
    try store.prepare()
    return store
  }

  private func prepare() throws(StoreError) {
    let migrator = Migrator(connection: connection, migrations: settings.migrations)
    do throws(StoreError) {
      try migrator.checkHistory()
      if condition == .writable {
        try useWriteAheadLog()
        try migrator.migrate(now: settings.environment.now())
        reserveRoom()
      } else if case let version = try migrator.version(), version < settings.migrations.count {
        throw .readOnly(path: path)
      }
      try checkIfSmall()
    } catch {
      note(error)
      throw error
    }
  }

  private func useWriteAheadLog() throws(StoreError) {
    let answer = String(stored: try connection.value("PRAGMA journal_mode = WAL")) ?? ""
    if answer != "wal" { throw .noWriteAheadLog(path: path, answer: answer) }
    try connection.run("PRAGMA synchronous = FULL")
    try connection.run("PRAGMA foreign_keys = ON")
  }

  private func reserveRoom() {
    if settings.reserve > 0 && FileFacts(reservePath) == nil {
      SystemFile.reserve(settings.reserve, at: reservePath)
    }
  }

  /// Makes a file beside its place and then names it, so that a half-made one is never found.
  private static func create(_ path: String, _ settings: StoreSettings) throws(StoreError) {
    let number = String(settings.environment.random(), radix: 16)
    let candidate = path + ".new-" + number
    do {
      let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      let connection = try connect(path, plainName(candidate), flags, settings)
      try connection.run("PRAGMA synchronous = FULL")
      try connection.runOnce("PRAGMA application_id = \(settings.application)")
      try Migrator(connection: connection, migrations: settings.migrations)
        .migrate(now: settings.environment.now())
      try connection.run("PRAGMA journal_mode = WAL")
    } catch {
      for ending in ["", "-wal", "-shm", "-journal"] { SystemFile.remove(candidate + ending) }
      throw error
    }
    // NB: where another process was quicker, its file is as good as ours.
    _ = SystemFile.publish(candidate, as: path, replacing: false)
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

  private static func percentEncoded(_ path: String) -> String {
    path.utf8.reduce(into: "") { result, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
      }
    }
  }
}
