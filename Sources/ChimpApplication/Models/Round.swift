package import Examiner
import Shell

/// The round that is played, or was played last.
///
/// One object serves all rounds of a session, one after the other, so that whoever shows the round
/// may hold it.
package final class Round {
  /// Rounds are numbered from 1; 0 is before the first one.
  package private(set) var number = 0
  package private(set) var board: Board
  private var examiner: ChimpanzeeExaminer
  /// When the numerals were shown, in milliseconds since the session began.
  package private(set) var onset = 0
  private var moves = OwnedBuffer<TimedMove>(capacity: 16)

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

  /// The round as it is kept.
  package var kept: KeptRound {
    KeptRound(number: number, board: board, rule: rule, onset: onset, moves: Array(moves.elements))
  }

  func startNext(_ board: Board, rule: Rule, at time: Int) {
    number += 1
    self.board = board
    examiner = ChimpanzeeExaminer(board: board, rule: rule)
    onset = time
    moves.removeAll()
  }

  func apply(_ move: Move, at time: Int) throws(MoveFault) -> Outcome {
    let outcome = try examiner.apply(move)
    moves.append(TimedMove(move, at: time))
    return outcome
  }
}
