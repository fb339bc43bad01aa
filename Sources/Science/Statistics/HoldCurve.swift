import Glibc

/// The psychometric curve over the time for which numerals are shown (Wichmann & Hill 2001).
///
/// The probability is `guess + (1 - guess - lapse) / (1 + exp(-slope * (ln hold - ln threshold)))`:
/// guessing passes some trials, and inattention fails some at any hold.
///
///     let points = try [(100.0, 2), (210.0, 6), (650.0, 9)].map { hold, passed in
///       CurvePoint(position: hold, try Proportion(passed, of: 10))
///     }
///     let curve = try HoldCurve(points, guess: 0.01)
///     curve.logistic.slope > 0  // true: more is passed of longer holds
public struct HoldCurve: Equatable, Sendable {
  /// The logistic curve over the logarithm of the time.
  public let logistic: LogisticCurve

  /// Fits the curve to trials; the position of a point is the time in milliseconds.
  ///
  /// Throws `impossible` for holds or probabilities out of their ranges, the errors of
  /// ``LogisticCurve``, and `notRising` for a curve that falls.
  public init(_ holds: [CurvePoint], guess: Double, lapse: Double = 0.02) throws(ScienceError) {
    guard guess >= 0, lapse >= 0, guess + lapse < 1 else { throw .impossible(.probability) }
    var points: [CurvePoint] = []
    for hold in holds {
      guard hold.position > 0, hold.position < .infinity else { throw .impossible(.hold) }
      points.append(CurvePoint(position: log(hold.position), hold.proportion))
    }
    logistic = try LogisticCurve(points, floor: guess, ceiling: 1 - lapse)
    guard logistic.slope > 0 else { throw .notRising }
  }
}

/// The learning curve: the probability of a pass by session, by logistic regression.
///
///     let sessions = try [3, 5, 8].enumerated().map { index, passed in
///       CurvePoint(position: Double(index + 1), try Proportion(passed, of: 10))
///     }
///     let curve = try LearningCurve(sessions)
///     curve.oddsRatio().value > 1  // true: the odds grow from session to session
public struct LearningCurve: Equatable, Sendable {
  /// The logistic curve over the session number.
  public let logistic: LogisticCurve

  /// Fits the curve to trials; the position of a point is the session number.
  public init(_ sessions: [CurvePoint]) throws(ScienceError) {
    logistic = try LogisticCurve(sessions)
  }

  /// Returns the odds ratio from one session to the next.
  public func oddsRatio() -> Estimate {
    Estimate(logistic.slope, error: sqrt(logistic.slopeVariance)).mapped(by: exp)
  }
}
