/// The information that the trials give about one number of a fitted memory.
///
/// A number is identified where its profile has both bounds and its posterior variance is at most
/// half that of its prior: the trials tell at least as much as was known before. Otherwise the
/// fitted number repeats the prior, and replies do not show it.
///
///     let profile = MemoryFit.Profile(parameter: .decay, lower: 0.1, upper: nil)
///     let decay = Identification(parameter: .decay, profile: profile, posteriorShare: 0.3)
///     decay.isIdentified  // false: the profile has no upper bound
package struct Identification: Equatable, Sendable {
  package let parameter: MemoryParameter
  /// The bounds that the trials alone give.
  package let profile: MemoryFit.Profile
  /// The posterior standard deviation as a share of the prior's, on the scale of the fit.
  package let posteriorShare: Double

  /// Creates a description from a profile and a posterior.
  package init(parameter: MemoryParameter, profile: MemoryFit.Profile, posteriorShare: Double) {
    self.parameter = parameter
    self.profile = profile
    self.posteriorShare = posteriorShare
  }

  /// The largest share that still counts as identified: the root of one half.
  package static var largestShare: Double { 0.5.squareRoot() }

  /// `true` where the number may be shown.
  package var isIdentified: Bool {
    profile.lower != nil && profile.upper != nil && posteriorShare <= Self.largestShare
  }
}

extension MemoryFit {
  /// Returns the posterior standard deviations of the fitted numbers as shares of the priors'.
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

  /// Returns the identification of each fitted number, in the order of ``parameters``.
  ///
  /// Throws `notConverged` as ``posteriorShares(of:)`` does.
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
