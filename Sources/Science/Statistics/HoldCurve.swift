import Glibc

/// How passing grows with the time for which numerals can be seen (Wichmann & Hill 2001).
///
/// The probability is `guess + (1 - guess - lapse) / (1 + exp(-slope * (ln hold - ln threshold)))`:
/// guessing passes some, and inattention fails some whatever the hold.
package struct HoldCurve: Equatable, Sendable {
  /// The curve over the logarithm of the hold.
  package let logistic: LogisticCurve

  /// Fits the curve to the trials at each hold.
  package init(_ holds: [CurvePoint], guess: Double, lapse: Double = 0.02) throws(StatisticFault) {
    guard guess >= 0, lapse >= 0, guess + lapse < 1 else { throw .impossible(.probability) }
    var points: [CurvePoint] = []
    for hold in holds {
      guard hold.place > 0, hold.place < .infinity else { throw .impossible(.hold) }
      points.append(CurvePoint(place: log(hold.place), hold.proportion))
    }
    logistic = try LogisticCurve(points, floor: guess, ceiling: 1 - lapse)
    guard logistic.slope > 0 else { throw .notRising }
  }

  /// The hold with which half of what can be won is won.
  package func threshold() -> Estimate {
    let place = -logistic.intercept / logistic.slope
    let variance =
      logistic.interceptVariance + place * place * logistic.slopeVariance
      + 2 * place * logistic.covariance
    return Estimate(place, error: sqrt(max(0, variance)) / logistic.slope).mapped(by: exp)
  }

  /// The probability of passing with a hold.
  package func probability(hold: Double) -> Double { logistic.probability(at: log(hold)) }
}

/// How passing grows from session to session: logit p = intercept + slope * session.
package struct LearningCurve: Equatable, Sendable {
  /// The curve over the session's number; its slope is what each adds to the logarithm of the odds.
  package let logistic: LogisticCurve

  /// Fits the curve by iteratively reweighted least squares; a session's place is its number.
  package init(_ sessions: [CurvePoint]) throws(StatisticFault) {
    logistic = try LogisticCurve(sessions)
  }

  /// By what each session multiplies the odds.
  package func oddsRatio() -> Estimate {
    Estimate(logistic.slope, error: sqrt(logistic.slopeVariance)).mapped(by: exp)
  }

  /// The probability of passing in a session.
  package func probability(session: Double) -> Double { logistic.probability(at: session) }
}
