import Game
import Glibc
package import Science

/// The span or the hold that finished tests have found.
package struct FoundLevel: Equatable, Sendable {
  /// Whether it is a hold in milliseconds, and not a span.
  package let isHold: Bool
  package let testCount: Int
  /// The mean of the tests; of holds the geometric one.
  package let mean: Double
  /// The interval of the mean within the range of the tests; of one test, that of its posterior.
  package let interval: Interval?
}

extension ResultsTally {
  /// Returns the levels that the finished tests of a name have found, by groups of tests.
  ///
  /// Returns nothing for a test that seeks no level.
  func levels(of name: String, by group: (Test) -> Int) -> [Int: FoundLevel] {
    guard let course = TestPreset.named(name)?.course else { return [:] }
    var tallies: [Int: LevelTally] = [:]
    for test in tests where test.name == name && test.isComplete {
      tallies[group(test), default: LevelTally(course)].add(test)
    }
    return tallies.compactMapValues(\.level)
  }
}

/// Accumulates the levels that tests of one kind have found.
private struct LevelTally {
  private let isHold: Bool
  /// The levels that the tests can find.
  private let range: ClosedRange<Double>
  /// The levels; of holds their logarithms.
  private var levels = MeanTally()
  /// The standard deviation of the last posterior.
  private var deviation: Double?

  init(_ course: TestPreset.Course) {
    isHold = course == .procedure(.hold)
    let counts = course == .procedure(.span) ? SpanQuest.counts : 0...40
    range = isHold ? HoldQuest.range : Double(counts.lowerBound)...Double(counts.upperBound)
  }

  /// Adds the level of a test; does nothing if it has found none.
  mutating func add(_ test: ResultsTally.Test) {
    let level = test.estimate ?? (test.isScoredByLevel ? Double(test.score.level) : nil)
    guard let level else { return }
    levels.add(isHold ? log(level) : level)
    deviation = test.deviation
  }

  var level: FoundLevel? {
    guard let mean = try? levels.mean() else { return nil }
    let estimate =
      levels.count == 1 ? deviation.map { Estimate(mean, error: $0) } : try? levels.estimate()
    let scaled = isHold ? estimate?.mapped(by: exp) : estimate
    return FoundLevel(
      isHold: isHold, testCount: levels.count, mean: isHold ? exp(mean) : mean,
      interval: scaled?.interval.clamped(to: range))
  }
}
