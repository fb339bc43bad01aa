package import Science

/// The geometric mean of the times of presses, in milliseconds.
package struct Latency: Equatable, Sendable {
  /// The number of times in the mean.
  package let count: Int
  /// The number of presses whose time is unknown.
  package let missingCount: Int
  /// The number of times that were skipped because they are 0 or negative.
  package let impossibleCount: Int
  /// The geometric mean; `nil` without a time.
  package let mean: Double?
  /// The mean with its interval; a failure below two different times.
  package let estimate: Result<Estimate, StatisticFault>

  package init(_ tally: LatencyTally) {
    count = tally.count
    missingCount = tally.missingCount
    impossibleCount = tally.impossibleCount
    mean = try? tally.geometricMean()
    estimate = Result { () throws(StatisticFault) in try tally.estimate() }
  }

  /// The interval of the mean; `nil` where it has none.
  package var interval: Interval? { (try? estimate.get())?.interval }
}
