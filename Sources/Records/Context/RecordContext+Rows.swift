extension RecordContext {
  /// Reads rows into records and hands them to a body, until it answers false.
  ///
  /// Each new one awakes while it is at hand; whatever that fetches has statements of its own.
  /// A row that can't be read, or is not what was written, is handed over with what is wrong with
  /// it, as a record that no context has, with as much as can be read.
  func read(
    _ text: String, _ values: [StoredValue], _ register: RecordRegister,
    _ body: (any Record, RecordError?) throws(RecordError) -> Bool
  ) throws(RecordError) {
    let entity = register.entity
    let (version, statement) = try reading { () throws(StoreError) in
      let version = try store.dataVersion()
      let statement = try store.connection.statement(entity.statements.select + text)
      try statement.bind(values)
      return (version, statement)
    }
    defer { statement.reset() }
    while try reading({ () throws(StoreError) in try statement.step() }) {
      var fault: RecordError?
      var item: (any Record)?
      do throws(RecordError) {
        item = try self.item(at: statement, version, register, entity)
      } catch {
        guard error.isOfOneRow else { throw error }
        fault = error
      }
      if try !body(item ?? rest(of: statement, entity), fault) { return }
    }
  }

  /// The records of rows, none of which may be anything but what was written.
  func records(
    _ text: String, _ values: [StoredValue], _ register: RecordRegister
  ) throws(RecordError) -> [any Record] {
    var found: [any Record] = []
    try read(text, values, register) { item, fault throws(RecordError) in
      if let fault { throw fault }
      found.append(item)
      return true
    }
    return found
  }

  private func item(
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

  private func rest(of statement: Statement, _ entity: Entity) -> any Record {
    let record = entity.make()
    try? statement.read(into: record, entity)
    return record
  }

  /// Brings a known record up to what its row holds now; what is not saved of it stays.
  func refresh(
    _ item: any Record, from statement: Statement, _ version: UInt32
  ) throws(RecordError) {
    let state = item.state
    if state.checksum == statement.integer(at: 4) {
      state.storeVersion = version
      return
    }
    let entity = state.entity
    // Read into a scratch record first, so that this one never shows a damaged row.
    let scratch = entity.make()
    try statement.read(into: scratch, entity)
    let own = entity.values(of: item)
    let before = state.original
    try statement.read(into: item, entity)
    state.storeVersion = version
    if let before {
      state.original = entity.values(of: item)
      state.isMerged = true
      for (place, column) in entity.columns.enumerated() where own[place] != before[place] {
        _ = column.write(own[place], item)
      }
    }
    turnStale(state)
  }

  /// Reads of the store, which takes note of what goes wrong.
  func reading<Result>(_ body: () throws(StoreError) -> Result) throws(RecordError) -> Result {
    do throws(StoreError) { return try body() } catch {
      store.note(error)
      throw .store(error)
    }
  }
}

extension Statement {
  /// Puts the row into a record that shows nothing yet; what can't be read of it stays as it is.
  ///
  /// Everything that is read of the store comes this way, so that nothing is taken for good that
  /// is not what was written.
  func read(into record: any Record, _ entity: Entity) throws(RecordError) {
    let state = record.state
    var row = FetchedRow(self, into: state)
    entity.load(&row, record)
    if let unreadable = row.unreadable {
      throw .unreadable(entity: entity.name, row: integer(at: 0), column: unreadable)
    }
    if !row.isAsWritten { throw .notAsWritten(entity: entity.name, objectId: state.objectId) }
  }

  /// Whether the row that the statement is at is what was written, by its checksum: a row with so
  /// many columns behind the managed ones, some of which were added later.
  func isAsWritten(_ columnCount: Int, wasAddedLater: (Int) -> Bool = { _ in false }) -> Bool {
    var row = FetchedRow(self, into: RecordState())
    for column in 0..<columnCount { _ = row.next(wasAddedLater: wasAddedLater(column)) }
    return row.isAsWritten
  }
}
