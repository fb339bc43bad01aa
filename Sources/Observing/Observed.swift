/// The setting that decides whether the setter of a property notifies observers.
///
///     @Observed(.manually) var degrees = 0.0
public enum Notifying: Hashable, Sendable {
  /// The setter notifies on every set, even of an equal value.
  case automatically
  /// The setter only stores; `willChange` and `didChange` notify.
  case manually
}

/// The property wrapper of an observable property.
///
/// Use `@ObservedList` for an array whose single edits matter.
///
///     @Observed var name = ""
@propertyWrapper
public struct Observed<Value> {
  let slot: Slot<ValueChange<Value>>

  /// Creates the property with its initial value.
  public init(wrappedValue: Value, _ notifying: Notifying = .automatically) {
    slot = Slot(wrappedValue, isManual: notifying == .manually)
  }

  /// The property as a reference, which can be observed without a path: `$property`.
  public var projectedValue: ObservedProperty<Value> { ObservedProperty(slot) }

  /// The value, which is only accessible through the object.
  @available(*, unavailable, message: "an observed property belongs to a class")
  public var wrappedValue: Value {
    get { slot.value }
    nonmutating set { slot.set(newValue) }
  }

  /// The value of an object's property.
  public static subscript<Model: Observable>(
    _enclosingInstance model: Model,
    wrapped wrappedKeyPath: @autoclosure () -> ReferenceWritableKeyPath<Model, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<Model, Self>
  ) -> Value {
    get {
      let slot = model[keyPath: storageKeyPath].slot
      // The key path is only created while the table traces.
      if model.observation.isTracing { model.observation.report(wrappedKeyPath(), slot) }
      return slot.value
    }
    set { model[keyPath: storageKeyPath].slot.set(newValue) }
  }
}

/// The property wrapper of an array whose single edits can be observed.
///
/// Setting or editing the property is notified as a new list; edits of `$property` are notified one
/// by one. As for any property, what edits it in place can't read it meanwhile.
///
///     final class Team: Observable {
///       @ObservedList var names: [String] = []
///       let observation = ObservationTable()
///     }
///
///     let team = Team()
///     team.$names.append("Ai")
@propertyWrapper
public struct ObservedList<Element> {
  let slot: Slot<ListChange<[Element]>>

  /// Creates the list with its initial elements.
  public init(wrappedValue: [Element], _ notifying: Notifying = .automatically) {
    slot = Slot(wrappedValue, isManual: notifying == .manually)
  }

  /// The elements, which are only accessible through the object.
  @available(*, unavailable, message: "an observed list belongs to a class")
  public var wrappedValue: [Element] {
    get { slot.value }
    nonmutating set { slot.set(newValue) }
  }

  /// The list as a reference, through which it is edited: `$property`.
  public var projectedValue: NotifyingList<Element> { NotifyingList(slot) }

  /// The whole list of an object's property.
  public static subscript<Model: Observable>(
    _enclosingInstance model: Model,
    wrapped wrappedKeyPath: @autoclosure () -> ReferenceWritableKeyPath<Model, [Element]>,
    storage storageKeyPath: ReferenceWritableKeyPath<Model, Self>
  ) -> [Element] {
    get {
      let slot = model[keyPath: storageKeyPath].slot
      if model.observation.isTracing { model.observation.report(wrappedKeyPath(), slot) }
      return slot.value
    }
    set { model[keyPath: storageKeyPath].slot.set(newValue) }
    _modify {
      // Without a copy, unless an observer requests the old list.
      let slot = model[keyPath: storageKeyPath].slot
      let change = slot.beginModifying()
      defer { slot.finishModifying(change) }
      yield &slot.value
    }
  }
}

/// A reference to an observed property of one object.
///
/// It is faster than a path but can't follow links. It keeps the property's storage alive, not the
/// object.
///
///     let token = model.$name.observe { change in print(change.new ?? "") }
public struct ObservedProperty<Value> {
  @usableFromInline let slot: Slot<ValueChange<Value>>

  init(_ slot: Slot<ValueChange<Value>>) { self.slot = slot }

  /// Creates a property outside of any object.
  ///
  /// As a constant of a model it is accessed faster than a wrapped property.
  public init(_ value: Value) { slot = Slot(value) }

  /// The current value; setting it notifies the observers.
  @inlinable public var value: Value {
    get { slot.value }
    nonmutating set { slot.set(newValue) }
  }

  /// Observes the property until the token ends the observation.
  ///
  /// The handler is called synchronously, before the statement that changes the value returns.
  /// Observers are called in the order in which they were attached.
  public func observe(
    _ options: ObservationOptions = [.new], handler: @escaping (ValueChange<Value>) -> Void
  ) -> ObservationToken {
    // A strong reference: a weak one would slow down every later retain of the slot.
    ObservationToken(options) { [slot] in
      slot.attach(Observer(options: options, handler: handler)).detach
    } initial: { [slot] in
      handler(.setting(new: options.contains(.new) ? slot.value : nil, old: nil))
    }
  }
}
