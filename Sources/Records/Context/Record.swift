/// A final class whose objects represent rows of a table: a managed record.
///
/// In a context there is one object for each row. The class has a `RecordState`, marks its
/// properties with `@Column` and `@Relation`, and declares them in `declareColumns`. Every hook has
/// an empty default.
///
///     final class Note: Record {
///       @Column var text = ""
///       let state = RecordState()
///
///       static func declareColumns(in columns: inout Columns<Note>) {
///         columns.declare("text", \._text)
///       }
///     }
public protocol Record: AnyObject, SendableMetatype {
  /// The context's bookkeeping for this record; declare it as `let state = RecordState()`.
  var state: RecordState { get }

  /// Creates a record that belongs to no context yet.
  init()

  /// The name of the table; by default the name of the class.
  static var entity: String { get }

  /// `true` if a save keeps columns that another process has changed meanwhile; `true` by default.
  ///
  /// Columns that were changed here keep their values. If it is false, a save of a row that was
  /// changed elsewhere throws `RecordError.changedElsewhere`.
  static var mergesChanges: Bool { get }

  /// Declares the columns, in the order of the table.
  static func declareColumns(in columns: inout Columns<Self>)

  /// Declares the named fetch templates; by default there are none.
  static func declareTemplates(in templates: inout Templates)

  /// Called once, when the record is inserted into a context.
  func awakeFromInsert()

  /// Called when the object has been created from a row of the store.
  func awakeFromFetch()

  /// Called before a save, and again after a hook has changed any record.
  func willSave()

  /// Called after a save has committed the record.
  func didSave()

  /// Returns the reason why the record must not be saved or deleted; `nil` to allow it.
  ///
  /// With a reason the whole save fails with `RecordError.invalid`.
  func reasonAgainst(_ action: RecordAction) -> String?
}

extension Record {
  /// The name of the class.
  public static var entity: String { String(describing: Self.self) }
  /// `true`: columns that other processes have changed are kept.
  public static var mergesChanges: Bool { true }
  /// Declares no templates.
  public static func declareTemplates(in templates: inout Templates) {}
  /// Does nothing.
  public func awakeFromInsert() {}
  /// Does nothing.
  public func awakeFromFetch() {}
  /// Does nothing.
  public func willSave() {}
  /// Does nothing.
  public func didSave() {}
  /// Allows every action.
  public func reasonAgainst(_ action: RecordAction) -> String? { nil }
}

extension Record {
  /// The permanent identifier of the record in every store; empty before it is inserted.
  public var objectId: String { state.objectId }

  /// The time of the insertion, in milliseconds since 1970.
  public var dateCreated: Int { state.dateCreated }

  /// The time of the last save with changes, in milliseconds since 1970; 0 before the first one.
  public var dateUpdated: Int { state.dateUpdated }

  /// The record's row number, which is never reused; below 1 before the first save.
  public var row: Int { state.row }

  /// The state of the record in its life cycle, such as inserted or deleted.
  public var phase: RecordPhase { state.phase }

  /// The context to which the record belongs; `nil` for a detached one.
  public var context: RecordContext? { state.context }
}

/// The state of a record in its life cycle.
///
///     detached -> inserted -> saved <-> changed
///                               \          /
///                                 deleting -> deleted
public enum RecordPhase: UInt8, Sendable {
  /// In no context: newly created, or its insertion was rolled back.
  case detached
  /// Inserted into a context, not saved yet.
  case inserted
  /// Saved, without unsaved changes.
  case saved
  /// Saved, with unsaved changes.
  case changed
  /// Deleted from the context, not yet from the store.
  case deleting
  /// Deleted from the store; the properties have their last values.
  case deleted

  /// `true` if the next save must write the record.
  public var isPending: Bool { self == .inserted || self == .changed || self == .deleting }

  /// `true` unless the record is detached or deleted.
  public var isAlive: Bool { self == .inserted || self == .saved || self == .changed }
}
