/// One column of an entity: how to get at its value in any record.
protocol RecordColumn {
  var name: String { get }
  var storage: ColumnStorage { get }

  /// Where the column leads, if it is a relation.
  var relation: RelationRule? { get }

  func value(of record: AnyObject) -> StoredValue

  /// Sets the value without telling anybody; false where it is of another kind.
  func set(_ value: StoredValue, in record: AnyObject) -> Bool
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
struct RelationRule {
  let target: ObjectIdentifier
  let targetEntity: String
  let onDeletion: DeletionRule
}

/// A column that a record declares with `@Column`.
struct ValueColumn<Owner: Record, Value: RecordValue>: RecordColumn {
  let name: String
  let path: ReferenceWritableKeyPath<Owner, Column<Value>>

  var storage: ColumnStorage { Value.storage }
  var relation: RelationRule? { nil }

  func value(of record: AnyObject) -> StoredValue {
    unsafeDowncast(record, to: Owner.self)[keyPath: path].value.stored
  }

  func set(_ value: StoredValue, in record: AnyObject) -> Bool {
    guard let value = Value(stored: value) else { return false }
    unsafeDowncast(record, to: Owner.self)[keyPath: path] = Column(wrappedValue: value)
    return true
  }
}

/// A column that a record declares with `@Relation`.
struct RelationColumn<Owner: Record, Target: Record>: RecordColumn {
  let name: String
  let path: ReferenceWritableKeyPath<Owner, Relation<Target>>
  let onDeletion: DeletionRule

  var storage: ColumnStorage { ColumnStorage(.integer, isOptional: true) }

  var relation: RelationRule? {
    RelationRule(
      target: ObjectIdentifier(Target.self), targetEntity: Target.entity, onDeletion: onDeletion)
  }

  func value(of record: AnyObject) -> StoredValue {
    let row = unsafeDowncast(record, to: Owner.self)[keyPath: path].row
    return row == 0 ? .null : .integer(row)
  }

  func set(_ value: StoredValue, in record: AnyObject) -> Bool {
    let record = unsafeDowncast(record, to: Owner.self)
    switch value {
    case .null: record[keyPath: path] = Relation(row: 0)
    case .integer(let row): record[keyPath: path] = Relation(row: row)
    default: return false
    }
    return true
  }
}

/// A column that every entity has and that the context keeps.
struct ManagedColumn {
  enum Role: String, CaseIterable {
    case objectId
    case dateCreated
    case dateUpdated
  }

  let role: Role

  func value(of state: RecordState) -> StoredValue {
    switch role {
    case .objectId: .text(state.objectId)
    case .dateCreated: .integer(state.dateCreated)
    case .dateUpdated: .integer(state.dateUpdated)
    }
  }
}

/// The columns of a record, as it declares them.
package struct Columns<Owner: Record> {
  private(set) var columns: [any RecordColumn] = []
  private(set) var paths: [AnyKeyPath] = []
  private let prototype: Owner

  init(prototype: Owner) {
    self.prototype = prototype
  }

  /// Declares a property that is marked `@Column`.
  package mutating func declare<Value: RecordValue>(
    _ name: String, _ property: KeyPath<Owner, Value>
  ) {
    let traced = prototype.state.storage { _ = prototype[keyPath: property] }
    guard let path = traced as? ReferenceWritableKeyPath<Owner, Column<Value>> else {
      preconditionFailure("\(Owner.entity).\(name) is not marked @Column")
    }
    add(ValueColumn(name: name, path: path), at: path)
  }

  /// Declares a property that is marked `@Relation`.
  package mutating func declare<Target: Record>(
    _ name: String, _ property: KeyPath<Owner, Target?>, onDeletion: DeletionRule
  ) {
    let traced = prototype.state.storage { _ = prototype[keyPath: property] }
    guard let path = traced as? ReferenceWritableKeyPath<Owner, Relation<Target>> else {
      preconditionFailure("\(Owner.entity).\(name) is not marked @Relation")
    }
    add(RelationColumn(name: name, path: path, onDeletion: onDeletion), at: path)
  }

  private mutating func add(_ column: some RecordColumn, at path: AnyKeyPath) {
    columns.append(column)
    paths.append(path)
  }
}

extension RecordState {
  /// Which property with storage a body reads.
  func storage(readBy body: () -> Void) -> AnyKeyPath? {
    guard case .declared(let path) = tracing(body) else { return nil }
    return path
  }

  /// Which column a body reads.
  func tracing(_ body: () -> Void) -> TracedColumn? {
    register?.traced = nil
    isTracing = true
    body()
    isTracing = false
    return register?.traced
  }
}
