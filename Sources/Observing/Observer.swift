/// The attachment of one observation to one slot, without the type of its changes.
@usableFromInline
class AnyObserver {
  /// The slot that it is attached to; set to `nil` when the slot is destroyed.
  @usableFromInline unowned var slot: AnySlot?
  /// False after its removal: it is not called any more, not even by a change in progress.
  @usableFromInline final var isActive = true
  @usableFromInline final let options: ObservationOptions
  /// The values requested by `options`, which every delivery checks.
  @usableFromInline final let wantsNew: Bool
  @usableFromInline final let wantsOld: Bool
  @usableFromInline final let relay: Relay?

  @inlinable
  init(options: ObservationOptions = [], relay: Relay? = nil) {
    self.options = options
    self.relay = relay
    wantsNew = options.contains(.new)
    wantsOld = options.contains(.old)
  }

  /// True if a change needs only one call of the handler.
  @inlinable final var isPlain: Bool { relay == nil && !options.contains(.prior) }

  /// Removes the observer from its slot; later calls do nothing.
  @usableFromInline
  final func detach() {
    isActive = false
    slot?.remove(self)
    slot = nil
  }
}

/// An attachment with a handler of a certain type of change, and a relay if it belongs to a path.
@usableFromInline
final class Observer<Change>: AnyObserver {
  @usableFromInline let handler: (Change) -> Void

  @inlinable
  init(options: ObservationOptions, relay: Relay? = nil, handler: @escaping (Change) -> Void) {
    self.handler = handler
    super.init(options: options, relay: relay)
  }
}

/// The connection of one attachment to the path watch that it belongs to.
@usableFromInline
final class Relay {
  private weak var trail: Trail?
  private let index: Int
  /// True if the observer forwards the change itself, false if it only triggers a setting.
  let forwardsChanges: Bool

  init(trail: Trail, index: Int, forwardsChanges: Bool) {
    self.trail = trail
    self.index = index
    self.forwardsChanges = forwardsChanges
  }

  /// Captures the old value before a change.
  @usableFromInline
  func capture(_ change: AnyObject) { trail?.watch?.capture(change, isForwarded: forwardsChanges) }

  /// Announces a change and returns if the observer must forward it.
  @usableFromInline
  func announce(_ change: AnyObject) -> PathWatch.Answer {
    trail?.watch?.announce(change) ?? .handled
  }

  /// Attaches the path again after its link has changed.
  @usableFromInline
  func follow() { trail?.follow(after: index) }

  /// Delivers a change and returns if the observer must forward it.
  @usableFromInline
  func deliver(_ change: AnyObject) -> PathWatch.Answer {
    trail?.watch?.deliver(change) ?? .handled
  }

  @usableFromInline
  func forget(_ change: AnyObject) { trail?.watch?.forget(change) }
}
