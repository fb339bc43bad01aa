/// A proportion of passed trials, which are added one at a time.
///
/// ```swift
/// try Proportion(8, of: 10).estimate()   // 0.8 [0.49, 0.94]
/// ```
public struct Proportion: Equatable, Sendable {
  public private(set) var passedCount = 0
  public private(set) var count = 0

  public init() {}

  /// Creates a proportion from counts; throws `impossibleCount` for more passes than trials.
  public init(_ passedCount: Int, of count: Int) throws(ScienceError) {
    guard count >= 0, passedCount >= 0, passedCount <= count else {
      throw .impossibleCount(passedCount, of: count)
    }
    self.passedCount = passedCount
    self.count = count
  }

  public mutating func add(isPassed: Bool) {
    count += 1
    if isPassed { passedCount += 1 }
  }

  /// Adds the trials of another proportion.
  public mutating func add(_ other: Proportion) {
    count += other.count
    passedCount += other.passedCount
  }

  public var failedCount: Int { count - passedCount }

  /// Returns the proportion; throws `empty` without trials.
  public func value() throws(ScienceError) -> Double {
    guard count > 0 else { throw .empty }
    return Double(passedCount) / Double(count)
  }

  /// Returns the score interval of Wilson (1927); throws `empty` without trials.
  public func interval(confidence: Double = 0.95) throws(ScienceError) -> Interval {
    _ = try value()
    return Self.estimate(
      passedCount: Double(passedCount), of: Double(count), confidence: confidence
    ).interval
  }

  /// Returns the proportion and its score interval for a count that may be fractional.
  static func estimate(
    passedCount: Double, of total: Double, confidence: Double = 0.95
  ) -> Estimate {
    let share = passedCount / total
    let deviations = NormalDistribution.quantile(0.5 + confidence / 2)
    let square = deviations * deviations
    let center = (share + square / (2 * total)) / (1 + square / total)
    let variance = share * (1 - share) / total + square / (4 * total * total)
    let width = deviations / (1 + square / total) * variance.squareRoot()
    // At the ends the exact result is 0 or 1; the formula would round it.
    let lower = passedCount == 0 ? 0 : max(0, center - width)
    let upper = passedCount == total ? 1 : min(1, center + width)
    return Estimate(share, Interval(lower, upper))
  }

  /// Returns the proportion with its interval; throws `empty` without trials.
  public func estimate() throws(ScienceError) -> Estimate {
    Estimate(try value(), try interval())
  }
}

/// The difference of two independent proportions.
///
///     let difference = try ProportionDifference(Proportion(8, of: 10), Proportion(5, of: 10))
///     try difference.estimate().value  // 0.3, but for rounding
public struct ProportionDifference: Equatable, Sendable {
  public let first: Proportion
  public let second: Proportion

  /// Creates the difference of two groups; throws `empty` if one has no trials.
  public init(_ first: Proportion, _ second: Proportion) throws(ScienceError) {
    guard first.count > 0, second.count > 0 else { throw .empty }
    self.first = first
    self.second = second
  }

  /// Returns the first minus the second proportion, with Newcombe's interval (1998, method 10).
  ///
  /// The distances of both Wilson intervals from their proportions are added as squares.
  public func estimate() throws(ScienceError) -> Estimate {
    try Self.combine(first.estimate(), second.estimate(), correlation: 0)
  }

  /// Returns the difference of two estimates, with an interval by Newcombe's method.
  static func combine(_ first: Estimate, _ second: Estimate, correlation: Double) -> Estimate {
    func distance(_ one: Double, _ other: Double) -> Double {
      max(0, one * one + other * other - 2 * correlation * one * other).squareRoot()
    }
    let difference = first.value - second.value
    let below = distance(first.value - first.interval.lower, second.interval.upper - second.value)
    let above = distance(first.interval.upper - first.value, second.value - second.interval.lower)
    return Estimate(difference, Interval(max(-1, difference - below), min(1, difference + above)))
  }
}
