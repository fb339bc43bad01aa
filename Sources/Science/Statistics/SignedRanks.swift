import Glibc

/// Wilcoxon's signed-rank test for the differences of pairs.
///
/// Differences of 0 are excluded, and differences of equal size share their mean rank. For up to 25
/// differences, the probability is exact, over all assignments of signs to the ranks. For more, it
/// is that of a normal distribution, with a variance corrected for ties and a correction of one
/// half for continuity.
///
/// Equal differences of shares, such as 0.3 - 0.1 and 0.2 - 0, are rounded differently. `rounding`
/// is the largest error of a difference: those up to it are 0, and sizes as close as that are
/// equal.
///
///     try SignedRanks(differences: [1, 2, 3, 4, 5]).probability  // 0.0625
public struct SignedRanks: Equatable, Sendable {
  static let mostExact = 25
  /// The sum of the ranks of the positive differences, or of the negative ones if that is smaller;
  /// tables call it W.
  public let statistic: Double
  /// The two-sided p-value.
  public let probability: Double

  public init(differences: [Double], rounding: Double = 0) throws(ScienceError) {
    guard !differences.isEmpty else { throw .empty }
    guard differences.allSatisfy(\.isUsable) else { throw .impossible(.value) }
    let ranked = differences.filter { abs($0) > rounding }.sorted { abs($0) < abs($1) }
    guard !ranked.isEmpty else { throw .noSpread }
    let doubled = Self.doubledRanks(ranked, rounding)
    var positive = 0
    for (difference, rank) in zip(ranked, doubled) where difference > 0 { positive += rank }
    let smaller = min(positive, doubled.reduce(0, +) - positive)
    statistic = Double(smaller) / 2
    probability =
      ranked.count <= Self.mostExact
      ? Self.exactProbability(smaller, doubled) : Self.normalProbability(smaller, doubled)
  }

  /// Returns twice the rank of each absolute difference, which is a whole number even for ties.
  private static func doubledRanks(_ ranked: [Double], _ rounding: Double) -> [Int] {
    var ranks: [Int] = []
    while ranks.count < ranked.count {
      let start = ranks.count
      var end = start + 1
      while end < ranked.count, abs(ranked[end]) - abs(ranked[end - 1]) <= rounding { end += 1 }
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
    // Each rank is in the sum with a probability of one half, so it adds a quarter of its square to
    // the variance.
    let variance = ranks.reduce(0.0) { $0 + Double($1) * Double($1) } / 16
    let mean = Double(ranks.reduce(0, +)) / 4
    let distance = max(0, mean - Double(smaller) / 2 - 0.5)
    return min(1, 2 * NormalDistribution.upperTail(distance / sqrt(variance)))
  }
}
