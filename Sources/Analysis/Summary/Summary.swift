package import Science

/// The figures of all trials, test by test: the values behind the command `summary`.
///
/// ```swift
/// let survey = Survey(source: source, tally: SummaryTally(by: .count), filter: TrialFilter())
/// let summary = try survey.perform(run).figures
/// let shares = summary.tests.map(\.passes.value)
/// ```
package struct Summary: Equatable, Sendable {
  /// The number by which the trials of a test are grouped; the raw values are the words of `by=`.
  ///
  ///     let tally = SummaryTally(by: Summary.Grouping(rawValue: "hold"))
  package enum Grouping: String, CaseIterable, Sendable { case count, hold, session, position }

  /// The grouping of the trials; `nil` without one.
  package let grouping: Grouping?
  /// The tests that have trials, in the order of the presets; grouped by hold, all tests as one.
  package let tests: [Test]

  package init(grouping: Grouping?, tests: [Test]) {
    self.grouping = grouping
    self.tests = tests
  }
}

extension Summary {
  /// The figures of one test.
  ///
  ///     for test in summary.tests { print(test.name ?? "rounds", test.passes.proportion) }
  package struct Test: Equatable, Sendable {
    /// The name of the test; `nil` for all tests as one.
    package let name: String?
    /// The number of participants; where it is more than one, they are the unit of all means.
    package let participantCount: Int
    package let passes: Share
    /// The trials whose numerals are not in reading order.
    package let passesElsewhere: Share
    /// The result of guessing in all trials; `nil` where it differs between boards.
    package let guessing: Guessing?
    package let credit: Credit
    package let positions: [Position]
    /// `true` where some trials time the first press from the onset, and not from the mask.
    package let isFirstSeen: Bool
    package let firstPress: Latency
    package let laterPresses: Latency
    /// The times that a rule excluded; `nil` without a rule.
    package let trimmed: TrimmedTimes?
    package let progress: Progress
    /// The number of tests begun; 0 where trials are grouped by hold.
    package let testCount: Int
    /// The number of tests begun and not finished.
    package let openTestCount: Int
    /// The span or the hold found by the finished tests; `nil` where they seek none.
    package let level: FoundLevel?
    package let sessionLevels: [SessionLevel]
    /// The trials by their counts or by their holds; empty in other groupings.
    package let groups: [TrialGroup]
    /// The change of passing with the numerals, or with the logarithm of the hold, over
    /// participants; `nil` for a single participant, and in other groupings.
    package let slope: Result<Slope, StatisticFault>?
    /// The curve through the groups; `nil` where none can be fitted.
    package let curve: FittedCurve?
    /// The threshold of the hold; `nil` unless there are groups of several holds.
    package let threshold: Threshold?
    /// The steps of the course; `nil` for a test without one.
    package var course: CourseFigures?
  }

  /// A position of the sequence of numerals: how often it was reached and pressed right, and how
  /// fast.
  ///
  ///     for position in test.positions { print(position.group.numbers, position.time.mean ?? 0) }
  package struct Position: Equatable, Sendable {
    /// The trials that reached the position; passed are those that were right there.
    package let group: TrialGroup
    package let time: Latency
  }

  /// The level found by the tests of a session.
  package struct SessionLevel: Equatable, Sendable {
    package let session: Int
    package let level: FoundLevel
  }

  /// The hold with which one half of the trials is passed, guesses and lapses included.
  ///
  ///     if case .estimate(let half)? = test.threshold { print(half.estimate.value, "ms") }
  package enum Threshold: Equatable, Sendable {
    case estimate(HalfHold)
    /// There is no common curve, because the boards have several counts.
    case severalCounts
    case fault(StatisticFault)
  }

  /// The point of a fitted curve at which the probability of passing is one half.
  ///
  ///     print(half.estimate.value, half.estimate.interval)
  package struct HalfHold: Equatable, Sendable {
    /// The origin of the curve.
    ///
    ///     if case .ofParticipants(let count, let all) = half.curve { print(count, "of", all) }
    package enum Curve: Equatable, Sendable {
      /// The trials of a single participant.
      case ofTrials
      /// The mixed regression: an average participant and an average board.
      case mixed
      /// The geometric mean of those participants whose own curve has such a point.
      case ofParticipants(Int, of: Int)
    }

    package let estimate: Estimate
    package let curve: Curve
    /// The probabilities of passing by guessing, and of failing whatever the hold.
    package let guess: Double
    package let lapse: Double
  }
}

extension Summary {
  /// The probabilities of all tests that the reply of this grouping shows.
  package var family: TestFamily {
    TestFamily(
      tests.flatMap { test -> [Double?] in
        let progress = test.shownProgress?.probability
        let slope = (try? test.slope?.get())?.probability
        return switch grouping {
        case nil: [test.shownGuessing?.probability, progress]
        case .session: [progress]
        case .count, .hold: [slope]
        case .position: []
        }
      }.compactMap(\.self))
  }
}

extension Summary.Test {
  /// The result of guessing where it is shown; `nil` otherwise.
  package var shownGuessing: Guessing? { credit.right.value == nil ? nil : guessing }

  /// The slope over sessions where it is shown; `nil` for a single session, or without a fit.
  package var shownProgress: Slope? {
    progress.sessions.count > 1 ? try? progress.slope.get() : nil
  }
}
