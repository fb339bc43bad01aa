import Glibc

/// The trials at one position on the axis of a curve, such as a session.
///
///     let point = CurvePoint(position: 650, try Proportion(8, of: 10))
public struct CurvePoint: Equatable, Sendable {
  public let position: Double
  public let proportion: Proportion

  public init(position: Double, _ proportion: Proportion) {
    self.position = position
    self.proportion = proportion
  }
}

/// A logistic curve between a floor and a ceiling, fitted to points by maximum likelihood.
///
/// The probability is `floor + (ceiling - floor) / (1 + exp(-(intercept + slope * position)))`. The
/// positions are centred and scaled during the fit, so that years and milliseconds are fitted
/// equally well.
///
///     let curve = try LearningCurve(points).logistic
///     print(curve.intercept, curve.slope, curve.deviance)
public struct LogisticCurve: Equatable, Sendable {
  public let intercept: Double
  public let slope: Double
  /// The variance of the intercept, from the observed information.
  public let interceptVariance: Double
  public let slopeVariance: Double
  let covariance: Double
  /// The logarithm of the likelihood of the trials.
  public let logLikelihood: Double
  /// The deviance: twice the difference of the log-likelihood from that of a perfect fit.
  public let deviance: Double
  let floor: Double
  let ceiling: Double

  init(_ points: [CurvePoint], floor: Double = 0, ceiling: Double = 1) throws(ScienceError) {
    try Self.refuseExtremes(points)
    let (mean, spread) = Self.scale(of: points)
    guard spread > 0 else { throw .noSpread }
    try Self.refuseSeparation(points)
    let scaled = points.map { CurvePoint(position: ($0.position - mean) / spread, $0.proportion) }
    let hill = CurveLikelihood(scaled, floor: floor, ceiling: ceiling)
    let maximum = try hill.maximum()
    guard let inverse = hill.observedInformation(at: maximum.coefficients).inverse else {
      throw .separated
    }
    self.floor = floor
    self.ceiling = ceiling
    slope = maximum.coefficients.y / spread
    intercept = maximum.coefficients.x - slope * mean
    slopeVariance = inverse.slope / (spread * spread)
    let mixed = inverse.mixed / spread
    covariance = mixed - mean * slopeVariance
    interceptVariance = inverse.intercept - 2 * mean * mixed + mean * mean * slopeVariance
    logLikelihood = maximum.height
    deviance = max(0, 2 * (Self.bestLikelihood(points) - logLikelihood))
  }

  func probability(at position: Double) -> Double {
    floor + (ceiling - floor) / (1 + exp(-(intercept + slope * position)))
  }

  /// Throws if no curve can be fitted, because all trials or none were passed.
  private static func refuseExtremes(_ points: [CurvePoint]) throws(ScienceError) {
    var all = Proportion()
    for point in points {
      guard point.position.isUsable else { throw .impossible(.position) }
      all.add(point.proportion)
    }
    if all.count == 0 { throw .empty }
    if all.failedCount == 0 { throw .allPassed(count: all.count) }
    if all.passedCount == 0 { throw .allFailed(count: all.count) }
  }

  /// Throws `separated` if one position separates all failures from all passes.
  private static func refuseSeparation(_ points: [CurvePoint]) throws(ScienceError) {
    let passed = points.filter { $0.proportion.passedCount > 0 }.map(\.position)
    let failed = points.filter { $0.proportion.failedCount > 0 }.map(\.position)
    guard let lowestPassed = passed.min(), let highestPassed = passed.max(),
      let lowestFailed = failed.min(), let highestFailed = failed.max()
    else { return }
    if highestFailed <= lowestPassed || highestPassed <= lowestFailed { throw .separated }
  }

  /// Returns the log-likelihood of a curve through every point, a perfect fit.
  private static func bestLikelihood(_ points: [CurvePoint]) -> Double {
    points.reduce(0) { sum, point in
      let passed = point.proportion.passedCount
      let failed = point.proportion.failedCount
      let count = Double(point.proportion.count)
      func part(_ share: Int) -> Double {
        share == 0 ? 0 : Double(share) * log(Double(share) / count)
      }
      return sum + part(passed) + part(failed)
    }
  }

  /// Returns the mean and the standard deviation of the positions; the latter is 0 if all are
  /// equal.
  private static func scale(of points: [CurvePoint]) -> (mean: Double, spread: Double) {
    var count = 0.0
    var sum = 0.0
    var squares = 0.0
    for point in points {
      count += Double(point.proportion.count)
      sum += Double(point.proportion.count) * point.position
    }
    let mean = sum / count
    for point in points {
      let difference = point.position - mean
      squares += Double(point.proportion.count) * difference * difference
    }
    let deviation = (squares / count).squareRoot()
    return (mean, deviation > 1e-12 * abs(mean) ? deviation : 0)
  }
}
