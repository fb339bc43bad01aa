/// A record type with its table, columns, queries and statements.
final class Entity: Sendable {
  let name: String
  let identifier: ObjectIdentifier
  let columns: [ValueColumn<any Record>]
  private let groups: [ColumnGroup]
  let templates: [String: FetchTemplate]
  /// The columns with values that must not be saved.
  let restrictedColumns: [ValueColumn<any Record>]
  let statements: EntityStatements
  /// A property with `@Column` or `@Relation` that the type does not declare; `nil` without one.
  let undeclaredProperty: String?
  let make: @Sendable () -> any Record

  init<Owner: Record>(_ type: Owner.Type) {
    var columns = Columns<Owner>()
    Owner.declareColumns(in: &columns)
    var templates = Templates(Owner.entity, columns.columns)
    Owner.declareTemplates(in: &templates)
    name = Owner.entity
    identifier = ObjectIdentifier(type)
    self.columns = columns.columns
    undeclaredProperty = Self.undeclaredProperty(of: Owner(), declared: columns.properties)
    restrictedColumns = columns.columns.filter(\.isRestricted)
    groups = columns.groups
    self.templates = templates.templates
    statements = EntityStatements(table: name, columns: columns.columns)
    make = { Owner() }
  }

  /// Returns the first property with `@Column` or `@Relation` that is not among the declared ones.
  private static func undeclaredProperty(
    of record: any Record, declared: Set<Substring>
  ) -> String? {
    for (label, value) in Mirror(reflecting: record).children where value is any StoredProperty {
      // The wrapper of a property has the name of the property with a `_` before it.
      if let label, !declared.contains(label[...]) { return String(label.dropFirst()) }
    }
    return nil
  }

  func values(of record: any Record) -> [StoredValue] { columns.map { $0.value(of: record) } }

  func set(_ values: [StoredValue], in record: any Record) {
    for (column, value) in zip(columns, values) { column.set(value, of: record) }
  }

  /// Reads a row into a record; properties whose columns can't be read keep their values.
  func load(_ row: inout FetchedRow, _ record: any Record) {
    for group in groups { group.load(&row, record) }
  }

  /// Binds a record's values to a statement, and returns the checksum of the row.
  ///
  /// `replace` returns values to bind instead of those of the record.
  func bind(
    _ record: any Record, _ identity: BoundRow.Identity, to statement: Statement,
    from first: Int = 0, _ replace: BoundRow.Replacement? = nil
  ) throws(RecordError) -> Int {
    var row = BoundRow(identity, to: statement, from: first, replace)
    for group in groups { group.bind(record, &row) }
    return try row.end()
  }
}

/// The SQL statements of a record type.
struct EntityStatements {
  let select: String
  let insert: String
  let update: String
  /// The statement that updates all columns except relations, whose indexes then need no update.
  let updateOfValues: String
  let delete: String
  private let insertion: String
  private let marks: String

  init(table: String, columns: [ValueColumn<any Record>]) {
    let names = ["objectId", "dateCreated", "dateUpdated", "checksum"] + columns.map(\.storedName)
    let quoted = names.map { quotedName($0) }
    let table = quotedName(table)
    select = "SELECT \"row\", \(quoted.joined(separator: ", ")) FROM \(table)"
    marks = "(" + (quoted + [""]).map { _ in "?" }.joined(separator: ", ") + ")"
    insertion = " INTO \(table) (\(quoted.joined(separator: ", ")), \"row\") VALUES "
    insert = "INSERT" + insertion + marks
    // `objectId` and `dateCreated` never change.
    let settings = zip(quoted, 1...).dropFirst(2).map { "\($0) = ?\($1)" }
    let others = zip(columns, settings.dropFirst(2)).filter { $0.0.relation == nil }.map(\.1)
    let condition = " WHERE \"row\" = ?\(names.count + 1) AND \"checksum\" = ?\(names.count + 2)"
    update = "UPDATE \(table) SET " + settings.joined(separator: ", ") + condition
    updateOfValues =
      "UPDATE \(table) SET " + (settings.prefix(2) + others).joined(separator: ", ") + condition
    delete = "DELETE FROM \(table) WHERE \"row\" = ?"
  }

  /// Returns the statement that inserts `count` rows; `orElse` is SQLite's conflict clause.
  func insertion(ofRows count: Int, orElse: String) -> String {
    "INSERT OR \(orElse)" + insertion + repeatElement(marks, count: count).joined(separator: ", ")
  }
}

/// Returns a name in SQL quotes.
public func quotedName(_ name: String) -> String {
  let parts = name.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
  return "\"" + parts.map { String(Substring($0)) }.joined(separator: "\"\"") + "\""
}

/// The record types of a store, in the order in which their rows are written.
///
///     let schema = Schema([Garden.self, Plant.self])
///     let context = try RecordContext(store, schema)
///     let count = try store.rowCount(of: schema)
public struct Schema: Sendable {
  let entities: [Entity]

  /// Creates a schema of record types.
  public init(_ types: [any Record.Type]) { entities = types.map { Entity($0) } }

  /// The tables with their columns after the managed ones, in the order of the checksum.
  ///
  /// A column with `wasAddedLater` is part of the checksum only if it has a value.
  public var tables: [(name: String, columns: [(name: String, wasAddedLater: Bool)])] {
    entities.map { ($0.name, $0.columns.map { ($0.storedName, $0.wasAddedLater) }) }
  }
}

/// The records of one type that a context knows, by row number.
final class RecordRegister {
  let entity: Entity
  weak var context: RecordContext?

  private struct Known { unowned let state: RecordState }

  /// The records in use; a record that is freed removes itself.
  private var known: [Int: Known] = [:]

  init(_ entity: Entity) { self.entity = entity }

  func state(row: Int) -> RecordState? { known[row]?.state }

  func remember(_ state: RecordState) {
    if let other = known.updateValue(Known(state: state), forKey: state.row)?.state,
      other !== state
    {
      other.isRegistered = false
    }
    state.isRegistered = true
  }

  func forget(_ state: RecordState) {
    guard state.isRegistered else { return }
    state.isRegistered = false
    known[state.row] = nil
  }

  /// All known records, kept alive while the caller iterates over them.
  var all: [RecordState] { known.values.map(\.state) }
}

func typed<Owner: Record>(_ record: any Record, _ type: Owner.Type = Owner.self) -> Owner {
  guard let record = record as? Owner else { preconditionFailure("a record of another entity") }
  return record
}
