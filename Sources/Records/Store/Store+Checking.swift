extension Store {
  /// What a check has found.
  package enum Finding: Hashable, Sendable {
    case damage(String)
    case unreadable(entity: String, row: Int, column: String)
    case wrongChecksum(entity: String, objectId: String)
  }

  /// Keeps so many KiB of the file in memory, where nothing else is said 2000.
  package func limitCache(_ size: Int) throws(StoreError) {
    try connection.runOnce("PRAGMA cache_size = -\(size)")
  }

  /// Looks for damage: quickly, or with every index as well.
  package func checkFile(isQuick: Bool) throws(StoreError) -> [Finding] {
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
    // What is wrong with the log is not found in the file.
    if findings.isEmpty, case .damaged(let detail) = condition { findings = [.damage(detail)] }
    note(findings)
    return findings
  }

  /// Stops writing if a check has found damage.
  package func note(_ findings: [Finding]) {
    if let first = findings.first, case .damage(let detail) = first, condition == .writable {
      condition = .damaged(detail: detail)
    }
  }

  /// How many rows the tables have.
  package func rowCount(of schema: Schema) throws(StoreError) -> Int {
    var count = 0
    for entity in schema.entities {
      count += try connection.integer("SELECT count(*) FROM \(quotedName(entity.name))")
    }
    return count
  }

  /// Compares every row with the checksum that was written with it.
  ///
  /// The check ends early where the progress, told the rows so far, answers false.
  package func checkRows(
    of schema: Schema, progress: (Int) -> Bool = { _ in true }
  ) throws(StoreError) -> [Finding] {
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

  /// What is wrong with the row that a statement is at; the scratch record may hold anything.
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

  /// Checks a file that is small enough while it is opened.
  func checkIfSmall() throws(StoreError) {
    let tables = "SELECT count(*) FROM sqlite_master WHERE name = 'sqlite_sequence'"
    if try connection.integer(tables) == 0 { return }
    let rows = try connection.integer("SELECT coalesce(sum(seq), 0) FROM sqlite_sequence")
    if rows > settings.checkedRowLimit {
      wantsCheck = true
    } else {
      // The indexes are checked too: rows that a damaged one hides would be missed without a word.
      _ = try checkFile(isQuick: false)
    }
  }

  /// Refuses a file whose tables lack a column that a record declares.
  package func checkColumns(of schema: Schema) throws(StoreError) {
    for entity in schema.entities {
      let rows = try connection.statement("SELECT name FROM pragma_table_info(?)")
      try rows.bind(.text(entity.name), at: 0)
      var names: Set<String> = []
      while try rows.step() { names.insert(String(stored: rows[0]) ?? "") }
      for column in entity.columns where !names.contains(column.name) {
        if case .damaged(let detail) = condition { throw .damaged(path: path, detail: detail) }
        throw .missingColumn(entity: entity.name, column: column.name)
      }
    }
  }
}

extension Store.Finding: CustomStringConvertible {
  /// The finding in words.
  package var description: String {
    switch self {
    case .damage(let detail): "damaged: \(shown(detail))"
    case .unreadable(let entity, let row, let column):
      "can't be read: row \(row) of \(shown(entity)), its '\(shown(column))' is of another kind"
    case .wrongChecksum(let entity, let objectId):
      "not what was written: \(shown(entity)) '\(shown(objectId))'"
    }
  }
}
