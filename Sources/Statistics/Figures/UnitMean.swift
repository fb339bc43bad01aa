package import Science

/// A mean with Student's interval, over participants or over the trials of a single one.
///
/// ```swift
/// let mean = UnitMean(MeanTally([0.4, 0.5, 0.9]), limits: 0...1)
/// mean.value         // 0.6
/// mean.interval      // 0 to 1, where Student's interval leaves the limits
/// ```
package struct UnitMean: Equatable, Sendable {
  package let count: Int
  /// The mean; `nil` if there are no values.
  package let value: Double?
  /// The standard deviation between participants or trials; `nil` for fewer than two.
  package let deviation: Double?
  /// The mean with its interval; a failure if there are fewer than three values, or all are equal.
  package let estimate: Result<Estimate, ScienceError>

  /// Computes the mean; its interval is limited to `limits`.
  package init(_ tally: MeanTally, limits: ClosedRange<Double> = -.infinity ... .infinity) {
    count = tally.count
    value = try? tally.mean()
    deviation = try? tally.deviation()
    let uncut = Result { () throws(ScienceError) in try tally.shownEstimate() }
    estimate = uncut.map { Estimate($0.value, $0.interval.clamped(to: limits)) }
  }

  /// Computes the mean of the participants' proportions.
  init(_ shares: ParticipantShares) {
    count = shares.participantCount
    value = try? shares.mean()
    deviation = try? shares.deviation()
    let count = shares.participantCount
    estimate = Result { () throws(ScienceError) in
      try Interval.refuseFew(count)
      return try shares.estimate()
    }
  }

  /// The interval of the mean; `nil` if it has none.
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

extension Interval {
  /// Throws `tooFew` for one value or two, whose interval would be thirteen times as long as their
  /// distance.
  static func refuseFew(_ count: Int) throws(ScienceError) {
    guard count == 0 || count >= fewestValues else {
      throw .tooFew(count: count, needed: fewestValues)
    }
  }
}

extension MeanTally {
  /// Returns the mean with its Student interval, for a reply; throws `tooFew` below three values.
  func shownEstimate() throws(ScienceError) -> Estimate {
    try Interval.refuseFew(count)
    return try estimate()
  }
}

extension LatencyTally {
  /// Returns the mean with its Student interval, for a reply; throws `tooFew` below three times,
  /// and `tooWide`.
  func shownEstimate() throws(ScienceError) -> Estimate {
    try Interval.refuseFew(count)
    return try estimate().ofRatio()
  }
}
