public import Examiner

/// The measured values of a round: those of the session that plays it, or of a replay.
///
/// ```swift
/// let report = RoundReport(round)
/// report.presses.count        // one for each press of the round
/// report.studyTime            // a member of `TrialMeasures`
/// ```
@dynamicMemberLookup
public struct RoundReport: Sendable {
  public let round: KeptRound
  public let measures: RoundMeasures

  /// The deadlines of the replay before each move; empty if the rule has no time limits, and
  /// without a replay.
  public let deadlines: [Deadlines]

  /// The first move that broke the rules in the replay; `nil` if all were valid.
  public let rejectedMove: RejectedMove?

  /// A stored move that breaks the rules, because the stored data was changed by hand.
  ///
  ///     if let move = report.rejectedMove {
  ///       print("move", move.index, "is impossible:", move.reason)
  ///     }
  public struct RejectedMove: Sendable {
    /// The index of the rejected move among those of the round.
    public let index: Int
    public let reason: any Error
  }

  /// Creates the report of the current round of a session.
  public init(_ session: borrowing GameSession) {
    round = session.round
    measures = session.measures
    deadlines = []
    rejectedMove = nil
  }

  /// Replays a round; invalid moves are skipped.
  public init(_ round: KeptRound) {
    var deadlines: [Deadlines] = []
    let isTimed = round.rule.hold != nil || round.rule.limit != nil
    if isTimed { deadlines.reserveCapacity(round.moves.count) }
    var rejectedMove: RejectedMove?
    var moveCount = 0
    var replay = RoundReplay(round)
    while let step = replay.next() {
      guard case .moved(_, let result) = step else { continue }
      if case .failure(let reason) = result {
        rejectedMove = rejectedMove ?? RejectedMove(index: moveCount, reason: reason)
      }
      if isTimed { deadlines.append(replay.deadlines) }
      moveCount += 1
    }
    self.round = round
    measures = replay.session.measures
    self.deadlines = deadlines
    self.rejectedMove = rejectedMove
  }

  public subscript<Value>(dynamicMember path: KeyPath<RoundMeasures, Value>) -> Value {
    measures[keyPath: path]
  }

  /// The outcome, as stored or else as replayed; `nil` if the round never ended.
  public var outcome: RoundOutcome? { round.outcome ?? measures.finish }
}
