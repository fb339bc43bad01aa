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
    guard options.contains(.deferred) else {
      let observation = Observation(slot.attach(Observer(options: options, handler: handler)))
      tellInitially(options, handler)
      return observation
    }
    // A weak reference would make every later count of the slot's references slow.
    let attach: () -> Observation.Attachment? = { [slot] in
      .direct(slot.attach(Observer(options: options, handler: handler)))
    }
    let initial: () -> Void = { tellInitially(options, handler) }
    return Observation(attach: attach, initial: initial)
  }

  @inlinable
  func tellInitially(
    _ options: ObservationOptions, _ handler: (ValueChange<Value>) -> Void
  ) {
    guard options.contains(.initial) else { return }
    handler(.setting(new: options.contains(.new) ? slot.value : nil, old: nil))
  }
}
