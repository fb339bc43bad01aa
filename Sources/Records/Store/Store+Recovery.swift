extension Store {
  /// What was read of a damaged store.
  package struct Recovery: Equatable, Sendable {
    /// A row that is not in the copy.
    package struct ExcludedRow: Hashable, Sendable {
      package let entity: String
      package let row: Int
      /// The column that can't be read; nil where the row is not what was written.
      package let column: String?
    }

    /// How many rows the copy has.
    package fileprivate(set) var rowCount = 0
    /// How many rows were read that could not be proven.
    package fileprivate(set) var excludedCount = 0
    /// As many of them as are named.
    package fileprivate(set) var excludedRows: [ExcludedRow] = []

    /// Makes what was read of a store without damage.
    package init(rowCount: Int = 0) { self.rowCount = rowCount }
  }

  /// Writes what can still be read of a damaged store, as it is at one moment, into a new file.
  ///
  /// A row that is not what was written is left out and named, unless unproven rows are kept. The
  /// work ends early where the progress, told the rows so far, answers false. Where nothing can be
  /// read there is no file.
  package func recover(
    to path: String, schema: Schema, keepsUnproven: Bool = false,
    progress: (Int) -> Bool = { _ in true }
  ) throws(StoreError) -> Recovery {
    // Other programs may write meanwhile; a store that was lost amid a transaction is in one.
    let hasBegun = (try? connection.run("BEGIN")) != nil
    defer { if hasBegun { connection.rollBack() } }
    // The first reading fixes the moment; of a damaged file there may be nothing to be read here.
    _ = try? connection.value("SELECT count(*) FROM sqlite_master")
    var (recovery, isWhole) = (Recovery(), true)
    try write(to: path, replacing: false) { (target, place) throws(StoreError) in
      try target.runOnce("PRAGMA application_id = \(settings.application)")
      try Migrator(connection: target, migrations: settings.migrations)
        .migrate(now: settings.environment.now())
      var unlisted: [Entity] = []
      try target.run("BEGIN IMMEDIATE")
      for entity in schema.entities {
        if !progress(recovery.rowCount) { throw .interrupted }
        var copy = TableCopy(entity, from: connection, keepsUnproven: keepsUnproven)
        try copy.run(to: target) { copied in progress(recovery.rowCount + copied) }
        if !copy.isListed { unlisted.append(entity) }
        recovery.add(copy)
        isWhole = isWhole && copy.isWhole
      }
      let rebuilt = RebuiltSchema(beside: place)
      defer { rebuilt.remove() }
      if !unlisted.isEmpty, let source = try rebuilt.connection(for: self) {
        for entity in unlisted {
          var copy = TableCopy(entity, from: source, isRebuilt: true)
          try copy.run(to: target) { copied in progress(recovery.rowCount + copied) }
          recovery.add(copy)
        }
      }
      if recovery.rowCount == 0 && !isWhole { throw .nothingLeft(path: self.path) }
      try target.run("COMMIT")
    }
    return recovery
  }
}

extension Store.Recovery {
  /// The most rows that are named of each table.
  fileprivate static var mostNamedRows: Int { 1_000 }

  fileprivate mutating func add(_ copy: TableCopy) {
    rowCount += copy.count
    excludedCount += copy.excludedRows.count
    excludedRows += copy.excludedRows.values.sorted { $0.row < $1.row }.prefix(Self.mostNamedRows)
  }
}

/// Copies the rows of a table from both ends until the damage.
private struct TableCopy {
  private(set) var count = 0
  private(set) var isWhole = true
  /// Whether the file says where the table is.
  private(set) var isListed = true
  /// The rows that are left out, by their numbers.
  private(set) var excludedRows: [Int: Store.Recovery.ExcludedRow] = [:]
  private let entity: Entity
  private let source: Connection
  /// Whether the rows are guessed to be of the table, so that those of others are not named.
  private let isRebuilt: Bool
  private let keepsUnproven: Bool
  private let scratch: any Record

  init(
    _ entity: Entity, from source: Connection, isRebuilt: Bool = false, keepsUnproven: Bool = false
  ) {
    (self.entity, self.source) = (entity, source)
    (self.isRebuilt, self.keepsUnproven) = (isRebuilt, keepsUnproven)
    scratch = entity.make()
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
        if !keepsUnproven, let excluded = excludedRow(rows) {
          if !isRebuilt { excludedRows[excluded.row] = excluded }
          continue
        }
        do throws(StoreError) {
          try insert.run(places.map { rows[$0] })
        } catch {
          guard case .constraint = error else { throw error }
          let row = rows.integer(at: 0)
          excludedRows[row] = .init(entity: entity.name, row: row, column: nil)
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

  /// The row that a statement is at, where it is not what was written.
  private func excludedRow(_ rows: Statement) -> Store.Recovery.ExcludedRow? {
    do throws(RecordError) {
      try rows.read(into: scratch, entity)
      return nil
    } catch {
      var column: String?
      if case .unreadable(_, _, let unreadable) = error { column = unreadable }
      return .init(entity: entity.name, row: rows.integer(at: 0), column: column)
    }
  }

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
    /// None could be rescued.
    case nothing(StoreError)
  }

  private static func rescuePlaces(of path: String) -> [String] {
    (1...99).map { path + "-rescued" + ($0 == 1 ? "" : "-\($0)") }
  }

  /// The files beside a store into which its rows were rescued, without a gap from the first.
  package static func rescuedPaths(of path: String) -> [String] {
    Array(rescuePlaces(of: path).prefix { FileFacts($0)?.isPlain == true })
  }

  /// Writes what the store holds to a file beside its place; its own files stay where they are.
  package func rescue(schema: Schema) -> Rescue {
    var result = Rescue.nothing(.exists(path: path + "-rescued"))
    for place in Self.rescuePlaces(of: path) {
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
    do throws(StoreError) {
      try copyWhole(schema, to: place)
      return .whole(path: place)
    } catch {
      if case .exists = error { return .nothing(error) }
    }
    do throws(StoreError) {
      // Nobody may have another copy, so that all that can be read is kept.
      try connection.tolerateDamage()
      let count = try recover(to: place, schema: schema, keepsUnproven: true).rowCount
      return .rows(count, path: place)
    } catch { return .nothing(error) }
  }

  /// Copies the store page by page; an error where that makes no whole one.
  private func copyWhole(_ schema: Schema, to place: String) throws(StoreError) {
    try write(to: place, replacing: false) { (target, _) throws(StoreError) in
      try copyPages(to: target)
      let copy = Store(StorePath(place), connection: target, settings: settings)
      var findings = try copy.checkFile(isQuick: true)
      if findings.isEmpty { findings = try copy.checkRows(of: schema) }
      if let first = findings.first { throw .damaged(path: place, detail: "\(first)") }
    }
  }
}
