import Archive
package import Science

/// The figures of the HTML report: by the numerals, by the hold, and the boards that were played.
///
///     print(figures.trialCount, "trials of", figures.participantCount, "participants")
package struct ReportFigures: Equatable, Sendable {
  /// The tests, with their trials grouped by count.
  package let counts: Summary
  /// All tests as one, with their trials grouped by hold.
  package let holds: Summary
  package let participantCount: Int
  package let trialCount: Int
  /// The identifiers of the boards, as many as fit in 1.2 MB.
  package let boards: [String]

  /// The probabilities of all tests that the report shows.
  package var family: TestFamily {
    let slopes = (counts.tests + holds.tests).map { try? $0.slope?.get() }
    return TestFamily(
      (counts.tests.map(\.shownProgress) + slopes).compactMap { $0?.probability })
  }
}

/// The tally behind ``ReportFigures``.
///
///     let survey = Survey(source: source, tally: ReportTally(), filter: TrialFilter())
package struct ReportTally: TrialTally {
  /// The limit of all board identifiers in bytes, each with 5 for its HTML element.
  private static var boardSizeLimit: Int { 1_200_000 }

  private var counts: SummaryTally
  private var holds: SummaryTally
  private var participants: Set<String> = []
  private var boards: [String] = []
  private var boardSize = 0
  private var trialCount = 0

  /// Creates the tally; `trim` excludes times of presses.
  package init(trim: LatencyTrim? = nil) {
    counts = SummaryTally(by: .count, trim: trim)
    holds = SummaryTally(by: .hold, trim: trim)
  }

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
