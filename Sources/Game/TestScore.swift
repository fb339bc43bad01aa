import Glibc
package import Science

package struct TestScore: Equatable, Sendable {
  package private(set) var passes = Proportion()
  /// The most numerals of a trial that was passed.
  package private(set) var level = 0

  package init() {}

  package mutating func add(isPassed: Bool, count: Int) {
    passes.add(isPassed: isPassed)
    if isPassed { level = max(level, count) }
  }

  /// Whether the score is better in a test of so many trials, or in one whose level changes.
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

/// The best scores, so that a test that is over can be compared with those before.
package struct BestScores {
  /// Finds the best score that a store has of such a test; nil where there is no file.
  package var find: ((TestSeries) -> TestScore?)?
  /// The best score before the test that was over last.
  package private(set) var before: TestScore?
  private var known: [String: TestScore] = [:]

  package init() {}

  package mutating func take(_ series: TestSeries, by participant: String) {
    guard let byLevel = series.preset.isScoredByLevel else { return before = nil }
    let score = TestScore(series)
    let key = "\(participant)/\(series.preset.name)/\(byLevel ? 0 : series.plan.count)"
    before = find.map { $0(series) } ?? known[key]
    if known[key].map({ score.isBetter(than: $0, byLevel: byLevel) }) ?? true { known[key] = score }
  }
}

extension TestPreset {
  /// Whether the level counts, and not how many trials were passed; nil where an estimate does.
  package var isScoredByLevel: Bool? {
    if case .procedure = course { nil } else { course.hasLevels }
  }
}
