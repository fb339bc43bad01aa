package import Science

/// The figures of all trials, test by test: the values behind the command `summary`.
///
/// ```swift
/// let survey = Survey(source: source, tally: SummaryTally(by: .count), filter: TrialFilter())
/// let summary = try survey.perform(run).figures
/// let shares = summary.tests.map(\.passes.estimate)
/// ```
package struct Summary: Equatable, Sendable {
  /// The number by which the trials of a test are grouped.
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
  package struct Test: Equatable, Sendable {
    /// The name of the test; `nil` for all tests as one.
    package let name: String?
    package let passes: Share
    /// The trials whose numerals are not in reading order.
    package let passesElsewhere: Share
    /// The result of guessing; `nil` where it differs between boards.
    package let guessing: Guessing?
    /// The mean number of right presses before the first error.
    package let meanRightCount: Double?
    package let positions: [Position]
    /// `true` where some trials time the first press from the onset, and not from the mask.
    package let isFirstSeen: Bool
    package let firstPress: Latency
    package let laterPresses: Latency
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
    /// The curve through the groups; `nil` where none can be fitted.
    package let curve: FittedCurve?
    /// The threshold of the hold; `nil` unless there are groups of several holds.
    package let threshold: Threshold?
    /// The steps of the course; `nil` for a test without one.
    package var course: CourseFigures?
  }

  /// A position of the sequence of numerals.
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

  /// A fitted curve of the probability of passing.
  package enum FittedCurve: Equatable, Sendable {
    case overCount(LearningCurve)
    case overHold(HoldCurve)

    /// Returns the probability of passing with a count or a hold.
    package func probability(_ number: Double) -> Double {
      switch self {
      case .overCount(let curve): curve.probability(session: number)
      case .overHold(let curve): curve.probability(hold: number)
      }
    }
  }

  /// The hold at which the fitted curve is halfway between guessing and lapses.
  package enum Threshold: Equatable, Sendable {
    case estimate(Estimate)
    /// There is no common curve, because the boards have several counts.
    case severalCounts
    case fault(StatisticFault)
  }
}
