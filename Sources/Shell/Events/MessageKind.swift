/// Which message an event carries, without what it says.
package enum MessageKind: Int, CaseIterable, Sendable {
  case none
  case update
  case timer
  case touch
  case swipe
  case accelerate
  case action
}

extension MessageKind: CustomStringConvertible {
  /// The word for the kind.
  package var description: String {
    switch self {
    case .none: "none"
    case .update: "update"
    case .timer: "timer"
    case .touch: "touch"
    case .swipe: "swipe"
    case .accelerate: "accelerate"
    case .action: "action"
    }
  }
}

extension Message {
  /// Which message it is.
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
    guard let direction = Direction(rawValue: values[0]) else {
      throw .wrongParameters(kind, values)
    }
    return direction
  }
}
