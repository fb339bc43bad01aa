import Glibc

/// The regularized incomplete beta function, with both of its tails.
struct IncompleteBeta {
  /// The part below the limit.
  let lower: Double
  /// The part above it, which is exact where `lower` is nearly 1.
  let upper: Double

  /// Computes both parts at a limit; `complement` is 1 minus the limit, without its rounding.
  init(_ first: Double, _ second: Double, at limit: Double, complement: Double) {
    guard limit > 0, complement > 0 else {
      (lower, upper) = limit > 0 ? (1, 0) : (0, 1)
      return
    }
    if limit < (first + 1) / (first + second + 2) {
      lower = Self.part(first, second, limit, complement)
      upper = 1 - lower
    } else {
      upper = Self.part(second, first, complement, limit)
      lower = 1 - upper
    }
  }

  private static func part(
    _ first: Double, _ second: Double, _ limit: Double, _ complement: Double
  ) -> Double {
    let density = BinomialDistribution.density(
      first, of: first + second, probability: limit, complement: complement)
    let share = density * second / (first + second)
    return min(1, share * fraction(first, second, limit))
  }

  /// The continued fraction, by the method of Lentz.
  private static func fraction(_ first: Double, _ second: Double, _ limit: Double) -> Double {
    var numerator = 1.0
    var denominator = 1 / safe(1 - (first + second) * limit / (first + 1))
    var value = denominator
    var step = 1.0
    while step < 100_000 {
      let place = first + 2 * step
      let even = step * (second - step) * limit / ((place - 1) * place)
      denominator = 1 / safe(1 + even * denominator)
      numerator = safe(1 + even / numerator)
      value *= denominator * numerator
      let odd = -(first + step) * (first + second + step) * limit / (place * (place + 1))
      denominator = 1 / safe(1 + odd * denominator)
      numerator = safe(1 + odd / numerator)
      value *= denominator * numerator
      if abs(denominator * numerator - 1) < 1e-15 { break }
      step += 1
    }
    return value
  }

  private static func safe(_ value: Double) -> Double { abs(value) < 1e-300 ? 1e-300 : value }
}
