struct SavedChanges {
  struct Saved {
    let item: any Record
    let kind: RecordAction
    let row: Int
    let checksum: Int
  }

  let date: Int
  private(set) var saved: [Saved] = []
  /// The rows that records were given, by entity and by the provisional row.
  private var rows: [ObjectIdentifier: [Int: Int]] = [:]

  init(date: Int) { self.date = date }

  func row(_ provisional: Int, of entity: ObjectIdentifier) -> Int? {
    provisional < 0 ? rows[entity]?[provisional] : nil
  }

  /// Writes the records in the order in which they were changed, deletions last.
  mutating func write(_ changed: [any Record], in context: RecordContext) throws(RecordError) {
    let connection = context.store.connection
    try storing { () throws(StoreError) in try giveRows(changed, connection) }
    for item in changed where item.state.phase == .inserted { try insert(item, connection) }
    for item in changed where item.state.phase == .changed { try update(item, context) }
    for item in changed where item.state.phase == .deleting {
      try storing { () throws(StoreError) in
        try connection.run(item.state.entity.statements.delete, [.integer(item.state.row)])
      }
      saved.append(Saved(item: item, kind: .delete, row: item.state.row, checksum: 0))
    }
  }

  /// Gives every new record its row before any is written, so that they can lead to one another.
  private mutating func giveRows(
    _ changed: [any Record], _ connection: Connection
  ) throws(StoreError) {
    var lastRows: [ObjectIdentifier: Int] = [:]
    for item in changed where item.state.phase == .inserted {
      let entity = item.state.entity
      if lastRows[entity.identifier] == nil {
        lastRows[entity.identifier] = try connection.integer(
          "SELECT seq FROM sqlite_sequence WHERE name = ?", [.text(entity.name)])
      }
      lastRows[entity.identifier]? += 1
      rows[entity.identifier, default: [:]][item.state.row] = lastRows[entity.identifier]
    }
  }

  private mutating func insert(_ item: any Record, _ connection: Connection) throws(RecordError) {
    let entity = item.state.entity
    guard let row = row(item.state.row, of: entity.identifier) else { return }
    let checksum = try write(entity.statements.insert, item, [.integer(row)], connection)
    saved.append(Saved(item: item, kind: .insert, row: row, checksum: checksum))
  }

  private mutating func update(_ item: any Record, _ context: RecordContext) throws(RecordError) {
    let (entity, state) = (item.state.entity, item.state)
    let connection = context.store.connection
    let isMerging = type(of: item).mergesChanges
    if state.isMerged && !isMerging { throw changedElsewhere(state) }
    for isSecond in [false, true] {
      let place: [StoredValue] = [.integer(state.row), .integer(state.checksum)]
      let texts = entity.statements
      let text = leadsElsewhere(item) ? texts.update : texts.updateOfValues
      let checksum = try write(text, item, place, connection)
      if connection.changeCount == 1 {
        saved.append(Saved(item: item, kind: .update, row: state.row, checksum: checksum))
        return
      }
      // Somebody else has written the row since it was read: take over what was not changed here.
      if isSecond { break }
      if !isMerging { throw changedElsewhere(state) }
      try context.reread(item)
    }
    throw .vanished(entity: entity.name, objectId: state.objectId)
  }

  private func changedElsewhere(_ state: RecordState) -> RecordError {
    .changedElsewhere(entity: state.entity.name, objectId: state.objectId)
  }

  private func leadsElsewhere(_ item: any Record) -> Bool {
    guard let before = item.state.original else { return true }
    return zip(item.state.entity.columns, before).contains { column, value in
      column.relation != nil && column.read(item) != value
    }
  }

  /// Writes a record, whose relations lead to the rows that are given now, and answers its sum.
  private func write(
    _ text: String, _ item: any Record, _ place: [StoredValue], _ connection: Connection
  ) throws(RecordError) -> Int {
    let (entity, state) = (item.state.entity, item.state)
    return try storing { () throws(StoreError) in
      let statement = try connection.statement(text)
      let identity = (state.objectId, state.dateCreated, date)
      let checksum = try entity.bind(item, identity, to: statement) { value, column in
        guard let rule = column.relation, case .integer(let row) = value,
          let given = self.row(row, of: rule.target)
        else { return value }
        return .integer(given)
      }
      try statement.bind(place, from: entity.columns.count + 4)
      while try statement.step() {}
      return checksum
    }
  }
}

extension RecordContext {
  /// Reads the row of a record that is being saved; finds out if it is gone.
  fileprivate func reread(_ item: any Record) throws(RecordError) {
    let (entity, state) = (item.state.entity, item.state)
    let text = entity.statements.select + " WHERE \"row\" = ?"
    let (statement, isThere) = try storing { () throws(StoreError) in
      let statement = try store.connection.statement(text)
      try statement.bind(.integer(state.row), at: 0)
      return (statement, try statement.step())
    }
    defer { statement.reset() }
    if !isThere { throw .vanished(entity: entity.name, objectId: state.objectId) }
    try refresh(item, from: statement, state.storeVersion)
  }
}

/// Does something with a store, whose errors are those of records then.
func storing<Result>(_ body: () throws(StoreError) -> Result) throws(RecordError) -> Result {
  do throws(StoreError) { return try body() } catch { throw .store(error) }
}
