import Glibc

/// The likelihood of points as it depends on the curve, and the way to its summit.
///
/// The steps are Newton's where the likelihood bends down in all directions, or else those of
/// Fisher's scoring. With floor 0 and ceiling 1 both are iteratively reweighted least squares.
struct CurveLikelihood {
  typealias Place = SIMD2<Double>

  struct Summit {
    let place: Place
    let height: Double
    let fault: StatisticFault?
  }

  private let points: [CurvePoint]
  private let floor: Double
  private let ceiling: Double

  init(_ points: [CurvePoint], floor: Double, ceiling: Double) {
    (self.points, self.floor, self.ceiling) = (points, floor, ceiling)
  }

  private struct Local {
    let probability: Double
    let complement: Double
    let first: Double
    let second: Double
  }

  private func local(_ point: CurvePoint, _ place: Place) -> Local {
    let value = place.x + place.y * point.place
    let rising = 1 / (1 + exp(-value))
    let falling = 1 / (1 + exp(value))
    let height = ceiling - floor
    let first = height * rising * falling
    return Local(
      probability: floor + height * rising, complement: (1 - ceiling) + height * falling,
      first: first, second: first * (falling - rising))
  }

  private func height(at place: Place) -> Double {
    var sum = 0.0
    for point in points {
      let here = local(point, place)
      let (passed, failed) = (point.proportion.passedCount, point.proportion.failedCount)
      if passed > 0 { sum += Double(passed) * log(here.probability) }
      if failed > 0 { sum += Double(failed) * log(here.complement) }
    }
    return sum
  }

  /// The highest place, or why there is none.
  ///
  /// Between 0 and 1 there is one hill only. With another floor or ceiling there may be several, so
  /// that they are climbed from several places.
  func summit() throws(StatisticFault) -> Summit {
    var best = climb(from: flatPlace)
    for start in floor > 0 || ceiling < 1 ? risingPlaces : [] {
      let other = climb(from: start)
      if other.height > best.height + 1e-9 * abs(best.height) { best = other }
    }
    if let fault = best.fault { throw fault }
    return best
  }

  /// Goes up by steps; a step that would lose height is halved.
  private func climb(from start: Place) -> Summit {
    var place = start
    var height = height(at: place)
    let most = 200
    for _ in 0..<most {
      guard abs(place.y) < 200, let step = step(from: place) else {
        return Summit(place: place, height: height, fault: .separated)
      }
      let (next, nextHeight) = halved(step, from: place, height: height)
      let size = max(abs(next.x - place.x), abs(next.y - place.y))
      (place, height) = (next, nextHeight)
      if size < 1e-9 * max(1, abs(place.x), abs(place.y)) {
        return Summit(place: place, height: height, fault: nil)
      }
    }
    return Summit(place: place, height: height, fault: .notConverged(iterations: most))
  }

  private func halved(_ step: Place, from place: Place, height: Double) -> (Place, Double) {
    var share = 1.0
    while share > 1e-10 {
      let next = place + share * step
      let nextHeight = self.height(at: next)
      if nextHeight >= height - 1e-12 * abs(height) { return (next, nextHeight) }
      share /= 2
    }
    return (place, height)
  }

  private var risingPlaces: [Place] {
    let places = points.map(\.place)
    let (lowest, highest) = (places.min() ?? 0, places.max() ?? 0)
    return (0...12).flatMap { step in
      let middle = lowest + (highest - lowest) * Double(step) / 12
      return [1.0, 4, 16].map { Place(-middle * $0, $0) }
    }
  }

  private var flatPlace: Place {
    let all = points.reduce(into: Proportion()) { $0.add($1.proportion) }
    let share = Double(all.passedCount) / Double(all.count)
    let relative = min(max((share - floor) / (ceiling - floor), 0.05), 0.95)
    return Place(log(relative / (1 - relative)), 0)
  }

  /// The step of Newton where the likelihood bends down in all directions, or else of Fisher.
  private func step(from place: Place) -> Place? {
    var expected = Information()
    var score = Place.zero
    for point in points {
      let here = local(point, place)
      let count = Double(point.proportion.count)
      let weight = here.first / (here.probability * here.complement)
      expected.add(count * weight * here.first, at: point.place)
      let residual =
        Double(point.proportion.passedCount) * here.complement
        - Double(point.proportion.failedCount) * here.probability
      score += residual * weight * Place(1, point.place)
    }
    guard let inverse = observedInformation(at: place).inverse ?? expected.inverse else {
      return nil
    }
    return Place(
      inverse.intercept * score.x + inverse.mixed * score.y,
      inverse.mixed * score.x + inverse.slope * score.y)
  }

  func observedInformation(at place: Place) -> Information {
    var information = Information()
    for point in points {
      let here = local(point, place)
      let up = here.first / here.probability
      let down = here.first / here.complement
      let passed = Double(point.proportion.passedCount)
      let failed = Double(point.proportion.failedCount)
      let weight =
        passed * (up * up - here.second / here.probability)
        + failed * (down * down + here.second / here.complement)
      information.add(weight, at: point.place)
    }
    return information
  }
}

struct Information {
  var intercept = 0.0
  var mixed = 0.0
  var slope = 0.0

  mutating func add(_ weight: Double, at place: Double) {
    intercept += weight
    mixed += weight * place
    slope += weight * place * place
  }

  var inverse: Information? {
    let determinant = intercept * slope - mixed * mixed
    guard intercept > 0, slope > 0, determinant > 1e-10 * intercept * slope else { return nil }
    return Information(
      intercept: slope / determinant, mixed: -mixed / determinant, slope: intercept / determinant)
  }
}
