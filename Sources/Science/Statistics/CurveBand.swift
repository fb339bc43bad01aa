import Glibc

/// A line that was fitted on a transformed scale, with the errors of its two numbers.
struct CurveLine {
  let intercept: Double
  let slope: Double
  let interceptVariance: Double
  let slopeVariance: Double
  let covariance: Double

  /// The height at a place, with its interval.
  func height(at place: Double, confidence: Double) -> Estimate {
    Estimate(intercept + slope * place, error: error(at: place), confidence: confidence)
  }

  /// The place where the line has a height, by the delta method; throws `notRising` where it is flat.
  func point(where height: Double) throws(StatisticFault) -> Estimate {
    guard slope != 0 else { throw .notRising }
    let place = (height - intercept) / slope
    return Estimate(place, error: error(at: place) / abs(slope))
  }

  private func error(at place: Double) -> Double {
    let variance = interceptVariance + 2 * place * covariance + place * place * slopeVariance
    return max(0, variance).squareRoot()
  }
}

extension LogisticCurve {
  private var line: CurveLine {
    CurveLine(
      intercept: intercept, slope: slope, interceptVariance: interceptVariance,
      slopeVariance: slopeVariance, covariance: covariance)
  }

  /// The probability at a place, with the bounds of the curve's band there.
  ///
  /// The interval is Wald's on the scale of the line, so that it never leaves floor and ceiling.
  package func estimate(at place: Double, confidence: Double = 0.95) -> Estimate {
    line.height(at: place, confidence: confidence).mapped { height in
      floor + (ceiling - floor) / (1 + exp(-height))
    }
  }

  /// The place at which the curve has a probability, by the delta method.
  ///
  /// Throws `impossible` for a probability that lies not between floor and ceiling, and `notRising`
  /// for a flat curve.
  package func point(where probability: Double = 0.5) throws(StatisticFault) -> Estimate {
    guard probability > floor, probability < ceiling else { throw .impossible(.probability) }
    let share = (probability - floor) / (ceiling - floor)
    return try line.point(where: log(share / (1 - share)))
  }
}

extension HoldCurve {
  /// The probability of passing by guessing, whatever the hold.
  package var guess: Double { logistic.floor }

  /// The probability of failing, however long the hold.
  package var lapse: Double { 1 - logistic.ceiling }

  /// The hold with which a share of the trials is passed, guesses and lapses included.
  ///
  /// For one half this is the "hold for half". The interval is that of the logarithm. Throws
  /// `impossible` for a share that guessing reaches, or that lapses forbid.
  package func hold(where probability: Double = 0.5) throws(StatisticFault) -> Estimate {
    try logistic.point(where: probability).mapped(by: exp)
  }

  /// The probability of passing with a hold, with the bounds of the curve's band there.
  package func estimate(hold: Double, confidence: Double = 0.95) -> Estimate {
    logistic.estimate(at: log(hold), confidence: confidence)
  }
}

extension LearningCurve {
  /// The probability of passing in a session, with the bounds of the curve's band there.
  package func estimate(session: Double, confidence: Double = 0.95) -> Estimate {
    logistic.estimate(at: session, confidence: confidence)
  }
}
