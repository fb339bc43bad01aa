/// What a context knows of one record; every record stores one.
public final class RecordState {
  /// A column that was read while somebody asked which one a property is.
  enum TracedColumn {
    case managed(ManagedColumn)
    case declared(AnyKeyPath)
  }

  var register: RecordRegister?

  /// The record itself, which owns this object; a strong reference would be a cycle.
  unowned var record: (any Record)?

  /// The row in the table; below zero before the first save.
  var row = 0
  var objectId = ""
  var dateCreated = 0
  var dateUpdated = 0
  var checksum = 0
  /// The values as the store has them, while the record has others.
  var original: [StoredValue]?

  @exclusivity(unchecked) @usableFromInline var generation: UInt32 = 0
  /// The generation that `willSave` was called for.
  var settledGeneration: UInt32?
  var storeVersion: UInt32 = 0
  /// Whether what is not saved of it was put into a row that somebody else had changed.
  var isMerged = false
  var phase = RecordPhase.detached
  /// Whether the register finds it by its row.
  var isRegistered = false
  /// Whether the context lists the record among those to be saved.
  var isListed = false

  /// Whether getters have to tell which column they read.
  @exclusivity(unchecked) @usableFromInline var isTracing = false
  private var traced: TracedColumn?

  /// Makes the state of a record that no context has.
  public init() {}

  deinit { register?.forget(self) }

  var context: RecordContext? { register?.context }

  var entity: Entity {
    guard let register else { preconditionFailure("a record that no context has") }
    return register.entity
  }

  @usableFromInline
  func trace(_ storage: AnyKeyPath) { traced = .declared(storage) }

  @inline(__always)
  func traced(_ column: ManagedColumn) -> Self {
    if isTracing { traced = .managed(column) }
    return self
  }

  func tracing(_ body: () -> Void) -> TracedColumn? {
    (traced, isTracing) = (nil, true)
    body()
    isTracing = false
    return traced
  }

  @usableFromInline
  func willChange() { register?.context?.willChange(self) }

  @usableFromInline
  func didChange() { generation &+= 1 }

  /// The record that a row of another entity belongs to.
  @usableFromInline
  func related<Target: Record>(_ row: Int) -> Target? {
    row == 0 ? nil : register?.context?.resolve(Target.self, row: row)
  }
}
