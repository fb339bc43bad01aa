import Game
import Glibc
package import Science

/// The mean span or hold that finished adaptive tests have estimated.
///
///     if let level = test.level { print(level.isHold ? "hold" : "span", level.mean) }
package struct FoundLevel: Equatable, Sendable {
  /// `true` for a hold in milliseconds, `false` for a span in numerals.
  package let isHold: Bool
  /// The number of tests in the mean.
  package let testCount: Int
  /// The number of participants whose means are averaged; `nil` for a single one.
  package let participantCount: Int?
  /// The mean of the tests, or of the participants; `nil` if all tests are outside of the range.
  ///
  /// For holds it is the geometric mean.
  package let mean: Double?
  /// The interval of the mean, limited to the range of the tests; for a single test, that of its
  /// estimate.
  package let interval: Interval?
  /// The interval before it was limited; `nil` if the mean has none.
  package let uncutInterval: Interval?
  /// The tests that are in no mean, because their values lie outside of the range.
  package var outside = Outside()

  /// The tests whose values lie outside of the range.
  ///
  ///     print(level.outside.count, "tests outside the range")
  package struct Outside: Equatable, Sendable {
    /// The numbers of tests with a value below and above the range.
    package var belowCount = 0
    package var aboveCount = 0
    /// The estimate of the last of these tests, below or above which its value lies.
    package var bound: Double?

    package init() {}

    package var count: Int { belowCount + aboveCount }
  }
}

extension ResultsTally {
  /// Returns the levels found by finished tests of a kind, by group of tests.
  ///
  /// Returns an empty dictionary for a test that seeks no level.
  func levels(of kind: TestKind, by group: (Test) -> Int) -> [Int: FoundLevel] {
    guard let course = TestPreset.named(kind.test)?.course, course.trainingCount == 0 else {
      return [:]
    }
    var tallies: [Int: LevelTally] = [:]
    for test in tests where test.kind == kind && test.isComplete {
      tallies[group(test), default: LevelTally(course)].add(test)
    }
    return tallies.compactMapValues(\.level)
  }
}

/// Collects the results of tests of one kind for ``FoundLevel``.
private struct LevelTally {
  private let isHold: Bool
  /// The range of possible results.
  private let range: ClosedRange<Double>
  /// The results of each participant; for holds, their logarithms.
  private var levels: [String: MeanTally] = [:]
  private var testCount = 0
  /// The interval of the last result.
  private var interval: Interval?
  private var outside = FoundLevel.Outside()

  init(_ course: TestPreset.Course) {
    isHold = course == .procedure(.hold)
    let counts = course == .procedure(.span) ? SpanQuest.counts : 0...40
    range = isHold ? HoldQuest.range : Double(counts.lowerBound)...Double(counts.upperBound)
  }

  /// Adds the result of a test; does nothing if it has none.
  mutating func add(_ test: ResultsTally.Test) {
    let level = test.estimate ?? (test.isScoredByLevel ? Double(test.score.level) : nil)
    guard let level else { return }
    if let end = test.beyond {
      if end == .lower { outside.belowCount += 1 } else { outside.aboveCount += 1 }
      outside.bound = level
      return
    }
    levels[test.participant, default: MeanTally()].add(isHold ? log(level) : level)
    testCount += 1
    interval = test.interval
  }

  var level: FoundLevel? {
    let isOverParticipants = levels.count > 1
    let units =
      isOverParticipants
      ? MeanTally(levels.sorted { $0.key < $1.key }.compactMap { try? $0.value.mean() })
      : levels.first?.value ?? MeanTally()
    let mean = try? units.mean()
    guard mean != nil || outside.count > 0 else { return nil }
    let estimate = try? units.shownEstimate()
    let scaled = isHold ? estimate?.mapped(by: exp) : estimate
    let uncut = testCount == 1 ? interval : scaled?.interval
    return FoundLevel(
      isHold: isHold, testCount: testCount,
      participantCount: isOverParticipants ? levels.count : nil,
      mean: isHold ? mean.map(exp) : mean, interval: uncut?.clamped(to: range),
      uncutInterval: uncut, outside: outside)
  }
}
