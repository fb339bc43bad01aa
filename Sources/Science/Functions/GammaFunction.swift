import Glibc

/// The logarithm of the gamma function, and two correction terms for precise densities.
///
/// A density is a product of powers and factorials that are each far out of range. Loader's method
/// ("Fast and accurate computation of binomial probabilities", 2000) cancels the large factors
/// algebraically, so that the remainders lose no digits.
enum GammaFunction {
  static func logarithm(_ value: Double) -> Double {
    var sign: Int32 = 0
    return lgamma_r(value, &sign)
  }

  /// Returns the logarithm of a factorial minus Stirling's approximation of it.
  static func stirlingRemainder(_ value: Double) -> Double {
    guard value >= 10 else {
      return logarithm(value + 1) - (value + 0.5) * log(value) + value - 0.5 * log(2 * .pi)
    }
    let square = value * value
    let terms: [Double] = [
      1.0 / 156, -691.0 / 360_360, 1.0 / 1188, -1.0 / 1680, 1.0 / 1260, -1.0 / 360, 1.0 / 12,
    ]
    return terms.reduce(0) { sum, term in sum / square + term } / value
  }

  /// Returns x ln(x/m) + m - x, a count's deviance from its mean, exact even if both are close.
  static func deviance(_ value: Double, mean: Double) -> Double {
    let difference = value - mean
    guard abs(difference) < 0.1 * (value + mean) else {
      return value * log(value / mean) + mean - value
    }
    let ratio = difference / (value + mean)
    var power = 2 * value * ratio
    var sum = difference * ratio
    var divisor = 1.0
    while true {
      power *= ratio * ratio
      divisor += 2
      let next = sum + power / divisor
      if next == sum { return sum }
      sum = next
    }
  }
}
