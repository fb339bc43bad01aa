/// What can happen to a round from outside.
///
/// Moves are text, and nothing else changes a round.
package enum Move: Hashable, Sendable, BitwiseCopyable {
  case press(Cell)
  /// The player asks for the mask.
  case hide
  /// The hold has run out.
  case holdEnds
  case giveUp
  /// The limit has run out.
  case timeOut
}

extension Move: LosslessStringConvertible {
  package var description: String {
    switch self {
    case .press(let cell): "press \(cell.h) \(cell.v)"
    case .hide: "hide"
    case .holdEnds: "hold-ends"
    case .giveUp: "give-up"
    case .timeOut: "time-out"
    }
  }

  /// Reads a move as `description` writes it.
  package init?(_ description: String) {
    switch description {
    case "hide": self = .hide
    case "hold-ends": self = .holdEnds
    case "give-up": self = .giveUp
    case "time-out": self = .timeOut
    default:
      let words = description.split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 3, words[0] == "press", let h = Int(words[1]), let v = Int(words[2])
      else { return nil }
      self = .press(Cell(h: h, v: v))
      guard self.description == description else { return nil }
    }
  }
}
