import Glibc

/// A mixed logistic regression: fixed effects, random intercepts of participants and boards, and
/// random slopes of a predictor over participants where the data carry them.
///
/// The likelihood is Laplace's approximation, as `glmer` of R's lme4 computes it with `nAGQ = 1`;
/// the standard errors come from the second derivatives over all parameters, like those of R's
/// `summary`. A factor with a single level, and boards that each appeared only once, are not part
/// of the model.
///
///     let model = try MixedLogistic(trials)
///     for coefficient in model.coefficients { print(coefficient) }
///     let threshold = try model.point(where: 0.5)
public struct MixedLogistic: Equatable, Sendable {
  /// The precision of the inner iteration: that of R's lme4, or full.
  ///
  /// lme4 stops it where the penalised deviance changes by less than 1e-7 of itself, one step
  /// early, so that its standard errors are wrong by up to 1 %. `lme4` gives the same figures as R;
  /// `converged` iterates to the end.
  ///
  ///     let fit = try MixedLogistic(trials, precision: .converged)
  public enum Precision: Equatable, Sendable {
    case lme4, converged
  }

  /// A fixed effect, as log odds.
  ///
  ///     let effect = fit.coefficients[1]
  ///     print(effect.oddsRatio.value, effect.probability)
  public struct Coefficient: Equatable, Sendable {
    public let value: Double
    public let error: Double
    /// The degrees of freedom of an effect between participants; `nil` for Wald's test.
    public fileprivate(set) var degrees: Double?

    /// The estimate with its interval: Wald's, or Student's.
    public var estimate: Estimate {
      guard let degrees else { return Estimate(value, error: error) }
      let reach = StudentDistribution(degrees: degrees).quantile(0.975) * value / statistic
      return Estimate(value, Interval(value - abs(reach), value + abs(reach)))
    }
    /// The value in standard errors; with degrees of freedom, in those that are not too small.
    ///
    /// The maximum of the likelihood takes the variance of n participants for n - 2 parts of n.
    public var statistic: Double {
      value / error * (degrees.map { ($0 / ($0 + 2)).squareRoot() } ?? 1)
    }
    /// The two-sided p-value.
    public var probability: Double {
      guard let degrees else { return 2 * NormalDistribution.upperTail(abs(statistic)) }
      return 2 * StudentDistribution(degrees: degrees).upperTail(abs(statistic))
    }
    /// The odds ratio for a step of one in the predictor.
    public var oddsRatio: Estimate { estimate.mapped(by: exp) }
  }

  /// The intercept, then the effects of the predictors in order.
  public private(set) var coefficients: [Coefficient]
  /// The covariances of the coefficients.
  public let covariance: [[Double]]
  /// The standard deviation of the participants' intercepts; `nil` if the model has none.
  public let participantDeviation: Double?
  /// The standard deviation of the boards' intercepts; `nil` if the model has none.
  public let boardDeviation: Double?
  /// `true` if a standard deviation is 0, so that the factor has no effect.
  public let isSingular: Bool
  /// The deviance: minus twice the log-likelihood.
  public let deviance: Double
  public let trialCount: Int
  public let participantCount: Int
  /// The number of boards; 0 if their effects are left out.
  public let boardCount: Int
  /// The precision of the result; `converged` if that of lme4 does not find the maximum.
  public let precision: Precision
  /// The test of random slopes, or why they could not be estimated; `nil` if none were tried.
  public internal(set) var slopes: Result<RandomSlopes, ScienceError>?
  /// The standard deviation of the participants' slopes; `nil` without random slopes.
  let slopeDeviation: Double?
  /// The spreads and the effects for standardized predictors, with their covariances.
  let maximum: MixedSearch.Maximum

  /// Estimates the regression.
  ///
  /// Throws `tooFew` for fewer than two participants, `tooMany` for more trials than ``most`` or
  /// more participants and boards than ``mostLevels``, `noSpread` for predictors that are constant
  /// or follow from each other, `allPassed` and `allFailed`, `separated` if an effect grows without
  /// limit, and `notConverged`.
  public init(
    _ trials: MixedTrials, precision: Precision = .lme4
  ) throws(ScienceError) {
    try self.init(trials, slope: nil, precision: precision)
  }

  /// Estimates the regression with random slopes of the predictor at an index; with `nil` without.
  ///
  /// Throws the same errors.
  init(_ trials: MixedTrials, slope: Int?, precision: Precision) throws(ScienceError) {
    try Self.refuseExtremes(trials, width: slope == nil ? 1 : 2)
    let scale = try PredictorScale(trials)
    if trials.hasSeparatedPredictor { throw .separated }
    let likelihood = MixedLikelihood(trials, scale: scale, slope: slope)
    let search = try MixedSearch(likelihood)
    let maximum: MixedSearch.Maximum
    do throws(ScienceError) { maximum = try search.maximum(precision) } catch {
      throw trials.isSeparatedInParticipants ? .separated : error
    }
    let spreadCount = likelihood.firstSpreads.count
    let spreads = Array(maximum.point[..<spreadCount])
    let scaled = Array(maximum.point[spreadCount...])
    guard (spreads + scaled).allSatisfy({ abs($0) < Self.largest }) else { throw .separated }
    let values = scale.restored(scaled)
    let covariance = scale.restored(covariance: maximum.covariance.suffix(from: spreadCount))
    coefficients = values.indices.map { index in
      Coefficient(value: values[index], error: covariance[index][index].squareRoot())
    }
    self.covariance = covariance
    let isCovariance = likelihood.firstSpreads.map { $0 == 0 }
    let isZero = zip(spreads, isCovariance).map { !$1 && abs($0) < Self.singularDeviation }
    isSingular = isZero.contains(true)
    let shown = zip(spreads, isZero).map { $1 ? 0 : abs($0) }
    if let slope {
      let random = scale.restored(spreads: spreads, slope: slope)
      participantDeviation = random.intercept
      slopeDeviation = random.slope
    } else {
      participantDeviation = shown[0]
      slopeDeviation = nil
    }
    boardDeviation = likelihood.boardSpread.map { shown[$0] }
    deviance = maximum.deviance
    trialCount = trials.count
    participantCount = trials.participantCount
    boardCount = trials.boardCount
    self.precision = maximum.precision
    self.maximum = maximum
  }

  /// The same regression with Student's test of the effect, for two groups of participants.
  ///
  /// Wald's test takes their number for unlimited: of 24, p is below .05 in 7 to 8 of 100 cases
  /// without an effect.
  public var ofGroups: MixedLogistic {
    var fit = self
    fit.coefficients[1].degrees = Double(participantCount - 2)
    return fit
  }

  /// The standard deviation below which lme4 calls a result singular.
  static var singularDeviation: Double { 1e-4 }

  /// The maximum number of trials, so that the estimation takes only seconds.
  public static var most: Int { 20_000 }

  /// The maximum number of levels of the smaller factor, whose matrix is dense.
  public static var mostLevels: Int { 300 }

  /// The largest effect that counts as finite, in logits for a standard deviation of the predictor.
  private static var largest: Double { 15 }

  /// Throws for trials without a finite maximum, or with too many levels; `width` is the number of
  /// random effects of a participant.
  private static func refuseExtremes(_ trials: MixedTrials, width: Int) throws(ScienceError) {
    guard trials.count > 0 else { throw .empty }
    guard trials.participantCount > 1 else {
      throw .tooFew(count: trials.participantCount, needed: 2)
    }
    guard trials.count <= most else { throw .tooMany(most: most) }
    let crossed = trials.boardCount < trials.count ? trials.boardCount : 1
    guard min(trials.participantCount * width, crossed) <= mostLevels else {
      throw .tooMany(most: mostLevels)
    }
    if trials.passedCount == trials.count { throw .allPassed(count: trials.count) }
    if trials.passedCount == 0 { throw .allFailed(count: trials.count) }
  }

  /// Returns the probability that an average participant passes an average board, with its
  /// interval.
  public func estimate(at predictors: [Double]) -> Estimate {
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

  /// Returns the value of the only predictor at which the probability is reached, by the delta
  /// method.
  ///
  /// Throws `impossible` for a probability that is not between 0 and 1, `notRising` for a flat
  /// slope.
  public func point(where probability: Double = 0.5) throws(ScienceError) -> Estimate {
    precondition(coefficients.count == 2)
    guard probability > 0, probability < 1 else { throw .impossible(.probability) }
    return try CurveLine(
      intercept: coefficients[0].value, slope: coefficients[1].value,
      interceptVariance: covariance[0][0], slopeVariance: covariance[1][1],
      covariance: covariance[0][1]
    ).point(where: log(probability / (1 - probability)))
  }
}

/// The mean and the spread of each predictor, to which predictors are standardized.
struct PredictorScale {
  private let means: [Double]
  private let deviations: [Double]

  /// Computes the scale of all predictors; throws `noSpread` if one is constant.
  init(_ trials: MixedTrials) throws(ScienceError) {
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

  /// Creates the scale of a single predictor; throws `noSpread` if it is constant.
  init(_ values: [Double]) throws(ScienceError) {
    let tally = MeanTally(values)
    means = [try tally.mean()]
    deviations = [try tally.spread()]
  }

  var coefficientCount: Int { means.count + 1 }

  /// Returns the row of the design matrix for a trial: 1 and the standardized predictors.
  func row(_ predictors: ArraySlice<Double>) -> [Double] {
    [1] + zip(predictors, zip(means, deviations)).map { ($0 - $1.0) / $1.1 }
  }

  func row(_ predictors: [Double]) -> [Double] { row(predictors[...]) }

  /// Returns the coefficients for predictors that are not standardized.
  func restored(_ coefficients: [Double]) -> [Double] {
    transform.map { row in zip(row, coefficients).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  /// Returns the covariances for predictors that are not standardized.
  func restored(covariance: SymmetricMatrix) -> [[Double]] {
    transform.map { row in
      let product = covariance.product(row)
      return transform.map { other in zip(product, other).reduce(0) { $0 + $1.0 * $1.1 } }
    }
  }

  /// Returns the standard deviations of the participants' intercepts and slopes for a predictor
  /// that is not standardized, given the Cholesky factor of their covariances.
  func restored(spreads: [Double], slope: Int) -> (intercept: Double, slope: Double) {
    let ratio = means[slope] / deviations[slope]
    let intercept = hypot(spreads[0] - spreads[1] * ratio, spreads[2] * ratio)
    return (intercept, hypot(spreads[1], spreads[2]) / deviations[slope])
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
