/// Whether a property's setter notifies by itself.
public enum Notifying: Hashable, Sendable {
  /// Every set notifies, that of an equal value too.
  case automatically

  /// The setter only stores; notices are sent with `willChange` and `didChange`.
  case manually
}

/// A property of a class that can be observed.
///
/// The class conforms to `Observable`. Use `@ObservedList` for arrays whose single edits matter.
@propertyWrapper
public struct Observed<Value> {
  @usableFromInline let slot: Slot<ValueChange<Value>>

  /// Makes the property with its first value.
  @inlinable
  public init(wrappedValue: Value, _ notifying: Notifying = .automatically) {
    slot = Slot(wrappedValue, isManual: notifying == .manually)
  }

  /// The property itself: `$property` observes it without a path.
  @inlinable public var projectedValue: ObservedProperty<Value> { ObservedProperty(slot) }

  /// The value; it is reached by way of the object that has the property.
  @available(*, unavailable, message: "an observed property belongs to a class")
  public var wrappedValue: Value {
    get { slot.value }
    nonmutating set { slot.set(newValue) }
  }

  /// Reads and sets the property of an object.
  @inlinable
  public static subscript<Model: Observable>(
    _enclosingInstance model: Model,
    wrapped wrappedKeyPath: @autoclosure () -> ReferenceWritableKeyPath<Model, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<Model, Self>
  ) -> Value {
    @inline(__always)
    get {
      let slot = model[keyPath: storageKeyPath].slot
      // The key path is made only if somebody asks for the slot of a key.
      if model.observation.isTracing { model.observation.trace(wrappedKeyPath(), slot) }
      return slot.value
    }
    @inline(__always)
    set {
      model[keyPath: storageKeyPath].slot.set(newValue)
    }
  }
}
