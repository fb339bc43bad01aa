/// The attachment of an observation to one property, without the type of its changes.
@usableFromInline class AnyObserver {
  /// The storage of the property; `nil` once that is destroyed.
  weak var slot: AnySlot?
  /// `false` after the observer was removed, even if a notification is in progress.
  @usableFromInline final var isActive = true
  final let options: ObservationOptions
  /// `true` if each change has the new value, or the old one.
  @usableFromInline final let wantsNew, wantsOld: Bool
  final let relay: Relay?
  /// The index among the observers of the property.
  final var position = 0

  init(options: ObservationOptions = [], relay: Relay? = nil) {
    self.options = options
    wantsNew = options.contains(.new)
    wantsOld = options.contains(.old)
    self.relay = relay
  }

  /// `true` if each change needs only one call of the handler.
  final var isPlain: Bool { relay == nil && !options.contains(.prior) }

  /// Removes the observer from the property; further calls do nothing.
  final func detach() {
    isActive = false
    slot?.remove(self)
    slot = nil
  }
}

/// An attachment with the handler of its changes.
@usableFromInline final class Observer<Change>: AnyObserver {
  @usableFromInline let handler: (Change) -> Void

  init(options: ObservationOptions, relay: Relay? = nil, handler: @escaping (Change) -> Void) {
    self.handler = handler
    super.init(options: options, relay: relay)
  }
}

/// Connects an attachment to the path observation to which it belongs.
@usableFromInline final class Relay {
  private weak var attachments: PathAttachments?
  private let index: Int
  /// `true` if the attachment passes the change on, `false` if the whole value counts as set.
  let forwardsChanges: Bool

  init(attachments: PathAttachments, index: Int, forwardsChanges: Bool) {
    self.attachments = attachments
    self.index = index
    self.forwardsChanges = forwardsChanges
  }

  /// Stores the old value before a change.
  func capture(_ change: AnyObject) {
    attachments?.watch?.capture(change, isForwarded: forwardsChanges)
  }

  /// Announces a change; the result tells whether the observer must call its handler.
  func announce(_ change: AnyObject) -> PathWatch.Answer {
    attachments?.watch?.announce(change) ?? .handled
  }

  /// Attaches to the new objects on the path, and to the new elements of a list, after a change.
  func reattach(after edit: () -> ElementEdit?) { attachments?.reattach(after: index, edit) }

  /// Delivers a change; the result tells whether the observer must call its handler.
  func deliver(_ change: AnyObject) -> PathWatch.Answer {
    attachments?.watch?.deliver(change) ?? .handled
  }

  func forget(_ change: AnyObject) { attachments?.watch?.forget(change) }
}
