/// A property of a record that the store keeps.
///
/// The class conforms to `Record` and declares the column. To set an equal value is no change.
@propertyWrapper
public struct Column<Value: RecordValue> {
  @usableFromInline var value: Value

  /// Makes the property with its first value.
  @inlinable
  public init(wrappedValue: Value) { value = wrappedValue }

  /// The value; it is reached by way of the record that has the property.
  @available(*, unavailable, message: "a column belongs to a class")
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  /// Reads and sets the property of a record.
  @inlinable
  public static subscript<Owner: Record>(
    _enclosingInstance owner: Owner,
    wrapped wrappedKeyPath: @autoclosure () -> ReferenceWritableKeyPath<Owner, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<Owner, Self>
  ) -> Value {
    @inline(__always)
    get {
      if owner.state.isTracing { owner.state.trace(storageKeyPath) }
      return owner[keyPath: storageKeyPath].value
    }
    @inline(__always)
    set {
      if owner[keyPath: storageKeyPath].value.stored == newValue.stored { return }
      owner.state.willChange()
      owner[keyPath: storageKeyPath].value = newValue
      owner.state.didChange()
    }
  }
}

/// A property of a record that leads to one other record.
@propertyWrapper
public struct Relation<Target: Record> {
  /// The row of the target; 0 for none, below zero for one that is not saved.
  @usableFromInline var row = 0

  /// Makes the property, leading nowhere.
  @inlinable
  public init() {}

  @usableFromInline
  init(row: Int) { self.row = row }

  /// The row of the target, which needs not be read for it; 0 for none.
  public var projectedValue: Int { row }

  /// The target; it is reached by way of the record that has the property.
  @available(*, unavailable, message: "a relation belongs to a class")
  public var wrappedValue: Target? {
    get { nil }
    set { row = 0 }
  }

  /// Reads and sets the property of a record.
  ///
  /// The target must be in the same context: one that is in none leads nowhere.
  public static subscript<Owner: Record>(
    _enclosingInstance owner: Owner,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Target?>,
    storage storageKeyPath: ReferenceWritableKeyPath<Owner, Self>
  ) -> Target? {
    get {
      if owner.state.isTracing { owner.state.trace(storageKeyPath) }
      return owner.state.related(owner[keyPath: storageKeyPath].row)
    }
    set {
      let row = newValue?.state.row ?? 0
      if owner[keyPath: storageKeyPath].row == row { return }
      owner.state.willChange()
      owner[keyPath: storageKeyPath].row = row
      owner.state.didChange()
    }
  }
}

/// Where a relation leads, as the store keeps it.
private struct RelatedRow: RecordValue {
  let row: Int

  static var storage: ColumnStorage { ColumnStorage(.integer, isOptional: true) }

  var stored: StoredValue { row == 0 ? .null : .integer(row) }

  init?(stored: StoredValue) {
    guard let row = Int?(stored: stored) else { return nil }
    self.row = row ?? 0
  }
}

/// A property of a record that is computed once and dropped when the record changes or turns stale.
@propertyWrapper
public struct Transient<Value> {
  @usableFromInline var kept: (value: Value, generation: UInt32)?

  /// Makes the property, holding nothing.
  @inlinable
  public init() {}

  /// The value; it is reached by way of the record that has the property.
  @available(*, unavailable, message: "a transient property belongs to a class")
  public var wrappedValue: Value? {
    get { kept?.value }
    set { kept = newValue.map { ($0, 0) } }
  }

  /// Reads and sets the property of a record.
  @inlinable
  public static subscript<Owner: Record>(
    _enclosingInstance owner: Owner,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Value?>,
    storage storageKeyPath: ReferenceWritableKeyPath<Owner, Self>
  ) -> Value? {
    get {
      guard let kept = owner[keyPath: storageKeyPath].kept else { return nil }
      if kept.generation == owner.state.generation { return kept.value }
      owner[keyPath: storageKeyPath].kept = nil
      return nil
    }
    set { owner[keyPath: storageKeyPath].kept = newValue.map { ($0, owner.state.generation) } }
  }
}

/// The columns of a record, as it declares them.
public struct Columns<Owner: Record> {
  @usableFromInline var columns: [RecordColumn] = []
  @usableFromInline let prototype: Owner

  init(prototype: Owner) { self.prototype = prototype }

  /// Declares a property that is marked `@Column`.
  @inlinable
  public mutating func declare<Value: RecordValue>(
    _ name: String, _ property: KeyPath<Owner, Value>
  ) {
    let path: ReferenceWritableKeyPath<Owner, Column<Value>> = storage(of: property, name)
    let place = ValuePlace(of: Value.self, offset: propertyOffset(path, in: prototype))
    columns.append(RecordColumn(name, Value.storage, place, at: path))
  }

  /// Declares a property that is marked `@Relation`.
  public mutating func declare<Target: Record>(
    _ name: String, _ property: KeyPath<Owner, Target?>, onDeletion: DeletionRule
  ) {
    let path: ReferenceWritableKeyPath<Owner, Relation<Target>> = storage(of: property, name)
    let place = ValuePlace(of: RelatedRow.self, offset: propertyOffset(path, in: prototype))
    let rule = RelationRule(target: ObjectIdentifier(Target.self), onDeletion: onDeletion)
    columns.append(RecordColumn(name, RelatedRow.storage, place, at: path, relation: rule))
  }

  /// Which property with storage is read by one without.
  @usableFromInline
  func storage<Value, Wrapper>(
    of property: KeyPath<Owner, Value>, _ name: String
  ) -> ReferenceWritableKeyPath<Owner, Wrapper> {
    guard case .declared(let path) = prototype.state.tracing({ _ = prototype[keyPath: property] }),
      let path = path as? ReferenceWritableKeyPath<Owner, Wrapper>
    else { preconditionFailure("\(Owner.entity).\(name) is not marked @Column or @Relation") }
    return path
  }
}
