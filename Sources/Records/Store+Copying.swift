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
    try write(to: path, replacing: replacing) { (target) throws(StoreError) in
      // NB: without a moment that is held, each save of somebody else would begin the copy anew.
      try connection.run("BEGIN")
      defer { try? connection.run("ROLLBACK") }
      _ = try connection.value("SELECT count(*) FROM sqlite_master")
      try connection.copy(to: target, pages: 64, progress: progress)
      if isInMemory {
        try target.runOnce("PRAGMA application_id = \(settings.application)")
      }
      // NB: a copy that is kept with a log could not be read from a folder that can't be written.
      try target.run("PRAGMA journal_mode = DELETE")
    }
  }

  /// Writes what can still be read of a damaged store into a new file; returns how many rows.
  ///
  /// The work ends early where the progress, told the rows so far, answers false.
  package func recover(
    to path: String, schema: Schema, replacing: Bool = false,
    progress: (Int) -> Bool = { _ in true }
  ) throws(StoreError) -> Int {
    var count = 0
    try write(to: path, replacing: replacing) { (target) throws(StoreError) in
      try target.runOnce("PRAGMA application_id = \(settings.application)")
      try Migrator(connection: target, migrations: settings.migrations)
        .migrate(now: settings.environment.now())
      try target.run("BEGIN IMMEDIATE")
      for entity in schema.entities {
        if !progress(count) { throw StoreError.interrupted }
        for isForward in [true, false] {
          count += try copyRows(of: entity, to: target, isForward: isForward) { copied in
            progress(count + copied)
          }
        }
      }
      try target.run("COMMIT")
    }
    return count
  }

  /// Copies rows in one direction until the damage.
  private func copyRows(
    of entity: any Entity, to target: Connection, isForward: Bool, progress: (Int) -> Bool
  ) throws(StoreError) -> Int {
    let names =
      ["row", "objectId", "dateCreated", "dateUpdated", "checksum"] + entity.columns.map(\.name)
    let table = quotedName(entity.name)
    let marks = names.map { _ in "?" }.joined(separator: ", ")
    let insert = try target.statement(
      "INSERT OR IGNORE INTO \(table) (\(names.map { quotedName($0) }.joined(separator: ", "))) "
        + "VALUES (\(marks))")
    var count = 0
    do throws(StoreError) {
      // NB: the list of the tables may be damaged, too.
      let tables = "SELECT count(*) FROM sqlite_master WHERE name = ?"
      if try connection.integer(tables, [.text(entity.name)]) == 0 { return 0 }
      let order = isForward ? "ASC" : "DESC"
      let rows = try connection.unsharedStatement(
        entity.statements.select + " ORDER BY \"row\" \(order)")
      while try rows.step() {
        do throws(StoreError) {
          try insert.run(names.indices.map { rows[$0] })
        } catch {
          guard case .constraint = error else { throw error }
          continue
        }
        if target.changeCount == 0 { break }
        count += 1
        if count % 1024 == 0 && !progress(count) { throw StoreError.interrupted }
      }
    } catch {
      guard case .damaged = error else { throw error }
    }
    return count
  }

  private func write(
    to path: String, replacing: Bool, _ fill: (Connection) throws(StoreError) -> Void
  ) throws(StoreError) {
    if let facts = FileFacts(path) {
      if facts.isDirectory { throw .cannotOpen(path: path, reason: "it is a folder") }
      if !facts.isPlain { throw .cannotOpen(path: path, reason: "it is no plain file") }
      if !replacing { throw .exists(path: path) }
    }
    // NB: not the environment's chance, which two scripts may share.
    let candidate = path + ".new-" + String(UInt64.random(in: 0 ... .max), radix: 16)
    do {
      let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      let target = try Self.connect(path, Self.plainName(candidate), flags, settings)
      try fill(target)
    } catch {
      for ending in ["", "-wal", "-shm", "-journal"] { SystemFile.remove(candidate + ending) }
      throw error
    }
    SystemFile.synchronize(candidate)
    switch SystemFile.publish(candidate, as: path, replacing: replacing) {
    case 0: return
    case EEXIST: throw .exists(path: path)
    case let number: throw .inputOutput(path: path, code: Int(number))
    }
  }
}

extension Store {
  /// Whether a path leads to the file of a store, or to one of those that belong to it.
  package static func isFile(_ path: String, ofStore store: String) -> Bool {
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
