import Science

/// The median, the standard deviation and the range of measured times.
///
///     let figures = TimingFigures([4, 1, 2])
///     figures?.median  // Optional(2.0)
///     figures?.most  // Optional(4.0)
///     TimingFigures([]) == nil  // true
package struct TimingFigures: Equatable, Sendable {
  package let count: Int
  package let median: Double
  /// The standard deviation; `nil` for a single value.
  package let deviation: Double?
  package let least: Double
  package let most: Double

  /// Computes the statistics; returns `nil` without values.
  package init?(_ values: [Double]) {
    let sorted = values.sorted()
    guard let least = sorted.first, let most = sorted.last else { return nil }
    count = sorted.count
    self.least = least
    self.most = most
    median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    deviation = try? MeanTally(sorted).deviation()
  }
}
