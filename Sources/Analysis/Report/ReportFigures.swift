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
  /// The studies of the trials, in the order of their names.
  package var studies: [Study] = []

  /// A study with the participants who have counted trials.
  ///
  ///     print(study.name, study.hash, study.participantCount, "participants")
  package struct Study: Equatable, Sendable {
    package let name: String
    /// The hash of the file's contents; `nil` if the trials do not have it.
    package let hash: String?
    package let participantCount: Int
    /// The numbers of participants of each group, by name; empty without groups.
    package let groups: [(name: String, count: Int)]

    package static func == (first: Self, second: Self) -> Bool {
      first.name == second.name && first.hash == second.hash
        && first.participantCount == second.participantCount
        && first.groups.map(\.name) == second.groups.map(\.name)
        && first.groups.map(\.count) == second.groups.map(\.count)
    }
  }

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
  /// The groups of the participants, by study and hash, and by code.
  private var studies: [StudyKey: [String: String?]] = [:]
  private var boards: [String] = []
  private var boardSize = 0
  private var trialCount = 0

  private struct StudyKey: Hashable {
    let name: String
    let hash: String?
  }

  /// Creates the tally; `trim` excludes times of presses.
  package init(trim: LatencyTrim? = nil) {
    counts = SummaryTally(by: .count, trim: trim)
    holds = SummaryTally(by: .hold, trim: trim)
  }

  package mutating func add(_ trial: ReadTrial) {
    counts.add(trial)
    if trial.condition == Trial.Condition.hold.rawValue { holds.add(trial) }
    participants.insert(trial.participant)
    if let study = trial.study {
      studies[StudyKey(name: study, hash: trial.studyHash), default: [:]][trial.participant] =
        .some(trial.group)
    }
    let board = trial.seededBoard ?? trial.board
    trialCount += 1
    boardSize += board.utf8.count + 5
    guard boardSize <= Self.boardSizeLimit else { return }
    boards.append(board)
  }

  package var figures: ReportFigures {
    ReportFigures(
      counts: counts.figures, holds: holds.figures, participantCount: participants.count,
      trialCount: trialCount, boards: boards, studies: shownStudies)
  }

  private var shownStudies: [ReportFigures.Study] {
    let sorted = studies.sorted { first, second in
      (first.key.name, first.key.hash ?? "") < (second.key.name, second.key.hash ?? "")
    }
    return sorted.map { key, people in
      var counts: [String: Int] = [:]
      for case let group? in people.values { counts[group, default: 0] += 1 }
      return ReportFigures.Study(
        name: key.name, hash: key.hash, participantCount: people.count,
        groups: counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }
  }
}
