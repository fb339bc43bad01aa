import Glibc

enum NormalDistribution {
  static func density(_ place: Double) -> Double { exp(-0.5 * place * place) / sqrt(2 * .pi) }

  static func cumulative(_ place: Double) -> Double { 0.5 * erfc(-place * 0.5.squareRoot()) }

  static func upperTail(_ place: Double) -> Double { cumulative(-place) }

  /// The place that has so much probability below it: infinite for 0 and 1.
  static func quantile(_ probability: Double) -> Double {
    precondition(probability >= 0 && probability <= 1)
    if probability == 0 { return -.infinity }
    if probability == 1 { return .infinity }
    if probability > 0.5 { return -lowQuantile(1 - probability, excess: probability - 0.5) }
    return lowQuantile(probability, excess: 0.5 - probability)
  }

  /// A first guess after Hastings, made exact by Halley's steps.
  ///
  /// Near the middle the distance of the probability from one half is what must be met.
  private static func lowQuantile(_ probability: Double, excess: Double) -> Double {
    let root = sqrt(-2 * log(probability))
    let numerator = 2.515517 + root * (0.802853 + root * 0.010328)
    let denominator = 1 + root * (1.432788 + root * (0.189269 + root * 0.001308))
    var place = min(0, numerator / denominator - root)
    for _ in 0..<4 {
      let difference =
        excess < 0.25
        ? excess - 0.5 * erf(-place * 0.5.squareRoot()) : cumulative(place) - probability
      let step = difference / density(place)
      place -= step / (1 + 0.5 * place * step)
    }
    return place
  }
}
