import Glibc

/// A fitted line on the scale of log odds, with the covariances of its coefficients.
struct CurveLine {
  let intercept: Double
  let slope: Double
  let interceptVariance: Double
  let slopeVariance: Double
  let covariance: Double

  /// Returns the value of the line at a position, with its interval.
  func height(at position: Double, confidence: Double) -> Estimate {
    Estimate(intercept + slope * position, error: error(at: position), confidence: confidence)
  }

  /// Returns the position at which the line has a value, by the delta method.
  ///
  /// Throws `notRising` for a flat line.
  func point(where height: Double) throws(ScienceError) -> Estimate {
    guard slope != 0 else { throw .notRising }
    let position = (height - intercept) / slope
    return Estimate(position, error: error(at: position) / abs(slope))
  }

  private func error(at position: Double) -> Double {
    let variance =
      interceptVariance + 2 * position * covariance + position * position * slopeVariance
    return max(0, variance).squareRoot()
  }
}

extension LogisticCurve {
  private var line: CurveLine {
    CurveLine(
      intercept: intercept, slope: slope, interceptVariance: interceptVariance,
      slopeVariance: slopeVariance, covariance: covariance)
  }

  /// Returns the probability at a position, with its confidence interval.
  ///
  /// The interval is Wald's on the scale of the line, so that it always lies between floor and
  /// ceiling.
  public func estimate(at position: Double, confidence: Double = 0.95) -> Estimate {
    line.height(at: position, confidence: confidence).mapped { height in
      floor + (ceiling - floor) / (1 + exp(-height))
    }
  }

  /// Returns the position at which the probability is reached, by the delta method.
  ///
  /// Throws `impossible` for a probability that is not between floor and ceiling, and `notRising`
  /// for a flat curve.
  public func point(where probability: Double = 0.5) throws(ScienceError) -> Estimate {
    guard probability > floor, probability < ceiling else { throw .impossible(.probability) }
    let share = (probability - floor) / (ceiling - floor)
    return try line.point(where: log(share / (1 - share)))
  }
}

extension HoldCurve {
  /// The probability that guessing passes a trial.
  public var guess: Double { logistic.floor }

  /// The probability that a trial fails even if numerals are shown for a long time.
  public var lapse: Double { 1 - logistic.ceiling }

  /// Returns the time at which a proportion of trials is passed, with its interval.
  ///
  /// Guesses and lapses are included. For one half, replies call this the "hold for half". The
  /// interval is computed for the logarithm. Throws `impossible` for a share that guessing alone
  /// reaches, or that lapses prevent.
  public func hold(where probability: Double = 0.5) throws(ScienceError) -> Estimate {
    try logistic.point(where: probability).mapped(by: exp)
  }

  /// Returns the probability of a pass for a time, with its confidence interval.
  public func estimate(hold: Double, confidence: Double = 0.95) -> Estimate {
    logistic.estimate(at: log(hold), confidence: confidence)
  }
}

extension LearningCurve {
  /// Returns the probability of a pass in a session, with its confidence interval.
  public func estimate(session: Double, confidence: Double = 0.95) -> Estimate {
    logistic.estimate(at: session, confidence: confidence)
  }
}
