import Glibc

/// The likelihood of a curve as a function of its coefficients, and the search for its maximum.
///
/// A step is one of Newton's method if the likelihood is concave, and otherwise one of Fisher
/// scoring. With floor 0 and ceiling 1, both equal iteratively reweighted least squares.
struct CurveLikelihood {
  /// The intercept and the slope.
  typealias Coefficients = SIMD2<Double>

  struct Maximum {
    let coefficients: Coefficients
    let height: Double
    let fault: ScienceError?
  }

  private let points: [CurvePoint]
  private let floor: Double
  private let ceiling: Double

  init(_ points: [CurvePoint], floor: Double, ceiling: Double) {
    self.points = points
    self.floor = floor
    self.ceiling = ceiling
  }

  private struct Local {
    let probability: Double
    let complement: Double
    let first: Double
    let second: Double
  }

  private func local(_ point: CurvePoint, _ coefficients: Coefficients) -> Local {
    let value = coefficients.x + coefficients.y * point.position
    let rising = 1 / (1 + exp(-value))
    let falling = 1 / (1 + exp(value))
    let height = ceiling - floor
    let first = height * rising * falling
    return Local(
      probability: floor + height * rising, complement: (1 - ceiling) + height * falling,
      first: first, second: first * (falling - rising))
  }

  private func height(at coefficients: Coefficients) -> Double {
    var sum = 0.0
    for point in points {
      let here = local(point, coefficients)
      let passed = point.proportion.passedCount
      let failed = point.proportion.failedCount
      if passed > 0 { sum += Double(passed) * log(here.probability) }
      if failed > 0 { sum += Double(failed) * log(here.complement) }
    }
    return sum
  }

  /// Returns the maximum of the likelihood.
  ///
  /// Throws `separated` or `notConverged` if the best search ends that way. With floor 0 and
  /// ceiling 1 there is a single maximum. With other values there may be several: the search starts
  /// from 40 points and keeps the highest.
  func maximum() throws(ScienceError) -> Maximum {
    var best = search(from: flatStart)
    for start in floor > 0 || ceiling < 1 ? risingStarts : [] {
      let other = search(from: start)
      if other.height > best.height + 1e-9 * abs(best.height) { best = other }
    }
    if let fault = best.fault { throw fault }
    return best
  }

  /// Searches the maximum from a point; a step that would lower the likelihood is halved.
  private func search(from start: Coefficients) -> Maximum {
    var coefficients = start
    var height = height(at: coefficients)
    let most = 200
    for _ in 0..<most {
      guard abs(coefficients.y) < 200, let step = step(from: coefficients) else {
        return Maximum(coefficients: coefficients, height: height, fault: .separated)
      }
      let (next, nextHeight) = halved(step, from: coefficients, height: height)
      let size = max(abs(next.x - coefficients.x), abs(next.y - coefficients.y))
      coefficients = next
      height = nextHeight
      if size < 1e-9 * max(1, abs(coefficients.x), abs(coefficients.y)) {
        return Maximum(coefficients: coefficients, height: height, fault: nil)
      }
    }
    return Maximum(
      coefficients: coefficients, height: height, fault: .notConverged(iterations: most))
  }

  private func halved(
    _ step: Coefficients, from coefficients: Coefficients, height: Double
  ) -> (Coefficients, Double) {
    var share = 1.0
    while share > 1e-10 {
      let next = coefficients + share * step
      let nextHeight = self.height(at: next)
      if nextHeight >= height - 1e-12 * abs(height) { return (next, nextHeight) }
      share /= 2
    }
    return (coefficients, height)
  }

  private var risingStarts: [Coefficients] {
    let positions = points.map(\.position)
    let lowest = positions.min() ?? 0
    let highest = positions.max() ?? 0
    return (0...12).flatMap { step in
      let middle = lowest + (highest - lowest) * Double(step) / 12
      return [1.0, 4, 16].map { Coefficients(-middle * $0, $0) }
    }
  }

  private var flatStart: Coefficients {
    let all = points.reduce(into: Proportion()) { $0.add($1.proportion) }
    let share = Double(all.passedCount) / Double(all.count)
    let relative = min(max((share - floor) / (ceiling - floor), 0.05), 0.95)
    return Coefficients(log(relative / (1 - relative)), 0)
  }

  /// Returns the next step of the search; `nil` if none can be computed.
  private func step(from coefficients: Coefficients) -> Coefficients? {
    var expected = Information()
    var score = Coefficients.zero
    for point in points {
      let here = local(point, coefficients)
      let count = Double(point.proportion.count)
      let weight = here.first / (here.probability * here.complement)
      expected.add(count * weight * here.first, at: point.position)
      let residual =
        Double(point.proportion.passedCount) * here.complement
        - Double(point.proportion.failedCount) * here.probability
      score += residual * weight * Coefficients(1, point.position)
    }
    guard let inverse = observedInformation(at: coefficients).inverse ?? expected.inverse else {
      return nil
    }
    return Coefficients(
      inverse.intercept * score.x + inverse.mixed * score.y,
      inverse.mixed * score.x + inverse.slope * score.y)
  }

  func observedInformation(at coefficients: Coefficients) -> Information {
    var information = Information()
    for point in points {
      let here = local(point, coefficients)
      let up = here.first / here.probability
      let down = here.first / here.complement
      let passed = Double(point.proportion.passedCount)
      let failed = Double(point.proportion.failedCount)
      let weight =
        passed * (up * up - here.second / here.probability)
        + failed * (down * down + here.second / here.complement)
      information.add(weight, at: point.position)
    }
    return information
  }
}

/// The information matrix of intercept and slope (two by two, symmetric).
struct Information {
  var intercept = 0.0
  var mixed = 0.0
  var slope = 0.0

  mutating func add(_ weight: Double, at position: Double) {
    intercept += weight
    mixed += weight * position
    slope += weight * position * position
  }

  /// The inverse matrix; `nil` if the matrix is not clearly positive definite.
  var inverse: Information? {
    let determinant = intercept * slope - mixed * mixed
    guard intercept > 0, slope > 0, determinant > 1e-10 * intercept * slope else { return nil }
    return Information(
      intercept: slope / determinant, mixed: -mixed / determinant, slope: intercept / determinant)
  }
}
