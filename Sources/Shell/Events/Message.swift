/// What an event says.
@usableFromInline
package enum Message: Sendable {
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
  ///
  /// NB: indirect, so that the other messages are copied as plainly as numbers.
  indirect case action(any Action)
}

/// Where a swipe or an acceleration goes to.
@usableFromInline
package enum Direction: Int, CaseIterable, Sendable {
  case right
  case left
  case up
  case down
}

// NB: written out, because a name that is found by reflection costs as much as all of the start.
extension Direction: CustomStringConvertible {
  @usableFromInline
  package var description: String {
    switch self {
    case .right: "right"
    case .left: "left"
    case .up: "up"
    case .down: "down"
    }
  }
}

/// What a command asks for, where it is no touch; the application says what there is.
public protocol Action: Sendable {}

extension Action {
  // NB: a cast takes as long as a whole press, and where it fails longer; the types are the same
  // here, so the bytes are too.
  /// The action, if it is of this type.
  @inlinable
  public init?(_ action: any Action) {
    guard type(of: action) == Self.self else { return nil }
    self = Self.reread(action)
  }

  /// The action, whose type is known to be this one.
  @inlinable @inline(__always)
  static func reread(_ action: some Action) -> Self {
    unsafeBitCast(action, to: Self.self)
  }
}

/// Where the events of the commands go to.
package protocol MessageReceiver: AnyObject {
  /// Takes a message and acts on it before it returns.
  func receive(_ message: Message)
}
