/// The rows that one save writes, with the row numbers of new records.
struct SavedChanges {
  /// A written record with its row number and checksum.
  struct Saved {
    let record: any Record
    let kind: RecordAction
    let row: Int
    let checksum: Int
  }

  let date: Int
  private(set) var saved: [Saved] = []
  /// The final row numbers by record type and provisional row number.
  private var rows: [ObjectIdentifier: [Int: Int]] = [:]

  init(date: Int) { self.date = date }

  /// Returns the final row number for a provisional one; `nil` for any other number.
  func row(_ provisional: Int, of entity: ObjectIdentifier) -> Int? {
    provisional < 0 ? rows[entity]?[provisional] : nil
  }

  /// Writes the records in the order in which they were changed, deletions last.
  mutating func write(_ changed: [any Record], in context: RecordContext) throws(RecordError) {
    let connection = context.store.connection
    try assignRows(changed, connection)
    for record in changed where record.state.phase == .inserted {
      try insert(record, connection)
    }
    for record in changed where record.state.phase == .changed { try update(record, context) }
    for record in changed where record.state.phase == .deleting {
      try connection.run(record.state.entity.statements.delete, [.integer(record.state.row)])
      saved.append(Saved(record: record, kind: .delete, row: record.state.row, checksum: 0))
    }
  }

  /// Assigns row numbers to all new records before any is written, so that they can refer to each
  /// other.
  private mutating func assignRows(
    _ changed: [any Record], _ connection: Connection
  ) throws(RecordError) {
    var lastRows: [ObjectIdentifier: Int] = [:]
    for record in changed where record.state.phase == .inserted {
      let entity = record.state.entity
      if lastRows[entity.identifier] == nil {
        lastRows[entity.identifier] = try connection.integer(
          "SELECT seq FROM sqlite_sequence WHERE name = ?", [.text(entity.name)])
      }
      lastRows[entity.identifier]? += 1
      rows[entity.identifier, default: [:]][record.state.row] = lastRows[entity.identifier]
    }
  }

  private mutating func insert(
    _ record: any Record, _ connection: Connection
  ) throws(RecordError) {
    let entity = record.state.entity
    guard let row = row(record.state.row, of: entity.identifier) else { return }
    let checksum = try write(entity.statements.insert, record, [.integer(row)], connection)
    saved.append(Saved(record: record, kind: .insert, row: row, checksum: checksum))
  }

  /// Updates a row; if another process has changed it, merges the changes and tries once more.
  private mutating func update(
    _ record: any Record, _ context: RecordContext
  ) throws(RecordError) {
    let entity = record.state.entity
    let state = record.state
    let connection = context.store.connection
    let isMerging = type(of: record).mergesChanges
    if state.isMerged && !isMerging { throw changedElsewhere(state) }
    for isSecond in [false, true] {
      let key: [StoredValue] = [.integer(state.row), .integer(state.checksum)]
      let texts = entity.statements
      let text = changesRelation(record) ? texts.update : texts.updateOfValues
      let checksum = try write(text, record, key, connection)
      if connection.changeCount == 1 {
        saved.append(Saved(record: record, kind: .update, row: state.row, checksum: checksum))
        return
      }
      // The checksum differs: another process has written the row since it was read.
      if isSecond { break }
      if !isMerging { throw changedElsewhere(state) }
      try context.reread(record)
    }
    throw .vanished(entity: entity.name, objectId: state.objectId)
  }

  private func changedElsewhere(_ state: RecordState) -> RecordError {
    .changedElsewhere(entity: state.entity.name, objectId: state.objectId)
  }

  /// Returns `true` if a relation of the record has changed, so that its index must be updated.
  private func changesRelation(_ record: any Record) -> Bool {
    guard let before = record.state.original else { return true }
    return zip(record.state.entity.columns, before).contains { column, value in
      column.relation != nil && column.value(of: record) != value
    }
  }

  /// Writes a record with final row numbers in its relations, and returns its checksum.
  private func write(
    _ text: String, _ record: any Record, _ key: [StoredValue], _ connection: Connection
  ) throws(RecordError) -> Int {
    let entity = record.state.entity
    let state = record.state
    let statement = try connection.statement(text)
    let identity = (state.objectId, state.dateCreated, date)
    let checksum = try entity.bind(record, identity, to: statement) { value, column in
      guard let rule = column.relation, case .integer(let row) = value,
        let assigned = self.row(row, of: rule.target)
      else { return value }
      return .integer(assigned)
    }
    try statement.bind(key, from: entity.columns.count + 4)
    while try statement.step() {}
    return checksum
  }
}

extension RecordContext {
  /// Reads the row of a record that is being saved; throws `vanished` if it no longer exists.
  fileprivate func reread(_ record: any Record) throws(RecordError) {
    let entity = record.state.entity
    let state = record.state
    let text = entity.statements.select + " WHERE \"row\" = ?"
    let statement = try store.connection.statement(text)
    try statement.bind(.integer(state.row), at: 0)
    let exists = try statement.step()
    defer { statement.reset() }
    if !exists { throw .vanished(entity: entity.name, objectId: state.objectId) }
    try refresh(record, from: statement, state.storeVersion)
  }
}
