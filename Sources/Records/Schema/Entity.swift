/// A kind of record: its table, its columns, its templates and how to make one.
final class Entity {
  let name: String
  let identifier: ObjectIdentifier
  let columns: [RecordColumn]
  let places: [ValuePlace]
  let templates: [String: FetchTemplate]
  let statements: EntityStatements
  let make: () -> any Record

  init<Owner: Record>(_ type: Owner.Type) {
    let prototype = Owner()
    var columns = Columns(prototype: prototype)
    Owner.declareColumns(in: &columns)
    var templates = Templates(prototype: prototype, columns: columns)
    Owner.declareTemplates(in: &templates)
    name = Owner.entity
    identifier = ObjectIdentifier(type)
    self.columns = columns.columns
    places = columns.columns.map(\.place)
    self.templates = templates.templates
    statements = EntityStatements(table: name, columns: columns.columns)
    make = { Owner() }
  }

  func values(of record: any Record) -> [StoredValue] { columns.map { $0.value(of: record) } }

  func set(_ values: [StoredValue], in record: any Record) {
    for (column, value) in zip(columns, values) { _ = column.set(value, in: record) }
  }

  /// Binds a row in the order of the statements, and answers the sum of all but itself; `replace`
  /// says what is bound for a value.
  @inline(__always)
  func bind(
    _ record: any Record, _ identity: (objectId: String, dateCreated: Int, dateUpdated: Int),
    to statement: Statement, from first: Int = 0,
    _ replace: ((StoredValue, RecordColumn) -> StoredValue)? = nil
  ) throws(StoreError) -> Int {
    var checksum = Checksum()
    func add(_ value: StoredValue, at place: Int) throws(StoreError) {
      checksum.add(value)
      try statement.bind(value, at: first + place)
    }
    try add(.text(identity.objectId), at: 0)
    try add(.integer(identity.dateCreated), at: 1)
    try add(.integer(identity.dateUpdated), at: 2)
    for place in places.indices {
      var value = places[place].value(of: record)
      if let replace { value = replace(value, columns[place]) }
      if value == .null, columns[place].wasAddedLater {
        try statement.bind(.null, at: first + place + 4)
      } else {
        try add(value, at: place + 4)
      }
    }
    try statement.bind(.integer(checksum.number), at: first + 3)
    return checksum.number
  }
}

/// The texts of an entity's statements; only what is bound varies.
struct EntityStatements {
  let select: String
  let insert: String
  let update: String
  let delete: String
  private let insertion: String
  private let marks: String

  init(table: String, columns: [RecordColumn]) {
    let names = ["objectId", "dateCreated", "dateUpdated", "checksum"] + columns.map(\.name)
    let quoted = names.map { quotedName($0) }
    let table = quotedName(table)
    select = "SELECT \"row\", \(quoted.joined(separator: ", ")) FROM \(table)"
    marks = "(" + (quoted + [""]).map { _ in "?" }.joined(separator: ", ") + ")"
    insertion = " INTO \(table) (\(quoted.joined(separator: ", ")), \"row\") VALUES "
    insert = "INSERT" + insertion + marks
    let settings = quoted.map { "\($0) = ?" }.joined(separator: ", ")
    update = "UPDATE \(table) SET \(settings) WHERE \"row\" = ? AND \"checksum\" = ?"
    delete = "DELETE FROM \(table) WHERE \"row\" = ?"
  }

  /// The text that inserts so many rows; `orElse` says what becomes of those that are refused.
  func insertion(ofRows count: Int, orElse: String) -> String {
    "INSERT OR \(orElse)" + insertion + repeatElement(marks, count: count).joined(separator: ", ")
  }
}

/// A name as SQL quotes it.
package func quotedName(_ name: String) -> String {
  "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
    + "\""
}

/// The kinds of records that a store has, in the order in which they are written.
public struct Schema {
  let entities: [Entity]

  /// Makes a schema of record types.
  public init(_ types: [any Record.Type]) { entities = types.map { Entity($0) } }
}

/// The records of one entity that a context knows, each by its row.
final class RecordRegister {
  let entity: Entity
  weak var context: RecordContext?

  /// A state that its record owns.
  private struct Known {
    unowned let state: RecordState
  }

  /// A record that nobody holds goes, and takes itself out when it does.
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

  /// All that is known, held while it is looked at.
  var all: [RecordState] { known.values.map(\.state) }
}

func typed<Owner: Record>(_ record: any Record) -> Owner {
  guard let record = record as? Owner else { preconditionFailure("a record of another entity") }
  return record
}
