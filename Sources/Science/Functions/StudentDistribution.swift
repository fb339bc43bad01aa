import Glibc

/// Student's t distribution.
struct StudentDistribution: Equatable, Sendable {
  let degrees: Double

  func cumulative(_ value: Double) -> Double {
    let square = value * value
    guard square < .infinity else { return value > 0 ? 1 : 0 }
    let total = degrees + square
    let tail = Tails.beta(degrees / 2, 0.5, at: degrees / total, complement: square / total).lower
    return value > 0 ? 1 - 0.5 * tail : 0.5 * tail
  }

  func upperTail(_ value: Double) -> Double { cumulative(-value) }

  /// Returns the quantile: the value below which the probability lies; infinite for 0 and 1.
  func quantile(_ probability: Double) -> Double {
    precondition(probability >= 0 && probability <= 1)
    if probability == 0 { return -.infinity }
    if probability == 1 { return .infinity }
    return Root.ofRising(near: 0) { value in
      // The smaller tail is the more precise one.
      probability < 0.5 ? cumulative(value) - probability : (1 - probability) - upperTail(value)
    }
  }
}

/// The noncentral t distribution, for power and the intervals of effect sizes.
struct NoncentralStudentDistribution: Equatable, Sendable {
  let degrees: Double
  let noncentrality: Double

  func cumulative(_ value: Double) -> Double {
    let hill = center(value)
    let reach = max(abs(noncentrality), abs(value) * exp(hill))
    if reach < 100 * sqrt(2 * degrees) {
      return averagedOverDeviations(value, hill: hill, reach: reach)
    }
    if noncentrality > 0 { return value > 0 ? averagedOverErrors(value, noncentrality) : 0 }
    return value < 0 ? 1 - averagedOverErrors(-value, -noncentrality) : 1
  }

  /// Returns the cumulative probability as an integral over the estimated standard deviation.
  ///
  /// All terms are positive, so that small tails keep their digits. For a smooth hill like this
  /// one, the sum of equal steps is as exact as the numbers. A step of 0.12 is needed for the
  /// slopes of the deviation's density, even the narrowest.
  private func averagedOverDeviations(_ value: Double, hill: Double, reach: Double) -> Double {
    let width = 12 / sqrt(2 * degrees)
    let start = min(0, hill) - 45 / degrees - width
    let step = min(0.12, 0.6 / sqrt(2 * degrees + reach * reach))
    let count = Int((max(0, hill) + width - start) / step) + 1
    let logScale =
      (degrees / 2) * log(degrees / 2) - GammaFunction.logarithm(degrees / 2) + log(2.0)
    var sum = 0.0
    for number in 0...count {
      let logDeviation = start + Double(number) * step
      let deviation = exp(logDeviation)
      let exponent = degrees * (logDeviation - 0.5 * deviation * deviation) + logScale
      guard exponent > -745 else { continue }
      sum += exp(exponent) * NormalDistribution.cumulative(value * deviation - noncentrality)
    }
    return min(1, sum * step)
  }

  /// Returns the cumulative probability as an integral over the normal error, for a large
  /// noncentrality.
  ///
  /// This integral is then smoother than that over the standard deviations.
  private func averagedOverErrors(_ value: Double, _ noncentrality: Double) -> Double {
    let step = 0.2
    var sum = 0.0
    for number in -200...200 {
      let error = Double(number) * step
      let deviation = (noncentrality + error) / value
      let square = Tails.gamma(degrees / 2, at: degrees * deviation * deviation / 2)
      sum += NormalDistribution.density(error) * square.upper
    }
    return min(1, sum * step)
  }

  func upperTail(_ value: Double) -> Double {
    Self(degrees: degrees, noncentrality: -noncentrality).cumulative(-value)
  }

  /// Returns the noncentrality at which the cumulative probability of a value is the given one.
  static func noncentrality(degrees: Double, value: Double, probability: Double) -> Double {
    Root.ofRising(near: value) { noncentrality in
      probability - Self(degrees: degrees, noncentrality: noncentrality).cumulative(value)
    }
  }

  /// Returns the logarithm of the standard deviation at which the integrand is largest.
  private func center(_ value: Double) -> Double {
    let product = value * noncentrality
    let total = degrees + value * value
    let root = sqrt(product * product + 4 * degrees * total)
    let deviation = product > 0 ? (product + root) / (2 * total) : 2 * degrees / (root - product)
    return log(deviation)
  }
}
