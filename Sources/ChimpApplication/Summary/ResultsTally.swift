import Glibc
import Science

struct TestScore: Equatable, Sendable {
  private(set) var passes = Proportion()
  /// The most numerals of a trial that was passed.
  private(set) var level = 0

  mutating func add(isPassed: Bool, count: Int) {
    passes.add(isPassed: isPassed)
    if isPassed { level = max(level, count) }
  }

  /// Whether the score is better in a test of so many trials, or in one whose level changes.
  func isBetter(than other: TestScore, byLevel: Bool) -> Bool {
    byLevel
      ? level > other.level
      : passes.passedCount * other.passes.count > other.passes.passedCount * passes.count
  }
}

extension TestScore {
  init(_ series: TestSeries) {
    passes = (try? Proportion(series.passCount, of: series.countedTrialCount)) ?? Proportion()
    level = series.levelPassed
  }
}

/// The best scores, so that a test that is over can be compared with those before.
struct BestScores {
  /// Finds the best score that a store has of such a test; nil where there is no file.
  var find: ((TestSeries) -> TestScore?)?
  /// The best score before the test that was over last.
  private(set) var before: TestScore?
  private var known: [String: TestScore] = [:]

  mutating func take(_ series: TestSeries, by participant: String) {
    guard let byLevel = series.preset.isScoredByLevel else { return before = nil }
    let score = TestScore(series)
    let key = "\(participant)/\(series.preset.name)/\(byLevel ? 0 : series.plan.count)"
    before = find.map { $0(series) } ?? known[key]
    if known[key].map({ score.isBetter(than: $0, byLevel: byLevel) }) ?? true { known[key] = score }
  }
}

/// All tests with what they came to.
struct ResultsTally: TrialTally {
  /// One test, from its first trial on.
  struct Row: Sendable {
    let name: String
    let participant: String
    /// When it began, as ISO 8601 writes it.
    let date: String
    let session: Int
    /// How many numerals its first trial had.
    fileprivate let count: Int
    fileprivate(set) var score = TestScore()
    fileprivate(set) var isComplete = false
    /// What a procedure has found last, and how sure it was.
    fileprivate(set) var estimate: Double?
    fileprivate var deviation: Double?
  }

  /// What the trials of one test have in common.
  private enum Key: Hashable {
    case name(String)
    /// Before version 3 nothing said which trials made one test.
    case block(Int, session: Int, participant: String, test: String?)
  }

  private(set) var rows: [Row] = []
  private var places: [Key: Int] = [:]
  /// Held, because the next trial usually belongs to it, too.
  private var last: (key: Key, place: Int)?

  mutating func add(_ trial: ReadTrial) {
    let (values, session) = (trial.values, trial.session)
    let key =
      values.testId.map(Key.name)
      ?? .block(
        values.block, session: session, participant: trial.participant, test: values.test)
    let place = (last?.key == key ? last?.place : places[key]) ?? rows.count
    last = (key, place)
    if place == rows.count {
      places[key] = place
      rows.append(
        Row(
          name: values.test ?? "", participant: trial.participant, date: values.onsetDate,
          session: session, count: values.count))
    }
    rows[place].score.add(isPassed: trial.isPassed, count: values.count)
    rows[place].isComplete = values.testComplete == 1
    rows[place].estimate = values.estimate.flatMap(Double.init)
    rows[place].deviation = values.estimateDeviation.flatMap(Double.init)
  }

  /// The best score of the tests up to each, of the same participant in the same test; where the
  /// level doesn't change, with as many numerals.
  var bests: [TestScore] {
    var bests: [[String]: TestScore] = [:]
    return rows.map { row in
      let count = row.isScoredByLevel ? "" : "\(row.count)"
      let key = [row.name, row.participant, count]
      if row.isComplete,
        bests[key].map({ row.score.isBetter(than: $0, byLevel: row.isScoredByLevel) }) ?? true
      {
        bests[key] = row.score
      }
      return bests[key] ?? row.score
    }
  }
}

extension ResultsTally.Row {
  /// Whether the level counts, and not how many trials were passed.
  var isScoredByLevel: Bool { TestPreset.named(name)?.isScoredByLevel ?? false }
}

/// What the finished tests of one kind have found: spans or holds.
struct FoundLevels: Sendable {
  let isHold: Bool
  /// From where to where the tests can find anything.
  private let range: ClosedRange<Double>
  /// Holds are taken as their logarithms.
  private var levels = MeanTally()
  private var deviation: Double?

  fileprivate init(_ course: TestPreset.Course) {
    isHold = course == .procedure(.hold)
    let counts = course == .procedure(.span) ? SpanQuest.counts : 0...40
    range = isHold ? HoldQuest.range : Double(counts.lowerBound)...Double(counts.upperBound)
  }

  fileprivate mutating func add(_ row: ResultsTally.Row) {
    let level = row.estimate ?? (row.isScoredByLevel ? Double(row.score.level) : nil)
    guard let level else { return }
    levels.add(isHold ? log(level) : level)
    deviation = row.deviation
  }

  var testCount: Int { levels.count }
  /// The mean of the tests, of holds the geometric one.
  var mean: Double? { (try? levels.mean()).map { isHold ? exp($0) : $0 } }
  /// The interval of the mean, as far as the tests can find it; of one test, that of its posterior.
  var interval: Interval? {
    guard let mean = try? levels.mean() else { return nil }
    let estimate =
      testCount == 1 ? deviation.map { Estimate(mean, error: $0) } : try? levels.estimate()
    return (isHold ? estimate?.mapped(by: exp) : estimate)?.interval.clamped(to: range)
  }
}

extension ResultsTally {
  /// What the finished tests of a name have found, in parts; nothing where they seek nothing.
  func levels(of name: String, by part: (Row) -> Int) -> [Int: FoundLevels] {
    guard let course = TestPreset.named(name)?.course else { return [:] }
    var levels: [Int: FoundLevels] = [:]
    for row in rows where row.name == name && row.isComplete {
      levels[part(row), default: FoundLevels(course)].add(row)
    }
    return levels.filter { $0.value.testCount > 0 }
  }
}

extension TestPreset {
  /// Whether the level counts, and not how many trials were passed; nil where an estimate does.
  var isScoredByLevel: Bool? { if case .procedure = course { nil } else { course.hasLevels } }
}

/// How participants learn, test by test.
struct LearningTally: TrialTally {
  /// The shares of the sessions of a participant, by the test and the code.
  private(set) var sessions: [String: [String: [Int: Proportion]]] = [:]

  mutating func add(_ trial: ReadTrial) {
    sessions[trial.test ?? "", default: [:]][trial.participant, default: [:]][
      trial.session, default: Proportion()
    ].add(isPassed: trial.isPassed)
  }
}
