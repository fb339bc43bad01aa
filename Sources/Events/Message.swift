/// The content of an event, such as a press on a cell or elapsed time.
///
/// It is public so that other modules create it without a function call.
///
///     let message = Message.touch(h: 2, v: 3)
///     message.kind  // touch
///     try Message(.update, values: [16]).kind  // update
public enum Message: Sendable {
  /// An empty message.
  case none
  case update(milliseconds: Int)
  /// A timer has fired; the origin of the event is the timer.
  case timer
  /// A press on the cell in column `h` and row `v`.
  case touch(h: Int, v: Int)
  case swipe(Direction)
  case accelerate(Direction)
  /// A request of a command that is defined by the application.
  indirect case action(any Action)
}

/// A request of a command, as a type that the application defines.
///
///     enum SumAction: Action { case add(Int, Int) }
///
///     let message = Message.action(SumAction.add(1, 2))
public protocol Action: Sendable {}

/// A direction of a swipe or an acceleration; the raw values are arguments of commands.
///
///     let message = Direction(rawValue: "left").map { Message.swipe($0) }
public enum Direction: String, CaseIterable, Sendable { case right, left, up, down }

extension Direction: CustomStringConvertible {
  /// The name of the direction, such as `left`.
  public var description: String { rawValue }
}

/// Receives the messages that commands send, such as presses.
///
/// Only `receive` is required. The defaults of the other members are for a receiver that handles
/// each message at once.
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
  /// Handles a message completely before it returns.
  func receive(_ message: Message)

  /// The command that an empty line runs; `nil` if there is none.
  var emptyLineMeaning: StaticString? { get }

  /// `true` if several messages may be stored in one commit.
  var canBatch: Bool { get }

  /// Adds a message to the next commit; returns `false` if that is not possible.
  func addToBatch(_ message: Message) -> Bool

  /// Commits the batched messages; on failure undoes them and returns the error message.
  func commit() -> String?

  /// Waits until the numerals are masked if they are shown for a limited time.
  ///
  /// Does nothing on a virtual clock.
  func awaitMask()

  /// `true` while numerals are shown for a limited time, so that replies must be written
  /// immediately.
  var isGlanceOpen: Bool { get }

  /// `true` during a test that is timed by a real clock, which no command may delay.
  var isTimedTest: Bool { get }
}

extension Message {
  /// `true` if the message may be handled while numerals are shown for a limited time: a press or a
  /// wait.
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

  /// Waits for the mask, unless the message may be handled before it.
  package func awaitMask(before message: Message) { if !message.actsInGlance { awaitMask() } }
}

/// The kind of a message, without its values.
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

  /// Creates the message of a kind with its values, such as a touch with column and row.
  ///
  /// Throws for an action, which has no numbers.
  package init(_ kind: MessageKind, values: [Int]) throws(EventError) {
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
  ) throws(EventError) -> Direction {
    guard Direction.allCases.indices.contains(values[0]) else {
      throw .wrongParameters(kind, values)
    }
    return Direction.allCases[values[0]]
  }
}
