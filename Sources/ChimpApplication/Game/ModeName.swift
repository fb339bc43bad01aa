/// The modes of the game, and to which others each one may change.
package enum ModeName: String, CaseIterable, Sendable {
  /// The demonstration, the best results and the news.
  case attract
  /// Who plays, and what.
  case credit
  /// The numerals are placed, and play is about to begin.
  case start
  /// The presses.
  case play

  /// Whether the mode may change to another.
  package func mayChange(to other: ModeName) -> Bool {
    switch self {
    case .attract: other == .credit
    case .credit: other == .attract || other == .start
    case .start: other != .start
    case .play: other != .play
    }
  }

  /// All modes, in the order of their places.
  package static func at(place: Int) -> ModeName {
    switch place {
    case 0: .attract
    case 1: .credit
    case 2: .start
    default: .play
    }
  }

  /// Where the mode is among all.
  package var place: Int {
    switch self {
    case .attract: 0
    case .credit: 1
    case .start: 2
    case .play: 3
    }
  }

  /// The places of the modes that lead to play, play included.
  package static var wayToPlay: Range<Int> { 1..<4 }

  /// The places of the modes that lead to start, start included.
  package static var wayToStart: Range<Int> { 1..<3 }

  /// All names, as they are typed.
  package static var names: [String] { ["attract", "credit", "start", "play"] }
}
