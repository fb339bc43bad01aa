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

extension TestSettings {
  /// The seed of boards that a player may have played before; `nil` for new ones, and in a study,
  /// which decides that itself.
  public var repeatableSeed: SessionSeed? { studyPosition == nil ? seed : nil }
}

extension TestScore {
  public init(_ series: TestSeries) {
    passes = (try? Proportion(series.passCount, of: series.countedTrialCount)) ?? Proportion()
    level = series.levelPassed
  }
}

/// The scores of a participant's earlier finished tests of the same kind, in order.
///
/// Boards that are given by a seed, as those of a day, count at the first attempt only.
///
///     var score = TestScore()
///     score.add(isPassed: true, level: 5)
///     var scores = EarlierScores(byLevel: true)
///     scores.add(score, on: nil)
///     scores.best?.level  // Optional(5)
public struct EarlierScores: Equatable, Sendable {
  /// `true` if the highest level decides, `false` if it is the share of passed rounds.
  public let byLevel: Bool
  /// The scores, the latest last.
  public private(set) var all: [TestScore] = []
  /// The best score; `nil` without one.
  public private(set) var best: TestScore?
  /// The number of tests begun on each sequence of given boards.
  public private(set) var beginnings: [SessionSeed: Int] = [:]

  /// Creates a list without scores.
  public init(byLevel: Bool) { self.byLevel = byLevel }

  /// Adds the next test on the boards of a seed, which was left: it has no score.
  public mutating func addLeft(on seed: SessionSeed) { beginnings[seed, default: 0] += 1 }

  /// Adds the score of the next finished test; `seed` gives its boards if they are no new ones.
  ///
  /// The score of a later attempt on the same boards does not count.
  public mutating func add(_ score: TestScore, on seed: SessionSeed?) {
    if let seed {
      addLeft(on: seed)
      guard beginnings[seed] == 1 else { return }
    }
    all.append(score)
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
///     bests.scores(like: series, by: "P07")?.best
public struct BestScores {
  /// Returns the scores of the participant's finished tests from the store, by
  /// ``key(of:count:trials:)``; those of all tests for `nil`.
  ///
  /// It is `nil` itself in a session without a store.
  public var find: ((_ test: String?) throws -> [String: EarlierScores])?

  /// The scores of tests before the current or last one; `nil` without any, and if that one has
  /// boards which the participant has played before.
  public private(set) var earlier: EarlierScores?
  /// `true` if the participant has played the boards of the current or last test before.
  public private(set) var isPractice = false

  /// The best score before the current or last test; `nil` if there is none.
  public var before: TestScore? { earlier?.best }

  /// The known scores of each participant, by the ``key(of:count:trials:)`` of the test.
  private var known: [String: [String: EarlierScores]] = [:] { didSet { changeCount += 1 } }
  /// The number of changes of the known scores.
  public private(set) var changeCount = 0
  /// The participants of whom all tests in the store were read.
  private var read: Set<String> = []

  public init() {}

  /// Looks up the earlier scores for a test that begins or is resumed.
  public mutating func begin(_ series: TestSeries, by participant: String, isResumed: Bool = false)
  {
    earlier = nil
    isPractice = false
    guard let key = Self.key(of: series) else { return }
    if let found = try? find?(series.preset.name) {
      known[participant, default: [:]].merge(found) { _, found in found }
    }
    earlier = known[participant]?[key]
    guard let seed = series.settings.repeatableSeed else { return }
    // A test that is resumed is among those that were begun.
    isPractice = earlier?.beginnings[seed, default: 0] ?? 0 > (isResumed ? 1 : 0)
    if isPractice { earlier = nil }
  }

  /// Records the score of a finished test.
  ///
  /// Does nothing for an adaptive test, whose result is an estimate, nor for practice.
  public mutating func record(_ series: TestSeries, by participant: String) {
    guard !isPractice, let byLevel = series.preset.isScoredByLevel, let key = Self.key(of: series)
    else { return }
    var scores = earlier ?? EarlierScores(byLevel: byLevel)
    scores.add(TestScore(series), on: series.settings.repeatableSeed)
    known[participant, default: [:]][key] = scores
  }

  /// Returns the known scores of a participant in tests of this kind; `nil` without any.
  public func scores(like series: TestSeries, by participant: String) -> EarlierScores? {
    Self.key(of: series).flatMap { known[participant]?[$0] }
  }

  /// Reads the scores of all tests of a participant from the store; does so once only.
  ///
  /// - Throws: The error of the store.
  public mutating func readAll(by participant: String) throws {
    guard let find, read.insert(participant).inserted else { return }
    known[participant] = try find(nil)
  }

  private static func key(of series: TestSeries) -> String? {
    key(of: series.preset, count: series.plan.count, trials: series.settings.trials)
  }

  /// Returns whether the scores of all tests of a participant are known.
  public func isKnown(_ participant: String) -> Bool { find == nil || read.contains(participant) }

  /// Returns the key of a score: the test and, unless its score is a level, the numbers of numerals
  /// and of trials, because a share of few trials is no match for one of many.
  ///
  /// Returns `nil` for an adaptive test, which has no score.
  public static func key(of preset: TestPreset, count: Int, trials: Int?) -> String? {
    guard let byLevel = preset.isScoredByLevel, !byLevel else {
      return preset.isScoredByLevel.map { _ in preset.name }
    }
    return "\(preset.name)/\(count)/\(preset.trialCount(trials))"
  }
}

extension TestPreset {
  /// Returns the number of counted trials of a test with a setting for it.
  public func trialCount(_ setting: Int?) -> Int {
    if let setting { return setting }
    if case .trials(let count) = course { return count }
    return 0
  }

  /// `true` if the score is the level, `false` if it is the number of passes, `nil` for an adaptive
  /// test.
  public var isScoredByLevel: Bool? {
    if case .procedure = course { nil } else { course.hasLevels }
  }
}
