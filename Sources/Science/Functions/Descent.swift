/// The search for the minimum of a smooth function, by the method of Broyden, Fletcher, Goldfarb
/// and Shanno, with slopes by central differences.
///
/// The caller scales the coordinates so that a step of 1 is reasonable in each direction. A
/// function may return infinity if it has no value: such points are avoided.
///
/// ```swift
/// let descent = Descent(from: [0]) { ($0[0] - 3) * ($0[0] - 3) }   // point [3], value 0
/// ```
struct Descent {
  /// The point with the smallest value found.
  let point: [Double]
  let value: Double
  let iterationCount: Int
  /// `true` if the slope is flat at that point; `false` after 200 iterations, or if no step lowers
  /// the value.
  let hasConverged: Bool

  private static var mostIterations: Int { 200 }

  init(from start: [Double], _ function: ([Double]) -> Double) {
    var here = start
    var height = function(here)
    var slope = Self.slope(at: here, function)
    var metric = Self.identity(start.count)
    var iteration = 0
    var isLevel = Self.isLevel(slope, height)
    while !isLevel, iteration < Self.mostIterations {
      iteration += 1
      var direction = Self.product(metric, slope).map { -$0 }
      if Self.dot(direction, slope) >= 0 {
        metric = Self.identity(start.count)
        direction = slope.map { -$0 }
      }
      guard let (next, nextHeight) = Self.search(here, height, slope, direction, function) else {
        break
      }
      let nextSlope = Self.slope(at: next, function)
      Self.update(
        &metric, step: zip(next, here).map { $0 - $1 },
        change: zip(nextSlope, slope).map { $0 - $1 })
      isLevel = Self.isLevel(nextSlope, nextHeight)
      (here, height, slope) = (next, nextHeight, nextSlope)
    }
    point = here
    value = height
    iterationCount = iteration
    hasConverged = isLevel
  }

  private static func isLevel(_ slope: [Double], _ height: Double) -> Bool {
    slope.allSatisfy { abs($0) < 1e-5 * max(1, abs(height) * 1e-2) }
  }

  /// Shortens a step until it lowers the value enough; returns `nil` if no step does.
  ///
  /// No step moves a coordinate by more than 1.
  private static func search(
    _ here: [Double], _ height: Double, _ slope: [Double], _ direction: [Double],
    _ function: ([Double]) -> Double
  ) -> ([Double], Double)? {
    let steepness = dot(direction, slope)
    let size = direction.map(abs).max() ?? 0
    var share = size > 1 ? 1 / size : 1
    while share > 1e-12 {
      let next = zip(here, direction).map { $0 + share * $1 }
      let nextHeight = function(next)
      if nextHeight <= height + 1e-4 * share * steepness { return (next, nextHeight) }
      share /= 2
    }
    return nil
  }

  private static func slope(at point: [Double], _ function: ([Double]) -> Double) -> [Double] {
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

  /// Updates the estimate of the inverse second derivatives; keeps it if the curvature is 0.
  private static func update(_ metric: inout [[Double]], step: [Double], change: [Double]) {
    let curvature = dot(step, change)
    guard curvature > 1e-12 else { return }
    let turned = product(metric, change)
    let factor = (1 + dot(change, turned) / curvature) / curvature
    for row in step.indices {
      for column in step.indices {
        metric[row][column] +=
          factor * step[row] * step[column]
          - (turned[row] * step[column] + step[row] * turned[column]) / curvature
      }
    }
  }

  private static func identity(_ count: Int) -> [[Double]] {
    (0..<count).map { row in (0..<count).map { $0 == row ? 1 : 0 } }
  }

  private static func dot(_ one: [Double], _ other: [Double]) -> Double {
    zip(one, other).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private static func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
    matrix.map { dot($0, vector) }
  }
}
