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
    set { model[keyPath: storageKeyPath].slot.set(newValue) }
  }
}

/// An array of a class whose single edits can be observed.
///
/// Setting the property replaces the whole list; `$property` is the notifying list, whose edits
/// are notified one by one.
@propertyWrapper
public struct ObservedList<Element> {
  @usableFromInline let slot: Slot<ListChange<[Element]>>

  /// Makes the list with its first elements.
  @inlinable
  public init(wrappedValue: [Element], _ notifying: Notifying = .automatically) {
    slot = Slot(wrappedValue, isManual: notifying == .manually)
  }

  /// The elements; they are reached by way of the object that has the property.
  @available(*, unavailable, message: "an observed list belongs to a class")
  public var wrappedValue: [Element] {
    get { slot.value }
    nonmutating set { slot.set(newValue) }
  }

  /// The notifying list: a cheap view that may be held and follows the property.
  @inlinable public var projectedValue: NotifyingList<Element> { NotifyingList(slot) }

  /// Reads and sets the whole list of an object.
  @inlinable
  public static subscript<Model: Observable>(
    _enclosingInstance model: Model,
    wrapped wrappedKeyPath: @autoclosure () -> ReferenceWritableKeyPath<Model, [Element]>,
    storage storageKeyPath: ReferenceWritableKeyPath<Model, Self>
  ) -> [Element] {
    @inline(__always)
    get {
      let slot = model[keyPath: storageKeyPath].slot
      if model.observation.isTracing { model.observation.trace(wrappedKeyPath(), slot) }
      return slot.value
    }
    @inline(__always)
    set { model[keyPath: storageKeyPath].slot.set(newValue) }
  }
}

/// One observed property of one object: a cheap view, which may be held.
///
/// It is for those who have the property at hand; a path finds it from further away, and follows
/// links that change.
public struct ObservedProperty<Value> {
  @usableFromInline let slot: Slot<ValueChange<Value>>

  @usableFromInline
  init(_ slot: Slot<ValueChange<Value>>) { self.slot = slot }

  /// Makes a property that belongs to no object: a constant of a model, which is reached faster
  /// than a wrapped property.
  @inlinable
  public init(_ value: Value) { slot = Slot(value) }

  /// The value as it is; to set it notifies.
  @inlinable public var value: Value {
    get { slot.value }
    nonmutating set { slot.set(newValue) }
  }

  /// Observes the property until the observation ends.
  ///
  /// The handler runs inside of the change. Observers are told in the order in which they came.
  @inlinable
  public func observe(
    _ options: ObservationOptions = [.new], handler: @escaping (ValueChange<Value>) -> Void
  ) -> Observation {
    // A weak reference would make every later count of the slot's references slow.
    Observation(options) { [slot] in
      slot.attach(Observer(options: options, handler: handler)).detach
    } initial: { [slot] in
      handler(.setting(new: options.contains(.new) ? slot.value : nil, old: nil))
    }
  }
}
