/// How many of the trials were passed; takes one trial at a time.
package struct Proportion: Equatable, Sendable {
  package private(set) var passedCount = 0
  package private(set) var count = 0

  /// Makes the proportion of no trials.
  package init() {}

  /// Makes the proportion of trials that are counted already.
  package init(_ passedCount: Int, of count: Int) throws(StatisticFault) {
    guard count >= 0, passedCount >= 0, passedCount <= count else {
      throw .impossibleCount(passedCount, of: count)
    }
    self.passedCount = passedCount
    self.count = count
  }

  /// Takes a trial.
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
    let share = try value()
    let total = Double(count)
    let deviations = Confidence.deviations(confidence)
    let square = deviations * deviations
    let center = (share + square / (2 * total)) / (1 + square / total)
    let variance = share * (1 - share) / total + square / (4 * total * total)
    let width = deviations / (1 + square / total) * variance.squareRoot()
    // NB: at the ends the formula gives 0 and 1 but for its rounding.
    return Interval(
      passedCount == 0 ? 0 : max(0, center - width),
      failedCount == 0 ? 1 : min(1, center + width))
  }

  /// The share with its interval.
  package func estimate(confidence: Double = 0.95) throws(StatisticFault) -> Estimate {
    Estimate(try value(), try interval(confidence: confidence))
  }
}
