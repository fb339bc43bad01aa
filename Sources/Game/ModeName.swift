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

  package func mayChange(to other: ModeName) -> Bool {
    switch self {
    case .attract: other == .credit
    case .credit: other == .attract || other == .start
    case .start: other != .start
    case .play: other != .play
    }
  }

  package var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// The places of the modes that lead to play, play included.
  package static let wayToPlay = [1, 2, 3]

  package static let wayToStart = [1, 2]

  package static var names: [String] { allCases.map(\.rawValue) }
}
