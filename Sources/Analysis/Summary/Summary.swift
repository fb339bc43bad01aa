package import Science

/// The figures of all trials, test by test.
package struct Summary: Equatable, Sendable {
  /// How the trials of a test are grouped.
  package enum Grouping: String, CaseIterable, Sendable { case count, hold, session, position }

  /// Nil where the trials are not grouped.
  package let grouping: Grouping?
  /// The tests that have trials, in the order of the presets; by hold, all tests as one.
  package let tests: [Test]

  package init(grouping: Grouping?, tests: [Test]) {
    self.grouping = grouping
    self.tests = tests
  }
}

extension Summary {
  /// The figures of one test.
  package struct Test: Equatable, Sendable {
    /// The name of the test; nil for all tests as one.
    package let name: String?
    package let passes: Share
    /// The trials whose numerals do not stand in reading order.
    package let passesElsewhere: Share
    /// The result of guessing; nil where the boards differ in it.
    package let guessing: Guessing?
    /// The mean number of right presses before the first error.
    package let meanRightCount: Double?
    package let positions: [Position]
    /// Whether the first press of some trials is timed from the onset, and not from the mask.
    package let isFirstSeen: Bool
    package let firstPress: Latency
    package let laterPresses: Latency
    package let progress: Progress
    /// The number of times that the test was begun; 0 where trials are grouped by hold.
    package let testCount: Int
    /// The number of those that were not finished.
    package let openTestCount: Int
    /// The span or the hold that the finished tests have found; nil where they seek none.
    package let level: FoundLevel?
    package let sessionLevels: [SessionLevel]
    /// The trials by their counts or by their holds; empty in other groupings.
    package let groups: [TrialGroup]
    /// The curve through the groups; nil where there is none.
    package let curve: FittedCurve?
    /// The hold with which half is passed; nil unless there are groups of several holds.
    package let threshold: Threshold?
  }

  /// A position of the sequence of numerals.
  package struct Position: Equatable, Sendable {
    /// The trials that reached the position, and of those the ones that were right there.
    package let group: TrialGroup
    package let time: Latency
  }

  /// The level that the tests of a session have found.
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

  /// The hold with which half of what guessing leaves is passed.
  package enum Threshold: Equatable, Sendable {
    case estimate(Estimate)
    /// Boards of several counts have no curve in common.
    case severalCounts
    case fault(StatisticFault)
  }
}
