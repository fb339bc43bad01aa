package import Examiner

/// A round as it is kept: its board, its rule and its moves.
///
/// Everything else follows from them.
package struct KeptRound: Equatable, Sendable {
  package private(set) var number: Int
  package private(set) var board: Board
  package private(set) var rule: Rule
  /// When the numerals were shown, in milliseconds since the session began.
  package private(set) var onset: Int
  package var moves: [TimedMove]

  /// Makes a round of what is known of it.
  package init(number: Int, board: Board, rule: Rule, onset: Int, moves: [TimedMove] = []) {
    self.number = number
    self.board = board
    self.rule = rule
    self.onset = onset
    self.moves = moves
  }

  /// Becomes another round, without moves, in the memory that this one had.
  mutating func begin(_ number: Int, _ board: Board, _ rule: Rule, onset: Int) {
    self.number = number
    self.board = board
    self.rule = rule
    self.onset = onset
    moves.removeAll(keepingCapacity: true)
  }
}
