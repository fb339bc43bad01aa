/// A column of an entity, with the closures that read and write its value in any record.
public final class RecordColumn {
  let name: String
  let read: (any Record) -> StoredValue
  /// Sets the property; returns `false` for a value of another type.
  let write: (consuming StoredValue, any Record) -> Bool

  let relation: RelationRule?
  /// `true` if older rows have no value in the column, so that their checksums exclude it.
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
public enum DeletionRule: Sendable {
  /// The deletion is refused.
  case deny
  /// The relation of the record is set to `nil`.
  case nullify
  /// The record is deleted too.
  case cascade
}

/// The target of a relation, and the rule for its deletion.
public struct RelationRule {
  let target: ObjectIdentifier
  let onDeletion: DeletionRule

  @usableFromInline
  init(target: ObjectIdentifier, onDeletion: DeletionRule) {
    self.target = target
    self.onDeletion = onDeletion
  }
}

/// A column that every entity has and that the context keeps.
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
