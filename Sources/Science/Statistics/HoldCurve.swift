import Glibc

/// How passing grows with the time for which numerals can be seen (Wichmann & Hill 2001).
///
/// The probability is `guess + (1 - guess - lapse) / (1 + exp(-slope * (ln hold - ln threshold)))`:
/// guessing passes some, and inattention fails some whatever the hold.
package struct HoldCurve: Equatable, Sendable {
  package let guess: Double
  package let lapse: Double
  package let slope: Double
  package let slopeError: Double
  package let logLikelihood: Double
  package let deviance: Double
  package let iterationCount: Int
  /// The logarithm of the threshold, and its error.
  private let logThreshold: Double
  private let logThresholdError: Double

  /// Fits the curve to the trials at each hold.
  package init(_ holds: [CurvePoint], guess: Double, lapse: Double = 0.02) throws(StatisticFault) {
    guard guess >= 0, lapse >= 0, guess + lapse < 1 else { throw .impossible(.probability) }
    var points: [CurvePoint] = []
    for hold in holds {
      guard hold.place > 0, hold.place < .infinity else { throw .impossible(.hold) }
      points.append(CurvePoint(place: log(hold.place), hold.proportion))
    }
    let curve = try BinomialCurve(points, floor: guess, ceiling: 1 - lapse)
    guard curve.slope > 0 else { throw .notRising }
    self.guess = guess
    self.lapse = lapse
    slope = curve.slope
    slopeError = sqrt(curve.slopeVariance)
    logLikelihood = curve.logLikelihood
    deviance = curve.deviance
    iterationCount = curve.iterationCount
    logThreshold = -curve.intercept / curve.slope
    let variance =
      curve.interceptVariance + logThreshold * logThreshold * curve.slopeVariance
      + 2 * logThreshold * curve.covariance
    logThresholdError = sqrt(max(0, variance)) / curve.slope
  }

  /// The hold with which half of what can be won is won.
  package func threshold(confidence: Double = 0.95) -> Estimate {
    let interval = Interval(around: logThreshold, error: logThresholdError, confidence: confidence)
    return Estimate(logThreshold, interval).mapped(by: exp)
  }

  /// The probability of passing with a hold.
  package func probability(hold: Double) -> Double {
    guess + (1 - guess - lapse) / (1 + exp(-slope * (log(hold) - logThreshold)))
  }
}

/// How passing grows from session to session: logit p = intercept + slope * session.
package struct LearningCurve: Equatable, Sendable {
  package let intercept: Double
  /// What each session adds to the logarithm of the odds.
  package let slope: Double
  package let interceptError: Double
  package let slopeError: Double
  package let logLikelihood: Double
  package let deviance: Double
  package let iterationCount: Int

  /// Fits the curve by iteratively reweighted least squares; a session's place is its number.
  package init(_ sessions: [CurvePoint]) throws(StatisticFault) {
    let curve = try BinomialCurve(sessions)
    intercept = curve.intercept
    slope = curve.slope
    interceptError = sqrt(curve.interceptVariance)
    slopeError = sqrt(curve.slopeVariance)
    logLikelihood = curve.logLikelihood
    deviance = curve.deviance
    iterationCount = curve.iterationCount
  }

  /// By what each session multiplies the odds.
  package func oddsRatio(confidence: Double = 0.95) -> Estimate {
    let interval = Interval(around: slope, error: slopeError, confidence: confidence)
    return Estimate(slope, interval).mapped(by: exp)
  }

  /// The probability of passing in a session.
  package func probability(session: Double) -> Double {
    1 / (1 + exp(-(intercept + slope * session)))
  }
}
