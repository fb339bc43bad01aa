/// The measured times at which a terminal showed the numerals of a round.
///
/// Times are in milliseconds since the onset, the moment at which the numerals were shown. All are
/// `nil` without a terminal, and in rounds stored by versions that did not measure them.
///
///     let exposure = Exposure(shown: 12, earlyInputs: 0)
///     exposure.measuredShown  // Optional(12)
///     Exposure(shown: 12).measuredShown  // nil: the round is from before the column existed
package struct Exposure: Equatable, Sendable {
  /// The time at which the program began to write the numerals.
  package var shown: Int?
  /// The time at which the terminal acknowledged that it had shown the numerals.
  package var acknowledged: Int?
  /// The time between the terminal's acknowledgements of the numerals and of the mask.
  package var acknowledgedHold: Int?
  /// The number of keys ignored between the fixation mark and the mask; `nil` in rounds of early
  /// versions.
  package var earlyInputs: Int?

  package init(
    shown: Int? = nil, acknowledged: Int? = nil, acknowledgedHold: Int? = nil,
    earlyInputs: Int? = nil
  ) {
    self.shown = shown
    self.acknowledged = acknowledged
    self.acknowledgedHold = acknowledgedHold
    self.earlyInputs = earlyInputs
  }

  /// The start time from which the hold is measured; in rounds of early versions, the onset.
  package var measuredShown: Int? { earlyInputs == nil ? nil : shown }
}

/// The output that a terminal is asked to acknowledge: the numerals or the mask.
///
///     _ = try session.handle(.exposure(.acknowledged(.numerals)), at: 1_015)
package enum ExposurePart { case numerals, mask }

/// The time for which the numerals were visible, compared with the requested time, the hold.
///
///     HoldAccuracy(requested: 210, measured: 212).isMet  // true
///     HoldAccuracy(requested: 210, measured: 400).isMet  // false
package struct HoldAccuracy: Equatable, Sendable {
  /// The allowed error of a hold, in milliseconds and as a fraction; the larger one applies.
  private static let tolerance = (milliseconds: 20, fraction: 0.1)

  package let requested: Int
  package let measured: Int

  package init(requested: Int, measured: Int) {
    self.requested = requested
    self.measured = measured
  }

  /// `true` if the hold is within 20 ms or 10 % of the requested one.
  package var isMet: Bool {
    let error = (measured - requested).magnitude
    return error <= Self.tolerance.milliseconds
      || Double(error) <= Double(requested) * Self.tolerance.fraction
  }
}
