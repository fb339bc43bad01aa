package import Examiner

/// Plays the moves of a round once more, one after the other.
package struct RoundReplay {
  /// What a move did then, or why it was refused.
  package enum Step: Equatable, Sendable {
    case done(Outcome)
    case refused(RoundFault)
  }

  /// The round as far as it has been played.
  package let round = Round()
  private let kept: KeptRound

  /// Begins anew.
  package init(_ kept: KeptRound) {
    self.kept = kept
    let examiner = ChimpanzeeExaminer.startGame(on: kept.board, rule: kept.rule)
    _ = try? handle(.start(examiner), at: kept.onset)
  }

  /// Makes all moves, and tells of each.
  package func play(_ tell: (TimedMove, Step) -> Void) {
    for timed in kept.moves {
      do throws(RoundFault) {
        for case .moved(let outcome) in try handle(.move(timed.move), at: timed.time) {
          tell(timed, .done(outcome))
        }
      } catch {
        tell(timed, .refused(error))
      }
    }
  }

  private func handle(_ input: GameInput, at time: Int) throws(RoundFault) -> GameFacts {
    var (next, past) = (round.game, PastRounds())
    let facts = try next.handle(input, at: time)
    round.take(facts, at: time, by: kept.usualInput, becoming: consume next, leaving: &past)
    return facts
  }

  /// Whether the round, when it is played, has ended as it was kept.
  package var endsTheSame: Bool {
    let outcome = kept.outcome == .quit ? nil : kept.outcome
    return round.finish.map(RoundOutcome.init) == outcome
  }
}
