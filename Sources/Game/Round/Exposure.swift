/// When the numerals of a round could be seen on a terminal.
///
/// Times are in milliseconds since the onset. All are `nil` where there is no terminal, and in
/// rounds that were recorded before the columns existed.
package struct Exposure: Equatable, Sendable {
  /// When the program began to write the numerals.
  package var shown: Int?
  /// When the terminal's answer to the numerals arrived.
  package var acknowledged: Int?
  /// The time between the terminal's answers to the numerals and to the mask.
  package var acknowledgedHold: Int?
  /// How many keys were dropped between the fixation mark and the mask; `nil` in rounds of earlier
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

/// What a terminal is asked about.
package enum ExposurePart { case numerals, mask }

/// How precisely a hold was kept.
package struct HoldAccuracy: Equatable, Sendable {
  /// A trial whose hold is further off than both of these does not count.
  private static let tolerance = (milliseconds: 20, fraction: 0.1)

  package let requested: Int
  package let measured: Int

  package init(requested: Int, measured: Int) {
    self.requested = requested
    self.measured = measured
  }

  /// Whether the numerals were seen as long as they should have been.
  package var isMet: Bool {
    let error = (measured - requested).magnitude
    return error <= Self.tolerance.milliseconds
      || Double(error) <= Double(requested) * Self.tolerance.fraction
  }
}
