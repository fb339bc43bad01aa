import Glibc

/// The random effects of one or two crossed factors, such as participants and boards, as a sparse
/// matrix.
///
/// With weights w of the trials the matrix is the identity plus the weights that levels share:
/// deviation² * sum of w on the diagonal, and the product of both deviations and the weights that
/// two levels of different factors have in common beside it. One factor alone is diagonal; of two,
/// the one with more levels is eliminated, and what is left is as small as the other one.
struct CrossedLevels {
  /// The level of each trial in the factor with more levels, which is eliminated.
  let inner: [Int]
  let outer: [Int]
  let innerCount: Int
  let outerCount: Int
  /// The index of each trial's cell; trials with the same two levels share a cell.
  private let cellOfTrial: [Int]
  /// The index of the first cell of each inner level; the last entry is the number of cells.
  private let cellStarts: [Int]
  private let outerOfCell: [Int]

  init(inner: [Int], innerCount: Int, outer: [Int], outerCount: Int) {
    self.inner = inner
    self.outer = outer
    self.innerCount = innerCount
    self.outerCount = outerCount
    guard outerCount > 0 else {
      cellOfTrial = []
      cellStarts = []
      outerOfCell = []
      return
    }
    let keys = zip(inner, outer).map { $0 * outerCount + $1 }
    let sorted = Set(keys).sorted()
    var cells: [Int: Int] = [:]
    var starts = [Int](repeating: 0, count: innerCount + 1)
    for (cell, key) in sorted.enumerated() {
      cells[key] = cell
      starts[key / outerCount + 1] += 1
    }
    for level in 0..<innerCount { starts[level + 1] += starts[level] }
    cellOfTrial = keys.map { cells[$0] ?? 0 }
    cellStarts = starts
    outerOfCell = sorted.map { $0 % outerCount }
  }

  /// Values for the levels of both factors.
  struct Vector {
    var inner: [Double]
    var outer: [Double]
  }

  /// Returns the factored matrix for these weights and standard deviations; `nil` for an overflow.
  func factored(weights: [Double], innerDeviation: Double, outerDeviation: Double) -> Factored? {
    var diagonal = [Double](repeating: 1, count: innerCount)
    let innerVariance = innerDeviation * innerDeviation
    for (trial, level) in inner.enumerated() { diagonal[level] += innerVariance * weights[trial] }
    var logDeterminant = diagonal.reduce(0) { $0 + log($1) }
    guard outerCount > 0 else {
      guard logDeterminant.isFinite else { return nil }
      return Factored(
        levels: self, diagonal: diagonal, shared: [], rest: nil, logDeterminant: logDeterminant)
    }
    let product = innerDeviation * outerDeviation
    let outerVariance = outerDeviation * outerDeviation
    var shared = [Double](repeating: 0, count: outerOfCell.count)
    var rest = SymmetricMatrix(count: outerCount)
    for level in 0..<outerCount { rest[level, level] = 1 }
    for (trial, level) in outer.enumerated() {
      rest[level, level] += outerVariance * weights[trial]
      shared[cellOfTrial[trial]] += product * weights[trial]
    }
    for level in 0..<innerCount {
      let cells = cellStarts[level]..<cellStarts[level + 1]
      for cell in cells {
        let share = shared[cell] / diagonal[level]
        for other in cells.lowerBound...cell {
          rest[outerOfCell[cell], outerOfCell[other]] -= share * shared[other]
        }
      }
    }
    guard let factor = rest.factor else { return nil }
    logDeterminant += 2 * factor.diagonal.reduce(0) { $0 + log($1) }
    guard logDeterminant.isFinite else { return nil }
    return Factored(
      levels: self, diagonal: diagonal, shared: shared, rest: factor,
      logDeterminant: logDeterminant)
  }

  /// The factored matrix.
  struct Factored {
    fileprivate let levels: CrossedLevels
    fileprivate let diagonal: [Double]
    fileprivate let shared: [Double]
    fileprivate let rest: TriangularFactor?
    let logDeterminant: Double

    /// Returns the solution of the linear equations with `vector` on the right side.
    func solution(of vector: Vector) -> Vector {
      guard let rest else {
        return Vector(inner: zip(vector.inner, diagonal).map { $0 / $1 }, outer: [])
      }
      var outer = vector.outer
      for level in 0..<levels.innerCount {
        let value = vector.inner[level] / diagonal[level]
        for cell in levels.cellStarts[level]..<levels.cellStarts[level + 1] {
          outer[levels.outerOfCell[cell]] -= shared[cell] * value
        }
      }
      outer = rest.solution(of: outer)
      var inner = vector.inner
      for level in 0..<levels.innerCount {
        for cell in levels.cellStarts[level]..<levels.cellStarts[level + 1] {
          inner[level] -= shared[cell] * outer[levels.outerOfCell[cell]]
        }
        inner[level] /= diagonal[level]
      }
      return Vector(inner: inner, outer: outer)
    }
  }
}
