public import Examiner

/// Replays a stored round: passes its moves in order to a new session.
///
/// This is how `replay`, `resume`, reports and the validation of imported trials compute results.
/// The time of the session counts from the onset of the numerals.
///
/// ```swift
/// var replay = RoundReplay(round)
/// while let step = replay.next() { show(step, replay.session) }
/// ```
public struct RoundReplay: Sendable {
  /// The result of one step of the replay.
  ///
  ///     if case .moved(let move, .success(let outcome)) = step { print(move.time, outcome) }
  public enum Step: Sendable {
    /// The round continued after an interruption.
    case interrupted

    /// A move with its outcome, or with the reason why the session rejected it.
    case moved(TimedMove, Result<Outcome, any Error>)
  }

  /// The session, in its state after the moves so far.
  public private(set) var session: GameSession

  /// The deadlines of the session before the latest move.
  public private(set) var deadlines = Deadlines()

  private let kept: KeptRound
  /// The indexes of the next move and of the next interruption.
  private var moveIndex = 0
  private var gapIndex = 0

  /// Creates a session in which the round begins.
  public init(_ kept: KeptRound) {
    self.kept = kept
    session = GameSession(usualInput: kept.usualInput)
    if kept.exposure.isInTurns { _ = try? session.handle(.exposure(.asked(tokens: nil)), at: 0) }
    _ = try? session.handle(.start(kept.newGame), at: 0)
    if let shown = kept.exposure.measuredShown {
      _ = try? session.handle(.exposure(.shown), at: shown)
    }
  }

  /// Replays the next move or interruption; returns `nil` after the last one.
  public mutating func next() -> Step? {
    let isAtEnd = moveIndex == kept.moves.count
    if gapIndex < kept.gaps.count, isAtEnd || kept.gaps[gapIndex] <= moveIndex {
      gapIndex += 1
      // The time of a round does not run during an interruption.
      let time = moveIndex > 0 ? kept.moves[moveIndex - 1].time - kept.onset : 0
      _ = try? session.handle(.interrupt, at: time)
      return .interrupted
    }
    if isAtEnd { return nil }
    let timed = kept.moves[moveIndex]
    moveIndex += 1
    deadlines = session.deadlines
    do {
      let facts = try session.handle(timed.shifted(by: -kept.onset))
      // The first fact of a move is its outcome; the others are consequences.
      return facts.first?.outcome.map { .moved(timed, .success($0)) }
    } catch { return .moved(timed, .failure(error)) }
  }

  /// `true` if the replay had the same outcome as the stored round.
  public var endsTheSame: Bool {
    let outcome = kept.outcome == .quit ? nil : kept.outcome
    return session.finish == outcome
  }
}
