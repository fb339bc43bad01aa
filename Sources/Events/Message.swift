/// The content of an event.
///
/// It is public so that other modules can create it without a call.
///
///     let message = Message.touch(h: 2, v: 3)
///     message.kind  // touch
///     try Message(.update, values: [16]).kind  // update
public enum Message: Sendable {
  /// A message without content.
  case none
  case update(milliseconds: Int)
  /// A timer has fired; the event's origin is the timer.
  case timer
  /// A press on the cell in column `h` and row `v`.
  case touch(h: Int, v: Int)
  case swipe(Direction)
  case accelerate(Direction)
  /// Any other request of a command.
  indirect case action(any Action)
}

/// A request of a command other than a touch; the application defines its actions.
///
///     enum SumAction: Action { case add(Int, Int) }
///
///     let message = Message.action(SumAction.add(1, 2))
public protocol Action: Sendable {}

/// The direction of a swipe or an acceleration; the raw values are words of the command language.
///
///     let message = Direction(rawValue: "left").map { Message.swipe($0) }
public enum Direction: String, CaseIterable, Sendable { case right, left, up, down }

extension Direction: CustomStringConvertible {
  /// The word for the direction.
  public var description: String { rawValue }
}

/// The receiver of the commands' messages.
///
/// Only `receive` is always needed: a receiver that can't batch handles each message at once.
///
///     final class Printer: MessageReceiver {
///       let emptyLineMeaning: StaticString? = nil
///       let canBatch = false
///
///       func receive(_ message: Message) { print(message) }
///
///       func addToBatch(_ message: Message) -> Bool { false }
///
///       func commit() -> String? { nil }
///     }
package protocol MessageReceiver: AnyObject {
  /// Handles a message; when the function returns, the message has been handled.
  func receive(_ message: Message)

  /// The command of an empty line; `nil` if there is none.
  var emptyLineMeaning: StaticString? { get }

  /// True if several messages may share one commit.
  var canBatch: Bool { get }

  /// Adds a message to the next commit, and returns whether that is possible.
  func addToBatch(_ message: Message) -> Bool

  /// Commits the batch. If that fails, undoes all of it and returns the reason.
  func commit() -> String?

  /// Waits until numerals that are shown for a limited time are masked. Does nothing on a virtual
  /// clock.
  func awaitMask()

  /// True while numerals are shown for a limited time, so that no reply may wait for others.
  var isGlanceOpen: Bool { get }

  /// True during a test that is timed by a real clock. No command may delay such a test.
  var isTimedTest: Bool { get }
}

extension Message {
  /// True if the message may be handled while numerals are shown for a limited time: a press can
  /// only end that time, and a wait does not delay its end.
  fileprivate var actsInGlance: Bool {
    switch self {
    case .touch, .update: true
    case .none, .timer, .swipe, .accelerate, .action: false
    }
  }
}

extension MessageReceiver {
  package func awaitMask() {}
  package var isGlanceOpen: Bool { false }
  package var isTimedTest: Bool { false }

  /// Waits for the mask before a message that may not be handled earlier.
  package func awaitMask(before message: Message) { if !message.actsInGlance { awaitMask() } }
}

/// The kind of a message, without its content.
///
///     Message.timer.kind == .timer  // true
///     MessageKind(rawValue: "swipe") == .swipe  // true
package enum MessageKind: String, CaseIterable, Sendable {
  case none, update, timer, touch, swipe, accelerate, action
}

extension MessageKind: CustomStringConvertible { package var description: String { rawValue } }

extension Message {
  package var kind: MessageKind {
    switch self {
    case .none: .none
    case .update: .update
    case .timer: .timer
    case .touch: .touch
    case .swipe: .swipe
    case .accelerate: .accelerate
    case .action: .action
    }
  }

  /// Creates the message of a kind and its numbers.
  ///
  /// Throws for an action, which has no numbers.
  package init(_ kind: MessageKind, values: [Int]) throws(EventFault) {
    switch (kind, values.count) {
    case (.none, 0): self = .none
    case (.update, 1) where values[0] >= 0: self = .update(milliseconds: values[0])
    case (.timer, 0): self = .timer
    case (.touch, 2): self = .touch(h: values[0], v: values[1])
    case (.swipe, 1): self = .swipe(try Self.direction(kind, values))
    case (.accelerate, 1): self = .accelerate(try Self.direction(kind, values))
    default: throw .wrongParameters(kind, values)
    }
  }

  private static func direction(
    _ kind: MessageKind, _ values: [Int]
  ) throws(EventFault) -> Direction {
    guard Direction.allCases.indices.contains(values[0]) else {
      throw .wrongParameters(kind, values)
    }
    return Direction.allCases[values[0]]
  }
}
