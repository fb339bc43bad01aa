import Glibc

/// The probability of passing as a function of the hold (Wichmann & Hill 2001).
///
/// The probability is `guess + (1 - guess - lapse) / (1 + exp(-slope * (ln hold - ln threshold)))`:
/// guessing passes some, and inattention fails some whatever the hold.
///
///     let points = try [(100.0, 2), (210.0, 6), (650.0, 9)].map { hold, passed in
///       CurvePoint(position: hold, try Proportion(passed, of: 10))
///     }
///     let curve = try HoldCurve(points, guess: 0.01)
///     curve.threshold().value  // 183.1, rounded
package struct HoldCurve: Equatable, Sendable {
  /// The curve over the logarithm of the hold.
  package let logistic: LogisticCurve

  /// Fits the curve to the trials at each hold; the position of a point is its hold.
  ///
  /// Throws `impossible` for holds or probabilities out of their ranges, the errors of
  /// ``LogisticCurve``, and `notRising` for a curve that falls.
  package init(_ holds: [CurvePoint], guess: Double, lapse: Double = 0.02) throws(StatisticFault) {
    guard guess >= 0, lapse >= 0, guess + lapse < 1 else { throw .impossible(.probability) }
    var points: [CurvePoint] = []
    for hold in holds {
      guard hold.position > 0, hold.position < .infinity else { throw .impossible(.hold) }
      points.append(CurvePoint(position: log(hold.position), hold.proportion))
    }
    logistic = try LogisticCurve(points, floor: guess, ceiling: 1 - lapse)
    guard logistic.slope > 0 else { throw .notRising }
  }

  /// Returns the hold at which the curve is halfway between guessing and lapses.
  package func threshold() -> Estimate {
    let logThreshold = -logistic.intercept / logistic.slope
    let variance =
      logistic.interceptVariance + logThreshold * logThreshold * logistic.slopeVariance
      + 2 * logThreshold * logistic.covariance
    return Estimate(logThreshold, error: sqrt(max(0, variance)) / logistic.slope).mapped(by: exp)
  }

  /// Returns the probability of passing with a hold.
  package func probability(hold: Double) -> Double { logistic.probability(at: log(hold)) }
}

/// The probability of passing by session: logit p = intercept + slope * session.
///
///     let sessions = try [3, 5, 8].enumerated().map { index, passed in
///       CurvePoint(position: Double(index + 1), try Proportion(passed, of: 10))
///     }
///     let curve = try LearningCurve(sessions)
///     curve.oddsRatio().value > 1  // true: the odds grow from session to session
package struct LearningCurve: Equatable, Sendable {
  /// The curve over the session's number; its slope is each session's addition to the log odds.
  package let logistic: LogisticCurve

  /// Fits the curve by iteratively reweighted least squares; a point's position is its session.
  package init(_ sessions: [CurvePoint]) throws(StatisticFault) {
    logistic = try LogisticCurve(sessions)
  }

  /// Returns the factor by which each session multiplies the odds.
  package func oddsRatio() -> Estimate {
    Estimate(logistic.slope, error: sqrt(logistic.slopeVariance)).mapped(by: exp)
  }

  /// Returns the probability of passing in a session.
  package func probability(session: Double) -> Double { logistic.probability(at: session) }
}
