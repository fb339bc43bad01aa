extension Store {
  /// A problem that a check has found, such as a damaged page or a wrong checksum.
  ///
  ///     let findings = try store.checkFile(isQuick: true)
  ///     for finding in findings { print(finding) }
  public enum Finding: Hashable, Sendable {
    case damage(String)
    case unreadable(entity: String, row: Int, column: String)
    case wrongChecksum(entity: String, objectId: String)
  }

  /// Sets the size of SQLite's page cache in KiB; its default is 2000.
  public func limitCache(_ size: Int) throws(RecordError) {
    try connection.runOnce("PRAGMA cache_size = -\(size)")
  }

  /// Checks the structure of the file; unless quick, also compares every index with its table.
  ///
  ///     if store.needsCheck { findings = try store.checkFile(isQuick: false) }
  ///
  /// Damage makes the store read-only: its `condition` is then `damaged`.
  public func checkFile(isQuick: Bool) throws(RecordError) -> [Finding] {
    var findings: [Finding] = []
    do {
      let text = isQuick ? "PRAGMA quick_check(100)" : "PRAGMA integrity_check(100)"
      let lines = try connection.statement(text)
      defer { lines.reset() }
      while try lines.step() {
        if case .text(let line) = lines[0], line != "ok" { findings.append(.damage(line)) }
      }
    } catch {
      guard case .damaged(_, let detail) = error else { throw error }
      findings.append(.damage(detail))
    }
    // Damage of the log is not part of the file.
    if findings.isEmpty, case .damaged(let detail) = condition { findings = [.damage(detail)] }
    note(findings)
    return findings
  }

  /// Marks the store as damaged if a check has found damage.
  public func note(_ findings: [Finding]) {
    if let first = findings.first, case .damage(let detail) = first, condition == .writable {
      condition = .damaged(detail: detail)
    }
  }

  /// Returns the total number of rows of the schema's tables.
  public func rowCount(of schema: Schema) throws(RecordError) -> Int {
    var count = 0
    for entity in schema.entities {
      count += try rowCount(ofTable: entity.name)
    }
    return count
  }

  /// Returns the number of rows of one table.
  public func rowCount(ofTable name: String) throws(RecordError) -> Int {
    try connection.integer("SELECT count(*) FROM \(quotedName(name))")
  }

  /// Checks the checksum of every row.
  ///
  /// `progress` receives the number of rows so far; the check ends early if it returns false.
  ///
  ///     for finding in try store.checkRows(of: schema) { print(finding) }
  public func checkRows(
    of schema: Schema, progress: (Int) -> Bool = { _ in true }
  ) throws(RecordError) -> [Finding] {
    var findings: [Finding] = []
    var count = 0
    for entity in schema.entities {
      let rows = try connection.unsharedStatement(entity.statements.select)
      let scratch = entity.make()
      while try rows.step() {
        if let finding = check(rows, entity, scratch) { findings.append(finding) }
        count += 1
        if count % 4096 == 0 && !progress(count) { return findings }
      }
    }
    return findings
  }

  /// Checks the current row; `scratch` is a record into which it is read.
  private func check(_ rows: Statement, _ entity: Entity, _ scratch: any Record) -> Finding? {
    do throws(RecordError) {
      try rows.read(into: scratch, entity)
      return nil
    } catch {
      if case .unreadable(let entity, let row, let column) = error {
        return .unreadable(entity: entity, row: row, column: column)
      }
      return .wrongChecksum(entity: entity.name, objectId: scratch.state.objectId)
    }
  }

  /// Checks a small file when it is opened; for a large one, only sets `needsCheck`.
  func checkIfSmall() throws(RecordError) {
    let tables = "SELECT count(*) FROM sqlite_master WHERE name = 'sqlite_sequence'"
    if try connection.integer(tables) == 0 { return }
    if try isSmall() {
      // With the indexes, because a damaged one would hide rows without an error.
      _ = try checkFile(isQuick: false)
    } else {
      needsCheck = true
    }
  }

  /// Returns whether the tables have at most `checkedRowLimit` rows.
  ///
  /// Deleted rows do not count, so beyond the limit the existing ones are counted, up to it. A
  /// table that can't be counted, because it is damaged, counts as large.
  private func isSmall() throws(RecordError) -> Bool {
    let limit = settings.checkedRowLimit
    let everWritten = try connection.integer("SELECT coalesce(sum(seq), 0) FROM sqlite_sequence")
    if everWritten <= limit { return true }
    let names = try connection.statement("SELECT name FROM sqlite_sequence")
    var tables: [String] = []
    while try names.step() { tables.append(String(stored: names[0]) ?? "") }
    var count = 0
    for table in tables where count <= limit {
      let rows = "SELECT 1 FROM \(quotedName(table)) LIMIT \(limit + 1 - count)"
      count += (try? connection.integer("SELECT count(*) FROM (\(rows))")) ?? limit + 1
    }
    return count <= limit
  }

  /// Throws if a table lacks a column that a record declares.
  func checkColumns(of schema: Schema) throws(RecordError) {
    for entity in schema.entities {
      let rows = try connection.statement("SELECT name FROM pragma_table_info(?)")
      try rows.bind(.text(entity.name), at: 0)
      var names: Set<String> = []
      while try rows.step() { names.insert(String(stored: rows[0]) ?? "") }
      for column in entity.columns where !names.contains(column.storedName) {
        if case .damaged(let detail) = condition { throw .damaged(path: path, detail: detail) }
        throw .missingColumn(entity: entity.name, column: column.storedName)
      }
    }
  }
}

extension Store.Finding: CustomStringConvertible {
  /// The problem as a sentence.
  public var description: String {
    switch self {
    case .damage(let detail): "damaged: \(shown(detail))"
    case .unreadable(let entity, let row, let column):
      "can't be read: row \(row) of \(shown(entity)), its '\(shown(column))' is of another kind"
    case .wrongChecksum(let entity, let objectId):
      "not what was written: \(shown(entity)) '\(shown(objectId))'"
    }
  }
}
