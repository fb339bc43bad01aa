/// A final class whose objects are rows of the store: one object for each row of a context.
///
/// It stores a `RecordState`, marks its properties with `@Column` and `@Relation`, and declares
/// them. Every hook has an empty default.
public protocol Record: AnyObject {
  /// What the context knows of the object: `let state = RecordState()`.
  var state: RecordState { get }

  /// Makes an object that no context knows yet.
  init()

  /// The name of the table.
  static var entity: String { get }

  /// Whether what somebody else has changed in a row is taken over when it is saved, but for the
  /// columns that were changed here; otherwise that is an error.
  static var mergesChanges: Bool { get }

  /// Declares the columns, in the order of the table.
  static func declareColumns(in columns: inout Columns<Self>)

  /// Declares the named fetch templates.
  static func declareTemplates(in templates: inout Templates<Self>)

  /// Called once in the life of a record, when it is inserted into a context.
  func awakeFromInsert()

  /// Called when the object has been made from a row.
  func awakeFromFetch()

  /// Called before a save, and again as long as something changes.
  func willSave()

  /// Called when the save has been committed.
  func didSave()

  /// Called when the object is about to be deleted.
  func prepareForDeletion()

  /// Called when the object no longer shows what it did, so that what was computed can be dropped.
  func didTurnStale()

  /// Says why the object may not be inserted, updated or deleted as it is; nil where it may.
  func reasonAgainst(_ action: RecordAction) -> String?
}

extension Record {
  /// The name of the class.
  public static var entity: String { String(describing: Self.self) }
  /// Changes of others are taken over.
  public static var mergesChanges: Bool { true }
  /// No fetch has a name.
  public static func declareTemplates(in templates: inout Templates<Self>) {}
  /// Nothing is done.
  public func awakeFromInsert() {}
  /// Nothing is done.
  public func awakeFromFetch() {}
  /// Nothing is done.
  public func willSave() {}
  /// Nothing is done.
  public func didSave() {}
  /// Nothing is done.
  public func prepareForDeletion() {}
  /// Nothing is done.
  public func didTurnStale() {}
  /// Nothing speaks against it.
  public func reasonAgainst(_ action: RecordAction) -> String? { nil }
}

extension Record {
  /// What the record is called everywhere and for ever; empty before it is inserted.
  public var objectId: String { state.traced(.objectId).objectId }

  /// When the record was inserted, in milliseconds since 1970.
  public var dateCreated: Int { state.traced(.dateCreated).dateCreated }

  /// When the record was last saved with changes, in milliseconds since 1970; 0 before that.
  public var dateUpdated: Int { state.traced(.dateUpdated).dateUpdated }

  /// The number of the record in its table, which is never given again; below 1 before it is saved.
  public var row: Int { state.traced(.row).row }

  /// Where the record is in its life; its values can be read in every phase.
  public var phase: RecordPhase { state.phase }

  /// The context that the record belongs to.
  public var context: RecordContext? { state.context }
}

/// Where a record is in its life.
public enum RecordPhase: UInt8, Sendable {
  /// No context has it: it is new, or its insertion was taken back.
  case detached
  /// Inserted and not yet saved.
  case inserted
  /// As the store has it.
  case saved
  /// Saved before and changed since.
  case changed
  /// Deleted, which is not yet saved.
  case deleting
  /// Gone from the store; the values are the last known ones.
  case deleted

  /// Whether there is something to save.
  public var isPending: Bool { self == .inserted || self == .changed || self == .deleting }

  /// Whether the record is there, as far as the context can tell.
  public var isAlive: Bool { self == .inserted || self == .saved || self == .changed }
}
