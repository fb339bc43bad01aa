import Glibc

/// The binomial distribution: the number of successes in independent trials.
struct BinomialDistribution: Equatable, Sendable {
  let trialCount: Int
  let probability: Double

  /// Returns the probability of exactly `count` successes.
  func density(_ count: Int) -> Double {
    guard count >= 0, count <= trialCount else { return 0 }
    return Self.density(
      Double(count), of: Double(trialCount), probability: probability, complement: 1 - probability)
  }

  /// Returns the probability of at most `count` successes.
  func cumulative(_ count: Int) -> Double {
    if count < 0 { return 0 }
    if count >= trialCount { return 1 }
    return tails(count).upper
  }

  /// Returns the probability of at least `count` successes.
  func atLeast(_ count: Int) -> Double {
    if count <= 0 { return 1 }
    if count > trialCount { return 0 }
    return tails(count - 1).lower
  }

  private func tails(_ count: Int) -> Tails {
    .beta(
      Double(count + 1), Double(trialCount - count), at: probability, complement: 1 - probability)
  }

  /// Returns the density, also between whole numbers, in Loader's saddle-point form.
  ///
  /// `complement` is 1 minus `probability`, passed separately because the subtraction loses digits
  /// near 1.
  static func density(
    _ count: Double, of total: Double, probability: Double, complement: Double
  ) -> Double {
    if probability == 0 { return count == 0 ? 1 : 0 }
    if complement == 0 { return count == total ? 1 : 0 }
    if count == 0 { return exp(total * logarithm(complement, otherwise: probability)) }
    if count == total { return exp(total * logarithm(probability, otherwise: complement)) }
    let rest = total - count
    let exponent =
      GammaFunction.stirlingRemainder(total) - GammaFunction.stirlingRemainder(count)
      - GammaFunction.stirlingRemainder(rest)
      - GammaFunction.deviance(count, mean: total * probability)
      - GammaFunction.deviance(rest, mean: total * complement)
    return exp(exponent) * sqrt(total / (2 * .pi * count * rest))
  }

  /// Returns the logarithm of a probability; near 1 it is computed from the complement, which is
  /// more precise.
  private static func logarithm(_ value: Double, otherwise complement: Double) -> Double {
    value > 0.5 ? log1p(-complement) : log(value)
  }
}
