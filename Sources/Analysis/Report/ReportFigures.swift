import Archive

/// The figures of a report.
package struct ReportFigures: Equatable, Sendable {
  /// The tests, with their trials grouped by count.
  package let counts: Summary
  /// All tests as one, with their trials grouped by hold.
  package let holds: Summary
  package let participantCount: Int
  package let trialCount: Int
  /// The identifiers of the boards, as many as have room.
  package let boards: [String]
}

/// Accumulates the figures of a report.
package struct ReportTally: TrialTally {
  /// The limit of the boards in bytes, each with the 5 of its element.
  private static var boardSizeLimit: Int { 1_200_000 }

  private var counts = SummaryTally(by: .count)
  private var holds = SummaryTally(by: .hold)
  private var participants: Set<String> = []
  private var boards: [String] = []
  private var boardSize = 0
  private var trialCount = 0

  package init() {}

  package mutating func add(_ trial: ReadTrial) {
    counts.add(trial)
    if trial.condition == Trial.Condition.hold.rawValue { holds.add(trial) }
    participants.insert(trial.participant)
    let board = trial.seededBoard ?? trial.board
    trialCount += 1
    boardSize += board.utf8.count + 5
    guard boardSize <= Self.boardSizeLimit else { return }
    boards.append(board)
  }

  package var figures: ReportFigures {
    ReportFigures(
      counts: counts.figures, holds: holds.figures, participantCount: participants.count,
      trialCount: trialCount, boards: boards)
  }
}
