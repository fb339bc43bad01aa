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

/// The best scores of the session and its store, with which a finished test is compared.
package struct BestScores {
  /// Returns the best score of such a test in the store; `nil` in a session without a store.
  package var find: ((TestSeries) -> TestScore?)?
  /// The best score before the test that was recorded last.
  package private(set) var before: TestScore?
  private var known: [String: TestScore] = [:]

  package init() {}

  /// Records a finished test, and sets ``before`` to the best score until then.
  package mutating func record(_ series: TestSeries, by participant: String) {
    guard let byLevel = series.preset.isScoredByLevel else { return before = nil }
    let score = TestScore(series)
    let key = "\(participant)/\(series.preset.name)/\(byLevel ? 0 : series.plan.count)"
    before = find.map { $0(series) } ?? known[key]
    if known[key].map({ score.isBetter(than: $0, byLevel: byLevel) }) ?? true { known[key] = score }
  }
}

extension TestPreset {
  /// `true` where the score is the level, `false` for the number of passes, `nil` for an estimate.
  package var isScoredByLevel: Bool? {
    if case .procedure = course { nil } else { course.hasLevels }
  }
}
