package import Science

/// Times of presses in milliseconds: their geometric mean and its interval.
package struct Latency: Equatable, Sendable {
  /// The number of times in the mean.
  package let count: Int
  /// The number of presses whose time is not known.
  package let missingCount: Int
  /// The number of times that no press can have.
  package let impossibleCount: Int
  /// The geometric mean; nil without a time.
  package let mean: Double?
  /// The mean with its interval, or why it has none.
  package let estimate: Result<Estimate, StatisticFault>

  package init(_ tally: LatencyTally) {
    count = tally.count
    missingCount = tally.missingCount
    impossibleCount = tally.impossibleCount
    mean = try? tally.geometricMean()
    estimate = Result { () throws(StatisticFault) in try tally.estimate() }
  }

  package var interval: Interval? { (try? estimate.get())?.interval }
}
