/// What an event says.
///
/// It is public, as an event is, so that what asks for an action is made where it is asked for.
public enum Message: Sendable {
  /// Nothing; it only goes its way.
  case none
  /// Time has passed.
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

/// What a command asks for, where it is no touch; the application says what there is.
public protocol Action: Sendable {}

/// Where a swipe or an acceleration goes to.
public enum Direction: Int, CaseIterable, Sendable {
  case right
  case left
  case up
  case down
}

// Written out: to find a name by reflection takes as long as the whole start.
extension Direction: CustomStringConvertible {
  /// The word for the direction.
  public var description: String {
    switch self {
    case .right: "right"
    case .left: "left"
    case .up: "up"
    case .down: "down"
    }
  }
}

/// Where the events of the commands go to.
package protocol MessageReceiver: AnyObject {
  /// Takes a message and acts on it before it returns.
  func receive(_ message: Message)

  /// Whether what messages ask for is kept somewhere, which takes less time for several at once.
  var gathers: Bool { get }

  /// Whether a message may be one of several that are kept at once; from then on all is gathered.
  func gather(_ message: Message) -> Bool

  /// Keeps what was gathered; or takes all of it back, and answers why.
  func settle() -> String?
}

extension MessageReceiver {
  package var gathers: Bool { false }
  package func gather(_ message: Message) -> Bool { false }
  package func settle() -> String? { nil }
}
