/// A message on its way through the tree.
///
/// It exists only while it is delivered: a handler can't keep it. It is public, so that other
/// modules can read it without a call.
public struct Event: ~Copyable {
  @usableFromInline package let message: Message
  /// Kept at hand, because looking into a message again and again takes long.
  private let kind: MessageKind
  /// Whether a handler has kept the event to itself.
  package private(set) var isConsumed = false
  // The call that delivers the event holds all three, so counting them again is left out (row
  // "piped" of the benchmarks).
  private unowned(unsafe) let firstSender: EventObject
  unowned(unsafe) var lastSender: EventObject
  unowned(unsafe) var currentReceiver: EventObject

  init(_ message: Message, from origin: EventObject, to target: EventObject) {
    (self.message, kind) = (message, message.kind)
    (firstSender, lastSender, currentReceiver) = (origin, origin, target)
  }

  /// How much time an Update tells; nil where the event is none.
  var interval: Int? { if case .update(let milliseconds) = message { milliseconds } else { nil } }

  var isUpdate: Bool { if case .update = kind { true } else { false } }

  var isAction: Bool { if case .action = kind { true } else { false } }

  /// The action, if the event carries one of this type.
  @inlinable
  public func action<Asked: Action>(of type: Asked.Type) -> Asked? {
    guard case .action(let action) = message else { return nil }
    return action.known(as: type)
  }

  /// The object that sent the event first.
  package var origin: EventObject { firstSender }

  /// The object that handed the event on to this receiver.
  package var sender: EventObject { lastSender }

  package var receiver: EventObject { currentReceiver }

  /// Ends the event's way here, if it is a touch, a swipe, an acceleration or an action.
  package mutating func consume() {
    switch kind {
    case .none, .update, .timer: break
    case .touch, .swipe, .accelerate, .action: isConsumed = true
    }
  }
}

extension Action {
  /// The action as what it is, if it is one of this type.
  @inlinable
  func known<Asked: Action>(as type: Asked.Type) -> Asked? {
    // A cast takes long, even where it can't succeed (row "piped" of the benchmarks).
    Self.self == type ? unsafeBitCast(self, to: type) : nil
  }
}

/// What became of a message.
package enum Delivery: Equatable, Sendable {
  /// Everyone who listens has had it, and nobody kept it.
  case passed
  /// A handler kept it.
  case consumed
  /// Another event is being delivered; this one waits for its turn.
  case queued
}

/// Why the event tree refuses something.
package enum EventFault: Error, Equatable, Sendable {
  case wrongParameters(MessageKind, [Int])
  case tooManyEvents(limit: Int)
  case unknownObject(String)
  case ambiguousObject(String, paths: [String])
  case rootStaysEnabled(String)
  case modeIsSwitched(String)
  case modeStaysBound(String)
  case wouldHoldItself(String)
  case notReached(String)
  case notBound(String, container: String)
}

/// Why a switcher refuses to change its mode.
package enum ModeFault: Error, Equatable, Sendable {
  case unknownMode(String, known: [String])
  case notAllowed(from: String, to: String)
  case changeInProgress(to: String)
}

extension EventFault: CustomStringConvertible {
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
    case .notBound(let name, let container): "\"\(name)\" is not bound to \"\(container)\""
    }
  }
}

extension ModeFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownMode(let name, let known):
      "unknown mode \"\(name)\" (known: \(known.joined(separator: ", ")))"
    case .notAllowed(let from, let to): "no change leads from \"\(from)\" to \"\(to)\""
    case .changeInProgress(let name): "a change to \"\(name)\" is under way"
    }
  }
}
