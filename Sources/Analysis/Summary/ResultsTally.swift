import Archive
package import Game
import Glibc
package import Science

/// All tests with what they came to.
package struct ResultsTally: TrialTally {
  /// One test, from its first trial on.
  package struct Row: Sendable {
    package let name: String
    package let participant: String
    /// When it began, as ISO 8601 writes it.
    package let date: String
    package let session: Int
    /// How many numerals its first trial had.
    fileprivate let count: Int
    package fileprivate(set) var score = TestScore()
    package fileprivate(set) var isComplete = false
    /// What a procedure has found last, and how sure it was.
    package fileprivate(set) var estimate: Double?
    fileprivate var deviation: Double?
  }

  /// What the trials of one test have in common.
  private enum Key: Hashable {
    case name(String)
    /// Before version 3 nothing said which trials made one test.
    case block(Int, session: Int, participant: String, test: String?)
  }

  package private(set) var rows: [Row] = []
  private var places: [Key: Int] = [:]
  /// Held, because the next trial usually belongs to it, too.
  private var last: (key: Key, place: Int)?

  package init() {}

  package mutating func add(_ trial: ReadTrial) {
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
    rows[place].estimate = values.estimate.flatMap(ColumnRange.decimal)
    rows[place].deviation = values.estimateDeviation.flatMap(ColumnRange.decimal)
  }

  /// The best score of the tests up to each, of the same participant in the same test; where the
  /// level doesn't change, with as many numerals.
  package var bests: [TestScore] {
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
  package var isScoredByLevel: Bool { TestPreset.named(name)?.isScoredByLevel ?? false }
}

/// What the finished tests of one kind have found: spans or holds.
package struct FoundLevels: Sendable {
  package let isHold: Bool
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

  package var testCount: Int { levels.count }
  /// The mean of the tests, of holds the geometric one.
  package var mean: Double? { (try? levels.mean()).map { isHold ? exp($0) : $0 } }
  /// The interval of the mean, as far as the tests can find it; of one test, that of its posterior.
  package var interval: Interval? {
    guard let mean = try? levels.mean() else { return nil }
    let estimate =
      testCount == 1 ? deviation.map { Estimate(mean, error: $0) } : try? levels.estimate()
    return (isHold ? estimate?.mapped(by: exp) : estimate)?.interval.clamped(to: range)
  }
}

extension ResultsTally {
  /// What the finished tests of a name have found, in parts; nothing where they seek nothing.
  package func levels(of name: String, by part: (Row) -> Int) -> [Int: FoundLevels] {
    guard let course = TestPreset.named(name)?.course else { return [:] }
    var levels: [Int: FoundLevels] = [:]
    for row in rows where row.name == name && row.isComplete {
      levels[part(row), default: FoundLevels(course)].add(row)
    }
    return levels.filter { $0.value.testCount > 0 }
  }
}

/// How participants learn, test by test.
package struct LearningTally: TrialTally {
  /// The shares of the sessions of a participant, by the test and the code.
  package private(set) var sessions: [String: [String: [Int: Proportion]]] = [:]

  package init() {}

  package mutating func add(_ trial: ReadTrial) {
    sessions[trial.test ?? "", default: [:]][trial.participant, default: [:]][
      trial.session, default: Proportion()
    ].add(isPassed: trial.isPassed)
  }
}
