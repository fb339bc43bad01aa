import Glibc

/// Wilcoxon's test of signed ranks on the differences of pairs.
///
/// Differences of 0 are excluded, equal sizes share their mean rank. Up to 25 differences the
/// probability is exact, over all ways in which the signs may fall on the ranks as they are;
/// beyond, it is normal, with the variance corrected for ties and one half for continuity.
///
///     try SignedRanks(differences: [1, 2, 3, 4, 5]).probability  // 0.0625
package struct SignedRanks: Equatable, Sendable {
  package static let mostExact = 25
  /// The sum of the ranks of the positive differences, or of the negative ones if that is smaller;
  /// tables call it W.
  package let statistic: Double
  /// The two-sided probability of a sum at least as far from its mean.
  package let probability: Double

  package init(differences: [Double]) throws(StatisticFault) {
    guard !differences.isEmpty else { throw .empty }
    guard differences.allSatisfy(\.isUsable) else { throw .impossible(.value) }
    let ranked = differences.filter { $0 != 0 }.sorted { abs($0) < abs($1) }
    guard !ranked.isEmpty else { throw .noSpread }
    let doubled = Self.doubledRanks(ranked)
    var positive = 0
    for (difference, rank) in zip(ranked, doubled) where difference > 0 { positive += rank }
    let smaller = min(positive, doubled.reduce(0, +) - positive)
    statistic = Double(smaller) / 2
    probability =
      ranked.count <= Self.mostExact
      ? Self.exactProbability(smaller, doubled) : Self.normalProbability(smaller, doubled)
  }

  /// Returns twice the rank of each size, so that shared ranks are whole numbers.
  private static func doubledRanks(_ ranked: [Double]) -> [Int] {
    var ranks: [Int] = []
    while ranks.count < ranked.count {
      let start = ranks.count
      var end = start + 1
      while end < ranked.count, abs(ranked[end]) == abs(ranked[start]) { end += 1 }
      ranks += [Int](repeating: start + end + 1, count: end - start)
    }
    return ranks
  }

  private static func exactProbability(_ smaller: Int, _ ranks: [Int]) -> Double {
    var ways = [Double](repeating: 0, count: ranks.reduce(0, +) + 1)
    ways[0] = 1
    var highest = 0
    for rank in ranks {
      highest += rank
      for sum in stride(from: highest, through: rank, by: -1) { ways[sum] += ways[sum - rank] }
    }
    return min(1, 2 * ways[...smaller].reduce(0, +) / ways.reduce(0, +))
  }

  private static func normalProbability(_ smaller: Int, _ ranks: [Int]) -> Double {
    // Each rank is in the sum or not: its variance is a quarter of its square, ties included.
    let variance = ranks.reduce(0.0) { $0 + Double($1) * Double($1) } / 16
    let mean = Double(ranks.reduce(0, +)) / 4
    let distance = max(0, mean - Double(smaller) / 2 - 0.5)
    return min(1, 2 * NormalDistribution.upperTail(distance / sqrt(variance)))
  }
}
