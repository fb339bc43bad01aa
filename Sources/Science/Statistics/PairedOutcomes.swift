/// The results of the same boards in two conditions, for McNemar's test.
///
///     var outcomes = PairedOutcomes()
///     for _ in 1...6 { outcomes.add(first: true, second: false) }
///     outcomes.add(first: true, second: true)
///     try outcomes.mcNemar().exact  // 0.03125, but for rounding
public struct PairedOutcomes: Equatable, Sendable {
  public private(set) var bothCount = 0
  public private(set) var onlyFirstCount = 0
  public private(set) var onlySecondCount = 0
  public private(set) var neitherCount = 0

  public init() {}

  public mutating func add(first: Bool, second: Bool) {
    switch (first, second) {
    case (true, true): bothCount += 1
    case (true, false): onlyFirstCount += 1
    case (false, true): onlySecondCount += 1
    case (false, false): neitherCount += 1
    }
  }

  public var count: Int { bothCount + onlyFirstCount + onlySecondCount + neitherCount }

  /// Returns the p-values of McNemar's test.
  ///
  /// Only boards that were passed in one of the conditions count; without any, both are 1. `midP`
  /// counts the observed result as one half. Throws `empty` without any boards.
  public func mcNemar() throws(ScienceError) -> (exact: Double, midP: Double) {
    guard count > 0 else { throw .empty }
    let distribution = BinomialDistribution(
      trialCount: onlyFirstCount + onlySecondCount, probability: 0.5)
    let fewer = min(onlyFirstCount, onlySecondCount)
    let doubled = 2 * distribution.cumulative(fewer)
    return (min(1, doubled), min(1, doubled - distribution.density(fewer)))
  }

  /// Returns the difference of the proportions, with Newcombe's interval for pairs (1998, method
  /// 10).
  public func difference() throws(ScienceError) -> Estimate {
    let first = try Proportion(bothCount + onlyFirstCount, of: count)
    let second = try Proportion(bothCount + onlySecondCount, of: count)
    return ProportionDifference.combine(
      try first.estimate(), try second.estimate(), correlation: correlation)
  }

  /// The correlation of the outcomes, corrected for continuity where it is positive.
  private var correlation: Double {
    let first = Double(bothCount + onlyFirstCount) * Double(onlySecondCount + neitherCount)
    let second = Double(bothCount + onlySecondCount) * Double(onlyFirstCount + neitherCount)
    guard first > 0, second > 0 else { return 0 }
    let product =
      Double(bothCount) * Double(neitherCount) - Double(onlyFirstCount) * Double(onlySecondCount)
    let corrected = product > 0 ? max(0, product - Double(count) / 2) : product
    return corrected / (first.squareRoot() * second.squareRoot())
  }
}
