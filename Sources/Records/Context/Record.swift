/// A final class whose objects are rows of a store: one object for each row of a context.
///
/// It stores a `RecordState`, marks its properties with `@Column` and `@Relation`, and declares
/// them. Every hook has an empty default.
///
///     final class Note: Record {
///       @Column var text = ""
///       let state = RecordState()
///
///       static func declareColumns(in columns: inout Columns<Note>) {
///         columns.declare("text", \._text)
///       }
///     }
public protocol Record: AnyObject {
  /// The state that the context keeps for this record; declare it as `let state = RecordState()`.
  var state: RecordState { get }

  /// Creates a record that belongs to no context yet.
  init()

  /// The name of the table; by default the name of the class.
  static var entity: String { get }

  /// True if a save merges columns that another process has changed since; true by default.
  ///
  /// Columns that were changed here keep their values. If it is false, a save of a row that was
  /// changed elsewhere throws `RecordError.changedElsewhere`.
  static var mergesChanges: Bool { get }

  /// Declares the columns, in the order of the table.
  static func declareColumns(in columns: inout Columns<Self>)

  /// Declares the named fetch templates; by default there are none.
  static func declareTemplates(in templates: inout Templates<Self>)

  /// Notifies the record, once in its life, that it is inserted into a context.
  func awakeFromInsert()

  /// Notifies the record that its object has been created from a row.
  func awakeFromFetch()

  /// Notifies the record that a save begins, and again if its hook or another record's has changed
  /// something.
  func willSave()

  /// Notifies the record that the save has been committed.
  func didSave()

  /// Notifies the record that it is about to be deleted, while its values and relations are still
  /// available.
  func prepareForDeletion()

  /// Notifies the record that its values have changed other than by their setters, so that it drops
  /// computed values.
  ///
  /// That is after a rollback, a merge with another process's changes, a refresh or a deletion.
  func didTurnStale()

  /// Returns the reason why the object may not be saved with this action, or `nil` if it may.
  ///
  /// With a reason the whole save fails with `RecordError.invalid`.
  func reasonAgainst(_ action: RecordAction) -> String?
}

extension Record {
  /// The name of the class.
  public static var entity: String { String(describing: Self.self) }
  /// Columns that other processes have changed are merged.
  public static var mergesChanges: Bool { true }
  /// Declares no templates.
  public static func declareTemplates(in templates: inout Templates<Self>) {}
  /// Does nothing.
  public func awakeFromInsert() {}
  /// Does nothing.
  public func awakeFromFetch() {}
  /// Does nothing.
  public func willSave() {}
  /// Does nothing.
  public func didSave() {}
  /// Does nothing.
  public func prepareForDeletion() {}
  /// Does nothing.
  public func didTurnStale() {}
  /// Allows every action.
  public func reasonAgainst(_ action: RecordAction) -> String? { nil }
}

extension Record {
  /// The permanent identifier of the record in every store; empty before it is inserted.
  public var objectId: String { state.traced(.objectId).objectId }

  /// The time of the insertion, in milliseconds since 1970.
  public var dateCreated: Int { state.traced(.dateCreated).dateCreated }

  /// The time of the last save with changes, in milliseconds since 1970; 0 before the first one.
  public var dateUpdated: Int { state.traced(.dateUpdated).dateUpdated }

  /// The record's row number, which is never reused; below 1 before the first save.
  public var row: Int { state.traced(.row).row }

  /// The record's phase of life; its values can be read in every phase.
  public var phase: RecordPhase { state.phase }

  /// The context that the record belongs to, if any.
  public var context: RecordContext? { state.context }
}

/// The phase of life of a record.
///
///     detached -> inserted -> saved <-> changed
///                               \          /
///                                 deleting -> deleted
public enum RecordPhase: UInt8, Sendable {
  /// In no context: the record is new, or its insertion was rolled back.
  case detached
  /// Inserted and not yet saved.
  case inserted
  /// Equal to its row in the store.
  case saved
  /// Saved before and changed since.
  case changed
  /// Deleted from the context, not yet from the store.
  case deleting
  /// Deleted from the store; the values are the last known ones.
  case deleted

  /// True if the next save may write the record.
  public var isPending: Bool { self == .inserted || self == .changed || self == .deleting }

  /// True if the record exists, as far as the context knows.
  public var isAlive: Bool { self == .inserted || self == .saved || self == .changed }
}
