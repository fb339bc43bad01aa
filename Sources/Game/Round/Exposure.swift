/// The times at which the numerals of a round could be seen on a terminal.
///
/// Times are in milliseconds since the onset. All are `nil` where there is no terminal, and in
/// rounds that were recorded before the columns existed.
///
///     let exposure = Exposure(shown: 12, earlyInputs: 0)
///     exposure.measuredShown  // Optional(12)
///     Exposure(shown: 12).measuredShown  // nil: the round is from before the column existed
package struct Exposure: Equatable, Sendable {
  /// The time at which the program began to write the numerals.
  package var shown: Int?
  /// The time at which the terminal's answer to the numerals arrived.
  package var acknowledged: Int?
  /// The time between the terminal's answers to the numerals and to the mask.
  package var acknowledgedHold: Int?
  /// The number of keys dropped between the fixation mark and the mask; `nil` in rounds of earlier
  /// versions, which dropped none.
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

  /// The beginning of the measured hold; earlier versions measured it from the onset.
  package var measuredShown: Int? { earlyInputs == nil ? nil : shown }
}

/// The output after which a terminal is asked to acknowledge that it has read it.
///
///     _ = try session.handle(.exposure(.acknowledged(.numerals)), at: 1_015)
package enum ExposurePart { case numerals, mask }

/// The measured length of a hold compared with the requested one.
///
///     HoldAccuracy(requested: 210, measured: 212).isMet  // true
///     HoldAccuracy(requested: 210, measured: 400).isMet  // false
package struct HoldAccuracy: Equatable, Sendable {
  /// The largest error of a hold that counts: the larger one of these two.
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
