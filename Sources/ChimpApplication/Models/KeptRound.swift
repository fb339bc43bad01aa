package import Examiner

/// A round as it is kept: its board, its rule and its moves.
///
/// Everything else follows from them.
package struct KeptRound: Equatable, Sendable {
  package let number: Int
  package let board: Board
  package let rule: Rule
  /// When the numerals were shown, in milliseconds since the session began.
  package let onset: Int
  package var moves: [TimedMove]

  /// Makes a round of what is known of it.
  package init(number: Int, board: Board, rule: Rule, onset: Int, moves: [TimedMove] = []) {
    self.number = number
    self.board = board
    self.rule = rule
    self.onset = onset
    self.moves = moves
  }
}
