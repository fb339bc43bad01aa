/// One column of an entity: how to get at its value in any record.
@usableFromInline
package final class RecordColumn {
  let name: String
  let storage: ColumnStorage

  /// Where the column leads, if it is a relation.
  let relation: RelationRule?

  /// Whether a row from before has nothing in the column, which its checksum does not count.
  let wasAddedLater: Bool

  // NB: closures, because they are made where the types are known; methods of a generic class would
  // look them up in each call.
  private let read: (AnyObject) -> StoredValue
  private let write: (StoredValue, AnyObject) -> Bool

  @usableFromInline
  init(
    name: String, storage: ColumnStorage, relation: RelationRule? = nil,
    wasAddedLater: Bool = false, read: @escaping (AnyObject) -> StoredValue,
    write: @escaping (StoredValue, AnyObject) -> Bool
  ) {
    self.name = name
    self.storage = storage
    self.relation = relation
    self.wasAddedLater = wasAddedLater
    self.read = read
    self.write = write
  }

  func value(of record: AnyObject) -> StoredValue { read(record) }

  /// Sets the value without telling anybody; false where it is of another kind.
  func set(_ value: StoredValue, in record: AnyObject) -> Bool { write(value, record) }
}

/// What becomes of a record when the one that it leads to is deleted.
package enum DeletionRule: Sendable {
  /// The deletion is refused.
  case deny

  /// The record leads nowhere from then on.
  case nullify

  /// The record is deleted too.
  case cascade
}

/// Where a relation leads.
@usableFromInline
package struct RelationRule {
  let target: ObjectIdentifier
  let onDeletion: DeletionRule
}

/// Where a property is stored in every object of a class.
///
/// NB: a key path finds the place too, but takes thirty times as long.
@usableFromInline
struct PropertyPlace<Property> {
  @usableFromInline let offset: Int

  /// Finds the place from an object and the key path of a property with storage.
  @inlinable
  init<Owner: AnyObject>(_ path: ReferenceWritableKeyPath<Owner, Property>, in owner: Owner) {
    let start = UnsafeRawPointer(Unmanaged.passUnretained(owner).toOpaque())
    offset = withUnsafeMutablePointer(to: &owner[keyPath: path]) { UnsafeRawPointer($0) - start }
    precondition((0..<1 << 16).contains(offset), "the property has no place in the object")
  }

  /// The property of an object of that class.
  @inlinable
  func pointer(in owner: AnyObject) -> UnsafeMutablePointer<Property> {
    (Unmanaged.passUnretained(owner).toOpaque() + offset).assumingMemoryBound(to: Property.self)
  }
}

/// A column that every entity has and that the context keeps.
struct ManagedColumn {
  enum Role: String, CaseIterable {
    case objectId
    case dateCreated
    case dateUpdated
    case row
  }

  let role: Role

  func value(of state: RecordState) -> StoredValue {
    switch role {
    case .objectId: .text(state.objectId)
    case .dateCreated: .integer(state.dateCreated)
    case .dateUpdated: .integer(state.dateUpdated)
    case .row: .integer(state.row)
    }
  }
}
