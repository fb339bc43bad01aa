/// Roots of functions that change sign between two bounds.
enum Root {
  /// Returns the root between two bounds to the last digit, by the method of Chandrupatla (1997).
  ///
  /// Each step interpolates by an inverse parabola if that is safe, and otherwise halves the
  /// interval.
  static func find(
    from lower: Double, to upper: Double, of function: (Double) -> Double
  ) -> Double {
    var newest = (position: upper, value: function(upper))
    var opposite = (position: lower, value: function(lower))
    var oldest = opposite
    var share = 0.5
    for _ in 0..<200 {
      let position = newest.position + share * (opposite.position - newest.position)
      let value = function(position)
      if (value > 0) == (newest.value > 0) {
        oldest = newest
      } else {
        oldest = opposite
        opposite = newest
      }
      newest = (position, value)
      let isNewestBest = abs(newest.value) < abs(opposite.value)
      let best = isNewestBest ? newest.position : opposite.position
      let width = abs(opposite.position - newest.position)
      let smallest = 0.5 * best.ulp / width
      if newest.value == 0 || width <= 2 * best.ulp { return best }
      share = nextShare(newest, opposite, oldest)
      share = min(max(share, smallest), 1 - smallest)
    }
    return newest.position
  }

  private typealias Point = (position: Double, value: Double)

  private static func nextShare(_ newest: Point, _ opposite: Point, _ oldest: Point) -> Double {
    let position = (newest.position - opposite.position) / (oldest.position - opposite.position)
    let value = (newest.value - opposite.value) / (oldest.value - opposite.value)
    guard value * value < position, (1 - value) * (1 - value) < 1 - position else { return 0.5 }
    let slope = (oldest.position - newest.position) / (opposite.position - newest.position)
    return newest.value / (opposite.value - newest.value) * oldest.value
      / (opposite.value - oldest.value)
      + slope * newest.value / (oldest.value - newest.value) * opposite.value
      / (oldest.value - opposite.value)
  }

  /// Returns the root of an increasing function, starting from any guess.
  static func ofRising(near guess: Double, _ function: (Double) -> Double) -> Double {
    var step = 1.0
    var lower = guess
    var upper = guess
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
