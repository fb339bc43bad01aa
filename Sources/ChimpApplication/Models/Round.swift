package import Examiner

/// One round: its number, and the examiner that judges it.
package final class Round {
  /// Rounds are numbered from 1.
  package let number: Int
  package let board: Board
  private var examiner: ChimpanzeeExaminer

  init(number: Int, board: Board, rule: Rule) {
    self.number = number
    self.board = board
    examiner = ChimpanzeeExaminer(board: board, rule: rule)
  }

  package var rule: Rule { examiner.rule }
  package var pressedCount: Int { examiner.pressedCount }
  package var isMasked: Bool { examiner.isMasked }
  package var finish: ChimpanzeeExaminer.Finish? { examiner.finish }

  /// Whether the numerals can be seen now and will be masked.
  package var isSecret: Bool {
    !examiner.isMasked && examiner.finish == nil && examiner.rule.masksAtFirstPress
  }

  /// A copy of the examiner, to try moves on.
  var rehearsal: ChimpanzeeExaminer { examiner }

  func apply(_ move: Move) throws(MoveFault) -> Outcome {
    try examiner.apply(move)
  }
}

/// Where the round is found that is played, or was played last.
package final class CurrentRound {
  package internal(set) var round: Round?
}
