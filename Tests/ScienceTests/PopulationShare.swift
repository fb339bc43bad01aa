@testable import Science

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

extension NormalGrid {
  fileprivate func average(_ function: (Double) -> Double) -> Double {
    zip(scores, weights).reduce(0) { $0 + $1.1 * function($1.0) }
  }
}
