import Glibc
@testable import Science

extension HoldCurve {
  /// Returns the time at which half of the trials are passed, apart from guesses and lapses, with
  /// the interval that the variances of the curve give it.
  func threshold() -> Estimate {
    let logThreshold = -logistic.intercept / logistic.slope
    let variance =
      logistic.interceptVariance + logThreshold * logThreshold * logistic.slopeVariance
      + 2 * logThreshold * logistic.covariance
    return Estimate(logThreshold, error: sqrt(max(0, variance)) / logistic.slope).mapped(by: exp)
  }
}
