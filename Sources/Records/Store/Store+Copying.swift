import CSQLite
import Glibc

extension Store {
  /// Writes a copy of the store as it is at the moment, beside its place and then named.
  ///
  /// The copy ends early where the progress, told the pages that are left and all, answers false.
  package func backup(
    to path: String, replacing: Bool = false,
    progress: (_ rest: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(StoreError) {
    try write(to: path, replacing: replacing) { (target, _) throws(StoreError) in
      try copyPages(to: target, progress: progress)
    }
  }

  func copyPages(
    to target: Connection,
    progress: (_ rest: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(StoreError) {
    // A read transaction is held; otherwise each save by others would start the copy again.
    try connection.run("BEGIN")
    defer { connection.rollBack() }
    _ = try connection.value("SELECT count(*) FROM sqlite_master")
    try connection.copy(to: target, pages: 64, progress: progress)
    if isInMemory { try target.runOnce("PRAGMA application_id = \(settings.application)") }
    // A copy in log mode could not be read in a folder that can't be written.
    try target.run("PRAGMA journal_mode = DELETE")
  }

  func write(
    to path: String, replacing: Bool,
    _ fill: (Connection, _ candidate: String) throws(StoreError) -> Void
  ) throws(StoreError) {
    if let facts = FileFacts(path) {
      if facts.isDirectory { throw .cannotOpen(path: path, reason: "it is a folder") }
      if !facts.isPlain { throw .cannotOpen(path: path, reason: "it is no plain file") }
      if !replacing { throw .exists(path: path) }
    }
    // The environment's random numbers may be the same in two scripts, so they are not used here.
    let (file, candidate) = try Self.candidate(for: path, named: path)
    do {
      let target = try Self.connect(
        path, Self.plainName(candidate), SQLITE_OPEN_READWRITE, settings)
      try fill(target, candidate)
    } catch {
      file.remove()
      throw error
    }
    SystemFile.synchronize(candidate)
    let number = file.publish(replacing: replacing)
    file.synchronizeFolder()
    switch number {
    case 0: break
    case EEXIST: throw .exists(path: path)
    case let number: throw .failed(path, number)
    }
  }

  /// Creates a database on the way to a path, which messages name as it was given.
  static func candidate(
    for place: String, named name: String, number: UInt64 = .random(in: 0 ... .max)
  ) throws(StoreError) -> (file: CandidateFile, path: String) {
    do throws(SystemNumber) {
      let file = try CandidateFile(databaseFor: place, number: number)
      return (file, file.path ?? place)
    } catch {
      let failure = StoreError.failed(name, error.number)
      guard case .inputOutput = failure else { throw failure }
      throw .cannotOpen(path: name, reason: "unable to open database file")
    }
  }
}

extension Store {
  /// Whether a plain file begins as a database does.
  package static func isDatabase(_ path: String, like settings: StoreSettings) -> Bool {
    // The header is read by way of SQLite, so that no lock on the file is lost.
    (try? FileHeader(StorePath(path), settings)) != nil
  }

  /// Whether a path leads to the file of a store, or to one of those that belong to it.
  package static func isFile(_ path: String, ofStore store: String) -> Bool {
    let store = StorePath(store).file
    for ending in ["", "-wal", "-shm", "-journal", "-reserve"] {
      if let own = FileFacts(store + ending) {
        if FileFacts(path)?.isSame(as: own) ?? false { return true }
      } else if SystemFile.name(of: path) == SystemFile.name(of: store + ending),
        let folder = FileFacts(SystemFile.folder(of: path)),
        FileFacts(SystemFile.folder(of: store))?.isSame(as: folder) ?? false
      {
        return true
      }
    }
    return false
  }
}
