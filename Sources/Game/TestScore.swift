import Glibc
package import Science

/// The score of a test: its passes, and the highest level passed.
package struct TestScore: Equatable, Sendable {
  package private(set) var passes = Proportion()
  /// The most numerals of any passed trial.
  package private(set) var level = 0

  package init() {}

  package mutating func add(isPassed: Bool, count: Int) {
    passes.add(isPassed: isPassed)
    if isPassed { level = max(level, count) }
  }

  /// Returns `true` for a better score: by level, or else by the share of passes.
  package func isBetter(than other: TestScore, byLevel: Bool) -> Bool {
    byLevel
      ? level > other.level
      : passes.passedCount * other.passes.count > other.passes.passedCount * passes.count
  }
}

extension TestScore {
  package init(_ series: TestSeries) {
    passes = (try? Proportion(series.passCount, of: series.countedTrialCount)) ?? Proportion()
    level = series.levelPassed
  }
}

/// The best scores of each participant, with which a test is compared while it is played and at
/// its end.
package struct BestScores {
  /// Returns the best score of such a test in the store; `nil` in a session without a store.
  package var find: ((TestSeries) -> TestScore?)?

  /// The best score before the test that is played, or was played last; `nil` for the first one.
  package private(set) var before: TestScore?

  /// The best scores of this session, by participant, test and, if it matters, count.
  private var known: [String: TestScore] = [:]

  package init() {}

  /// Finds the best score before a test that begins or is resumed.
  package mutating func begin(_ series: TestSeries, by participant: String) {
    guard let key = key(of: series, participant) else { return before = nil }
    before = find.map { $0(series) } ?? known[key]
  }

  /// Records the score of a test that is over.
  ///
  /// Does nothing if an estimate is its result.
  package mutating func record(_ series: TestSeries, by participant: String) {
    guard let byLevel = series.preset.isScoredByLevel, let key = key(of: series, participant)
    else { return }
    let score = TestScore(series)
    let isBest = known[key].map { score.isBetter(than: $0, byLevel: byLevel) } ?? true
    if isBest { known[key] = score }
  }

  /// Returns the key of a best score: participant and test, and the number of numerals unless the
  /// test is scored by the level; `nil` if it isn't scored.
  private func key(of series: TestSeries, _ participant: String) -> String? {
    series.preset.isScoredByLevel.map { byLevel in
      "\(participant)/\(series.preset.name)/\(byLevel ? 0 : series.plan.count)"
    }
  }
}

extension TestPreset {
  /// `true` where the score is the level, `false` for the number of passes, `nil` for an estimate.
  package var isScoredByLevel: Bool? {
    if case .procedure = course { nil } else { course.hasLevels }
  }
}
