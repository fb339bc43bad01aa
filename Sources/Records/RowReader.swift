/// Reads the rows that a template finds, one after the other, into one record.
///
/// No context keeps that record, and no hook is called: so a great many rows are read that nobody
/// works with.
package final class RowReader<Owner: Record> {
  /// The record that each row is put into.
  package let record = Owner()

  private let context: RecordContext
  private let entity: any Entity
  private let template: FetchTemplate
  private let statement: Statement

  /// Makes a reader of what the context's store holds.
  package init(_ context: RecordContext, _ template: String) throws(RecordError) {
    let register = try context.register(of: Owner.self)
    guard let entity = register.entity, let found = entity.templates[template] else {
      throw .unknownTemplate(entity: Owner.entity, name: template)
    }
    do {
      statement = try context.store.connection.unsharedStatement(
        entity.statements.select + found.text)
    } catch { throw context.failed(error) }
    self.context = context
    self.entity = entity
    self.template = found
    record.state.record = record
    // NB: with it, relations can be followed.
    record.state.register = register
  }

  /// Begins with the first row for these variables.
  package func begin(_ variables: [String: any RecordValue] = [:]) throws(RecordError) {
    let plan = try template.plan(variables)
    statement.reset()
    do { try statement.bind(plan.values) } catch { throw context.failed(error) }
  }

  /// Reads the next row, and answers whether it is what was written; nil behind the last.
  package func next() throws(RecordError) -> Bool? {
    do {
      guard try statement.step() else { return nil }
    } catch { throw context.failed(error) }
    record.state.row = statement.integer(at: 0)
    do throws(RecordError) {
      try statement.read(into: record, record.state, entity)
      return true
    } catch {
      return false
    }
  }
}

/// Writes new rows, one after the other, as the records that a context saves are written.
///
/// No context keeps the records, and no hook is called. What belongs together is gathered in one
/// transaction by the store.
package final class RowWriter<Owner: Record> {
  private let store: Store
  private let columns: [RecordColumn]
  private let places: [ValuePlace]
  private let statement: Statement

  /// Makes a writer into the context's store.
  package init(_ context: RecordContext) throws(RecordError) {
    guard let entity = try context.register(of: Owner.self).entity else {
      throw .unknownEntity(Owner.entity)
    }
    store = context.store
    (columns, places) = (entity.columns, entity.places)
    do {
      statement = try store.connection.unsharedStatement(entity.statements.insert)
    } catch { throw context.failed(error) }
  }

  /// Writes a record as a new row, whose number the record has from then on.
  package func write(
    _ record: Owner, objectId: String, dateCreated: Int, dateUpdated: Int
  ) throws(RecordError) {
    try store.write { () throws(RecordError) in
      do throws(StoreError) {
        try bind(record, .text(objectId), .integer(dateCreated), .integer(dateUpdated))
        _ = try statement.step()
      } catch { throw .store(error) }
      record.state.row = store.connection.lastRow
    }
  }

  /// Binds everything but the row, which the store gives where nothing is bound.
  private func bind(
    _ record: Owner, _ managed: StoredValue...
  ) throws(StoreError) {
    var checksum = Checksum()
    for place in managed.indices {
      checksum.add(managed[place])
      try statement.bind(managed[place], at: place)
    }
    let placeOfSum = managed.count
    let start = Unmanaged.passUnretained(record).toOpaque()
    for column in places.indices {
      let value = places[column].value(at: start)
      if value != .null || !columns[column].wasAddedLater { checksum.add(value) }
      try statement.bind(value, at: placeOfSum + 1 + column)
    }
    try statement.bind(.integer(checksum.number), at: placeOfSum)
  }
}
