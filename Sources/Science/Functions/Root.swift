/// Roots of functions that change their sign between two bounds.
enum Root {
  /// The root between two bounds, as near as numbers lie, by the method of Chandrupatla (1997).
  ///
  /// Inverse quadratic interpolation where it is safe, halving where it is not.
  static func find(
    from lower: Double, to upper: Double, of function: (Double) -> Double
  ) -> Double {
    var (newest, opposite, oldest) = (upper, lower, lower)
    var (newestValue, oppositeValue) = (function(upper), function(lower))
    var oldestValue = oppositeValue
    var share = 0.5
    for _ in 0..<200 {
      let place = newest + share * (opposite - newest)
      let value = function(place)
      if (value > 0) == (newestValue > 0) {
        (oldest, oldestValue) = (newest, newestValue)
      } else {
        (oldest, oldestValue) = (opposite, oppositeValue)
        (opposite, oppositeValue) = (newest, newestValue)
      }
      (newest, newestValue) = (place, value)
      let best = abs(newestValue) < abs(oppositeValue) ? newest : opposite
      let width = abs(opposite - newest)
      let smallest = 0.5 * best.ulp / width
      if newestValue == 0 || width <= 2 * best.ulp { return best }
      share = nextShare((newest, newestValue), (opposite, oppositeValue), (oldest, oldestValue))
      share = min(max(share, smallest), 1 - smallest)
    }
    return newest
  }

  private typealias Point = (place: Double, value: Double)

  private static func nextShare(_ newest: Point, _ opposite: Point, _ oldest: Point) -> Double {
    let place = (newest.place - opposite.place) / (oldest.place - opposite.place)
    let value = (newest.value - opposite.value) / (oldest.value - opposite.value)
    guard value * value < place, (1 - value) * (1 - value) < 1 - place else { return 0.5 }
    let slope = (oldest.place - newest.place) / (opposite.place - newest.place)
    return newest.value / (opposite.value - newest.value) * oldest.value
      / (opposite.value - oldest.value)
      + slope * newest.value / (oldest.value - newest.value) * opposite.value
      / (oldest.value - opposite.value)
  }

  /// The root of a rising function of any number, from a first guess.
  static func ofRising(near guess: Double, _ function: (Double) -> Double) -> Double {
    var step = 1.0
    var (lower, upper) = (guess, guess)
    while function(upper) <= 0, step < 1e300 {
      lower = upper
      upper += step
      step *= 2
    }
    step = 1
    while function(lower) >= 0, step < 1e300 {
      upper = lower
      lower -= step
      step *= 2
    }
    return find(from: lower, to: upper, of: function)
  }
}
