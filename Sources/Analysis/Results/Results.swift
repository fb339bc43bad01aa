package import Game
package import Science

/// The tests of a store with their scores, the oldest first.
///
///     for test in results.newest(10).tests { print(test.name, test.passes.proportion) }
package struct Results: Equatable, Sendable {
  package let tests: [Test]
  /// The number of older tests that ``newest(_:)`` has dropped.
  package let olderCount: Int

  package init(tests: [Test], olderCount: Int = 0) {
    self.tests = tests
    self.olderCount = olderCount
  }

  /// Returns the newest tests, at most `count`, and counts the others as older.
  package func newest(_ count: Int) -> Results {
    let listed = tests.suffix(count)
    return Results(tests: Array(listed), olderCount: olderCount + tests.count - listed.count)
  }
}

extension Results {
  /// One test with its score, from its first trial on.
  ///
  ///     print(test.date, test.participant, test.isComplete ? test.level : 0)
  package struct Test: Equatable, Sendable {
    package let name: String
    package let participant: String
    package let session: Int
    /// The date of the first onset, in ISO 8601.
    package let date: String
    package let isComplete: Bool
    package let passes: Share
    /// The most numerals of any passed trial.
    package let level: Int
    /// `true` where tests of this name are compared by level, `false` where by the share of passes.
    package let isScoredByLevel: Bool
    /// The last estimate of an adaptive procedure.
    package let estimate: Double?
    /// The standard deviation of the estimate.
    package let deviation: Double?
    /// The best score of the participant up to this test.
    package let best: TestScore
    /// The rank of a first complete game among the published ones; `nil` for any other test, and
    /// for simulated participants.
    package var standing: Standing? = nil
  }
}
