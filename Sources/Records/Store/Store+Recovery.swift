import ChimpSystem

extension Store {
  /// The result of recovering the rows of a damaged store.
  ///
  ///     let recovery = try store.recover(to: "copy.db", schema: schema)
  ///     print(recovery.rowCount, "rows, without", recovery.excludedCount)
  public struct Recovery: Equatable, Sendable {
    /// A row that was not recovered.
    ///
    ///     for row in recovery.excludedRows { print("row", row.row, "of", row.entity) }
    public struct ExcludedRow: Hashable, Sendable {
      /// The name of the table.
      public let entity: String
      /// The number of the row.
      public let row: Int
      /// The unreadable column; `nil` if the checksum of the row is wrong.
      public let column: String?
    }

    /// The number of recovered rows.
    public fileprivate(set) var rowCount = 0
    /// The number of rows that were read but are invalid.
    public fileprivate(set) var excludedCount = 0
    /// The first invalid rows, for messages.
    public fileprivate(set) var excludedRows: [ExcludedRow] = []

    /// Creates the result for a store without damage.
    public init(rowCount: Int = 0) { self.rowCount = rowCount }
  }

  /// Copies all readable rows of a damaged store to a new file.
  ///
  /// Rows with wrong checksums are skipped, unless `keepsInvalidRows` is true. `progress` receives
  /// the number of rows so far; if it returns `false`, `interrupted` is thrown. If nothing can be
  /// read, throws `nothingLeft` and creates no file.
  public func recover(
    to path: String, schema: Schema, keepsInvalidRows: Bool = false,
    progress: (Int) -> Bool = { _ in true }
  ) throws(RecordError) -> Recovery {
    // Other processes may write meanwhile; a store that was lost in a transaction is still in it.
    let hasBegun = (try? connection.run("BEGIN")) != nil
    defer { if hasBegun { connection.rollBack() } }
    // The first read fixes the moment; in a damaged file even that may fail.
    _ = try? connection.value("SELECT count(*) FROM sqlite_master")
    var recovery = Recovery()
    var isComplete = true
    try write(to: path, replacing: false) { (target, candidate) throws(RecordError) in
      try target.runOnce("PRAGMA application_id = \(settings.application)")
      let migrator = Migrator(connection: target, migrations: settings.migrations)
      try migrator.migrate(now: settings.environment.now())
      try migrator.identify()
      var unlisted: [Entity] = []
      try target.run("BEGIN IMMEDIATE")
      for entity in schema.entities {
        if !progress(recovery.rowCount) { throw .interrupted }
        var copy = TableCopy(entity, from: connection, keepsInvalidRows: keepsInvalidRows)
        try copy.run(to: target) { copied in progress(recovery.rowCount + copied) }
        if !copy.isListed { unlisted.append(entity) }
        recovery.add(copy)
        isComplete = isComplete && copy.isComplete
      }
      let rebuilt = RebuiltSchema(beside: candidate)
      defer { rebuilt.remove() }
      if !unlisted.isEmpty, let source = try rebuilt.connection(for: self) {
        for entity in unlisted {
          var copy = TableCopy(entity, from: source, isRebuilt: true)
          try copy.run(to: target) { copied in progress(recovery.rowCount + copied) }
          recovery.add(copy)
        }
      }
      if recovery.rowCount == 0 && !isComplete { throw .nothingLeft(path: self.path) }
      try target.run("COMMIT")
    }
    return recovery
  }
}

extension Store.Recovery {
  /// The maximum number of invalid rows that are listed for each table.
  fileprivate static var mostNamedRows: Int { 1_000 }

  fileprivate mutating func add(_ copy: TableCopy) {
    rowCount += copy.count
    excludedCount += copy.excludedRows.count
    excludedRows += copy.excludedRows.values.sorted { $0.row < $1.row }.prefix(Self.mostNamedRows)
  }
}

/// Copies the readable rows of a table, from its beginning to the damage, then from its end.
private struct TableCopy {
  private(set) var count = 0
  private(set) var isComplete = true
  /// `true` if the table is in the file's list of tables.
  private(set) var isListed = true
  /// The invalid rows by row number.
  private(set) var excludedRows: [Int: Store.Recovery.ExcludedRow] = [:]

  private let entity: Entity
  private let source: Connection
  /// `true` if the list of tables is that of another file, so that invalid rows may belong to other
  /// tables.
  private let isRebuilt: Bool
  private let keepsInvalidRows: Bool
  private let scratch: any Record

  init(
    _ entity: Entity, from source: Connection, isRebuilt: Bool = false,
    keepsInvalidRows: Bool = false
  ) {
    self.entity = entity
    self.source = source
    self.isRebuilt = isRebuilt
    self.keepsInvalidRows = keepsInvalidRows
    scratch = entity.make()
  }

  /// Copies the rows in ascending order, and after the first damage in descending order.
  mutating func run(to target: Connection, progress: (Int) -> Bool) throws(RecordError) {
    let insert = try target.statement(entity.statements.insertion(ofRows: 1, orElse: "IGNORE"))
    // The number of the row is the last value of an insertion.
    let columns = Array(1..<entity.columns.count + 5) + [0]
    let source = source
    let select = entity.statements.select
    for order in ["ASC", "DESC"] {
      let text = select + " ORDER BY \"row\" \(order)"
      let found = try read { () throws(RecordError) in try source.unsharedStatement(text) }
      // The list of tables may be damaged, too.
      isListed = found != nil
      guard let rows = found else { return }
      while try read({ () throws(RecordError) in try rows.step() }) ?? false {
        if !keepsInvalidRows, let excluded = excludedRow(rows) {
          if !isRebuilt { excludedRows[excluded.row] = excluded }
          continue
        }
        do throws(RecordError) {
          try insert.run(columns.map { rows[$0] })
        } catch {
          guard case .constraint = error else { throw error }
          let row = rows.integer(at: 0)
          excludedRows[row] = .init(entity: entity.name, row: row, column: nil)
          continue
        }
        // A row that exists already was copied from the other end.
        if target.changeCount == 0 && !isComplete { break }
        count += target.changeCount
        if count % 1024 == 0 && !progress(count) { throw RecordError.interrupted }
      }
      if isComplete { return }
    }
  }

  /// Returns the current row as an invalid one; `nil` if it is valid.
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

  /// Returns the result of a closure; `nil` if it meets damage, after which reading can go on
  /// elsewhere.
  private mutating func read<Result>(
    _ body: () throws(RecordError) -> Result
  ) throws(RecordError) -> Result? {
    do throws(RecordError) { return try body() } catch {
      switch error {
      case .damaged, .notADatabase, .inputOutput, .unexpected: isComplete = false
      default: throw error
      }
      return nil
    }
  }
}

extension Store {
  /// The result of saving the contents of an open store whose files were removed.
  ///
  ///     switch store.rescue(schema: schema) {
  ///     case .whole(let path): print("all records are in", path)
  ///     case .rows(let count, let path): print(count, "rows are in", path)
  ///     case .nothing(let error): print(error)
  ///     }
  public enum Rescue: Hashable, Sendable {
    /// All records were saved to another file.
    case whole(path: String)
    /// The readable rows were saved to another file.
    case rows(Int, path: String)
    /// Nothing could be saved.
    case nothing(RecordError)
  }

  /// Returns the paths that the other file may get, in order.
  private static func rescuePaths(of path: String) -> [String] {
    (1...99).map { path + "-rescued" + ($0 == 1 ? "" : "-\($0)") }
  }

  /// Returns the existing files of this kind beside a store, in order.
  ///
  /// They are beside the file to which a link leads. Earlier versions wrote them beside the link.
  ///
  ///     for file in Store.rescuedPaths(of: "garden.db") { print("rescued:", file) }
  public static func rescuedPaths(of path: String) -> [String] {
    let file = StorePath(path).file
    let paths = rescuePaths(of: file) + (file == path ? [] : rescuePaths(of: path))
    return paths.filter { FileFacts($0)?.isPlain == true }
  }

  /// Writes the contents of an open store to a new file beside it, because its own files were
  /// removed.
  ///
  ///     if case .lost = store.condition { print(store.rescue(schema: schema)) }
  public func rescue(schema: Schema) -> Rescue {
    var result = Rescue.nothing(.exists(path: storePath.file + "-rescued"))
    for candidate in Self.rescuePaths(of: storePath.file) where Self.isFree(candidate) {
      result = rescue(schema, to: candidate)
      guard case .nothing(.exists) = result else { break }
    }
    if condition == .lost(.moved(path: path)) {
      // The moved file then has everything; an empty log does no harm to the file that replaced it.
      try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    return result
  }

  /// Returns `true` if nothing has the name, and no log was left beside it.
  private static func isFree(_ path: String) -> Bool {
    !fileExists(path) && (try? refuseLog(besideNew: path)) != nil
  }

  private func rescue(_ schema: Schema, to path: String) -> Rescue {
    do throws(RecordError) {
      try copyWhole(schema, to: path)
      return .whole(path: path)
    } catch {
      if case .exists = error { return .nothing(error) }
    }
    do throws(RecordError) {
      // There may be no other copy, so invalid rows are kept too.
      try connection.tolerateDamage()
      let count = try recover(to: path, schema: schema, keepsInvalidRows: true).rowCount
      return .rows(count, path: path)
    } catch { return .nothing(error) }
  }

  /// Copies the store page by page; throws if the copy is damaged.
  private func copyWhole(_ schema: Schema, to path: String) throws(RecordError) {
    try write(to: path, replacing: false) { (target, _) throws(RecordError) in
      try copyPages(to: target)
      try StoreIdentity.renew(target)
      let copy = Store(StorePath(path), connection: target, settings: settings)
      var findings = try copy.checkFile(isQuick: true)
      if findings.isEmpty { findings = try copy.checkRows(of: schema) }
      if let first = findings.first { throw .damaged(path: path, detail: "\(first)") }
    }
  }
}

extension Store.Rescue: CustomStringConvertible {
  /// The result as a sentence; control characters are escaped.
  public var description: String {
    switch self {
    case .whole(let path): "what it held is in '\(shown(path))'"
    case .rows(1, let path): "1 row that could still be read is in '\(shown(path))'"
    case .rows(let count, let path):
      "\(count) rows that could still be read are in '\(shown(path))'"
    case .nothing(let error): "what it held could not be rescued: \(error)"
    }
  }
}
