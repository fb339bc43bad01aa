package import Examiner

/// The replay of a kept round: a session of play that gets the round's moves one after the other.
///
/// This is the one way in which a round is judged again: for `replay`, `resume`, a report, and the
/// validation of a trial from outside. The session's time counts from the onset of the numerals.
///
/// ```swift
/// var replay = RoundReplay(round)
/// while let step = replay.next() { show(step, replay.session) }
/// ```
package struct RoundReplay {
  /// What the session answered to one input.
  package enum Step: Equatable, Sendable {
    /// The round went on after an interruption.
    case interrupted

    /// A move with its outcome, or with the reason for which the session rejected it.
    case moved(TimedMove, Result<Outcome, Rejection>)
  }

  /// The session after the inputs that it got so far.
  package private(set) var session: GameSession

  /// The deadlines that the session had before the last move.
  package private(set) var deadlines = Deadlines()

  private let kept: KeptRound
  /// The index of the next move, and that of the next interruption.
  private var moveIndex = 0
  private var gapIndex = 0

  /// Begins the round in a new session.
  package init(_ kept: KeptRound) {
    self.kept = kept
    session = GameSession(usualInput: kept.usualInput)
    _ = try? session.handle(.start(kept.newGame), at: 0)
    // A damaged record may name any time; the numerals are written before the first move.
    let firstTime = kept.moves.first.map { $0.time - kept.onset } ?? 0
    if let shown = kept.exposure.measuredShown, shown >= 0, shown <= firstTime {
      _ = try? session.handle(.exposure(.shown), at: shown)
    }
  }

  /// Gives the session the next input; returns `nil` behind the last one.
  package mutating func next() -> Step? {
    let isAtEnd = moveIndex == kept.moves.count
    if gapIndex < kept.gaps.count, isAtEnd || kept.gaps[gapIndex] <= moveIndex {
      gapIndex += 1
      // The time of a round stands still during an interruption.
      let time = moveIndex > 0 ? kept.moves[moveIndex - 1].time - kept.onset : 0
      _ = try? session.handle(.interrupt, at: time)
      return .interrupted
    }
    if isAtEnd { return nil }
    let timed = kept.moves[moveIndex]
    moveIndex += 1
    deadlines = session.deadlines
    do throws(Rejection) {
      let facts = try session.handle(
        .move(timed.move), at: timed.time - kept.onset, by: timed.input)
      // The first fact of a move is its outcome; the others follow from it.
      return facts.first?.outcome.map { .moved(timed, .success($0)) }
    } catch { return .moved(timed, .failure(error)) }
  }

  /// `true` if the replay ended as the stored round did.
  package var endsTheSame: Bool {
    let outcome = kept.outcome == .quit ? nil : kept.outcome
    return session.finish.map(RoundOutcome.init) == outcome
  }
}
