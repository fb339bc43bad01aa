/// The context's bookkeeping for a record, which every record stores in a property.
///
///     let state = RecordState()
///
/// Nothing but the record may keep it.
public final class RecordState {
  var register: RecordRegister?

  /// The record that owns this object.
  ///
  /// A strong reference would create a cycle.
  weak var record: (any Record)?

  /// The row number; negative before the first save.
  var row = 0
  var objectId = ""
  var dateCreated = 0
  var dateUpdated = 0
  var checksum = 0
  /// The saved values of a record with unsaved changes; `nil` without changes.
  var original: [StoredValue]?

  var generation: UInt32 = 0
  /// The generation at which `willSave` was called last.
  var preparedGeneration: UInt32?
  /// The data version of the store when the row was last read.
  var storeVersion: UInt32 = 0
  /// True if the unsaved changes were merged into a row that another process had changed.
  var isMerged = false
  var phase = RecordPhase.detached
  /// `true` if the register has the state under its row number.
  var isRegistered = false
  /// `true` if the context lists the record as changed.
  var isDirty = false

  /// Creates the state of a detached record.
  public init() {}

  deinit { register?.forget(self) }

  var context: RecordContext? { register?.context }

  /// `true` for a row that can't be read: its record can only be deleted.
  var isUnreadable: Bool { phase == .detached && row > 0 }

  var entity: Entity {
    guard let register else { preconditionFailure("a record that no context has") }
    return register.entity
  }

  /// Called by setters before each change, to keep the saved values.
  func willChange() { register?.context?.willChange(self) }

  /// Called after each change, to invalidate computed values.
  func didChange() { generation &+= 1 }

  /// Returns the record to which a relation leads; `nil` for row 0, which means none.
  func related<Target: Record>(_ row: Int) -> Target? {
    row == 0 ? nil : register?.context?.target(Target.self, row: row)
  }
}
