import Glibc

/// The random effects of one or two crossed factors, such as participants and boards, as a sparse
/// matrix.
///
/// A level has one effect or, with a random slope, two. The *loadings* of a trial are what its
/// logit has of each effect of its level. With weights w of the trials the matrix is the identity
/// plus the sum of w times the products of loadings. One factor alone has a block for each level;
/// of two, the one with more effects is eliminated, and what is left is as small as the other one.
struct CrossedLevels {
  /// The levels of a factor, each with as many effects as the width says.
  struct Factor {
    /// The level of each trial.
    let levels: [Int]
    let count: Int
    let width: Int

    /// The number of effects.
    var size: Int { count * width }
  }

  /// The factor with more effects, which is eliminated.
  let inner: Factor
  let outer: Factor
  /// The index of each trial's cell; trials with the same two levels share a cell.
  private let cellOfTrial: [Int]
  /// The index of the first cell of each inner level; the last entry is the number of cells.
  private let cellStarts: [Int]
  private let outerOfCell: [Int]

  init(inner: Factor, outer: Factor) {
    self.inner = inner
    self.outer = outer
    guard outer.count > 0 else {
      cellOfTrial = []
      cellStarts = []
      outerOfCell = []
      return
    }
    let keys = zip(inner.levels, outer.levels).map { $0 * outer.count + $1 }
    let sorted = Set(keys).sorted()
    var cells: [Int: Int] = [:]
    var starts = [Int](repeating: 0, count: inner.count + 1)
    for (cell, key) in sorted.enumerated() {
      cells[key] = cell
      starts[key / outer.count + 1] += 1
    }
    for level in 0..<inner.count { starts[level + 1] += starts[level] }
    cellOfTrial = keys.map { cells[$0] ?? 0 }
    cellStarts = starts
    outerOfCell = sorted.map { $0 % outer.count }
  }

  /// Values for the effects of both factors.
  struct Vector {
    var inner: [Double]
    var outer: [Double]
  }

  /// The loadings of all trials on the effects of both factors, trial by trial.
  struct Loadings {
    let inner: [Double]
    let outer: [Double]
  }

  /// Returns the factored matrix for these weights and loadings; `nil` for an overflow.
  func factored(weights: [Double], _ loadings: Loadings) -> Factored? {
    guard let blocks = innerBlocks(weights, loadings.inner) else { return nil }
    var logDeterminant = 0.0
    for effect in 0..<inner.size {
      let own = effect % inner.width
      logDeterminant += log(blocks[effect * inner.width + own])
    }
    guard logDeterminant.isFinite else { return nil }
    guard outer.count > 0 else {
      return Factored(
        levels: self, blocks: blocks, shared: [], rest: nil, logDeterminant: logDeterminant)
    }
    var shared = sharedBlocks(weights, loadings)
    var rest = outerMatrix(weights, loadings.outer)
    eliminate(blocks, &shared, &rest)
    guard let factor = rest.factor else { return nil }
    logDeterminant += 2 * factor.diagonal.reduce(0) { $0 + log($1) }
    guard logDeterminant.isFinite else { return nil }
    return Factored(
      levels: self, blocks: blocks, shared: shared, rest: factor, logDeterminant: logDeterminant)
  }

  /// Returns the factors L and D of each inner level's block, which is L D L'; `nil` for an
  /// overflow.
  ///
  /// L has ones on its diagonal, where D is kept.
  private func innerBlocks(_ weights: [Double], _ loadings: [Double]) -> [Double]? {
    let width = inner.width
    var blocks = [Double](repeating: 0, count: inner.size * width)
    for effect in 0..<inner.size { blocks[effect * width + effect % width] = 1 }
    let levels = inner.levels
    for trial in levels.indices {
      for row in 0..<width {
        let start = (levels[trial] * width + row) * width
        for column in 0...row {
          let product = loadings[trial * width + row] * loadings[trial * width + column]
          blocks[start + column] += product * weights[trial]
        }
      }
    }
    // A level has one effect or two.
    guard width == 2 else { return blocks.allSatisfy { $0 > 0 } ? blocks : nil }
    for level in 0..<inner.count {
      let start = level * width * width
      let product = blocks[start + width]
      blocks[start + width] = product / blocks[start]
      blocks[start + width + 1] -= blocks[start + width] * product
      guard blocks[start] > 0, blocks[start + width + 1] > 0 else { return nil }
    }
    return blocks
  }

  /// Returns the sums that two levels of different factors have in common.
  private func sharedBlocks(_ weights: [Double], _ loadings: Loadings) -> [Double] {
    let (rowCount, columnCount) = (inner.width, outer.width)
    let size = rowCount * columnCount
    let (cells, loadingsOfRows, loadingsOfColumns) = (cellOfTrial, loadings.inner, loadings.outer)
    var shared = [Double](repeating: 0, count: outerOfCell.count * size)
    for trial in cells.indices {
      for row in 0..<rowCount {
        let loading = loadingsOfRows[trial * rowCount + row]
        for column in 0..<columnCount {
          let product = loading * loadingsOfColumns[trial * columnCount + column]
          shared[cells[trial] * size + row * columnCount + column] += product * weights[trial]
        }
      }
    }
    return shared
  }

  private func outerMatrix(_ weights: [Double], _ loadings: [Double]) -> SymmetricMatrix {
    let width = outer.width
    var matrix = SymmetricMatrix(count: outer.size)
    for effect in 0..<outer.size { matrix[effect, effect] = 1 }
    let levels = outer.levels
    for trial in levels.indices {
      let first = levels[trial] * width
      for row in 0..<width {
        for column in 0...row {
          let product = loadings[trial * width + row] * loadings[trial * width + column]
          matrix[first + row, first + column] += product * weights[trial]
        }
      }
    }
    return matrix
  }

  /// Eliminates the inner factor: divides the shared blocks by L of the inner ones, and subtracts
  /// their products from the outer matrix.
  private func eliminate(
    _ blocks: [Double], _ shared: inout [Double], _ rest: inout SymmetricMatrix
  ) {
    let (effectCount, width) = (inner.width, outer.width)
    let size = effectCount * width
    let (starts, outerLevels) = (cellStarts, outerOfCell)
    for level in 0..<inner.count {
      let firstCell = starts[level]
      let block = level * effectCount * effectCount
      for cell in firstCell..<starts[level + 1] {
        if effectCount == 2 {
          for column in 0..<width {
            shared[cell * size + width + column] -=
              blocks[block + effectCount] * shared[cell * size + column]
          }
        }
        for effect in 0..<effectCount {
          let own = (cell * effectCount + effect) * width
          for row in 0..<width {
            let share = shared[own + row] / blocks[block + effect * (effectCount + 1)]
            let place = outerLevels[cell] * width + row
            for other in firstCell...cell {
              let first = (other * effectCount + effect) * width
              for column in 0..<width {
                rest[place, outerLevels[other] * width + column] -= share * shared[first + column]
              }
            }
          }
        }
      }
    }
  }

  /// The factored matrix.
  struct Factored {
    fileprivate let levels: CrossedLevels
    /// The factors of the inner levels' blocks.
    fileprivate let blocks: [Double]
    /// The shared blocks, divided by L of the inner ones.
    fileprivate let shared: [Double]
    fileprivate let rest: TriangularFactor?
    let logDeterminant: Double

    /// Returns the solution of the linear equations with `vector` on the right side.
    func solution(of vector: Vector) -> Vector {
      let width = levels.inner.width
      var inner = vector.inner
      if width == 2 {
        for level in 0..<levels.inner.count {
          inner[2 * level + 1] -= blocks[4 * level + 2] * inner[2 * level]
        }
      }
      var outer: [Double] = []
      if let rest {
        outer = rest.solution(of: withoutInner(inner, from: vector.outer))
        subtract(outer, from: &inner)
      }
      for effect in inner.indices { inner[effect] /= blocks[effect * width + effect % width] }
      if width == 2 {
        for level in 0..<levels.inner.count {
          inner[2 * level] -= blocks[4 * level + 2] * inner[2 * level + 1]
        }
      }
      return Vector(inner: inner, outer: outer)
    }

    /// Returns the values of the outer factor without what the inner ones explain.
    private func withoutInner(_ inner: [Double], from values: [Double]) -> [Double] {
      let (effectCount, width) = (levels.inner.width, levels.outer.width)
      let (starts, outerLevels) = (levels.cellStarts, levels.outerOfCell)
      var outer = values
      for level in 0..<levels.inner.count {
        for cell in starts[level]..<starts[level + 1] {
          let start = outerLevels[cell] * width
          for row in 0..<effectCount {
            let effect = level * effectCount + row
            let value = inner[effect] / blocks[effect * effectCount + row]
            let block = (cell * effectCount + row) * width
            for column in 0..<width { outer[start + column] -= shared[block + column] * value }
          }
        }
      }
      return outer
    }

    /// Subtracts what the outer factor explains from the values of the inner one.
    private func subtract(_ outer: [Double], from inner: inout [Double]) {
      let (effectCount, width) = (levels.inner.width, levels.outer.width)
      let (starts, outerLevels) = (levels.cellStarts, levels.outerOfCell)
      for level in 0..<levels.inner.count {
        for cell in starts[level]..<starts[level + 1] {
          let start = outerLevels[cell] * width
          for row in 0..<effectCount {
            let block = (cell * effectCount + row) * width
            for column in 0..<width {
              inner[level * effectCount + row] -= shared[block + column] * outer[start + column]
            }
          }
        }
      }
    }
  }
}
