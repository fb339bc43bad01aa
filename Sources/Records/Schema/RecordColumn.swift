/// A column of a record type, with closures that read and write its value in a record.
///
///     columns.declare("path", \._path)  // creates the column of a property
public final class RecordColumn {
  let name: String
  let read: (any Record) -> StoredValue
  /// Sets the property; returns `false` for a value of another type.
  let write: (consuming StoredValue, any Record) -> Bool

  let relation: RelationRule?
  /// `true` if a later migration added the column, so that the checksums of older rows don't
  /// include it.
  let wasAddedLater: Bool
  /// The key path of the record's property.
  let path: AnyKeyPath

  @usableFromInline
  init(
    _ name: String, at path: AnyKeyPath, relation: RelationRule? = nil,
    wasAddedLater: Bool = false, read: @escaping (any Record) -> StoredValue,
    write: @escaping (consuming StoredValue, any Record) -> Bool
  ) {
    self.name = name
    self.path = path
    self.relation = relation
    self.wasAddedLater = wasAddedLater
    self.read = read
    self.write = write
  }
}

/// The effect on a record when the target of its relation is deleted.
///
///     columns.declare("round", \._round, onDeletion: .cascade)
public enum DeletionRule: Sendable {
  /// The target can't be deleted.
  case deny
  /// The relation is set to `nil`.
  case nullify
  /// The record is deleted, too.
  case cascade
}

/// The target type of a relation, and its deletion rule.
///
///     columns.declare("round", \._round, onDeletion: .cascade)  // creates the rule
public struct RelationRule {
  let target: ObjectIdentifier
  let onDeletion: DeletionRule

  @usableFromInline
  init(target: ObjectIdentifier, onDeletion: DeletionRule) {
    self.target = target
    self.onDeletion = onDeletion
  }
}

/// A column that every table has, and that the context maintains.
enum ManagedColumn: String {
  case objectId, dateCreated, dateUpdated, row

  func value(of state: RecordState) -> StoredValue {
    switch self {
    case .objectId: .text(state.objectId)
    case .dateCreated: .integer(state.dateCreated)
    case .dateUpdated: .integer(state.dateUpdated)
    case .row: .integer(state.row)
    }
  }
}
