extension MemoryModel {
  /// Returns the exact probability that a trial is passed.
  ///
  /// Reaction times are the medians. With a `nil` hold, the first press is made while the numerals
  /// are visible, and masks them.
  func passProbability(
    numeralCount: Int, hold: Double?, latencies: PressLatencies
  ) -> Double {
    let mean = meanHeld(hold: hold)
    return passProbability(numeralCount: numeralCount, hold: hold, latencies: latencies) {
      NormalDistribution.cumulative((Double($0) - 0.5 - mean) / spread)
    }
  }

  /// Returns the probability with a function that returns how likely fewer numerals are remembered
  /// than a position, which memories with the same capacity share.
  func passProbability(
    numeralCount: Int, hold: Double?, latencies: PressLatencies,
    heldBelow: (_ position: Int) -> Double
  ) -> Double {
    var knownShare = 1.0
    var forgottenShare = 0.0
    var below = 0.0
    for position in 1..<max(1, numeralCount) {
      let leftCount = numeralCount - position + 1
      let held = heldBelow(position)
      forgottenShare += (held - below) * knownShare
      below = held
      let isSeen = hold == nil && position == 1
      let laterCount = hold == nil ? position - 2 : position - 1
      let start = hold == nil ? latencies.later : latencies.first
      let seconds = start + latencies.later * Double(laterCount)
      let known = isSeen ? 1 : retained(seconds: seconds)
      knownShare *= right(known: known, leftCount: leftCount)
      forgottenShare *= right(known: isSeen ? 1 : 0, leftCount: leftCount)
    }
    return forgottenShare + (1 - below) * knownShare
  }
}
