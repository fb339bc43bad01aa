/// What an event says.
///
/// It is public, so that other modules can make it without a call.
public enum Message: Sendable {
  /// Nothing; it only goes its way.
  case none
  case update(milliseconds: Int)
  /// A timer has run down; the event's origin is the timer.
  case timer
  /// A press on the cell in column `h` and row `v`.
  case touch(h: Int, v: Int)
  case swipe(Direction)
  case accelerate(Direction)
  /// Anything else that a command asks for.
  indirect case action(any Action)
}

/// What a command asks for besides touches; the application defines its actions.
public protocol Action: Sendable {}

/// Where a swipe or an acceleration goes to.
public enum Direction: String, CaseIterable, Sendable { case right, left, up, down }

extension Direction: CustomStringConvertible {
  /// The word for the direction.
  public var description: String { rawValue }
}

/// Where the events of the commands go to.
package protocol MessageReceiver: AnyObject {
  /// Takes a message and acts on it before it returns.
  func receive(_ message: Message)

  /// The line for which an empty one stands now; nil where it means nothing.
  var emptyLineMeaning: StaticString? { get }

  /// Whether several messages may share one commit.
  var canBatch: Bool { get }

  /// Lets a message share the next commit, and returns whether that may be.
  func addToBatch(_ message: Message) -> Bool

  /// Commits the batch; if that fails, undoes all of it and returns the reason.
  func commit() -> String?

  /// Waits until numerals are masked that are shown for a time only. Does nothing on a virtual
  /// clock.
  func awaitMask()

  /// Whether numerals are shown for a time only, so that no reply may wait for others.
  var isGlanceOpen: Bool { get }

  /// Whether a test is played on a real clock, which no other lines may delay.
  var isTimedTest: Bool { get }
}

extension Message {
  /// Whether it may act while numerals are shown for a time: a press can only end that time, and a
  /// wait does not delay its end.
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

  /// Waits until the mask before a message that may not act earlier.
  package func awaitMask(before message: Message) { if !message.actsInGlance { awaitMask() } }
}

/// Which message an event carries, without what it says.
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

  /// The message that a kind and its numbers stand for.
  ///
  /// An action has no numbers that could stand for it.
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
