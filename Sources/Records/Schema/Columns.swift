/// The columns of a record, as it declares them.
@usableFromInline
package struct Columns<Owner: Record> {
  private(set) var columns: [RecordColumn] = []
  private(set) var paths: [AnyKeyPath] = []
  @usableFromInline let prototype: Owner

  init(prototype: Owner) {
    self.prototype = prototype
  }

  /// Declares a property that is marked `@Column`.
  @inlinable
  package mutating func declare<Value: RecordValue>(
    _ name: String, _ property: KeyPath<Owner, Value>
  ) {
    let traced = traced(property)
    guard let path = traced as? ReferenceWritableKeyPath<Owner, Column<Value>> else {
      preconditionFailure("\(Owner.entity).\(name) is not marked @Column")
    }
    let place = ValuePlace(of: Value.self, offset: propertyOffset(path, in: prototype))
    add(RecordColumn(name: name, storage: Value.storage, place: place), at: path)
  }

  /// Declares a property that is marked `@Relation`.
  package mutating func declare<Target: Record>(
    _ name: String, _ property: KeyPath<Owner, Target?>, onDeletion: DeletionRule
  ) {
    let traced = traced(property)
    guard let path = traced as? ReferenceWritableKeyPath<Owner, Relation<Target>> else {
      preconditionFailure("\(Owner.entity).\(name) is not marked @Relation")
    }
    let place = ValuePlace(offset: propertyOffset(path, in: prototype), kind: .relation)
    let rule = RelationRule(target: ObjectIdentifier(Target.self), onDeletion: onDeletion)
    let storage = ColumnStorage(.integer, isOptional: true)
    add(RecordColumn(name: name, storage: storage, place: place, relation: rule), at: path)
  }

  /// Which property with storage is read by one without.
  @usableFromInline
  func traced<Value>(_ property: KeyPath<Owner, Value>) -> AnyKeyPath? {
    prototype.state.storage { _ = prototype[keyPath: property] }
  }

  @usableFromInline
  mutating func add(_ column: RecordColumn, at path: AnyKeyPath) {
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
