package import Examiner

/// A board and a rule for a round that has not begun.
package struct PlannedRound: Equatable, Sendable {
  package let board: Board
  package let rule: Rule
  /// The round that goes on, where it is no new one.
  package let leftBehind: KeptRound?

  /// Makes a plan of a board that is drawn already.
  package init(board: Board, rule: Rule) {
    self.board = board
    self.rule = rule
    leftBehind = nil
  }

  /// Makes a plan of a round that was left behind.
  package init(_ kept: KeptRound) {
    board = kept.board
    rule = kept.rule
    leftBehind = kept
  }
}
