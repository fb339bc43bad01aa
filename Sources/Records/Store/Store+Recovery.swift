extension Store {
  /// Writes what can still be read of a damaged store into a new file; returns how many rows.
  ///
  /// The work ends early where the progress, told the rows so far, answers false. Where nothing can
  /// be read there is no file.
  package func recover(
    to path: String, schema: Schema, replacing: Bool = false,
    progress: (Int) -> Bool = { _ in true }
  ) throws(StoreError) -> Int {
    var (count, isWhole) = (0, true)
    try write(to: path, replacing: replacing) { (target, place) throws(StoreError) in
      try target.runOnce("PRAGMA application_id = \(settings.application)")
      try Migrator(connection: target, migrations: settings.migrations)
        .migrate(now: settings.environment.now())
      let rebuilt = RebuiltSchema(place: place, pattern: place)
      defer { rebuilt.remove() }
      try target.run("BEGIN IMMEDIATE")
      for entity in schema.entities {
        if !progress(count) { throw StoreError.interrupted }
        var copy = TableCopy(entity, from: connection)
        try copy.run(to: target) { copied in progress(count + copied) }
        if !copy.isListed, let source = try rebuilt.connection(for: self) {
          copy = TableCopy(entity, from: source, isProving: true)
          try copy.run(to: target) { copied in progress(count + copied) }
          copy.isWhole = false
        }
        count += copy.count
        isWhole = isWhole && copy.isWhole
      }
      if count == 0 && !isWhole { throw .nothingLeft(path: self.path) }
      try target.run("COMMIT")
    }
    return count
  }
}

/// Copies the rows of a table from both ends until the damage.
private struct TableCopy {
  private(set) var count = 0
  var isWhole = true
  /// Whether the file says where the table is.
  private(set) var isListed = true
  private let entity: any Entity
  private let source: Connection
  /// Whether rows are left out that are not what was written.
  private let isProving: Bool

  init(_ entity: any Entity, from source: Connection, isProving: Bool = false) {
    self.entity = entity
    self.source = source
    self.isProving = isProving
  }

  mutating func run(
    to target: Connection, progress: (Int) -> Bool
  ) throws(StoreError) {
    let names =
      ["row", "objectId", "dateCreated", "dateUpdated", "checksum"] + entity.columns.map(\.name)
    let marks = names.map { _ in "?" }.joined(separator: ", ")
    let insert = try target.statement(
      "INSERT OR IGNORE INTO \(quotedName(entity.name)) "
        + "(\(names.map { quotedName($0) }.joined(separator: ", "))) VALUES (\(marks))")
    for order in ["ASC", "DESC"] {
      guard let rows = try rows(order) else { return }
      while try next(rows) {
        if isProving && !rows.isAsWritten(entity) { continue }
        do throws(StoreError) {
          try insert.run(names.indices.map { rows[$0] })
        } catch {
          guard case .constraint = error else { throw error }
          continue
        }
        // A row that is there already was copied from the other end.
        if target.changeCount == 0 && !isWhole { break }
        count += target.changeCount
        if count % 1024 == 0 && !progress(count) { throw StoreError.interrupted }
      }
      if isWhole { return }
    }
  }

  private mutating func rows(_ order: String) throws(StoreError) -> Statement? {
    do throws(StoreError) {
      return try source.unsharedStatement(entity.statements.select + " ORDER BY \"row\" \(order)")
    } catch {
      // The list of tables may be damaged, too.
      try meet(error)
      isListed = false
      return nil
    }
  }

  private mutating func next(_ rows: Statement) throws(StoreError) -> Bool {
    do throws(StoreError) { return try rows.step() } catch {
      try meet(error)
      return false
    }
  }

  /// Goes on after damage, but not after a wish to end.
  private mutating func meet(_ error: StoreError) throws(StoreError) {
    switch error {
    case .damaged, .notADatabase, .inputOutput, .unexpected: isWhole = false
    default: throw error
    }
  }
}
