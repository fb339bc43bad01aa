package import Science

/// The result of `summary`: the statistics of each test.
///
/// ```swift
/// let survey = Survey(source: source, tally: SummaryTally(by: .count), filter: TrialFilter())
/// let summary = try survey.perform(run).figures
/// let shares = summary.tests.map(\.passes.value)
/// ```
package struct Summary: Equatable, Sendable {
  /// The number by which trials are grouped, such as the hold; the raw values are choices of `by=`.
  ///
  ///     let tally = SummaryTally(by: Summary.Grouping(rawValue: "hold"))
  package enum Grouping: String, CaseIterable, Sendable { case count, hold, session, position }

  /// The grouping of the trials; `nil` for none.
  package let grouping: Grouping?
  /// The tests with trials in the order of `help tests`; grouped by hold, all tests together.
  package let tests: [Test]
  /// The primary outcomes of the studies that declare one.
  package let primaries: [PrimaryOutcome]

  package init(grouping: Grouping?, tests: [Test], primaries: [PrimaryOutcome] = []) {
    self.primaries = primaries
    self.grouping = grouping
    self.tests = tests
  }
}

extension Summary {
  /// The statistics of one test.
  ///
  ///     for test in summary.tests { print(test.name ?? "rounds", test.passes.proportion) }
  package struct Test: Equatable, Sendable {
    /// The name of the test; `nil` for all tests together.
    package let name: String?
    /// The number of participants; the means are over participants if there are several.
    package let participantCount: Int
    package let passes: Share
    /// The proportion of passes on boards whose numerals are not in reading order.
    package let passesElsewhere: Share
    /// The expected result of guessing; `nil` if boards differ.
    package let guessing: Guessing?
    package let credit: Credit
    package let positions: [Position]
    /// `true` if the first press of some trials is timed from the onset instead of the mask.
    package let isFirstSeen: Bool
    package let firstPress: Latency
    package let laterPresses: Latency
    /// The number of excluded outliers; `nil` without a rule.
    package let trimmed: TrimmedTimes?
    package let progress: Progress
    /// The number of begun tests; 0 if trials are grouped by hold.
    package let testCount: Int
    /// The number of unfinished tests.
    package let openTestCount: Int
    /// The mean result of finished tests that adapt or are scored by level; `nil` for other tests.
    package let level: FoundLevel?
    package let sessionLevels: [SessionLevel]
    /// The trials by number of numerals or by hold; empty for other groupings.
    package let groups: [TrialGroup]
    /// The change of passing with the number of numerals or the hold; `nil` for a single
    /// participant.
    package let slope: Result<Slope, ScienceError>?
    /// The curve fitted to the groups; `nil` if none can be fitted.
    package let curve: FittedCurve?
    /// The hold at which half of the trials are passed; `nil` unless there are several holds.
    package let threshold: Threshold?
    /// The results at predefined steps; `nil` for a test without them.
    package var course: CourseFigures?
    /// The test with the condition, the settings or the study that set it apart.
    package var kind: TestKind? = nil
    /// The single tests in the order in which they were played; empty if trials are grouped by
    /// hold.
    package var games: [Results.Test] = []
    /// `true` if some of the trials are simulated.
    package var hasSimulated = false
    /// The reasons why shares of passes of these tests can't be compared.
    package var comparability = Comparability()
    /// The requests of an agent on a virtual clock; `nil` where times are told.
    package var turns: Turns?

    /// The name of the test or of its condition; of all tests together that of their study, and
    /// `nil` if it is not needed.
    package var label: String? {
      guard let kind else { return name }
      return kind.label.isEmpty ? nil : kind.label
    }
  }

  /// A position in the sequence of numerals, with the proportion and the times of right presses.
  ///
  ///     for position in test.positions { print(position.group.numbers, position.time.mean ?? 0) }
  package struct Position: Equatable, Sendable {
    /// The trials that reached the position; a right press there counts as passed.
    package let group: TrialGroup
    package let time: Latency
  }

  /// The mean result of the adaptive tests in a session.
  ///
  ///     for level in test.sessionLevels { print(level.session, level.level) }
  package struct SessionLevel: Equatable, Sendable {
    package let session: Int
    package let level: FoundLevel
  }

  /// The hold at which half of the trials are passed, guesses and lapses included, or why there is
  /// none.
  ///
  ///     if case .estimate(let half)? = test.threshold { print(half.estimate.value, "ms") }
  package enum Threshold: Equatable, Sendable {
    case estimate(HalfHold)
    /// There is no common curve, because the boards have different numbers of numerals.
    case severalCounts
    case fault(ScienceError)
  }

  /// The point of a fitted curve at which half of the trials are passed.
  ///
  ///     print(half.estimate.value, half.estimate.interval)
  package struct HalfHold: Equatable, Sendable {
    /// The data from which the curve was fitted.
    ///
    ///     if case .ofParticipants(let count, let all) = half.curve { print(count, "of", all) }
    package enum Curve: Equatable, Sendable {
      /// The trials of a single participant.
      case ofTrials
      /// A mixed regression, for an average participant and board.
      case mixed
      /// The geometric mean of the curves of single participants.
      case ofParticipants(Int, of: Int)
    }

    package let estimate: Estimate
    package let curve: Curve
    /// The probability that guessing passes a trial.
    package let guess: Double
    package let lapse: Double
  }
}

extension Summary.Test {
  /// `true` if the outcomes of trials decide about the next ones, so that the number that guessing
  /// passes is not binomial.
  package var dependsOnOutcomes: Bool { !comparability.adapted.isEmpty }

  /// The expected result of guessing, if the reply shows it; otherwise `nil`.
  package var shownGuessing: Guessing? {
    credit.right.value == nil || dependsOnOutcomes ? nil : guessing
  }
}
