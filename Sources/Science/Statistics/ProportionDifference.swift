/// Two groups compared: the difference of two independent proportions.
package struct ProportionDifference: Equatable, Sendable {
  package let first: Proportion
  package let second: Proportion

  /// Compares two groups, both with trials.
  package init(_ first: Proportion, _ second: Proportion) throws(StatisticFault) {
    guard first.count > 0, second.count > 0 else { throw .empty }
    self.first = first
    self.second = second
  }

  /// The first less the second, with Newcombe's interval (1998, method 10).
  ///
  /// The distances of both Wilson intervals from their proportions are added as squares.
  package func estimate(confidence: Double = 0.95) throws(StatisticFault) -> Estimate {
    try Self.combine(
      first.estimate(confidence: confidence), second.estimate(confidence: confidence),
      correlation: 0)
  }

  /// Newcombe's way from two intervals to that of the difference.
  static func combine(
    _ first: Estimate, _ second: Estimate, correlation: Double
  ) -> Estimate {
    func distance(_ one: Double, _ other: Double) -> Double {
      max(0, one * one + other * other - 2 * correlation * one * other).squareRoot()
    }
    let difference = first.value - second.value
    let below = distance(
      first.value - first.interval.lower, second.interval.upper - second.value)
    let above = distance(
      first.interval.upper - first.value, second.value - second.interval.lower)
    return Estimate(
      difference, Interval(max(-1, difference - below), min(1, difference + above)))
  }
}
