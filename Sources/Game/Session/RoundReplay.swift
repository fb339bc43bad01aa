package import Examiner

/// The replay of a stored round, move by move.
package struct RoundReplay {
  /// The result of one move.
  package enum Step: Equatable, Sendable {
    case done(Outcome)
    case refused(RoundFault)
  }

  /// The session after the moves that were played so far.
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

  /// `true` if the replay ended as the stored round did.
  package var endsTheSame: Bool {
    let outcome = kept.outcome == .quit ? nil : kept.outcome
    return session.finish.map(RoundOutcome.init) == outcome
  }
}
