extension RecordContext {
  /// What is wrong with the row of a record; nil where it is what was written.
  package func fault(of record: any Record) throws(RecordError) -> RecordError? {
    let state = record.state
    guard let entity = state.register?.entity else {
      throw .notInContext(entity: type(of: record).entity)
    }
    do throws(StoreError) {
      let statement = try store.connection.statement(
        entity.statements.select + " WHERE \"row\" = ?")
      defer { statement.reset() }
      try statement.bind(.integer(state.row), at: 0)
      if try statement.step(), statement.isAsWritten(entity) { return nil }
    } catch {
      throw failed(error)
    }
    return .notAsWritten(entity: entity.name, objectId: state.objectId)
  }
}

extension Statement {
  /// Whether the row that the statement is at is what was written, by its checksum.
  func isAsWritten(_ entity: any Entity) -> Bool {
    var checksum = Checksum()
    for column in 1...3 { checksum.add(self[column]) }
    for place in entity.columns.indices { checksum.add(self[place + 5]) }
    return self[4] == .integer(checksum.number)
  }
}
