package import Examiner

/// The round that is played, or was played last.
///
/// One object serves all rounds of a session, one after the other, so that whoever shows the round
/// may hold it.
package final class Round {
  /// Rounds are numbered from 1; 0 is before the first one.
  package private(set) var number = 0
  package private(set) var board: Board
  private var examiner: ChimpanzeeExaminer

  init() {
    board = .smallest
    examiner = ChimpanzeeExaminer(board: board, rule: .standard)
  }

  package var isStarted: Bool { number > 0 }
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

  func startNext(_ board: Board, rule: Rule) {
    number += 1
    self.board = board
    examiner = ChimpanzeeExaminer(board: board, rule: rule)
  }

  func apply(_ move: Move) throws(MoveFault) -> Outcome {
    try examiner.apply(move)
  }
}
