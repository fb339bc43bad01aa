/// The gradient and the second derivatives of a smooth function, by central differences.
struct Curvature {
  let slope: [Double]
  let matrix: SymmetricMatrix

  /// Computes the derivatives at a point, with 1 + 2n + 2n(n - 1) calls for n coordinates.
  init(at point: [Double], step: Double = 1e-3, of function: ([Double]) -> Double) {
    let height = function(point)
    var slope = [Double](repeating: 0, count: point.count)
    var matrix = SymmetricMatrix(count: point.count)
    func value(_ moves: [(axis: Int, distance: Double)]) -> Double {
      var moved = point
      for move in moves { moved[move.axis] += move.distance }
      return function(moved)
    }
    for axis in point.indices {
      let above = value([(axis, step)])
      let below = value([(axis, -step)])
      slope[axis] = (above - below) / (2 * step)
      matrix[axis, axis] = (above - 2 * height + below) / (step * step)
      for other in 0..<axis {
        let same =
          value([(axis, step), (other, step)]) + value([(axis, -step), (other, -step)])
        let opposite =
          value([(axis, step), (other, -step)]) + value([(axis, -step), (other, step)])
        let mixed = (same - opposite) / (4 * step * step)
        matrix[axis, other] = mixed
        matrix[other, axis] = mixed
      }
    }
    self.slope = slope
    self.matrix = matrix
  }

  /// Returns only the gradient, with two calls for each coordinate.
  static func slope(
    at point: [Double], step: Double, of function: ([Double]) -> Double
  ) -> [Double] {
    point.indices.map { axis in
      var moved = point
      moved[axis] = point[axis] + step
      let above = function(moved)
      moved[axis] = point[axis] - step
      return (above - function(moved)) / (2 * step)
    }
  }
}
