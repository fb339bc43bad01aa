import Glibc

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
    return Estimate(exp(slope), interval.mapped(by: exp))
  }

  /// The probability of passing in a session.
  package func probability(session: Double) -> Double {
    1 / (1 + exp(-(intercept + slope * session)))
  }
}
