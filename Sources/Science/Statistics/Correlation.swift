import Glibc

/// How nearly pairs of values lie on a line (Pearson).
package struct Correlation: Equatable, Sendable {
  package let count: Int
  package let value: Double

  /// Computes the correlation of three pairs or more.
  package init(_ pairs: [(Double, Double)]) throws(StatisticFault) {
    guard !pairs.isEmpty else { throw .empty }
    guard pairs.count > 2 else { throw .tooFew(count: pairs.count, needed: 3) }
    guard pairs.allSatisfy({ $0.0.isUsable && $0.1.isUsable }) else {
      throw .impossible(.value)
    }
    let total = Double(pairs.count)
    let first = pairs.reduce(0) { $0 + $1.0 } / total
    let second = pairs.reduce(0) { $0 + $1.1 } / total
    var (firstSquares, secondSquares, products) = (0.0, 0.0, 0.0)
    for pair in pairs {
      firstSquares += (pair.0 - first) * (pair.0 - first)
      secondSquares += (pair.1 - second) * (pair.1 - second)
      products += (pair.0 - first) * (pair.1 - second)
    }
    guard firstSquares > 1e-24 * first * first, secondSquares > 1e-24 * second * second,
      firstSquares > 0, secondSquares > 0
    else { throw .noSpread }
    count = pairs.count
    value = min(1, max(-1, products / (sqrt(firstSquares) * sqrt(secondSquares))))
  }
}
