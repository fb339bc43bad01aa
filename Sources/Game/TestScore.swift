import Glibc
package import Science

/// The score of a test: its passes, and the highest level passed.
///
///     var score = TestScore()
///     score.add(isPassed: true, level: 5)
///     score.add(isPassed: false, level: 6)
///     score.level  // 5
///     score.passes.passedCount  // 1
package struct TestScore: Equatable, Sendable {
  package private(set) var passes = Proportion()
  /// The highest level of any passed trial: its numerals, or the number of a step of the course.
  package private(set) var level = 0

  package init() {}

  package mutating func add(isPassed: Bool, level: Int) {
    passes.add(isPassed: isPassed)
    if isPassed { self.level = max(self.level, level) }
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

/// The scores of a participant's earlier complete tests of one kind.
///
///     var score = TestScore()
///     score.add(isPassed: true, level: 5)
///     var scores = EarlierScores()
///     scores.add(score, byLevel: true)
///     scores.best?.level  // Optional(5)
package struct EarlierScores: Equatable, Sendable {
  package private(set) var first: TestScore?
  package private(set) var best: TestScore?

  package init() {}

  /// Adds the score of the next test.
  package mutating func add(_ score: TestScore, byLevel: Bool) {
    if first == nil { first = score }
    if best.map({ score.isBetter(than: $0, byLevel: byLevel) }) ?? true { best = score }
  }
}

/// The earlier scores of each participant, with which a test is compared while it is played and at
/// its end.
///
/// A session without a store knows only its own tests; one with a store sets `find`.
///
///     var bests = BestScores()
///     bests.begin(series, by: "P07")
///     bests.record(series, by: "P07")
///     bests.first(like: series, by: "P07")
package struct BestScores {
  /// Returns the scores of such tests in the store, with that of the latest one or without it;
  /// `nil` in a session without a store.
  package var find: ((_ series: TestSeries, _ includesLatest: Bool) -> EarlierScores)?

  /// The scores before the test that is played, or was played last.
  package private(set) var earlier = EarlierScores()

  /// The best score before that test; `nil` for the first one.
  package var before: TestScore? { earlier.best }

  /// The scores of this session, by participant, test and, if it matters, count.
  private var known: [String: EarlierScores] = [:]

  package init() {}

  /// Finds the best score before a test that begins or is resumed.
  package mutating func begin(_ series: TestSeries, by participant: String) {
    guard let key = key(of: series, participant) else { return earlier = EarlierScores() }
    earlier = find.map { $0(series, false) } ?? known[key] ?? EarlierScores()
  }

  /// Returns the score of the participant's first complete test like one; `nil` without one.
  package func first(like series: TestSeries, by participant: String) -> TestScore? {
    guard let key = key(of: series, participant) else { return nil }
    return (find.map { $0(series, true) } ?? known[key])?.first
  }

  /// Records the score of a test that is over.
  ///
  /// Does nothing if an estimate is its result.
  package mutating func record(_ series: TestSeries, by participant: String) {
    guard let byLevel = series.preset.isScoredByLevel, let key = key(of: series, participant)
    else { return }
    known[key, default: EarlierScores()].add(TestScore(series), byLevel: byLevel)
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
