/// What a reader finds in a row.
package enum RowReading: Equatable {
  case asWritten
  /// The row can't be read, or is not what was written.
  case faulty(RecordError)
}

/// Reads the rows that a template finds, one after the other, into one record.
///
/// No context keeps that record, no hook is called: so many rows are read that nobody works with.
package final class RowReader<Owner: Record> {
  /// The record that each row is put into.
  package let record = Owner()

  private let context: RecordContext
  private let entity: Entity
  private let template: FetchTemplate
  private let statement: Statement

  /// Makes a reader of what the context's store holds.
  package init(_ context: RecordContext, _ template: String) throws(RecordError) {
    let register = try context.register(of: Owner.self)
    let entity = register.entity
    guard let found = entity.templates[template] else {
      throw .unknownTemplate(entity: Owner.entity, name: template)
    }
    statement = try context.reading { () throws(StoreError) in
      try context.store.connection.unsharedStatement(entity.statements.select + found.text)
    }
    (self.context, self.entity, self.template) = (context, entity, found)
    record.state.record = record
    // Relations are followed by way of the register.
    record.state.register = register
  }

  /// Begins with the first row for these variables.
  package func begin(_ variables: [String: any RecordValue] = [:]) throws(RecordError) {
    let plan = try template.plan(variables)
    statement.reset()
    try context.reading { () throws(StoreError) in try statement.bind(plan.values) }
  }

  /// Begins with the first row that leads to a record, which is all that the template asks.
  package func begin(leadingTo target: RecordReference) throws(RecordError) {
    precondition(template.criteria.count == 1 && template.criteria[0].column.relation != nil)
    statement.reset()
    try context.reading { () throws(StoreError) in try statement.bind([target.stored]) }
  }

  /// Ends before the last row; otherwise the store would go on showing what it held then.
  package func end() { statement.reset() }

  /// Reads the next row, and returns whether it is what was written; nil behind the last.
  package func next() throws(RecordError) -> RowReading? {
    let isThere = try context.reading { () throws(StoreError) in try statement.step() }
    guard isThere else { return nil }
    do throws(RecordError) {
      try statement.read(into: record, entity)
      return .asWritten
    } catch { return .faulty(error) }
  }
}

/// Writes new rows as the records that a context saves are written, several in one statement.
///
/// No context keeps the records, and no hook is called. What belongs together is gathered in one
/// transaction by the store: of rows that are refused, some may have been written.
package final class RowWriter<Owner: Record> {
  /// What a row has besides what its record holds.
  package typealias Identity = (objectId: String, dateCreated: Int, dateUpdated: Int)

  /// The rows of one statement: more take no less time each (row "import" of the benchmarks).
  private static var mostRows: Int { 16 }

  private let store: Store
  private let entity: Entity
  /// The statements for 1, 2, 3 and so on rows, made when they are needed.
  private var statements = [Statement?](repeating: nil, count: mostRows)

  /// Makes a writer into the context's store.
  package init(_ context: RecordContext) throws(RecordError) {
    store = context.store
    entity = try context.register(of: Owner.self).entity
  }

  /// Writes a record as a new row, whose number the record has from then on.
  package func write(_ record: Owner, _ identity: Identity) throws(RecordError) {
    try write(1, record) { _ in identity }
    record.state.row = store.connection.lastRow
  }

  /// Writes so many new rows; before each, the record at hand is filled, and the row is named.
  package func write(_ count: Int, _ record: Owner, _ fill: (Int) -> Identity) throws(RecordError) {
    try store.write { () throws(RecordError) in
      do throws(StoreError) {
        for first in stride(from: 0, to: count, by: Self.mostRows) {
          let size = min(count - first, Self.mostRows)
          let statement = try statement(ofRows: size)
          for number in 0..<size {
            // The store gives the row its number where nothing is bound to it.
            let place = number * (entity.columns.count + 5)
            _ = try entity.bind(record, fill(first + number), to: statement, from: place)
          }
          _ = try statement.step()
        }
      } catch { throw .store(error) }
    }
  }

  private func statement(ofRows count: Int) throws(StoreError) -> Statement {
    if let known = statements[count - 1] { return known }
    let text = entity.statements.insertion(ofRows: count, orElse: "FAIL")
    let made = try store.connection.unsharedStatement(text)
    statements[count - 1] = made
    return made
  }
}
