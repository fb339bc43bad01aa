import CSQLite

extension Store {
  /// Writes a copy of the store as it is at the moment, beside its place and then named.
  ///
  /// The copy ends early where the progress, told the pages that are left and all, answers false.
  package func backup(
    to path: String, replacing: Bool = false,
    progress: (_ rest: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(StoreError) {
    try write(to: path, replacing: replacing) { (target) throws(StoreError) in
      try connection.copy(to: target, pages: 256, progress: progress)
      // NB: a copy that is kept with a log could not be read from a folder that can't be written.
      try target.run("PRAGMA journal_mode = DELETE")
    }
  }

  /// Writes what can still be read of a damaged store into a new file; returns how many rows.
  package func recover(
    to path: String, schema: Schema, replacing: Bool = false
  ) throws(StoreError) -> Int {
    var count = 0
    try write(to: path, replacing: replacing) { (target) throws(StoreError) in
      try target.runOnce("PRAGMA application_id = \(settings.application)")
      try Migrator(connection: target, migrations: settings.migrations)
        .migrate(now: settings.environment.now())
      try target.run("BEGIN IMMEDIATE")
      for entity in schema.entities {
        count += try copyRows(of: entity, to: target, isForward: true)
        count += try copyRows(of: entity, to: target, isForward: false)
      }
      try target.run("COMMIT")
    }
    return count
  }

  /// Copies rows in one direction until the damage.
  private func copyRows(
    of entity: any Entity, to target: Connection, isForward: Bool
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
      }
    } catch {
      guard case .damaged = error else { throw error }
    }
    return count
  }

  private func write(
    to path: String, replacing: Bool, _ fill: (Connection) throws(StoreError) -> Void
  ) throws(StoreError) {
    if !replacing && FileFacts(path) != nil { throw .exists(path: path) }
    let candidate = path + ".new-" + String(settings.environment.random(), radix: 16)
    do {
      let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      let target = try Self.connect(path, Self.plainName(candidate), flags, settings)
      try fill(target)
    } catch {
      for ending in ["", "-wal", "-shm", "-journal"] { SystemFile.remove(candidate + ending) }
      throw error
    }
    SystemFile.synchronize(candidate)
    if !SystemFile.publish(candidate, as: path, replacing: replacing) {
      throw .exists(path: path)
    }
  }
}
