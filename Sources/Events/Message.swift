/// The content of an event, such as a touch of a cell or elapsed time.
///
///     let message = Message.touch(h: 2, v: 3)
///     message.kind  // touch
///     try Message(.update, values: [16]).kind  // update
public enum Message: Equatable, Sendable {
  /// An empty message.
  case none
  case update(milliseconds: Int)
  /// A timer has fired; the sender is the timer.
  case timer
  /// A touch of the cell in column `h` and row `v`.
  case touch(h: Int, v: Int)
  case swipe(Direction)
  case accelerate(Direction)
}

/// A direction of a swipe or an acceleration; the raw values are arguments of commands.
///
///     let message = Direction(rawValue: "left").map { Message.swipe($0) }
public enum Direction: String, CaseIterable, Sendable { case right, left, up, down }

extension Direction: CustomStringConvertible {
  /// The name of the direction, such as `left`.
  public var description: String { rawValue }
}

/// The kind of a message, without its values.
///
///     Message.timer.kind == .timer  // true
///     MessageKind(rawValue: "swipe") == .swipe  // true
public enum MessageKind: String, CaseIterable, Sendable {
  case none, update, timer, touch, swipe, accelerate
}

extension MessageKind: CustomStringConvertible { public var description: String { rawValue } }

extension Message {
  public var kind: MessageKind {
    switch self {
    case .none: .none
    case .update: .update
    case .timer: .timer
    case .touch: .touch
    case .swipe: .swipe
    case .accelerate: .accelerate
    }
  }

  /// Creates the message of a kind with its values, such as a touch with column and row.
  public init(_ kind: MessageKind, values: [Int]) throws(EventError) {
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
