/// How many of the trials were passed; takes one trial at a time.
package struct Proportion: Equatable, Sendable {
  package private(set) var passedCount = 0
  package private(set) var count = 0

  package init() {}

  /// Makes the proportion of trials that are counted already.
  package init(_ passedCount: Int, of count: Int) throws(StatisticFault) {
    guard count >= 0, passedCount >= 0, passedCount <= count else {
      throw .impossibleCount(passedCount, of: count)
    }
    (self.passedCount, self.count) = (passedCount, count)
  }

  package mutating func add(isPassed: Bool) {
    count += 1
    if isPassed { passedCount += 1 }
  }

  /// Takes all trials of another proportion.
  package mutating func add(_ other: Proportion) {
    count += other.count
    passedCount += other.passedCount
  }

  package var failedCount: Int { count - passedCount }

  /// The share that was passed.
  package func value() throws(StatisticFault) -> Double {
    guard count > 0 else { throw .empty }
    return Double(passedCount) / Double(count)
  }

  /// The score interval of Wilson (1927), which never leaves 0 to 1.
  package func interval(confidence: Double = 0.95) throws(StatisticFault) -> Interval {
    _ = try value()
    return Self.estimate(
      passedCount: Double(passedCount), of: Double(count), confidence: confidence
    ).interval
  }

  /// The score interval of a share whose ties count half, so that its count may be no whole number.
  static func estimate(
    passedCount: Double, of total: Double, confidence: Double = 0.95
  ) -> Estimate {
    let share = passedCount / total
    let deviations = NormalDistribution.quantile(0.5 + confidence / 2)
    let square = deviations * deviations
    let center = (share + square / (2 * total)) / (1 + square / total)
    let variance = share * (1 - share) / total + square / (4 * total * total)
    let width = deviations / (1 + square / total) * variance.squareRoot()
    // At the ends the formula gives 0 and 1 but for its rounding.
    let lower = passedCount == 0 ? 0 : max(0, center - width)
    let upper = passedCount == total ? 1 : min(1, center + width)
    return Estimate(share, Interval(lower, upper))
  }

  /// The share with its interval.
  package func estimate() throws(StatisticFault) -> Estimate {
    Estimate(try value(), try interval())
  }
}

/// Two groups compared: the difference of two independent proportions.
package struct ProportionDifference: Equatable, Sendable {
  package let first: Proportion
  package let second: Proportion

  /// Compares two groups, both with trials.
  package init(_ first: Proportion, _ second: Proportion) throws(StatisticFault) {
    guard first.count > 0, second.count > 0 else { throw .empty }
    (self.first, self.second) = (first, second)
  }

  /// The first less the second, with Newcombe's interval (1998, method 10).
  ///
  /// The distances of both Wilson intervals from their proportions are added as squares.
  package func estimate() throws(StatisticFault) -> Estimate {
    try Self.combine(first.estimate(), second.estimate(), correlation: 0)
  }

  /// Newcombe's way from two intervals to that of the difference.
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
