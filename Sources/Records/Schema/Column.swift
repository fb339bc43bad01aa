/// A property of a record that the store keeps.
///
/// The class conforms to `Record` and declares the column. To set an equal value is no change.
@propertyWrapper
@usableFromInline
package struct Column<Value: RecordValue> {
  @usableFromInline var value: Value

  /// Makes the property with its first value.
  @inlinable
  package init(wrappedValue: Value) {
    value = wrappedValue
  }

  /// The value; it is reached by way of the record that has the property.
  @available(*, unavailable, message: "a column belongs to a class")
  package var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  /// Reads and sets the property of a record.
  @inlinable
  package static subscript<Owner: Record>(
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
@usableFromInline
package struct Relation<Target: Record> {
  /// The row of the target; 0 for none, below zero for one that is not saved.
  @usableFromInline var row = 0

  /// Makes the property, leading nowhere.
  @inlinable
  package init() {}

  @usableFromInline
  init(row: Int) {
    self.row = row
  }

  /// The target; it is reached by way of the record that has the property.
  @available(*, unavailable, message: "a relation belongs to a class")
  package var wrappedValue: Target? {
    get { nil }
    set { row = 0 }
  }

  /// Reads and sets the property of a record.
  ///
  /// The target must be in the same context: one that is in none leads nowhere.
  package static subscript<Owner: Record>(
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

/// A property of a record that is computed once and dropped when the record changes or turns stale.
@propertyWrapper
@usableFromInline
package struct Transient<Value> {
  @usableFromInline var kept: (value: Value, generation: UInt32)?

  /// Makes the property, holding nothing.
  @inlinable
  package init() {}

  /// The value; it is reached by way of the record that has the property.
  @available(*, unavailable, message: "a transient property belongs to a class")
  package var wrappedValue: Value? {
    get { kept?.value }
    set { kept = newValue.map { ($0, 0) } }
  }

  /// Reads and sets the property of a record.
  @inlinable
  package static subscript<Owner: Record>(
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
    set {
      owner[keyPath: storageKeyPath].kept = newValue.map { ($0, owner.state.generation) }
    }
  }
}
