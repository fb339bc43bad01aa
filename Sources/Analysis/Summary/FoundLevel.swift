import Game
import Glibc
package import Science

/// The mean span or hold that finished adaptive tests have estimated.
///
///     if let level = test.level { print(level.isHold ? "hold" : "span", level.mean) }
package struct FoundLevel: Equatable, Sendable {
  /// `true` for a hold in milliseconds, `false` for a span in numerals.
  package let isHold: Bool
  package let testCount: Int
  /// The number of participants whose means are averaged; `nil` for a single one.
  package let participantCount: Int?
  /// The mean of the tests, or of the participants; for holds the geometric mean.
  package let mean: Double
  /// The interval of the mean, limited to the range of the tests; for a single test, that of its
  /// estimate.
  package let interval: Interval?
  /// The interval before it was limited; `nil` if the mean has none.
  package let uncutInterval: Interval?
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
  /// The standard deviation of the last result.
  private var deviation: Double?

  init(_ course: TestPreset.Course) {
    isHold = course == .procedure(.hold)
    let counts = course == .procedure(.span) ? SpanQuest.counts : 0...40
    range = isHold ? HoldQuest.range : Double(counts.lowerBound)...Double(counts.upperBound)
  }

  /// Adds the result of a test; does nothing if it has none.
  mutating func add(_ test: ResultsTally.Test) {
    let level = test.estimate ?? (test.isScoredByLevel ? Double(test.score.level) : nil)
    guard let level else { return }
    levels[test.participant, default: MeanTally()].add(isHold ? log(level) : level)
    testCount += 1
    deviation = test.deviation
  }

  var level: FoundLevel? {
    let isOverParticipants = levels.count > 1
    let units =
      isOverParticipants
      ? MeanTally(levels.sorted { $0.key < $1.key }.compactMap { try? $0.value.mean() })
      : levels.first?.value ?? MeanTally()
    guard let mean = try? units.mean() else { return nil }
    let estimate =
      testCount == 1 ? deviation.map { Estimate(mean, error: $0) } : try? units.estimate()
    let scaled = isHold ? estimate?.mapped(by: exp) : estimate
    return FoundLevel(
      isHold: isHold, testCount: testCount,
      participantCount: isOverParticipants ? levels.count : nil,
      mean: isHold ? exp(mean) : mean, interval: scaled?.interval.clamped(to: range),
      uncutInterval: scaled?.interval)
  }
}
