/// The records that are worked with: one object for each row, and what is not yet saved of them.
///
/// A context is used by one thread, as its store is.
public final class RecordContext {
  /// The store that the records are saved in.
  public let store: Store

  /// Whether a save is in progress.
  public internal(set) var isSaving = false

  /// Why a relation could not be followed the last time; its getter can't throw.
  public internal(set) var relationFailure: RecordError?
  /// What is wrong with rows that were left out, and that nobody was told of yet.
  private var omissions: [RecordError] = []

  let registers: [RecordRegister]
  /// The records that may have something to save; they are held until then.
  var listed: [any Record] = []
  var lists: [WeakList] = []
  private var lastProvisionalRow = 0

  /// Makes a context; the tables must have the columns that the records declare.
  public init(_ store: Store, _ schema: Schema) throws(StoreError) {
    try store.checkColumns(of: schema)
    self.store = store
    registers = schema.entities.map { RecordRegister($0) }
    for register in registers { register.context = self }
  }

  func register(_ identifier: ObjectIdentifier) -> RecordRegister? {
    registers.first { $0.entity.identifier == identifier }
  }

  func register<Owner: Record>(of type: Owner.Type) throws(RecordError) -> RecordRegister {
    guard let found = register(ObjectIdentifier(type)) else { throw .unknownEntity(Owner.entity) }
    return found
  }

  /// A row that stands for one that the store has not given yet.
  func newProvisionalRow() -> Int {
    lastProvisionalRow -= 1
    return lastProvisionalRow
  }

  /// Names a row among the omissions whose column can't be used, whatever else the row says.
  package func omit(_ record: some Record, column: String) {
    let entity = type(of: record).entity
    omit(because: .unreadable(entity: entity, row: record.state.row, column: column))
  }

  func omit(because fault: RecordError) { if fault.isOfOneRow { omissions.append(fault) } }

  /// What is wrong with the rows that were left out since this was last asked.
  public func takeOmissions() -> [RecordError] {
    defer { omissions = [] }
    return omissions
  }

  /// Whether there is something to save.
  public var hasChanges: Bool { listed.contains { hasChanges($0.state) } }

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

  func willChange(_ state: RecordState) {
    guard state.phase.isAlive || state.phase == .deleting else { return }
    if state.phase == .saved {
      (state.original, state.isMerged) = (values(of: state), false)
      state.phase = .changed
    }
    list(state)
  }

  func list(_ state: RecordState) {
    guard !state.isListed, let record = state.record else { return }
    state.isListed = true
    listed.append(record)
  }

  func turnStale(_ state: RecordState) {
    state.generation &+= 1
    state.record?.didTurnStale()
  }

  /// Takes back all that is not saved.
  public func rollback() {
    let before = listed
    forgetPending()
    for item in before {
      switch item.state.phase {
      case .inserted:
        item.state.phase = .detached
        item.state.register?.forget(item.state)
      case .changed, .deleting:
        if let original = item.state.original { item.state.entity.set(original, in: item) }
        item.state.phase = .saved
      case .detached, .saved, .deleted: continue
      }
      item.state.original = nil
      turnStale(item.state)
    }
  }

  func forgetPending() {
    for item in listed {
      item.state.isListed = false
      item.state.settledGeneration = nil
    }
    listed = []
  }
}
