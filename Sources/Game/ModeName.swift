/// The modes of the game, which are its screens, with the allowed changes between them.
///
///     ModeName.attract.mayChange(to: .play)  // false: the way leads through credit and start
public enum ModeName: String, CaseIterable, Sendable {
  /// The mode without a round: the demonstration, the best results and the news are shown.
  case attract
  /// The user chooses the next round.
  case credit
  /// The numerals of the next round are placed, but the round has not begun.
  case start
  /// A round is in progress.
  case play

  /// Returns whether a change to another mode may be requested; `start` enters a mode at once.
  public func mayChange(to other: ModeName) -> Bool {
    switch self {
    case .attract: other == .credit
    case .credit: other == .attract || other == .start
    case .start: other != .start
    case .play: other != .play
    }
  }

  /// The names of all modes, which are the arguments of the command `mode`.
  public static var names: [String] { allCases.map(\.rawValue) }
}
