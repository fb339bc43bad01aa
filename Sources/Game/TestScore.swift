import Glibc
public import Science

/// The score of a finished test: the number of passes, and the highest level passed.
///
///     var score = TestScore()
///     score.add(isPassed: true, level: 5)
///     score.add(isPassed: false, level: 6)
///     score.level  // 5
///     score.passes.passedCount  // 1
public struct TestScore: Equatable, Sendable {
  public private(set) var passes = Proportion()
  /// The highest level passed: the number of numerals, or the number of the predefined step.
  public private(set) var level = 0

  public init() {}

  public mutating func add(isPassed: Bool, level: Int) {
    passes.add(isPassed: isPassed)
    if isPassed { self.level = max(self.level, level) }
  }

  /// Returns `true` if this score is better, by the level or else by the share of passed rounds.
  public func isBetter(than other: TestScore, byLevel: Bool) -> Bool {
    byLevel
      ? level > other.level
      : passes.passedCount * other.passes.count > other.passes.passedCount * passes.count
  }
}

extension TestScore {
  public init(_ series: TestSeries) {
    passes = (try? Proportion(series.passCount, of: series.countedTrialCount)) ?? Proportion()
    level = series.levelPassed
  }
}

/// The scores of a participant's earlier finished tests of the same kind.
///
///     var score = TestScore()
///     score.add(isPassed: true, level: 5)
///     var scores = EarlierScores()
///     scores.add(score, byLevel: true)
///     scores.best?.level  // Optional(5)
public struct EarlierScores: Equatable, Sendable {
  public private(set) var first: TestScore?
  public private(set) var best: TestScore?

  public init() {}

  /// Adds the score of the next finished test.
  public mutating func add(_ score: TestScore, byLevel: Bool) {
    if first == nil { first = score }
    if best.map({ score.isBetter(than: $0, byLevel: byLevel) }) ?? true { best = score }
  }
}

/// The earlier scores of each participant, with which a new score is compared.
///
/// Without a store, these are the tests of this session only; with a store, ``find`` is set.
///
///     var bests = BestScores()
///     bests.begin(series, by: "P07")
///     bests.record(series, by: "P07")
///     bests.first(like: series, by: "P07")
public struct BestScores {
  /// Returns the earlier scores of tests like one from the store; `nil` in a session without a
  /// store.
  public var find: ((_ series: TestSeries) -> EarlierScores)?

  /// The scores of tests before the current or last one.
  public private(set) var earlier = EarlierScores()

  /// The best score before the current or last test; `nil` if there is none.
  public var before: TestScore? { earlier.best }

  /// The scores of this session; ``key(of:_:)`` defines the keys.
  private var known: [String: EarlierScores] = [:]

  public init() {}

  /// Looks up the earlier scores for a test that begins or is resumed.
  public mutating func begin(_ series: TestSeries, by participant: String) {
    guard let key = key(of: series, participant) else { return earlier = EarlierScores() }
    earlier = find.map { $0(series) } ?? known[key] ?? EarlierScores()
  }

  /// Returns the score of the participant's first finished test of this kind; `nil` without one.
  public func first(like series: TestSeries, by participant: String) -> TestScore? {
    guard let key = key(of: series, participant) else { return nil }
    return (find.map { $0(series) } ?? known[key])?.first
  }

  /// Records the score of a finished test.
  ///
  /// Does nothing for an adaptive test, whose result is an estimate.
  public mutating func record(_ series: TestSeries, by participant: String) {
    guard let byLevel = series.preset.isScoredByLevel, let key = key(of: series, participant)
    else { return }
    known[key, default: EarlierScores()].add(TestScore(series), byLevel: byLevel)
  }

  /// Returns the key of a score: participant, test and, if it matters, the number of numerals.
  ///
  /// Returns `nil` for an adaptive test, which has no score.
  private func key(of series: TestSeries, _ participant: String) -> String? {
    series.preset.isScoredByLevel.map { byLevel in
      "\(participant)/\(series.preset.name)/\(byLevel ? 0 : series.plan.count)"
    }
  }
}

extension TestPreset {
  /// `true` if the score is the level, `false` if it is the number of passes, `nil` for an adaptive
  /// test.
  public var isScoredByLevel: Bool? {
    if case .procedure = course { nil } else { course.hasLevels }
  }
}
