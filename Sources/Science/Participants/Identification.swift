/// The precision with which trials determine a parameter of the memory model.
///
/// A parameter is identified if the trials bound it on both sides, and if its posterior variance is
/// at most half that of its prior. Otherwise the estimate mostly repeats the prior, and replies do
/// not show it.
///
///     let profile = MemoryFit.Profile(parameter: .decay, lower: 0.1, upper: nil)
///     let decay = Identification(parameter: .decay, profile: profile, posteriorShare: 0.3)
///     decay.isIdentified  // false: the profile has no upper bound
public struct Identification: Equatable, Sendable {
  public let parameter: MemoryParameter
  /// The interval of the parameter by the trials alone, without the prior.
  public let profile: MemoryFit.Profile
  /// The posterior standard deviation divided by that of the prior.
  public let posteriorShare: Double

  /// The weight of the prior's median in the estimate, on the scale of the estimation; the rest is
  /// that of the trials.
  ///
  /// It is exact for normal distributions, and then the share of the prior in the posterior's
  /// precision.
  public var priorWeight: Double { posteriorShare * posteriorShare }

  /// Creates the value from its parts.
  public init(parameter: MemoryParameter, profile: MemoryFit.Profile, posteriorShare: Double) {
    self.parameter = parameter
    self.profile = profile
    self.posteriorShare = posteriorShare
  }

  /// The largest ratio of standard deviations that counts as identified: the square root of one
  /// half.
  static var largestShare: Double { 0.5.squareRoot() }

  /// `true` if the trials determine the parameter, so that the estimate may be shown.
  public var isIdentified: Bool {
    profile.lower != nil && profile.upper != nil && posteriorShare <= Self.largestShare
  }
}

extension MemoryFit {
  /// Returns the posterior standard deviation of each parameter divided by that of its prior.
  ///
  /// The posterior is approximated by a normal distribution at its maximum. Throws `notConverged`
  /// if the posterior is not curved downwards in all directions.
  func posteriorShares(of trials: ObservedTrials) throws(ScienceError) -> [Double] {
    let curvature = Curvature(at: scores) { scores in
      let model = priors.model(parameters, at: scores)
      return 0.5 * scores.reduce(0) { $0 + $1 * $1 } - trials.logLikelihood(of: model)
    }
    guard let factor = curvature.matrix.factor else {
      throw .notConverged(iterations: iterationCount)
    }
    let inverse = factor.inverse
    return parameters.indices.map { inverse[$0, $0].squareRoot() }
  }

  /// Returns the precision of each estimated parameter, in the order of ``parameters``.
  ///
  /// Throws `notConverged` as `posteriorShares(of:)` does.
  public func identifications(
    of trials: ObservedTrials
  ) throws(ScienceError) -> [Identification] {
    let shares = try posteriorShares(of: trials)
    var identifications: [Identification] = []
    for (parameter, share) in zip(parameters, shares) {
      identifications.append(
        Identification(
          parameter: parameter, profile: try profile(parameter, of: trials),
          posteriorShare: share))
    }
    return identifications
  }
}
