import Glibc

/// A distribution of numbers, with both of its tails.
protocol TwoTailedDistribution: Equatable, Sendable {
  var middle: Double { get }
  func cumulative(_ place: Double) -> Double
  func upperTail(_ place: Double) -> Double
}

extension TwoTailedDistribution {
  /// The place that has so much probability below it: infinite for 0 and 1.
  func quantile(_ probability: Double) -> Double {
    precondition(probability >= 0 && probability <= 1)
    if probability == 0 { return -.infinity }
    if probability == 1 { return .infinity }
    return Root.ofRising(near: middle) { place in
      probability < 0.5 ? cumulative(place) - probability : (1 - probability) - upperTail(place)
    }
  }
}

/// Student's distribution: a mean over its own error.
struct StudentDistribution: TwoTailedDistribution {
  let degrees: Double
  var middle: Double { 0 }

  func cumulative(_ place: Double) -> Double {
    let square = place * place
    guard square < .infinity else { return place > 0 ? 1 : 0 }
    let total = degrees + square
    let tail = Tails.beta(degrees / 2, 0.5, at: degrees / total, complement: square / total).lower
    return place > 0 ? 1 - 0.5 * tail : 0.5 * tail
  }

  func upperTail(_ place: Double) -> Double { cumulative(-place) }
}

/// Student's distribution where the mean is not 0: what power and intervals of effects follow.
struct NoncentralStudentDistribution: TwoTailedDistribution {
  let degrees: Double
  let noncentrality: Double
  var middle: Double { noncentrality }

  func cumulative(_ place: Double) -> Double {
    let hill = center(place)
    let reach = max(abs(noncentrality), abs(place) * exp(hill))
    if reach < 100 * sqrt(2 * degrees) {
      return averagedOverDeviations(place, hill: hill, reach: reach)
    }
    if noncentrality > 0 { return place > 0 ? averagedOverErrors(place, noncentrality) : 0 }
    return place < 0 ? 1 - averagedOverErrors(-place, -noncentrality) : 1
  }

  /// The normal probability, averaged over the standard deviation that divides it.
  ///
  /// All terms are positive, so that small tails keep their digits, and the rule of equal steps is
  /// as exact as the numbers are for a smooth hill like this one. A step of 0.12 is needed for
  /// the slopes of the deviation's density, however wide they are.
  private func averagedOverDeviations(_ place: Double, hill: Double, reach: Double) -> Double {
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
      sum += exp(exponent) * NormalDistribution.cumulative(place * deviation - noncentrality)
    }
    return min(1, sum * step)
  }

  /// The probability of a large enough deviation, averaged over the normal error.
  ///
  /// Where the noncentrality is huge, this is the smoother of the two ways.
  private func averagedOverErrors(_ place: Double, _ noncentrality: Double) -> Double {
    let step = 0.2
    var sum = 0.0
    for number in -200...200 {
      let error = Double(number) * step
      let deviation = (noncentrality + error) / place
      let square = Tails.gamma(degrees / 2, at: degrees * deviation * deviation / 2)
      sum += NormalDistribution.density(error) * square.upper
    }
    return min(1, sum * step)
  }

  func upperTail(_ place: Double) -> Double {
    Self(degrees: degrees, noncentrality: -noncentrality).cumulative(-place)
  }

  /// The noncentrality for which a place has so much probability below it.
  static func noncentrality(degrees: Double, place: Double, probability: Double) -> Double {
    Root.ofRising(near: place) { noncentrality in
      probability - Self(degrees: degrees, noncentrality: noncentrality).cumulative(place)
    }
  }

  /// The logarithm of the deviation around which the product of both factors has its hill.
  private func center(_ place: Double) -> Double {
    let product = place * noncentrality
    let total = degrees + place * place
    let root = sqrt(product * product + 4 * degrees * total)
    let deviation = product > 0 ? (product + root) / (2 * total) : 2 * degrees / (root - product)
    return log(deviation)
  }
}
