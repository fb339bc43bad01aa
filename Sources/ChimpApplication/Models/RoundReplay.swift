package import Examiner

/// Plays the moves of a round once more, one after the other.
package struct RoundReplay {
  /// What a move did then, or why it was refused.
  package enum Step: Equatable, Sendable {
    case done(Outcome)
    case refused(MoveFault)
  }

  /// The round as far as it has been played.
  package let round = Round()
  private let kept: KeptRound

  /// Begins anew.
  package init(_ kept: KeptRound) {
    self.kept = kept
    var past = PastRounds()
    round.start(
      kept.board, rule: kept.rule, number: kept.number, test: kept.test, at: kept.onset,
      leaving: &past)
  }

  /// Makes all moves, and tells of each.
  package func play(_ tell: (TimedMove, Step) -> Void) {
    for timed in kept.moves {
      do throws(MoveFault) {
        tell(timed, .done(try round.apply(timed.move, at: timed.time)))
      } catch {
        tell(timed, .refused(error))
      }
    }
  }

  /// Whether the round, when it is played, has ended as it was kept.
  package var endsTheSame: Bool {
    let outcome = kept.outcome == .quit ? nil : kept.outcome
    return round.finish.map(RoundOutcome.init) == outcome
  }
}
