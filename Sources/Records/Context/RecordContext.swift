/// A set of records of a store and their unsaved changes, like a managed object context.
///
/// There is one object for each row. A context belongs to one thread, as its store does. It keeps a
/// record alive only while it has unsaved changes.
///
///     let context = try RecordContext(store, Schema([Note.self]))
///     let note = try context.insert(Note.self) { $0.text = "milk" }
///     try context.save()
public final class RecordContext {
  /// The store of the records.
  public let store: Store

  /// True while a save is in progress.
  var isSaving = false

  /// The error of the last relation that could not be followed, or `nil`; a relation's getter can't
  /// throw.
  public internal(set) var relationFailure: RecordError?
  /// The errors of skipped rows since the last call of `consumeOmissions`.
  private var omissions: [RecordError] = []

  let registers: [RecordRegister]
  /// The records that may have unsaved changes, which the context keeps alive.
  var dirtyRecords: [any Record] = []
  var lists: [WeakList] = []
  private var lastProvisionalRow = 0

  /// Creates a context.
  ///
  /// Throws if a record has a column that it does not declare, or declares one that its table
  /// lacks.
  public init(_ store: Store, _ schema: Schema) throws(RecordError) {
    for entity in schema.entities {
      guard let property = entity.undeclaredProperty else { continue }
      throw .undeclaredColumn(entity: entity.name, property: property)
    }
    try store.checkColumns(of: schema)
    self.store = store
    registers = schema.entities.map { RecordRegister($0) }
    for register in registers { register.context = self }
  }

  /// Returns the known records of a type; throws if the type is not part of the schema.
  func register<Owner: Record>(of type: Owner.Type) throws(RecordError) -> RecordRegister {
    let identifier = ObjectIdentifier(type)
    guard let found = registers.first(where: { $0.entity.identifier == identifier }) else {
      throw .unknownEntity(Owner.entity)
    }
    return found
  }

  /// Returns a negative row number for a new record, until a save assigns the final one.
  func newProvisionalRow() -> Int {
    lastProvisionalRow -= 1
    return lastProvisionalRow
  }

  /// Records that a row was skipped, because a column has an invalid value.
  public func omit(_ record: some Record, column: String) {
    let entity = type(of: record).entity
    omit(because: .unreadable(entity: entity, row: record.state.row, column: column))
  }

  /// Records that a row was skipped; does nothing if the error is not about a single row.
  public func omit(because error: RecordError) {
    if error.concernsOneRow { omissions.append(error) }
  }

  /// Returns the errors of the rows that were skipped since the last call, and clears them.
  public func consumeOmissions() -> [RecordError] {
    defer { omissions = [] }
    return omissions
  }

  /// `true` if any record has unsaved changes.
  public var hasChanges: Bool { dirtyRecords.contains { hasChanges($0.state) } }

  /// Returns `true` if the values of a record differ from the saved ones.
  func hasChanges(_ state: RecordState) -> Bool {
    switch state.phase {
    case .inserted, .deleting: return true
    case .changed:
      guard let original = state.original else { return false }
      return values(of: state) != original
    case .detached, .saved, .deleted: return false
    }
  }

  func values(of state: RecordState) -> [StoredValue] {
    state.record.map { state.entity.values(of: $0) } ?? []
  }

  /// Keeps the saved values of a record that is about to change.
  func willChange(_ state: RecordState) {
    guard state.phase.isAlive || state.phase == .deleting else { return }
    if state.phase == .saved {
      state.original = values(of: state)
      state.isMerged = false
      state.phase = .changed
    }
    markDirty(state)
  }

  /// Adds a record to the dirty ones, which keeps it alive; does nothing if it is one already.
  func markDirty(_ state: RecordState) {
    guard !state.isDirty, let record = state.record else { return }
    state.isDirty = true
    dirtyRecords.append(record)
  }

  /// Discards all unsaved changes.
  ///
  /// Inserted records become detached, changed and deleted ones get their saved values back.
  public func rollback() {
    let before = dirtyRecords
    clearDirtyRecords()
    for record in before {
      switch record.state.phase {
      case .inserted:
        record.state.phase = .detached
        record.state.register?.forget(record.state)
      case .deleting where record.state.original == nil:
        // A row that can't be read, for which there is no other record.
        record.state.phase = .detached
        record.state.register?.forget(record.state)
      case .changed, .deleting:
        if let original = record.state.original { record.state.entity.set(original, in: record) }
        record.state.phase = .saved
      case .detached, .saved, .deleted: continue
      }
      record.state.original = nil
      record.state.didChange()
    }
  }

  /// Forgets the changed records after a save or a rollback.
  func clearDirtyRecords() {
    for record in dirtyRecords {
      record.state.isDirty = false
      record.state.preparedGeneration = nil
    }
    dirtyRecords = []
  }
}
