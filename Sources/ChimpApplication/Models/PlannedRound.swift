package import Examiner

/// A round that has not begun, or not gone on.
package enum PlannedRound: Equatable, Sendable {
  /// A new round on a board that is drawn already.
  case new(Board, Rule)
  /// A round that was left behind goes on.
  ///
  /// NB: indirect, so that a new one is handed on as the little that it is.
  indirect case leftBehind(KeptRound)

  /// The board of the round.
  package var board: Board {
    switch self {
    case .new(let board, _): board
    case .leftBehind(let kept): kept.board
    }
  }

  /// The rule of the round.
  package var rule: Rule {
    switch self {
    case .new(_, let rule): rule
    case .leftBehind(let kept): kept.rule
    }
  }

  /// Whether it is no new round.
  package var isLeftBehind: Bool {
    if case .leftBehind = self { true } else { false }
  }
}
