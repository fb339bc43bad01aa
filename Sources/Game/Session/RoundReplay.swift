package import Examiner

/// Plays the moves of a round once more, one after the other.
package struct RoundReplay {
  /// The result of one move.
  package enum Step: Equatable, Sendable {
    case done(Outcome)
    case refused(RoundFault)
  }

  /// The session as far as the round has been played.
  package private(set) var session = GameSession()

  private let kept: KeptRound

  package init(_ kept: KeptRound) {
    self.kept = kept
    let examiner = ChimpanzeeExaminer.startGame(on: kept.board, rule: kept.rule)
    _ = try? session.handle(.start(examiner), at: kept.onset)
  }

  /// Plays all moves, and reports the result of each together with the session after it.
  package mutating func play(_ report: (TimedMove, Step, GameSession) -> Void) {
    for timed in kept.moves {
      do throws(RoundFault) {
        let facts = try session.handle(.move(timed.move), at: timed.time)
        for case .moved(let outcome) in facts { report(timed, .done(outcome), session) }
      } catch { report(timed, .refused(error), session) }
    }
  }

  /// Whether the round, once it is played, has ended as it was kept.
  package var endsTheSame: Bool {
    let outcome = kept.outcome == .quit ? nil : kept.outcome
    return session.finish.map(RoundOutcome.init) == outcome
  }
}
