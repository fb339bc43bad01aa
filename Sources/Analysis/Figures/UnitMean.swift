package import Science

/// The mean of a number of values, one for each unit, with Student's interval.
///
/// The units are the participants where there are several, and otherwise the trials of the one.
///
/// ```swift
/// let mean = UnitMean(MeanTally([0.4, 0.5, 0.9]), limits: 0...1)
/// mean.value         // 0.6
/// mean.interval      // 0 to 1, where Student's interval leaves the limits
/// ```
package struct UnitMean: Equatable, Sendable {
  package let count: Int
  /// The mean; `nil` without a value.
  package let value: Double?
  /// The standard deviation between the units; `nil` below two.
  package let deviation: Double?
  /// The mean with its interval; a failure below two different values.
  package let estimate: Result<Estimate, StatisticFault>
  /// The interval as it was before it was cut at the limits; `nil` where the mean has none.
  package let uncutInterval: Interval?

  /// Computes the mean; its interval is cut at the limits of the figure.
  package init(_ tally: MeanTally, limits: ClosedRange<Double> = -.infinity ... .infinity) {
    count = tally.count
    value = try? tally.mean()
    deviation = try? tally.deviation()
    let uncut = Result { () throws(StatisticFault) in try tally.estimate() }
    estimate = uncut.map { Estimate($0.value, $0.interval.clamped(to: limits)) }
    uncutInterval = (try? uncut.get())?.interval
  }

  /// Computes the mean of the participants' shares.
  init(_ shares: ParticipantShares) {
    count = shares.participantCount
    value = try? shares.mean()
    deviation = try? shares.deviation()
    estimate = Result { () throws(StatisticFault) in try shares.estimate() }
    uncutInterval = (try? shares.uncutEstimate())?.interval
  }

  /// The interval of the mean; `nil` where it has none.
  package var interval: Interval? { (try? estimate.get())?.interval }

  /// Returns the mean over participants, or over the trials of a single one.
  static func over(
    _ participants: [MeanTally], limits: ClosedRange<Double>, overParticipants: Bool
  ) -> UnitMean {
    guard overParticipants else {
      return UnitMean(participants.first ?? MeanTally(), limits: limits)
    }
    return UnitMean(MeanTally(participants.compactMap { try? $0.mean() }), limits: limits)
  }
}
