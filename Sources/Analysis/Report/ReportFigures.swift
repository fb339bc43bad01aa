import Archive
package import Science

/// The statistics in the HTML report.
///
///     print(figures.trialCount, "trials of", figures.participantCount, "participants")
package struct ReportFigures: Equatable, Sendable {
  /// The statistics of each test, by number of numerals.
  package let counts: Summary
  /// The statistics of all tests together, by hold.
  package let holds: Summary
  package let participantCount: Int
  package let trialCount: Int
  /// The identifiers of the boards, up to a limit of 1.2 MB.
  package let boards: [String]

  /// The p-values of all tests in the report.
  package var family: TestFamily {
    let slopes = (counts.tests + holds.tests).map { try? $0.slope?.get() }
    return TestFamily(
      (counts.tests.map(\.shownProgress) + slopes).compactMap { $0?.probability })
  }
}

/// Collects the trials for ``ReportFigures``.
///
///     let survey = Survey(source: source, tally: ReportTally(), filter: TrialFilter())
package struct ReportTally: TrialTally {
  /// The maximum size of all board identifiers in bytes, including 5 bytes of HTML for each.
  private static var boardSizeLimit: Int { 1_200_000 }

  private var counts: SummaryTally
  private var holds: SummaryTally
  private var participants: Set<String> = []
  private var boards: [String] = []
  private var boardSize = 0
  private var trialCount = 0

  /// Creates an empty collection; `trim` is the rule for outliers of press times.
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
