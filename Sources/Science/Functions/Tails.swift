import Glibc

/// The probabilities below and above a value, both precise even if they are small.
struct Tails {
  let lower: Double
  let upper: Double

  private init(lower: Double) {
    self.lower = min(1, lower)
    upper = 1 - self.lower
  }

  private init(upper: Double) {
    self.upper = min(1, upper)
    lower = 1 - self.upper
  }

  /// Returns the regularized incomplete beta function.
  ///
  /// `complement` is 1 minus `limit`, passed separately because the subtraction loses digits.
  static func beta(
    _ first: Double, _ second: Double, at limit: Double, complement: Double
  ) -> Tails {
    guard limit > 0 else { return Tails(lower: 0) }
    guard complement > 0 else { return Tails(upper: 0) }
    return limit < (first + 1) / (first + second + 2)
      ? Tails(lower: betaPart(first, second, limit, complement))
      : Tails(upper: betaPart(second, first, complement, limit))
  }

  private static func betaPart(
    _ first: Double, _ second: Double, _ limit: Double, _ complement: Double
  ) -> Double {
    let density = BinomialDistribution.density(
      first, of: first + second, probability: limit, complement: complement)
    let total = first + second
    return density * second / total
      * continuedFraction(from: 1) { number in
        let step = (number / 2).rounded(.down)
        let shifted = first + number - 1
        let isOdd = number > 2 * step
        let part = isOdd ? -(first + step) * (total + step) : step * (second - step)
        return (part * limit / (shifted * (shifted + 1)), 1)
      }
  }

  /// Returns the regularized incomplete gamma function for a positive shape.
  static func gamma(_ shape: Double, at limit: Double) -> Tails {
    guard limit > 0 else { return Tails(lower: 0) }
    guard limit < .infinity else { return Tails(upper: 0) }
    let logDensity =
      -GammaFunction.stirlingRemainder(shape) - GammaFunction.deviance(shape, mean: limit)
    let density = exp(logDensity) / sqrt(2 * .pi * shape)
    if limit < shape + 1 { return Tails(lower: density * gammaSeries(shape, limit)) }
    let base = limit + 1 - shape
    let rest = continuedFraction(from: base) { number in
      (number * (shape - number), base + 2 * number)
    }
    return Tails(upper: density * shape * rest)
  }

  private static func gammaSeries(_ shape: Double, _ limit: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    var divisor = shape
    while term > sum * 1e-17 {
      divisor += 1
      term *= limit / divisor
      sum += term
    }
    return sum
  }

  /// Returns the value of a continued fraction, by Lentz's method.
  ///
  /// It is `1 / (base + part(1) / (base(1) + part(2) / (base(2) + ...)))`.
  private static func continuedFraction(
    from base: Double, _ term: (_ number: Double) -> (part: Double, base: Double)
  ) -> Double {
    func safe(_ value: Double) -> Double { abs(value) < 1e-300 ? 1e-300 : value }
    var numerator = 1e300
    var denominator = 1 / safe(base)
    var value = denominator
    var number = 1.0
    while number < 200_000 {
      let (part, base) = term(number)
      denominator = 1 / safe(base + part * denominator)
      numerator = safe(base + part / numerator)
      value *= denominator * numerator
      if abs(denominator * numerator - 1) < 1e-15 { break }
      number += 1
    }
    return value
  }
}
