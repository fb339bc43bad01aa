/// The context's state of one record; every record stores one.
///
///     let state = RecordState()
///
/// It belongs to its record and must not be kept by anything else.
public final class RecordState {
  /// The column behind a property, found by reading the property while tracing.
  enum TracedColumn {
    case managed(ManagedColumn)
    case declared(AnyKeyPath)
  }

  var register: RecordRegister?

  /// The record itself, which owns this object; a strong reference would create a cycle.
  unowned var record: (any Record)?

  /// The row number; below 1 before the first save.
  var row = 0
  var objectId = ""
  var dateCreated = 0
  var dateUpdated = 0
  var checksum = 0
  /// The saved values, while the record may have others.
  var original: [StoredValue]?

  @usableFromInline var generation: UInt32 = 0
  /// The generation for which `willSave` was called last.
  var preparedGeneration: UInt32?
  /// The store's data version when the row was read last.
  var storeVersion: UInt32 = 0
  /// True if the unsaved changes were merged into a row that another process had changed.
  var isMerged = false
  var phase = RecordPhase.detached
  /// True if the register finds the state by its row.
  var isRegistered = false
  /// True if the context lists the record among its dirty ones.
  var isDirty = false

  /// True while getters must report the columns that they read.
  @usableFromInline var isTracing = false
  private var traced: TracedColumn?

  /// Creates the state of a detached record.
  public init() {}

  deinit { register?.forget(self) }

  var context: RecordContext? { register?.context }

  var entity: Entity {
    guard let register else { preconditionFailure("a record that no context has") }
    return register.entity
  }

  /// Reports a declared column while tracing.
  @usableFromInline
  func trace(_ storage: AnyKeyPath) { traced = .declared(storage) }

  /// Reports a managed column while tracing.
  @inline(__always)
  func traced(_ column: ManagedColumn) -> Self {
    if isTracing { traced = .managed(column) }
    return self
  }

  /// Returns the column that the body reads last, or `nil` if it reads none.
  func tracing(_ body: () -> Void) -> TracedColumn? {
    traced = nil
    isTracing = true
    body()
    isTracing = false
    return traced
  }

  /// Keeps the saved values; a setter calls it before each change.
  @usableFromInline
  func willChange() { register?.context?.willChange(self) }

  /// Invalidates computed values; a setter calls it after each change.
  @usableFromInline
  func didChange() { generation &+= 1 }

  /// Returns the target of a relation, or `nil` for row 0, which stands for none.
  @usableFromInline
  func related<Target: Record>(_ row: Int) -> Target? {
    row == 0 ? nil : register?.context?.resolve(Target.self, row: row)
  }
}
