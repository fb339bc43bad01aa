/// What one save has written.
struct SavedChanges {
  struct Saved {
    let item: any Record
    let kind: RecordAction
    let row: Int
    let checksum: Int
  }

  let date: Int
  private let isMerging: Bool
  private(set) var saved: [Saved] = []

  /// The rows that records were given, by entity and by the provisional row.
  private var rows: [ObjectIdentifier: [Int: Int]] = [:]

  init(date: Int, isMerging: Bool) {
    self.date = date
    self.isMerging = isMerging
  }

  /// The row in the store for a provisional one.
  func row(_ provisional: Int, of entity: ObjectIdentifier) -> Int? {
    provisional < 0 ? rows[entity]?[provisional] : nil
  }

  /// Writes the records in the order in which they were changed, deletions last.
  mutating func write(_ changed: [any Record], in context: RecordContext) throws(RecordError) {
    do { try giveRows(changed, context.store.connection) } catch { throw .store(error) }
    for item in changed where item.state.phase == .inserted { try insert(item, context) }
    for item in changed where item.state.phase == .changed { try update(item, context) }
    for item in changed where item.state.phase == .deleting { try delete(item, context) }
  }

  /// Gives every new record its row before any is written, so that they can lead to one another.
  private mutating func giveRows(
    _ changed: [any Record], _ connection: Connection
  ) throws(StoreError) {
    var lastRows: [ObjectIdentifier: Int] = [:]
    for item in changed where item.state.phase == .inserted {
      guard let entity = item.state.register?.entity else { continue }
      if lastRows[entity.identifier] == nil {
        lastRows[entity.identifier] = try connection.integer(
          "SELECT seq FROM sqlite_sequence WHERE name = ?", [.text(entity.name)])
      }
      lastRows[entity.identifier]? += 1
      rows[entity.identifier, default: [:]][item.state.row] = lastRows[entity.identifier]
    }
  }

  private mutating func insert(_ item: any Record, _ context: RecordContext) throws(RecordError) {
    guard let entity = item.state.register?.entity,
      let row = row(item.state.row, of: entity.identifier)
    else { return }
    let (values, checksum) = values(of: item, entity)
    do {
      let statement = try context.store.connection.statement(entity.statements.insert)
      try statement.bind(values)
      try statement.bind(.integer(row), at: values.count)
      try statement.run()
    } catch {
      throw .store(error)
    }
    saved.append(Saved(item: item, kind: .insert, row: row, checksum: checksum))
  }

  private mutating func update(_ item: any Record, _ context: RecordContext) throws(RecordError) {
    guard let entity = item.state.register?.entity else { return }
    let connection = context.store.connection
    for isSecond in [false, true] {
      let (values, checksum) = values(of: item, entity)
      let place: [StoredValue] = [.integer(item.state.row), .integer(item.state.checksum)]
      do { try connection.run(entity.statements.update, values + place) } catch {
        throw .store(error)
      }
      if connection.changeCount == 1 {
        saved.append(Saved(item: item, kind: .update, row: item.state.row, checksum: checksum))
        return
      }
      // Somebody else has written the row since it was read: take over what was not changed here.
      if isSecond { break }
      if !isMerging {
        throw .changedElsewhere(entity: entity.name, objectId: item.state.objectId)
      }
      try context.reread(item, entity)
    }
    throw .vanished(entity: entity.name, objectId: item.state.objectId)
  }

  private mutating func delete(_ item: any Record, _ context: RecordContext) throws(RecordError) {
    guard let entity = item.state.register?.entity else { return }
    do {
      try context.store.connection.run(entity.statements.delete, [.integer(item.state.row)])
    } catch {
      throw .store(error)
    }
    saved.append(Saved(item: item, kind: .delete, row: item.state.row, checksum: 0))
  }

  /// The values of a row in the order of the statements, with the sum of all but itself.
  private func values(of item: any Record, _ entity: Entity) -> ([StoredValue], checksum: Int) {
    var values: [StoredValue] = []
    values.reserveCapacity(entity.columns.count + 6)
    values.append(.text(item.state.objectId))
    values.append(.integer(item.state.dateCreated))
    values.append(.integer(date))
    values.append(.null)
    var checksum = Checksum()
    for value in values.dropLast() { checksum.add(value) }
    for column in entity.columns {
      var value = column.value(of: item)
      if let rule = column.relation, case .integer(let row) = value,
        let given = self.row(row, of: rule.target)
      {
        value = .integer(given)
      }
      values.append(value)
      checksum.add(value, of: column)
    }
    values[3] = .integer(checksum.number)
    return (values, checksum.number)
  }
}

extension RecordContext {
  /// Reads the row of a record that is being saved; finds out if it is gone.
  fileprivate func reread(_ item: any Record, _ entity: Entity) throws(RecordError) {
    let statement: Statement
    let isThere: Bool
    do {
      let text = entity.statements.select + " WHERE \"row\" = ?"
      statement = try store.connection.statement(text)
      try statement.bind(.integer(item.state.row), at: 0)
      isThere = try statement.step()
    } catch {
      throw .store(error)
    }
    defer { statement.reset() }
    if !isThere { throw .vanished(entity: entity.name, objectId: item.state.objectId) }
    try refresh(item, from: statement, item.state.storeVersion)
  }
}
