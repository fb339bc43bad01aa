package import Game
package import Science

/// The result of `results`: the tests in a store with their scores, the oldest first.
///
///     for test in results.newest(10).tests { print(test.name, test.passes.proportion) }
package struct Results: Equatable, Sendable {
  package let tests: [Test]
  /// The number of older tests that ``newest(_:)`` has dropped.
  package let olderCount: Int
  /// The games of agents beside the published results.
  package let agents: AgentComparison

  package init(
    tests: [Test], olderCount: Int = 0, agents: AgentComparison = AgentComparison(games: [])
  ) {
    self.agents = agents
    self.tests = tests
    self.olderCount = olderCount
  }

  /// Returns the newest tests, at most `count`, and counts the others as older.
  package func newest(_ count: Int) -> Results {
    let listed = tests.suffix(count)
    return Results(
      tests: Array(listed), olderCount: olderCount + tests.count - listed.count, agents: agents)
  }
}

extension Results {
  /// A played test with its score.
  ///
  ///     print(test.date, test.participant, test.isComplete ? test.level : 0)
  package struct Test: Equatable, Sendable {
    package let name: String
    package let participant: String
    package let session: Int
    /// The date and time of the first round, in ISO 8601.
    package let date: String
    package let isComplete: Bool
    package let passes: Share
    /// The highest level of any passed trial.
    package let level: Int
    /// `true` if the score is the level, `false` if it is the proportion of passes.
    package let isScoredByLevel: Bool
    /// The final estimate of an adaptive test.
    package let estimate: Double?
    /// The standard deviation of the estimate.
    package let deviation: Double?
    /// The interval of the estimate; `nil` if it is unknown.
    package var interval: Interval? = nil
    /// The end of the test's range beyond which the value lies, which the estimate then only
    /// repeats; `nil` for a value within.
    package var beyond: RangeEnd? = nil
    /// The participant's best score up to this test; `nil` before the first finished one.
    package let best: TestScore?
    /// The rank among published first games; `nil` unless it is a participant's first game in such
    /// a test.
    package var standing: Standing? = nil
    /// The prediction of a second game of the same person; `nil` for a test without a model of its
    /// players, an unfinished test, and practice.
    package var secondGame: SecondGame? = nil
    /// The test with the condition or the settings that set it apart.
    package var kind: TestKind? = nil

    /// The number of the game among those of the participant in the test, counted from 1.
    package var number = 1
    /// The settings of the test in their stored form; `nil` for the usual ones.
    package var settings: String? = nil
    /// `true` if the participant had played the given boards before.
    package var isPractice = false
    /// The number of numerals in the first trial.
    package var numeralCount = 0

    /// The name of the test or of its condition.
    package var label: String { kind?.label ?? name }

    /// The day on which the test began, `YYYY-MM-DD`.
    package var day: String { String(date.prefix(10)) }
  }
}
