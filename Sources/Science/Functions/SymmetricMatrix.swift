/// A small symmetric matrix, stored row by row.
///
/// The subscript sets one entry: a caller must also set `[column, row]`, unless only the lower
/// triangle is used, as by ``factor``.
struct SymmetricMatrix: Equatable, Sendable {
  let count: Int
  private var values: [Double]

  /// Creates a matrix of zeros.
  init(count: Int) {
    self.count = count
    values = [Double](repeating: 0, count: count * count)
  }

  subscript(row: Int, column: Int) -> Double {
    get { values[row * count + column] }
    set { values[row * count + column] = newValue }
  }

  /// Returns the product with a vector.
  func product(_ vector: [Double]) -> [Double] {
    (0..<count).map { row in
      (0..<count).reduce(0) { sum, column in sum + self[row, column] * vector[column] }
    }
  }

  /// Returns the product with a number.
  func scaled(by factor: Double) -> SymmetricMatrix {
    var scaled = self
    scaled.values = values.map { factor * $0 }
    return scaled
  }

  /// Returns the rows and columns from an index on.
  func suffix(from start: Int) -> SymmetricMatrix {
    var suffix = SymmetricMatrix(count: count - start)
    for row in 0..<suffix.count {
      for column in 0..<suffix.count { suffix[row, column] = self[start + row, start + column] }
    }
    return suffix
  }

  /// The Cholesky factor of the lower triangle; `nil` if the matrix is not positive definite.
  var factor: TriangularFactor? { TriangularFactor(self) }
}

/// The Cholesky factor of a symmetric matrix: a lower triangular matrix.
struct TriangularFactor: Equatable, Sendable {
  private var lower: SymmetricMatrix

  fileprivate init?(_ matrix: SymmetricMatrix) {
    let count = matrix.count
    lower = matrix
    for column in 0..<count {
      var pivot = matrix[column, column]
      for inner in 0..<column { pivot -= lower[column, inner] * lower[column, inner] }
      guard pivot > 0, pivot < .infinity else { return nil }
      let root = pivot.squareRoot()
      lower[column, column] = root
      for row in column + 1..<max(count, column + 1) {
        var sum = matrix[row, column]
        for inner in 0..<column { sum -= lower[row, inner] * lower[column, inner] }
        lower[row, column] = sum / root
      }
    }
  }

  /// The diagonal entries, all positive.
  var diagonal: [Double] { (0..<lower.count).map { lower[$0, $0] } }

  /// Returns the solution of the linear equations with `vector` on the right side.
  func solution(of vector: [Double]) -> [Double] {
    var solution = vector
    for row in solution.indices {
      for column in 0..<row { solution[row] -= lower[row, column] * solution[column] }
      solution[row] /= lower[row, row]
    }
    for row in solution.indices.reversed() {
      for column in row + 1..<max(solution.count, row + 1) {
        solution[row] -= lower[column, row] * solution[column]
      }
      solution[row] /= lower[row, row]
    }
    return solution
  }

  /// The inverse of the symmetric matrix.
  var inverse: SymmetricMatrix {
    var inverse = SymmetricMatrix(count: lower.count)
    for column in 0..<lower.count {
      var unit = [Double](repeating: 0, count: lower.count)
      unit[column] = 1
      for (row, value) in solution(of: unit).enumerated() where row >= column {
        inverse[row, column] = value
        inverse[column, row] = value
      }
    }
    return inverse
  }
}
