import Science

/// What the self-test of a terminal has measured, in milliseconds.
package struct TimingSample: Equatable, Sendable {
  /// How long it took from writing a question to the terminal's answer; none where it gives none.
  package var roundTrips: [Double] = []
  /// How long the holds were that were to last as long as `requestedHold`.
  package var holds: [Double] = []
  package let requestedHold: Int

  package init(requestedHold: Int) { self.requestedHold = requestedHold }

  /// The figures of the round trips; nil where the terminal gives no answer.
  package var roundTripFigures: TimingFigures? { TimingFigures(roundTrips) }

  /// The figures of the holds; nil without a hold.
  package var holdFigures: TimingFigures? { TimingFigures(holds) }
}

/// The middle, the spread and the ends of some values.
package struct TimingFigures: Equatable, Sendable {
  package let count: Int
  package let median: Double
  /// The standard deviation; nil for a single value.
  package let deviation: Double?
  package let least: Double
  package let most: Double

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
