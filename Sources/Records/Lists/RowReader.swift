/// The result of reading one row.
///
///     try reader.begin()
///     while let reading = try reader.next() {
///       if case .faulty(let error) = reading { print(error) } else { print(reader.record) }
///     }
public enum RowReading: Equatable, Sendable {
  case asWritten
  /// The row can't be read, or its checksum is wrong.
  case faulty(RecordError)
}

/// A cursor over the rows of a query, which reads each row into the same record.
///
/// The record is in no context and its hooks are not called, so that millions of rows can be read
/// at the cost of one object.
///
///     let reader = try RowReader<Trial>(context, "all")
///     try reader.begin()
///     while let reading = try reader.next() { … reader.record … }
public final class RowReader<Owner: Record> {
  /// The record with the values of the current row.
  public let record = Owner()

  private let context: RecordContext
  private let entity: Entity
  private let template: FetchTemplate
  private let statement: Statement

  /// Creates a cursor; throws for an unknown template.
  public init(_ context: RecordContext, _ template: String) throws(RecordError) {
    let register = try context.register(of: Owner.self)
    let entity = register.entity
    guard let found = entity.templates[template] else {
      throw .unknownTemplate(entity: Owner.entity, name: template)
    }
    statement = try context.reading { () throws(RecordError) in
      try context.store.connection.unsharedStatement(entity.statements.select + found.text)
    }
    self.context = context
    self.entity = entity
    self.template = found
    record.state.record = record
    // Relations are followed through the register.
    record.state.register = register
  }

  /// Runs the query with these variables; the cursor is before the first row.
  public func begin(_ variables: [String: any RecordValue] = [:]) throws(RecordError) {
    let plan = try template.plan(variables)
    statement.reset()
    try context.reading { () throws(RecordError) in try statement.bind(plan.values) }
  }

  /// Runs a query whose only condition is a relation to this record.
  public func begin(leadingTo target: RecordReference) throws(RecordError) {
    precondition(template.criteria.count == 1 && template.criteria[0].column.relation != nil)
    statement.reset()
    try context.reading { () throws(RecordError) in try statement.bind([target.stored]) }
  }

  /// Ends the query before its last row, so that the store can move on to later states.
  public func end() { statement.reset() }

  /// Reads the next row and returns the result; `nil` after the last row.
  public func next() throws(RecordError) -> RowReading? { try step() ? read() : nil }

  /// Moves to the next row without reading it; returns `false` after the last row.
  public func step() throws(RecordError) -> Bool {
    try context.reading { () throws(RecordError) in try statement.step() }
  }

  /// The number of the current row, which need not be read.
  public var rowNumber: Int { statement.integer(at: 0) }

  /// Returns the number of the row to which a relation of the current row leads; the current row
  /// need not be read.
  ///
  /// Returns 0 for no relation, and any number for a damaged row.
  public func target(of relation: String) -> Int {
    guard let index = entity.columns.firstIndex(where: { $0.storedName == relation }) else {
      preconditionFailure("\(Owner.entity) has no relation '\(relation)'")
    }
    return statement.integer(at: 5 + index)
  }

  /// Reads the current row.
  public func read() -> RowReading {
    do throws(RecordError) {
      try statement.read(into: record, entity)
      return .asWritten
    } catch { return .faulty(error) }
  }
}

/// Inserts new rows as a save does, but many at a time and without hooks.
///
/// The records are in no context. If a row is rejected, earlier rows may have been written; call it
/// within a batch or transaction of the store to undo them.
///
///     let writer = try RowWriter<Plant>(context)
///     let plant = Plant()
///     try writer.write(100, plant) { index in
///       plant.name = "plant \(index)"
///       return (objectId: "id-\(index)", dateCreated: 0, dateUpdated: 0)
///     }
public final class RowWriter<Owner: Record> {
  /// The managed columns of a row.
  ///
  ///     let date = 1_700_000_000_000
  ///     try writer.write(record, (objectId: "a1", dateCreated: date, dateUpdated: date))
  public typealias Identity = (objectId: String, dateCreated: Int, dateUpdated: Int)

  /// The maximum number of rows in one statement; more are not faster (row "import" of the
  /// benchmarks).
  private static var mostRows: Int { 16 }

  private let store: Store
  private let entity: Entity
  /// The prepared statements by their number of rows, created at first use.
  private var statements = [Statement?](repeating: nil, count: mostRows)

  /// Creates a writer for a store.
  public init(_ context: RecordContext) throws(RecordError) {
    store = context.store
    entity = try context.register(of: Owner.self).entity
  }

  /// Inserts a record as a new row and sets its row number.
  public func write(_ record: Owner, _ identity: Identity) throws(RecordError) {
    record.state.row = try write(1, record) { _ in identity }
  }

  /// Writes `count` new rows; before each, `fill` sets the record's values and returns its
  /// identity.
  ///
  /// The rows have consecutive numbers; returns that of the last one.
  @discardableResult
  public func write(
    _ count: Int, _ record: Owner, _ fill: (Int) -> Identity
  ) throws(RecordError) -> Int {
    try store.write { () throws(RecordError) in
      for first in stride(from: 0, to: count, by: Self.mostRows) {
        let size = min(count - first, Self.mostRows)
        let statement = try statement(ofRows: size)
        for number in 0..<size {
          // No value is bound to the row number, so that the store assigns it.
          let position = number * (entity.columns.count + 5)
          _ = try entity.bind(record, fill(first + number), to: statement, from: position)
        }
        _ = try statement.step()
      }
    }
    return store.connection.lastRow
  }

  /// Makes the record stand for a written row, so that other records can refer to that.
  public func identify(_ record: Owner, asRow row: Int) { record.state.row = row }

  /// Returns the statement for a number of rows, preparing it on first use.
  private func statement(ofRows count: Int) throws(RecordError) -> Statement {
    if let known = statements[count - 1] { return known }
    let text = entity.statements.insertion(ofRows: count, orElse: "FAIL")
    let made = try store.connection.unsharedStatement(text)
    statements[count - 1] = made
    return made
  }
}
