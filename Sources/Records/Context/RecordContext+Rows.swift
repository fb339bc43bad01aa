extension RecordContext {
  /// Reads rows as records and calls a closure with each, until it returns `false`.
  ///
  /// `awakeFromFetch` of a new record is called before the next row is read. A row that can't be
  /// read or fails validation is passed with its error, as a detached record with as many values as
  /// can be read.
  func read(
    _ text: String, _ values: [StoredValue], _ register: RecordRegister,
    _ body: (any Record, RecordError?) throws(RecordError) -> Bool
  ) throws(RecordError) {
    let entity = register.entity
    let (version, statement) = try reading { () throws(RecordError) in
      let version = try store.dataVersion()
      let statement = try store.connection.statement(entity.statements.select + text)
      try statement.bind(values)
      return (version, statement)
    }
    defer { statement.reset() }
    while try reading({ () throws(RecordError) in try statement.step() }) {
      var rowError: RecordError?
      var record: (any Record)?
      do throws(RecordError) {
        record = try self.record(at: statement, version, register, entity)
      } catch {
        guard error.concernsOneRow else { throw error }
        rowError = error
      }
      if try !body(record ?? readablePart(of: statement, register), rowError) { return }
    }
  }

  /// Returns the records of a query's rows; throws for the first row that fails validation, unless
  /// such rows are included.
  func records(
    _ text: String, _ values: [StoredValue], _ register: RecordRegister,
    includingUnreadable: Bool = false
  ) throws(RecordError) -> [any Record] {
    var found: [any Record] = []
    try read(text, values, register) { record, error throws(RecordError) in
      if let error, !includingUnreadable { throw error }
      found.append(record)
      return true
    }
    return found
  }

  /// Returns the context's record of the current row, which is created or refreshed if necessary.
  private func record(
    at statement: Statement, _ version: UInt32, _ register: RecordRegister, _ entity: Entity
  ) throws(RecordError) -> any Record {
    let row = statement.integer(at: 0)
    if let state = register.state(row: row), let record = state.record {
      if state.storeVersion != version { try refresh(record, from: statement, version) }
      return record
    }
    let record = entity.make()
    let state = record.state
    state.record = record
    try statement.read(into: record, entity)
    state.storeVersion = version
    state.phase = .saved
    state.register = register
    register.remember(state)
    record.awakeFromFetch()
    return record
  }

  /// Returns a detached record with those values of the current row that can be read.
  private func readablePart(of statement: Statement, _ register: RecordRegister) -> any Record {
    let record = register.entity.make()
    try? statement.read(into: record, register.entity)
    record.state.record = record
    record.state.register = register
    return record
  }

  /// Updates a record from its row, except properties with unsaved changes.
  func refresh(
    _ record: any Record, from statement: Statement, _ version: UInt32
  ) throws(RecordError) {
    let state = record.state
    if state.checksum == statement.integer(at: 4) {
      state.storeVersion = version
      return
    }
    let entity = state.entity
    // Read into a scratch record first, so that this one never shows a damaged row.
    let scratch = entity.make()
    try statement.read(into: scratch, entity)
    let current = entity.values(of: record)
    let before = state.original
    try statement.read(into: record, entity)
    state.storeVersion = version
    if let before {
      state.original = entity.values(of: record)
      state.isMerged = true
      for (index, column) in entity.columns.enumerated() where current[index] != before[index] {
        column.set(current[index], of: record)
      }
    }
    state.didChange()
  }

  /// Runs a closure that reads from the store, and handles an error that makes the store unusable.
  func reading<Result>(_ body: () throws(RecordError) -> Result) throws(RecordError) -> Result {
    do throws(RecordError) { return try body() } catch {
      store.note(error)
      throw error
    }
  }
}

extension Statement {
  /// Reads the current row into a record; columns that can't be read keep their values.
  ///
  /// All reads of the store use this function, so that the checksum of each row is checked. Throws
  /// `unreadable` or `notAsWritten`.
  func read(into record: any Record, _ entity: Entity) throws(RecordError) {
    let state = record.state
    var row = FetchedRow(self, into: state)
    entity.load(&row, record)
    if let unreadable = row.unreadable {
      throw .unreadable(entity: entity.name, row: integer(at: 0), column: unreadable)
    }
    if !row.isAsWritten { throw .notAsWritten(entity: entity.name, objectId: state.objectId) }
  }

  /// Returns `true` if the checksum of the current row is correct.
  ///
  /// The row has `columnCount` columns after the managed ones.
  func isAsWritten(_ columnCount: Int) -> Bool {
    var row = FetchedRow(self, into: RecordState())
    for _ in 0..<columnCount { _ = row.next() }
    return row.isAsWritten
  }
}
