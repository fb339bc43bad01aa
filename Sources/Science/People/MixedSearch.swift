/// The search for the maximum likelihood of a mixed regression.
struct MixedSearch {
  /// The maximum, and the covariances of all parameters there: of the spreads, then of the effects.
  struct Maximum: Equatable, Sendable {
    let point: [Double]
    let deviance: Double
    let covariance: SymmetricMatrix
    let precision: MixedLogistic.Precision
  }

  private let likelihood: MixedLikelihood
  /// The best spreads when only these are searched, with the effects for them.
  private let first: MixedLikelihood.Joint
  private let firstSpreads: [Double]

  /// Finds a starting point for the search: the best spreads.
  ///
  /// Throws `noSpread` if predictors follow from each other, and `separated` if an effect grows
  /// without limit.
  init(_ likelihood: MixedLikelihood) throws(ScienceError) {
    guard likelihood.hasIndependentPredictors else { throw .noSpread }
    self.likelihood = likelihood
    let flat = [Double](repeating: 0, count: likelihood.trialCount)
    let start = likelihood.firstSpreads
    guard let beginning = likelihood.joint(spreads: start, start: flat) else {
      throw .separated
    }
    let minimum = minimize(from: start) { spreads in
      likelihood.joint(spreads: spreads, start: beginning.logits)?.deviance ?? .infinity
    }
    firstSpreads = minimum.point
    guard let first = likelihood.joint(spreads: minimum.point, start: beginning.logits) else {
      throw .separated
    }
    self.first = first
  }

  /// Finds the maximum over all parameters.
  ///
  /// Newton's method from ``first`` usually finds it. Otherwise `minimize` starts from standard
  /// deviations other than 0, because the gradient at 0 is always 0. Throws `notConverged` if that
  /// fails, too.
  func maximum(_ precision: MixedLogistic.Precision) throws(ScienceError) -> Maximum {
    let start = firstSpreads + first.effects
    let smooth = MixedLikelihood.Inner(start: first.logits, tolerance: 1e-13)
    let short = MixedLikelihood.Inner(start: first.logits, tolerance: 1e-7)
    let inner = precision == .lme4 ? short : smooth
    if let maximum = refined(start, inner, precision) { return maximum }
    let isCovariance = likelihood.firstSpreads.map { $0 == 0 }
    let away =
      zip(firstSpreads, isCovariance).map { $1 ? $0 : max(abs($0), 0.2) } + first.effects
    let minimum = minimize(from: away) { point in likelihood.deviance(at: point, smooth) }
    if precision == .lme4, let maximum = refined(minimum.point, short, .lme4) { return maximum }
    guard let maximum = refined(minimum.point, smooth, .converged) else {
      throw .notConverged(iterations: minimum.iterationCount)
    }
    return maximum
  }

  /// Applies Newton's method from a point near the maximum; returns `nil` if it does not converge.
  ///
  /// The second derivatives are measured again only if a step gains less than expected, and at the
  /// end. A step's size is in standard errors of the estimates.
  private func refined(
    _ start: [Double], _ inner: MixedLikelihood.Inner, _ precision: MixedLogistic.Precision
  ) -> Maximum? {
    func deviance(_ point: [Double]) -> Double { likelihood.deviance(at: point, inner) }
    var point = start
    var curvature = Curvature(at: point, step: Self.step, of: deviance)
    var slope = curvature.slope
    var isMeasuredHere = true
    var sizeBefore = Double.infinity
    for _ in 0..<20 {
      guard let factor = curvature.matrix.factor else { return nil }
      let step = factor.solution(of: slope)
      let size = zip(step, slope).reduce(0) { $0 + $1.0 * $1.1 }.squareRoot()
      guard size.isFinite, size < 10 else { return nil }
      if isMeasuredHere, size < 1e-3 {
        return Maximum(
          point: zip(point, step).map { $0 - $1 }, deviance: deviance(point),
          covariance: factor.inverse.scaled(by: 2), precision: precision)
      }
      if size < 1e-4 || size > 0.5 * sizeBefore, !isMeasuredHere {
        curvature = Curvature(at: point, step: Self.step, of: deviance)
        slope = curvature.slope
        isMeasuredHere = true
        sizeBefore = .infinity
        continue
      }
      point = zip(point, step).map { $0 - $1 }
      slope = Curvature.slope(at: point, step: Self.step, of: deviance)
      isMeasuredHere = false
      sizeBefore = size
    }
    return nil
  }

  /// The step of numeric derivatives, the same for all parameters.
  private static var step: Double { 3e-4 }
}
