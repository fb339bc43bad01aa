/// One attachment of an observation to a slot, whatever it is told.
@usableFromInline
class AnyObserver {
  /// The slot that it is attached to; the slot clears it when it goes.
  @usableFromInline unowned var slot: AnySlot?
  /// An observer that was removed is not called any more, not even by a change in progress.
  @exclusivity(unchecked) @usableFromInline final var isActive = true
  @usableFromInline final let options: ObservationOptions
  /// The options that every delivery asks for.
  @usableFromInline final let wantsNew: Bool
  @usableFromInline final let wantsOld: Bool
  @usableFromInline final let relay: Relay?

  @inlinable
  init(options: ObservationOptions = [], relay: Relay? = nil) {
    (self.options, self.relay) = (options, relay)
    (wantsNew, wantsOld) = (options.contains(.new), options.contains(.old))
  }

  @inlinable final var isPlain: Bool { relay == nil && !options.contains(.prior) }

  @usableFromInline
  final func detach() {
    isActive = false
    slot?.remove(self)
    slot = nil
  }
}

/// An attachment that calls a handler with changes of one type, by way of a relay if there is one.
@usableFromInline
final class Observer<Change>: AnyObserver {
  @usableFromInline let handler: (Change) -> Void

  @inlinable
  init(options: ObservationOptions, relay: Relay? = nil, handler: @escaping (Change) -> Void) {
    self.handler = handler
    super.init(options: options, relay: relay)
  }
}

@usableFromInline
final class Relay {
  private weak var trail: Trail?
  private let index: Int
  /// Whether the observer hands on the change itself and not just the news of it.
  let passesChangesOn: Bool

  init(trail: Trail, index: Int, passesChangesOn: Bool) {
    (self.trail, self.index, self.passesChangesOn) = (trail, index, passesChangesOn)
  }

  @usableFromInline
  func capture(_ change: AnyObject) { trail?.watch?.capture(change, isPassedOn: passesChangesOn) }

  @usableFromInline
  func announce(_ change: AnyObject) -> PathWatch.Answer { trail?.watch?.announce(change) ?? .done }

  @usableFromInline
  func follow() { trail?.follow(after: index) }

  @usableFromInline
  func deliver(_ change: AnyObject) -> PathWatch.Answer { trail?.watch?.deliver(change) ?? .done }

  @usableFromInline
  func forget(_ change: AnyObject) { trail?.watch?.forget(change) }
}
