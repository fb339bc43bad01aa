/// A message on its way through the tree.
///
/// It is there only while it is delivered: a handler can't keep it.
package struct Event: ~Copyable {
  package let message: Message
  /// How much time an Update tells; negative where the event is none.
  let interval: Int
  private let isConsumable: Bool
  /// Whether a handler has kept the event to itself.
  package private(set) var isConsumed = false
  // NB: all three are held by the call that delivers the event, so nothing has to count them.
  private unowned(unsafe) let firstSender: EventObject
  unowned(unsafe) var lastSender: EventObject
  unowned(unsafe) var currentReceiver: EventObject

  init(_ message: Message, from origin: EventObject, to target: EventObject) {
    self.message = message
    switch message {
    case .update(let milliseconds): (interval, isConsumable) = (milliseconds, false)
    case .none, .timer: (interval, isConsumable) = (-1, false)
    case .touch, .swipe, .accelerate, .action: (interval, isConsumable) = (-1, true)
    }
    firstSender = origin
    lastSender = origin
    currentReceiver = target
  }

  /// The object that sent the event first.
  package var origin: EventObject { firstSender }

  /// The object that handed the event on to this receiver.
  package var sender: EventObject { lastSender }

  /// The object whose handler is called.
  package var receiver: EventObject { currentReceiver }

  /// Ends the event's way here, where it is one that ends: a touch, a swipe, an acceleration, an
  /// action.
  package mutating func consume() {
    isConsumed = isConsumable
  }
}

/// What became of an event that was sent.
package enum Delivery: Equatable, Sendable {
  /// Everyone who listens has had it, and nobody kept it.
  case passed
  /// A handler kept it.
  case consumed
  /// Another event is being delivered; this one waits for its turn.
  case queued
}
