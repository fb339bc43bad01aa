/// How much the trials tell about one number of a fitted memory.
///
/// A number is identified where its profile has both bounds and its posterior variance is at most
/// half that of its prior: the trials tell at least as much as was known before. Otherwise the
/// fitted number repeats the prior, and no reply should show it.
package struct Identification: Equatable, Sendable {
  package let parameter: MemoryParameter
  /// The bounds that the trials alone give.
  package let profile: MemoryFit.Profile
  /// The posterior standard deviation as a share of the prior's, on the scale of the fit.
  package let posteriorShare: Double

  /// Describes a number by its profile and its posterior.
  package init(parameter: MemoryParameter, profile: MemoryFit.Profile, posteriorShare: Double) {
    self.parameter = parameter
    self.profile = profile
    self.posteriorShare = posteriorShare
  }

  /// The largest share that still counts as identified: the root of one half.
  package static var largestShare: Double { 0.5.squareRoot() }

  /// Whether the number may be shown.
  package var isIdentified: Bool {
    profile.lower != nil && profile.upper != nil && posteriorShare <= Self.largestShare
  }
}

extension MemoryFit {
  /// The posterior standard deviations of the fitted numbers as shares of the priors'.
  ///
  /// They are those of the normal distribution that has the curvature of the posterior at its
  /// summit. Throws `notConverged` where the posterior does not bend down in all directions.
  package func posteriorShares(of trials: ObservedTrials) throws(StatisticFault) -> [Double] {
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

  /// What the trials tell about each fitted number, in the order of ``parameters``.
  package func identifications(
    of trials: ObservedTrials
  ) throws(StatisticFault) -> [Identification] {
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
