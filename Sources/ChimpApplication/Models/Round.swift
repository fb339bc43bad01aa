package import Examiner

/// The round that is played, or was played last.
///
/// One object serves all rounds of a session, one after the other, so that whoever shows the round
/// may hold it.
package final class Round {
  /// The round as it is kept.
  package private(set) var kept: KeptRound
  private var examiner: ChimpanzeeExaminer

  init() {
    let board = Board.smallest
    kept = KeptRound(number: 0, board: board, rule: .standard, onset: 0)
    examiner = ChimpanzeeExaminer(board: board, rule: .standard)
  }

  /// Rounds are numbered from 1; 0 is before the first one.
  package var number: Int { kept.number }
  package var board: Board { kept.board }
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

  /// Begins a round; the one before it goes to the past ones.
  func start(
    _ board: Board, rule: Rule, number: Int, test: TestTrial? = nil, at time: Int,
    leaving past: inout PastRounds
  ) {
    if isStarted { past.exchange(&kept) }
    kept.begin(number, board, rule, onset: time, test: test)
    examiner = ChimpanzeeExaminer(board: board, rule: rule)
  }

  /// Becomes a round that was kept, as far as it has come; the one before it goes to the past ones.
  func resume(
    _ resumed: KeptRound, _ examiner: ChimpanzeeExaminer, leaving past: inout PastRounds
  ) {
    if isStarted { past.exchange(&kept) }
    kept = resumed
    self.examiner = examiner
  }

  @inline(__always)
  func apply(_ move: Move, at time: Int) throws(MoveFault) -> Outcome {
    let outcome = try examiner.apply(move)
    kept.moves.append(TimedMove(move, at: time))
    if let finish = examiner.finish { kept.outcome = RoundOutcome(finish) }
    return outcome
  }
}
