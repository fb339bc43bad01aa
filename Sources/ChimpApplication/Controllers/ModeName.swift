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

  /// The modes that may follow this one.
  package var followers: [ModeName] {
    switch self {
    case .attract: [.credit]
    case .credit: [.attract, .start]
    case .start: [.attract, .credit, .play]
    case .play: [.attract, .credit, .start]
    }
  }
}
