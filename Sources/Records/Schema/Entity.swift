/// A kind of record: its table, its columns, its templates and how to call its hooks.
protocol Entity: AnyObject {
  var name: String { get }
  var identifier: ObjectIdentifier { get }
  var columns: [RecordColumn] { get }
  /// Where the columns are.
  var places: [ValuePlace] { get }
  var templates: [String: FetchTemplate] { get }
  var statements: EntityStatements { get }

  func make() -> AnyObject
  func state(of record: AnyObject) -> RecordState
  func awakeFromInsert(_ record: AnyObject)
  func awakeFromFetch(_ record: AnyObject)
  func willSave(_ record: AnyObject)
  func didSave(_ record: AnyObject)
  func prepareForDeletion(_ record: AnyObject)
  func didTurnStale(_ record: AnyObject)
  func reasonAgainst(_ phase: RecordPhase, _ record: AnyObject) -> String?
}

extension Entity {
  func values(of record: AnyObject) -> [StoredValue] {
    columns.map { $0.value(of: record) }
  }

  func set(_ values: [StoredValue], in record: AnyObject) {
    for (column, value) in zip(columns, values) { _ = column.set(value, in: record) }
  }
}

/// The entity of a type of records.
final class TypedEntity<Owner: Record>: Entity {
  let name = Owner.entity
  let columns: [RecordColumn]
  let places: [ValuePlace]
  let templates: [String: FetchTemplate]
  let statements: EntityStatements

  var identifier: ObjectIdentifier { ObjectIdentifier(Owner.self) }

  init() {
    let prototype = Owner()
    prototype.state.register = RecordRegister(entity: nil, context: nil)
    var columns = Columns(prototype: prototype)
    Owner.declareColumns(in: &columns)
    var templates = Templates(prototype: prototype, columns: columns)
    Owner.declareTemplates(in: &templates)
    self.columns = columns.columns
    places = columns.columns.map(\.place)
    self.templates = templates.templates
    statements = EntityStatements(table: name, columns: columns.columns)
  }

  func make() -> AnyObject { Owner() }
  func state(of record: AnyObject) -> RecordState { owner(record).state }
  func awakeFromInsert(_ record: AnyObject) { owner(record).awakeFromInsert() }
  func awakeFromFetch(_ record: AnyObject) { owner(record).awakeFromFetch() }
  func willSave(_ record: AnyObject) { owner(record).willSave() }
  func didSave(_ record: AnyObject) { owner(record).didSave() }
  func prepareForDeletion(_ record: AnyObject) { owner(record).prepareForDeletion() }
  func didTurnStale(_ record: AnyObject) { owner(record).didTurnStale() }

  func reasonAgainst(_ phase: RecordPhase, _ record: AnyObject) -> String? {
    switch phase {
    case .inserted: owner(record).reasonAgainstInsert()
    case .changed: owner(record).reasonAgainstUpdate()
    case .deleting: owner(record).reasonAgainstDelete()
    case .detached, .saved, .deleted: nil
    }
  }

  private func owner(_ record: AnyObject) -> Owner { typed(record) }
}

/// The texts of an entity's statements; only what is bound varies.
struct EntityStatements {
  let select: String
  let insert: String
  let update: String
  let delete: String
  private let insertOfMany: String
  private let marks: String

  init(table: String, columns: [RecordColumn]) {
    let names = ["objectId", "dateCreated", "dateUpdated", "checksum"] + columns.map(\.name)
    let quoted = names.map { quotedName($0) }
    let table = quotedName(table)
    select = "SELECT \"row\", \(quoted.joined(separator: ", ")) FROM \(table)"
    marks = "(" + (quoted + [""]).map { _ in "?" }.joined(separator: ", ") + ")"
    let rest = "INTO \(table) (\(quoted.joined(separator: ", ")), \"row\") VALUES "
    insert = "INSERT " + rest + marks
    insertOfMany = "INSERT OR FAIL " + rest
    let settings = quoted.map { "\($0) = ?" }.joined(separator: ", ")
    update = "UPDATE \(table) SET \(settings) WHERE \"row\" = ? AND \"checksum\" = ?"
    delete = "DELETE FROM \(table) WHERE \"row\" = ?"
  }
}

extension EntityStatements {
  /// The text that inserts so many rows; of those that are refused, some may be there.
  func insertion(ofRows count: Int) -> String {
    insertOfMany + repeatElement(marks, count: count).joined(separator: ", ")
  }
}

/// A name as the store's language wants it.
func quotedName(_ name: String) -> String {
  "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
    + "\""
}

/// The kinds of records that a store has, in the order in which they are written.
package struct Schema {
  let entities: [any Entity]
  private let byType: [ObjectIdentifier: any Entity]

  /// Makes a schema of record types.
  package init(_ types: [any Record.Type]) {
    entities = types.map { Self.entity(of: $0) }
    byType = Dictionary(entities.map { ($0.identifier, $0) }) { first, _ in first }
  }

  func entity(_ identifier: ObjectIdentifier) -> (any Entity)? { byType[identifier] }

  private static func entity<Owner: Record>(of type: Owner.Type) -> any Entity {
    TypedEntity<Owner>()
  }
}

/// The records of one entity that a context knows, each by its row.
final class RecordRegister {
  let entity: (any Entity)?
  weak var context: RecordContext?
  var traced: RecordState.TracedColumn?

  /// A state that its record owns.
  private struct Known {
    unowned let state: RecordState
  }

  /// A record that nobody holds goes, and takes itself out when it does.
  private var known: [Int: Known] = [:]

  init(entity: (any Entity)?, context: RecordContext?) {
    self.entity = entity
    self.context = context
  }

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

/// A record of an entity as the type that it has.
func typed<Owner: AnyObject>(_ record: AnyObject) -> Owner {
  guard let record = record as? Owner else { preconditionFailure("a record of another entity") }
  return record
}
