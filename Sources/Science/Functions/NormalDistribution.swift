import Glibc

/// The standard normal distribution, precise even for small tail probabilities.
enum NormalDistribution {
  static func density(_ value: Double) -> Double { exp(-0.5 * value * value) / sqrt(2 * .pi) }

  static func cumulative(_ value: Double) -> Double { 0.5 * erfc(-value * 0.5.squareRoot()) }

  static func upperTail(_ value: Double) -> Double { cumulative(-value) }

  /// Returns the quantile: the value below which the probability lies; infinite for 0 and 1.
  static func quantile(_ probability: Double) -> Double {
    precondition(probability >= 0 && probability <= 1)
    if probability == 0 { return -.infinity }
    if probability == 1 { return .infinity }
    if probability > 0.5 { return -lowQuantile(1 - probability, excess: probability - 0.5) }
    return lowQuantile(probability, excess: 0.5 - probability)
  }

  /// Returns a quantile below the median, by Halley's method.
  ///
  /// Near the median `excess`, the distance of the probability from one half, is more precise than
  /// the probability.
  private static func lowQuantile(_ probability: Double, excess: Double) -> Double {
    let root = sqrt(-2 * log(probability))
    let numerator = 2.515517 + root * (0.802853 + root * 0.010328)
    let denominator = 1 + root * (1.432788 + root * (0.189269 + root * 0.001308))
    var value = min(0, numerator / denominator - root)
    for _ in 0..<4 {
      let difference =
        excess < 0.25
        ? excess - 0.5 * erf(-value * 0.5.squareRoot()) : cumulative(value) - probability
      let step = difference / density(value)
      value -= step / (1 + 0.5 * value * step)
    }
    return value
  }
}
