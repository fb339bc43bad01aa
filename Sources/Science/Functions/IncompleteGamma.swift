import Glibc

/// The regularized incomplete gamma function, with both of its tails.
struct IncompleteGamma {
  /// The part below the limit.
  let lower: Double
  /// The part above it, which is exact where `lower` is nearly 1.
  let upper: Double

  /// Computes both parts for a positive shape at a limit that is not negative.
  init(_ shape: Double, at limit: Double) {
    guard limit > 0 else {
      (lower, upper) = (0, 1)
      return
    }
    guard limit < .infinity else {
      (lower, upper) = (1, 0)
      return
    }
    let logDensity =
      -GammaFunction.stirlingRemainder(shape) - GammaFunction.deviance(shape, mean: limit)
    let density = exp(logDensity) / sqrt(2 * .pi * shape)
    if limit < shape + 1 {
      lower = min(1, density * Self.series(shape, limit))
      upper = 1 - lower
    } else {
      upper = min(1, density * shape * Self.fraction(shape, limit))
      lower = 1 - upper
    }
  }

  private static func series(_ shape: Double, _ limit: Double) -> Double {
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

  /// The continued fraction, by the method of Lentz.
  private static func fraction(_ shape: Double, _ limit: Double) -> Double {
    var base = limit + 1 - shape
    var numerator = 1e300
    var denominator = 1 / base
    var value = denominator
    var step = 1.0
    while step < 100_000 {
      let factor = step * (shape - step)
      base += 2
      denominator = 1 / safe(factor * denominator + base)
      numerator = safe(base + factor / numerator)
      value *= denominator * numerator
      if abs(denominator * numerator - 1) < 1e-15 { break }
      step += 1
    }
    return value
  }

  private static func safe(_ value: Double) -> Double { abs(value) < 1e-300 ? 1e-300 : value }
}

/// The sum of so many squares of standard normal values.
package struct ChiSquareDistribution: Equatable, Sendable {
  package let degrees: Double

  /// Makes the distribution for a positive number of degrees of freedom.
  package init(degrees: Double) {
    precondition(degrees > 0)
    self.degrees = degrees
  }

  /// The probability of what lies below a place.
  package func cumulative(_ place: Double) -> Double {
    IncompleteGamma(degrees / 2, at: place / 2).lower
  }

  /// The probability of what lies above a place.
  package func upperTail(_ place: Double) -> Double {
    IncompleteGamma(degrees / 2, at: place / 2).upper
  }

  /// The place that has so much probability below it.
  package func quantile(_ probability: Double) -> Double {
    precondition(probability >= 0 && probability <= 1)
    if probability == 0 { return 0 }
    if probability == 1 { return .infinity }
    return Root.ofFalling(near: degrees) { place in
      probability < 0.5
        ? probability - cumulative(place) : upperTail(place) - (1 - probability)
    }
  }
}
