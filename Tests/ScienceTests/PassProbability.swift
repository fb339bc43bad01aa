@testable import Science

extension MemoryModel {
  /// Returns the exact probability that a trial is passed.
  ///
  /// Reaction times are the medians. With a `nil` hold, the first press is made while the numerals
  /// are visible, and masks them.
  func passProbability(
    numeralCount: Int, hold: Double?, latencies: PressLatencies
  ) -> Double {
    let mean = meanHeld(hold: hold)
    var knownShare = 1.0
    var forgottenShare = 0.0
    var below = 0.0
    for position in 1..<max(1, numeralCount) {
      let leftCount = numeralCount - position + 1
      let held = NormalDistribution.cumulative((Double(position) - 0.5 - mean) / spread)
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

extension Population {
  /// Returns the probability that a random person passes a trial.
  ///
  /// A `nil` hold means that the first press masks the numerals.
  func passProbability(numeralCount: Int, hold: Double?) -> Double {
    NormalGrid().average { score in
      person(score: score).passProbability(
        numeralCount: numeralCount, hold: hold, latencies: latencies)
    }
  }
}

/// A grid of equal steps over the normal distribution, to average over people.
///
/// For a smooth function their sum is exact to rounding; a step of 0.01 is small enough if the
/// spread within a person is at least a hundredth of that between people.
struct NormalGrid {
  let scores: [Double]
  let weights: [Double]

  init(step: Double = 0.01, reach: Double = 6.5) {
    let half = Int((reach / step).rounded())
    scores = (-half...half).map { Double($0) * step }
    let densities = scores.map(NormalDistribution.density)
    let sum = densities.reduce(0, +)
    weights = densities.map { $0 / sum }
  }

  func average(_ function: (Double) -> Double) -> Double {
    zip(scores, weights).reduce(0) { $0 + $1.1 * function($1.0) }
  }
}
