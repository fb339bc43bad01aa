import Glibc

/// A logistic regression over people: fixed effects, and normal intercepts of participants and of
/// boards.
///
/// The likelihood is Laplace's approximation, as `glmer` of R's lme4 computes it with `nAGQ = 1`;
/// the errors are those of the second derivatives over all numbers, as `summary` prints them there.
/// A factor with a single level, and boards that each came only once, are not in the model.
///
///     let model = try MixedLogistic(trials)
///     for coefficient in model.coefficients { print(coefficient) }
///     let threshold = try model.point(where: 0.5)
package struct MixedLogistic: Equatable, Sendable {
  /// The tolerance of the inner iteration.
  ///
  /// lme4 stops it where the penalised deviance changes by less than 1e-7 of itself, one step
  /// early: its errors are off by up to a hundredth of themselves. A check in R gives the figures
  /// of `lme4`;
  /// `converged` iterates to the end, where both would agree.
  package enum Precision: Equatable, Sendable {
    case lme4, converged
  }

  /// A fixed effect on the logarithm of the odds.
  package struct Coefficient: Equatable, Sendable {
    package let value: Double
    package let error: Double

    /// The value with Wald's interval.
    package var estimate: Estimate { Estimate(value, error: error) }
    package var statistic: Double { value / error }
    /// The probability of a statistic as far from 0 in both directions.
    package var probability: Double { 2 * NormalDistribution.upperTail(abs(statistic)) }
    /// The factor by which a step of one multiplies the odds.
    package var oddsRatio: Estimate { estimate.mapped(by: exp) }
  }

  /// The intercept first, then the predictors in their order.
  package let coefficients: [Coefficient]
  /// The covariances of the coefficients.
  package let covariance: [[Double]]
  /// The standard deviation of the participants' intercepts, or nothing where they have none.
  package let participantDeviation: Double?
  /// The standard deviation of the boards' intercepts, or nothing where they have none.
  package let boardDeviation: Double?
  /// `true` where a deviation is 0, so that its factor explains nothing beyond chance.
  package let isSingular: Bool
  /// Minus twice the logarithm of the likelihood.
  package let deviance: Double
  package let trialCount: Int
  package let participantCount: Int
  package let boardCount: Int
  /// The precision that was reached: `converged` where lme4's rule leads to no summit.
  package let precision: Precision

  /// Fits the regression.
  ///
  /// Throws `tooFew` for fewer than two participants, `tooMany` for more trials than ``most`` or
  /// more participants and boards than ``mostLevels``, `noSpread` for predictors that are constant
  /// or follow from each other, `allPassed` and `allFailed`, `separated` where an effect grows
  /// without end, and `notConverged`.
  package init(
    _ trials: MixedTrials, precision: Precision = .lme4
  ) throws(StatisticFault) {
    try Self.refuseExtremes(trials)
    let scale = try PredictorScale(trials)
    let likelihood = MixedLikelihood(trials, scale: scale)
    let search = try MixedSearch(likelihood)
    let summit = try search.summit(precision)
    let deviations = likelihood.groups.indices.map { abs(summit.point[$0]) }
    let scaled = Array(summit.point[likelihood.groups.count...])
    guard (deviations + scaled).allSatisfy({ abs($0) < Self.largest }) else { throw .separated }
    let values = scale.restored(scaled)
    let covariance = scale.restored(covariance: summit.covariance)
    coefficients = values.indices.map { index in
      Coefficient(value: values[index], error: covariance[index][index].squareRoot())
    }
    self.covariance = covariance
    let isZero = deviations.map { $0 < Self.singularDeviation }
    isSingular = isZero.contains(true)
    let shown = zip(deviations, isZero).map { $1 ? 0 : $0 }
    participantDeviation = likelihood.participantGroup.map { shown[$0] }
    boardDeviation = likelihood.boardGroup.map { shown[$0] }
    deviance = summit.deviance
    trialCount = trials.count
    participantCount = trials.participantCount
    boardCount = trials.boardCount
    self.precision = summit.precision
  }

  /// The deviation below which lme4 calls a fit singular.
  private static var singularDeviation: Double { 1e-4 }

  /// The most trials of a fit, so that a reply takes no more than seconds.
  package static var most: Int { 20_000 }

  /// The most levels of the smaller factor, whose matrix is dense.
  package static var mostLevels: Int { 300 }

  /// The effect in logits, of a predictor's standard deviation, that no data can bound.
  private static var largest: Double { 15 }

  private static func refuseExtremes(_ trials: MixedTrials) throws(StatisticFault) {
    guard trials.count > 0 else { throw .empty }
    guard trials.participantCount > 1 else {
      throw .tooFew(count: trials.participantCount, needed: 2)
    }
    guard trials.count <= most else { throw .tooMany(most: most) }
    let crossed = trials.boardCount < trials.count ? trials.boardCount : 1
    guard min(trials.participantCount, crossed) <= mostLevels else {
      throw .tooMany(most: mostLevels)
    }
    if trials.passedCount == trials.count { throw .allPassed(count: trials.count) }
    if trials.passedCount == 0 { throw .allFailed(count: trials.count) }
  }

  /// Returns the probability of passing for an average participant and board, with its interval.
  package func estimate(at predictors: [Double]) -> Estimate {
    precondition(predictors.count == coefficients.count - 1)
    let weights = [1] + predictors
    let value = zip(weights, coefficients).reduce(0) { $0 + $1.0 * $1.1.value }
    var variance = 0.0
    for (row, weight) in weights.enumerated() {
      for (column, other) in weights.enumerated() {
        variance += weight * other * covariance[row][column]
      }
    }
    return Estimate(value, error: max(0, variance).squareRoot()).mapped { 1 / (1 + exp(-$0)) }
  }

  /// Returns the value of the only predictor at which a probability is reached, by the delta
  /// method.
  ///
  /// Throws `impossible` for a probability that is not between 0 and 1, `notRising` for a flat
  /// slope.
  package func point(where probability: Double = 0.5) throws(StatisticFault) -> Estimate {
    precondition(coefficients.count == 2)
    guard probability > 0, probability < 1 else { throw .impossible(.probability) }
    return try CurveLine(
      intercept: coefficients[0].value, slope: coefficients[1].value,
      interceptVariance: covariance[0][0], slopeVariance: covariance[1][1],
      covariance: covariance[0][1]
    ).point(where: log(probability / (1 - probability)))
  }
}

/// The centre and the scale of each predictor, so that milliseconds and groups fit alike.
struct PredictorScale {
  private let means: [Double]
  private let deviations: [Double]

  /// Throws `noSpread` where a predictor is constant.
  init(_ trials: MixedTrials) throws(StatisticFault) {
    var means: [Double] = []
    var deviations: [Double] = []
    for index in 0..<trials.predictorCount {
      let tally = MeanTally(
        (0..<trials.count).map { trials.predictors[$0 * trials.predictorCount + index] })
      means.append(try tally.mean())
      deviations.append(try tally.spread())
    }
    self.means = means
    self.deviations = deviations
  }

  /// Creates the scale of a single predictor; throws `noSpread` where it is constant.
  init(_ values: [Double]) throws(StatisticFault) {
    let tally = MeanTally(values)
    means = [try tally.mean()]
    deviations = [try tally.spread()]
  }

  var coefficientCount: Int { means.count + 1 }

  /// Returns the row of the design: 1, then the scaled predictors.
  func row(_ predictors: ArraySlice<Double>) -> [Double] {
    [1] + zip(predictors, zip(means, deviations)).map { ($0 - $1.0) / $1.1 }
  }

  func row(_ predictors: [Double]) -> [Double] { row(predictors[...]) }

  /// Returns the coefficients of the unscaled predictors.
  func restored(_ coefficients: [Double]) -> [Double] {
    transform.map { row in zip(row, coefficients).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  /// Returns the covariances of the unscaled coefficients.
  func restored(covariance: SymmetricMatrix) -> [[Double]] {
    transform.map { row in
      let product = covariance.product(row)
      return transform.map { other in zip(product, other).reduce(0) { $0 + $1.0 * $1.1 } }
    }
  }

  private var transform: [[Double]] {
    let count = means.count + 1
    return (0..<count).map { row in
      (0..<count).map { column in
        if column == 0 { return row == 0 ? 1 : 0 }
        if row == 0 { return -means[column - 1] / deviations[column - 1] }
        return row == column ? 1 / deviations[column - 1] : 0
      }
    }
  }
}
