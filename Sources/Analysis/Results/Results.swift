package import Game

/// The tests of a store with their scores, the oldest first.
package struct Results: Equatable, Sendable {
  package let tests: [Test]
  /// The number of older tests that are not listed.
  package let olderCount: Int

  package init(tests: [Test], olderCount: Int = 0) {
    self.tests = tests
    self.olderCount = olderCount
  }

  /// Returns the newest tests, at most so many.
  package func newest(_ count: Int) -> Results {
    let listed = tests.suffix(count)
    return Results(tests: Array(listed), olderCount: olderCount + tests.count - listed.count)
  }
}

extension Results {
  /// One test, from its first trial on.
  package struct Test: Equatable, Sendable {
    package let name: String
    package let participant: String
    package let session: Int
    /// When it began, in ISO 8601.
    package let date: String
    package let isComplete: Bool
    package let passes: Share
    /// The most numerals of a trial that was passed.
    package let level: Int
    /// Whether tests of this name are compared by the level, and not by the share of passes.
    package let isScoredByLevel: Bool
    /// The last estimate of an adaptive procedure.
    package let estimate: Double?
    /// The standard deviation of the estimate.
    package let deviation: Double?
    /// The best score of the participant up to this test.
    package let best: TestScore
  }
}
