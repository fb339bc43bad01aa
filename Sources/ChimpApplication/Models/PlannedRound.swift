package import Examiner

/// A board and a rule for a round that has not begun.
package struct PlannedRound: Equatable, Sendable {
  package let board: Board
  package let rule: Rule

  /// Makes a plan of a board that is drawn already.
  package init(board: Board, rule: Rule) {
    self.board = board
    self.rule = rule
  }
}
