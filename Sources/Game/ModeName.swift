/// The modes of the game, with the changes that are allowed between them.
///
///     ModeName.attract.mayChange(to: .play)  // false: the way leads through credit and start
///     ModeName.wayToPlay.map { ModeName.names[$0] }  // ["credit", "start", "play"]
package enum ModeName: String, CaseIterable, Sendable {
  /// The demonstration, the best results and the news.
  case attract
  /// The choice of the participant and the test.
  case credit
  /// The numerals are placed, and play is about to begin.
  case start
  /// The participant presses numerals.
  case play

  /// Returns whether the game may change to another mode.
  package func mayChange(to other: ModeName) -> Bool {
    switch self {
    case .attract: other == .credit
    case .credit: other == .attract || other == .start
    case .start: other != .start
    case .play: other != .play
    }
  }

  /// The index of the mode in the tree's list of modes.
  package var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// The indexes of the modes that lead from `attract` to `play`, which is the last one.
  package static let wayToPlay = [1, 2, 3]

  /// The indexes of the modes that lead from `attract` to `start`.
  package static let wayToStart = [1, 2]

  /// The names, as `mode` accepts them.
  package static var names: [String] { allCases.map(\.rawValue) }
}
