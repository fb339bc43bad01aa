/// Finds the minimum of a smooth function with the BFGS method and numeric gradients.
///
/// The caller must scale the coordinates so that a step of 1 is reasonable in each direction. The
/// function may return infinity at points to avoid.
///
/// ```swift
/// let minimum = minimize(from: [0]) { ($0[0] - 3) * ($0[0] - 3) }   // point [3], value 0
/// ```
func minimize(from start: [Double], _ function: ([Double]) -> Double) -> Minimum {
  var point = start
  var value = function(point)
  var gradient = Descent.gradient(at: point, function)
  var metric = Descent.identity(start.count)
  var iteration = 0
  var hasConverged = Descent.hasConverged(gradient, value)
  while !hasConverged, iteration < Descent.maximumIterations {
    iteration += 1
    var direction = Descent.product(metric, gradient).map { -$0 }
    if Descent.dot(direction, gradient) >= 0 {
      metric = Descent.identity(start.count)
      direction = gradient.map { -$0 }
    }
    guard
      let (next, nextValue) = Descent.lineSearch(point, value, gradient, direction, function)
    else { break }
    let nextGradient = Descent.gradient(at: next, function)
    Descent.update(
      &metric, step: zip(next, point).map { $0 - $1 },
      change: zip(nextGradient, gradient).map { $0 - $1 })
    hasConverged = Descent.hasConverged(nextGradient, nextValue)
    point = next
    value = nextValue
    gradient = nextGradient
  }
  return Minimum(
    point: point, value: value, iterationCount: iteration, hasConverged: hasConverged)
}

/// The result of a search for the minimum of a function.
///
///     guard minimum.hasConverged else { return nil }
struct Minimum {
  /// The point with the smallest value found.
  let point: [Double]
  let value: Double
  let iterationCount: Int
  /// `true` if the gradient at the point is almost 0.
  ///
  /// `false` after 200 iterations, or if no step lowers the value.
  let hasConverged: Bool
}

/// The steps of the BFGS method.
private enum Descent {
  static var maximumIterations: Int { 200 }

  static func hasConverged(_ gradient: [Double], _ value: Double) -> Bool {
    gradient.allSatisfy { abs($0) < 1e-5 * max(1, abs(value) * 1e-2) }
  }

  /// Shortens a step until it lowers the value enough; returns `nil` if no step does.
  ///
  /// No step moves a coordinate by more than 1.
  static func lineSearch(
    _ point: [Double], _ value: Double, _ gradient: [Double], _ direction: [Double],
    _ function: ([Double]) -> Double
  ) -> ([Double], Double)? {
    let slope = dot(direction, gradient)
    let size = direction.map(abs).max() ?? 0
    var share = size > 1 ? 1 / size : 1
    while share > 1e-12 {
      let next = zip(point, direction).map { $0 + share * $1 }
      let nextValue = function(next)
      if nextValue <= value + 1e-4 * share * slope { return (next, nextValue) }
      share /= 2
    }
    return nil
  }

  static func gradient(at point: [Double], _ function: ([Double]) -> Double) -> [Double] {
    let step = 1e-4
    var moved = point
    return point.indices.map { axis in
      moved[axis] = point[axis] + step
      let above = function(moved)
      moved[axis] = point[axis] - step
      let below = function(moved)
      moved[axis] = point[axis]
      return (above - below) / (2 * step)
    }
  }

  /// Updates the estimate of the inverse Hessian matrix; keeps it if the curvature is 0.
  static func update(_ metric: inout [[Double]], step: [Double], change: [Double]) {
    let curvature = dot(step, change)
    guard curvature > 1e-12 else { return }
    let scaledChange = product(metric, change)
    let factor = (1 + dot(change, scaledChange) / curvature) / curvature
    for row in step.indices {
      for column in step.indices {
        metric[row][column] +=
          factor * step[row] * step[column]
          - (scaledChange[row] * step[column] + step[row] * scaledChange[column]) / curvature
      }
    }
  }

  static func identity(_ count: Int) -> [[Double]] {
    (0..<count).map { row in (0..<count).map { $0 == row ? 1 : 0 } }
  }

  static func dot(_ one: [Double], _ other: [Double]) -> Double {
    zip(one, other).reduce(0) { $0 + $1.0 * $1.1 }
  }

  static func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
    matrix.map { dot($0, vector) }
  }
}
