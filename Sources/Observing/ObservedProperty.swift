/// One observed property of one object: a cheap view, which may be held.
///
/// It is for those who have the property at hand; a path finds it from further away, and follows
/// links that change.
public struct ObservedProperty<Value> {
  @usableFromInline let slot: Slot<ValueChange<Value>>

  @usableFromInline
  init(_ slot: Slot<ValueChange<Value>>) {
    self.slot = slot
  }

  /// The value as it is.
  @inlinable public var value: Value { slot.value }

  /// Observes the property until the observation ends.
  ///
  /// The handler runs inside of the change. Observers are told in the order in which they came.
  @inlinable
  public func observe(
    _ options: ObservationOptions = [.new], handler: @escaping (ValueChange<Value>) -> Void
  ) -> Observation {
    // NB: a weak reference would make every later count of the slot's references slow.
    let attach: () -> Observation.Attachment? = { [slot] in
      .direct(slot.attach(Observer(options: options, handler: handler)))
    }
    let initial: () -> Void = { [slot] in
      guard options.contains(.initial) else { return }
      handler(.setting(new: options.contains(.new) ? slot.value : nil, old: nil))
    }
    let observation = Observation(attach: attach, initial: initial)
    if !options.contains(.deferred) { observation.begin() }
    return observation
  }
}
