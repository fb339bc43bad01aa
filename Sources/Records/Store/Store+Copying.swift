import CSQLite
public import ChimpSystem
import Glibc

extension Store {
  /// Writes a consistent copy of the store to a file, which appears only when it is complete.
  ///
  /// The copy has an identifier of its own, so that a log of the store is not taken for its own.
  /// `progress` receives the numbers of remaining and of all pages; if it returns `false`, the copy
  /// is cancelled.
  public func backup(
    to path: String, replacing: Bool = false,
    progress: (_ rest: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(RecordError) {
    try write(to: path, replacing: replacing) { (target, _) throws(RecordError) in
      try copyPages(to: target, progress: progress)
      try StoreIdentity.renew(target)
    }
  }

  /// Copies all pages of the database, as of one moment.
  func copyPages(
    to target: Connection,
    progress: (_ rest: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(RecordError) {
    // Within a read transaction; otherwise each save of another process would restart the copy.
    try connection.run("BEGIN")
    defer { connection.rollBack() }
    _ = try connection.value("SELECT count(*) FROM sqlite_master")
    try connection.copy(to: target, pages: 64, progress: progress)
    if isInMemory { try target.runOnce("PRAGMA application_id = \(settings.application)") }
    // A copy in log mode would be unreadable in a read-only folder.
    try target.run("PRAGMA journal_mode = DELETE")
  }

  /// Creates a database file, lets a closure fill it, and then gives it its final name.
  func write(
    to path: String, replacing: Bool,
    _ fill: (Connection, _ candidate: String) throws(RecordError) -> Void
  ) throws(RecordError) {
    if let facts = FileFacts(path) {
      if facts.isDirectory { throw .cannotOpen(path: path, reason: "it is a folder") }
      if !facts.isPlain { throw .cannotOpen(path: path, reason: "it is no plain file") }
      if !replacing { throw .exists(path: path) }
    }
    try Self.refuseLog(besideNew: path)
    // The environment's random numbers may be the same in two scripts, so they are not used here.
    let (file, candidate) = try Self.candidate(for: path, named: path)
    do {
      let target = try Self.connect(
        path, Self.plainName(candidate), SQLITE_OPEN_READWRITE, settings)
      try fill(target, candidate)
    }
    defer { file.synchronizeFolder() }
    do throws(SystemError) {
      try file.synchronize()
      try file.publish(replacing: replacing)
    } catch {
      if error.number == EEXIST { throw .exists(path: path) }
      throw .failed(path, error.number)
    }
  }

  /// Throws if there is a log at the path of a file that is to be created.
  ///
  /// It was left by a file that was there before. SQLite would copy it into the new one.
  static func refuseLog(besideNew path: String) throws(RecordError) {
    for log in [path + "-wal", path + "-journal"] where FileFacts(log)?.size ?? 0 > 0 {
      throw .foreignLog(path: log)
    }
  }

  /// Creates a temporary database for a path; error messages contain the `name` that the user gave.
  static func candidate(
    for path: String, named name: String, number: UInt64 = .random(in: 0 ... .max)
  ) throws(RecordError) -> (file: NewFile, path: String) {
    do throws(SystemError) {
      let file = try NewFile(for: path, endings: Leftover.databaseEndings, number: number)
      return (file, file.path ?? path)
    } catch {
      let failure = RecordError.failed(name, error.number)
      guard case .inputOutput = failure else { throw failure }
      throw .cannotOpen(path: name, reason: "unable to open database file")
    }
  }
}

extension Leftover {
  /// The name endings of SQLite's files beside a database; `-pages` is that of `RebuiltSchema`.
  public static let databaseEndings = [
    "-journal", "-shm", "-wal", "-pages", "-pages-journal", "-pages-shm", "-pages-wal",
  ]
}

extension Store {
  /// Returns `true` if a file has the header of a SQLite database.
  public static func isDatabase(_ path: String, like settings: StoreSettings) -> Bool {
    // SQLite reads the header, because closing a descriptor here would drop its locks on the file.
    (try? FileHeader(StorePath(path), settings)) != nil
  }

  /// Returns `true` if a path leads to a store's file, or to one of SQLite's files beside it.
  public static func isFile(_ path: String, ofStore store: String) -> Bool {
    let store = StorePath(store).file
    for ending in ["", "-wal", "-shm", "-journal", "-reserve"] {
      if let own = FileFacts(store + ending) {
        if FileFacts(path)?.isSame(as: own) ?? false { return true }
      } else if fileName(of: path) == fileName(of: store + ending),
        let folder = FileFacts(folderPath(of: path)),
        FileFacts(folderPath(of: store))?.isSame(as: folder) ?? false
      {
        return true
      }
    }
    return false
  }
}
