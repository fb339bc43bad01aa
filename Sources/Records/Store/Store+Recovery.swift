extension Store {
  /// Writes what can still be read of a damaged store into a new file; returns how many rows.
  ///
  /// The work ends early where the progress, told the rows so far, answers false. Where nothing can
  /// be read there is no file.
  package func recover(
    to path: String, schema: Schema, progress: (Int) -> Bool = { _ in true }
  ) throws(StoreError) -> Int {
    var (count, isWhole) = (0, true)
    try write(to: path, replacing: false) { (target, place) throws(StoreError) in
      try target.runOnce("PRAGMA application_id = \(settings.application)")
      try Migrator(connection: target, migrations: settings.migrations)
        .migrate(now: settings.environment.now())
      var unlisted: [Entity] = []
      try target.run("BEGIN IMMEDIATE")
      for entity in schema.entities {
        if !progress(count) { throw .interrupted }
        var copy = TableCopy(entity, from: connection)
        try copy.run(to: target) { copied in progress(count + copied) }
        if !copy.isListed { unlisted.append(entity) }
        count += copy.count
        isWhole = isWhole && copy.isWhole
      }
      let rebuilt = RebuiltSchema(beside: place)
      defer { rebuilt.remove() }
      if !unlisted.isEmpty, let source = try rebuilt.connection(for: self) {
        for entity in unlisted {
          var copy = TableCopy(entity, from: source, isProving: true)
          try copy.run(to: target) { copied in progress(count + copied) }
          count += copy.count
        }
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
  private(set) var isWhole = true
  /// Whether the file says where the table is.
  private(set) var isListed = true
  private let entity: Entity
  private let source: Connection
  /// Whether rows are left out that are not what was written.
  private let isProving: Bool

  init(_ entity: Entity, from source: Connection, isProving: Bool = false) {
    (self.entity, self.source, self.isProving) = (entity, source, isProving)
  }

  mutating func run(to target: Connection, progress: (Int) -> Bool) throws(StoreError) {
    let insert = try target.statement(entity.statements.insertion(ofRows: 1, orElse: "IGNORE"))
    // The number of the row is the last in an insertion.
    let places = Array(1..<entity.columns.count + 5) + [0]
    let (source, select) = (source, entity.statements.select)
    for order in ["ASC", "DESC"] {
      let text = select + " ORDER BY \"row\" \(order)"
      let found = try read { () throws(StoreError) in try source.unsharedStatement(text) }
      // The list of tables may be damaged, too.
      isListed = found != nil
      guard let rows = found else { return }
      while try read({ () throws(StoreError) in try rows.step() }) ?? false {
        if isProving, !rows.isAsWritten(entity.columns.count, wasAddedLater: wasAddedLater) {
          continue
        }
        do throws(StoreError) {
          try insert.run(places.map { rows[$0] })
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

  private func wasAddedLater(_ column: Int) -> Bool { entity.columns[column].wasAddedLater }

  /// What a body reads; nil where it meets damage, after which reading goes on.
  private mutating func read<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result? {
    do throws(StoreError) { return try body() } catch {
      switch error {
      case .damaged, .notADatabase, .inputOutput, .unexpected: isWhole = false
      default: throw error
      }
      return nil
    }
  }
}

extension Store {
  /// What became of the records of a store whose files were lost while it was open.
  package enum Rescue: Hashable, Sendable {
    /// All of them are in another file.
    case whole(path: String)
    /// As many as could still be read are in another file.
    case rows(Int, path: String)
    /// Another file has some of them, and some of what was written over them.
    case mixed(path: String)
    /// None could be rescued.
    case nothing(StoreError)
  }

  /// Writes what the store holds to a file beside its place; its own files stay where they are.
  package func rescue(schema: Schema) -> Rescue {
    var result = Rescue.nothing(.exists(path: path + "-rescued"))
    for number in 1...99 {
      let place = path + "-rescued" + (number == 1 ? "" : "-\(number)")
      result = rescue(schema, to: place)
      guard case .nothing(.exists) = result else { break }
    }
    if condition == .lost(.moved(path: path)) {
      // The file has everything then, wherever it went; an empty log does its successor no harm.
      try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    return result
  }

  private func rescue(_ schema: Schema, to place: String) -> Rescue {
    let isMixed = condition == .lost(.overwritten(path: path))
    do throws(StoreError) {
      try copyWhole(schema, to: place)
      return isMixed ? .mixed(path: place) : .whole(path: place)
    } catch {
      if case .exists = error { return .nothing(error) }
    }
    do throws(StoreError) {
      try connection.tolerateDamage()
      let count = try recover(to: place, schema: schema)
      return isMixed ? .mixed(path: place) : .rows(count, path: place)
    } catch { return .nothing(error) }
  }

  /// Copies the store page by page; an error where that makes no whole one.
  private func copyWhole(_ schema: Schema, to place: String) throws(StoreError) {
    try write(to: place, replacing: false) { (target, _) throws(StoreError) in
      try copyPages(to: target)
      if case .lost(.moved) = condition { return }
      let copy = Store(StorePath(place), connection: target, settings: settings)
      var findings = try copy.checkFile(isQuick: true)
      if findings.isEmpty { findings = try copy.checkRows(of: schema) }
      if let first = findings.first { throw .damaged(path: place, detail: "\(first)") }
    }
  }
}
