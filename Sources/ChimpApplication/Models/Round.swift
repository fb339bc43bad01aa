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
  private var gaps: [Int] = []
  private var test: TestTrial?

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
    var kept = KeptRound(
      number: number, board: board, rule: rule, onset: onset, test: test,
      moves: Array(moves.elements))
    kept.gaps = gaps
    kept.outcome = finish.map(RoundOutcome.init)
    return kept
  }

  func start(
    _ board: Board, rule: Rule, number: Int, test: TestTrial? = nil, at time: Int
  ) {
    self.number = number
    self.board = board
    examiner = ChimpanzeeExaminer(board: board, rule: rule)
    self.test = test
    onset = time
    moves.removeAll()
    gaps = []
  }

  /// Becomes a round that is kept, as far as it has come.
  func replay(_ kept: KeptRound) throws(MoveFault) {
    start(kept.board, rule: kept.rule, number: kept.number, test: kept.test, at: kept.onset)
    for timed in kept.moves { _ = try apply(timed.move, at: timed.time) }
    gaps = kept.gaps
  }

  func apply(_ move: Move, at time: Int) throws(MoveFault) -> Outcome {
    let outcome = try examiner.apply(move)
    moves.append(TimedMove(move, at: time))
    return outcome
  }
}
