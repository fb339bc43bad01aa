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
    let place = PropertyPlace(path, in: prototype)
    let column = RecordColumn(
      name: name, storage: Value.storage,
      read: { place.pointer(in: $0).pointee.value.stored },
      write: { stored, record in
        guard let value = Value(stored: stored) else { return false }
        place.pointer(in: record).pointee.value = value
        return true
      })
    add(column, at: path)
  }

  /// Declares a property that is marked `@Relation`.
  package mutating func declare<Target: Record>(
    _ name: String, _ property: KeyPath<Owner, Target?>, onDeletion: DeletionRule
  ) {
    let traced = traced(property)
    guard let path = traced as? ReferenceWritableKeyPath<Owner, Relation<Target>> else {
      preconditionFailure("\(Owner.entity).\(name) is not marked @Relation")
    }
    let place = PropertyPlace(path, in: prototype)
    let rule = RelationRule(target: ObjectIdentifier(Target.self), onDeletion: onDeletion)
    let column = RecordColumn(
      name: name, storage: ColumnStorage(.integer, isOptional: true), relation: rule,
      read: { record in
        let row = place.pointer(in: record).pointee.row
        return row == 0 ? .null : .integer(row)
      },
      write: { stored, record in
        guard let row = Int?(stored: stored) else { return false }
        place.pointer(in: record).pointee.row = row ?? 0
        return true
      })
    add(column, at: path)
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
