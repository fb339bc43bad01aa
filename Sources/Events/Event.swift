/// A message while it is being delivered to the objects of the event tree.
///
/// A handler can't store it. An event that a handler consumes is not delivered to any further
/// object. It is public, so that other modules can read it without a call.
///
///     func handleEvent(_ event: inout Event, of object: EventObject) {
///       guard case .touch(let h, let v) = event.message else { return }
///       press(h, v)
///       event.consume()
///     }
public struct Event: ~Copyable {
  package let message: Message
  /// The kind of the message, stored because computing it for each object is slow.
  private let kind: MessageKind
  /// True once a handler has consumed the event.
  package private(set) var isConsumed = false
  /// True once a handler, a sequence or a timer has acted on the event.
  private(set) var isHandled = false
  /// The identity of the object on which `send` was called.
  ///
  /// An event has identities and no objects, because their references would be counted at each
  /// delivery.
  package let origin: ObjectIdentifier
  /// The identity of the object to which the event was sent.
  private let target: ObjectIdentifier

  init(_ message: Message, from origin: EventObject, to target: EventObject) {
    self.message = message
    kind = message.kind
    self.origin = ObjectIdentifier(origin)
    self.target = ObjectIdentifier(target)
  }

  /// Returns whether `send` was called on an object.
  package func isSent(by object: EventObject) -> Bool { origin == ObjectIdentifier(object) }

  /// Returns the identity of the object from which a receiver has the event: that of its container;
  /// for the object to which the event was sent, the origin.
  package func sender(to receiver: EventObject) -> ObjectIdentifier {
    guard ObjectIdentifier(receiver) != target, let container = receiver.parent else {
      return origin
    }
    return ObjectIdentifier(container)
  }

  /// The elapsed milliseconds of an Update; `nil` for any other event.
  var interval: Int? { if case .update(let milliseconds) = message { milliseconds } else { nil } }

  var isUpdate: Bool { if case .update = kind { true } else { false } }

  var isAction: Bool { if case .action = kind { true } else { false } }

  /// Returns the action that the event carries if it has this type; otherwise `nil`.
  public func action<Asked: Action>(of type: Asked.Type) -> Asked? {
    // The comparison of types is much faster than a cast that fails.
    guard case .action(let action) = message, Swift.type(of: action) == type else { return nil }
    return action as? Asked
  }

  /// Marks the event as handled and ends its delivery, unless its kind goes to every object.
  ///
  /// Touches, swipes, accelerations and actions can be consumed; other kinds are only marked as
  /// handled.
  package mutating func consume() {
    isHandled = true
    switch kind {
    case .none, .update, .timer: break
    case .touch, .swipe, .accelerate, .action: isConsumed = true
    }
  }

  /// Marks the event as handled without consuming it.
  mutating func markHandled() { isHandled = true }
}

/// The result of sending a message.
///
///     if try root.send(.touch(h: 2, v: 3)) == .passed { print("no object handled the touch") }
package enum Delivery: Equatable, Sendable {
  /// Every enabled object received the message, and none acted on it.
  case passed
  /// An object acted on the message, and all others received it, too.
  case handled
  /// A handler consumed the message, so that later objects did not receive it.
  case consumed
  /// The message waits for the delivery of the current event.
  case queued
}

/// An error of the event tree, such as an unknown object name.
///
///     do throws(EventError) { _ = try root.object(named: "cell") } catch {
///       if case .ambiguousObject(_, let paths) = error { print(paths) }
///     }
package enum EventError: Error, Equatable, Sendable {
  case wrongParameters(MessageKind, [Int])
  case tooManyEvents(limit: Int)
  case unknownObject(String)
  case ambiguousObject(String, paths: [String])
  case rootStaysEnabled(String)
  case modeIsSwitched(String)
  case modeStaysBound(String)
  case wouldHoldItself(String)
  case notReached(String)

  // Refusals of a switcher to change its mode.
  case unknownMode(String, known: [String])
  case notAllowed(from: String, to: String)
  case changeInProgress(to: String)
}

extension EventError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .wrongParameters(let kind, let values): "wrong parameters for \"\(kind)\": \(values)"
    case .tooManyEvents(let limit): "too many events in one turn: the limit is \(limit)"
    case .unknownObject(let name): "no object is called \"\(name)\""
    case .ambiguousObject(let name, let paths):
      "several objects are called \"\(name)\": \(paths.joined(separator: ", "))"
    case .rootStaysEnabled(let name): "the root \"\(name)\" can't be disabled"
    case .modeIsSwitched(let name):
      "the mode \"\(name)\" can't be enabled or disabled, only changed to"
    case .modeStaysBound(let name): "the mode \"\(name)\" can't be taken from its switcher"
    case .wouldHoldItself(let name): "\"\(name)\" can't be bound below itself"
    case .notReached(let name): "\"\(name)\" gets no events now"
    case .unknownMode(let name, let known):
      "unknown mode \"\(name)\" (known: \(known.joined(separator: ", ")))"
    case .notAllowed(let from, let to): "no change leads from \"\(from)\" to \"\(to)\""
    case .changeInProgress(let name): "a change to \"\(name)\" is under way"
    }
  }
}
