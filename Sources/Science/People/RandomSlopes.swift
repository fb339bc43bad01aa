import Glibc

/// The likelihood-ratio test of random slopes, which decides whether a mixed regression has them.
///
/// A regression without them takes the effect to be the same for everybody: where it is not, its
/// p-values are too small. Where the data do not carry them, they cost power (Matuschek et al.
/// 2017).
///
///     let fit = try MixedLogistic(trials, testingSlopeOf: 0)
///     if case .success(let slopes)? = fit.slopes { print(slopes.ratio, slopes.probability) }
public struct RandomSlopes: Equatable, Sendable {
  /// The standard deviation of the slopes, as log odds; `nil` if the data do not carry them.
  public let deviation: Double?
  /// The likelihood ratio: how much the slopes and their covariance reduce the deviance.
  public let ratio: Double
  /// The p-value of the ratio for two degrees of freedom, as `anova` of lme4 computes it.
  public let probability: Double

  /// The probability below which the data carry random slopes.
  public static var level: Double { 0.2 }
}

extension MixedLogistic {
  /// Estimates the regression with random slopes of a predictor over participants, if the data
  /// carry them; otherwise with random intercepts alone.
  ///
  /// Throws the same errors as the regression with random intercepts.
  public init(
    _ trials: MixedTrials, testingSlopeOf predictor: Int, precision: Precision = .lme4
  ) throws(ScienceError) {
    let intercepts = try MixedLogistic(trials, precision: precision)
    do throws(ScienceError) {
      let sloped = try MixedLogistic(trials, slope: predictor, precision: precision)
      let ratio = max(0, intercepts.deviance - sloped.deviance)
      let probability = exp(-ratio / 2)
      let isCarried = probability < RandomSlopes.level
      self = isCarried ? sloped : intercepts
      slopes = .success(
        RandomSlopes(
          deviation: isCarried ? sloped.slopeDeviation : nil, ratio: ratio,
          probability: probability))
    } catch {
      self = intercepts
      slopes = .failure(error)
    }
  }
}
