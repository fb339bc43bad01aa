/// From where to where a figure may lie.
package struct Interval: Equatable, Sendable {
  package let lower: Double
  package let upper: Double

  /// Makes an interval; its bounds are in order.
  package init(_ lower: Double, _ upper: Double) {
    precondition(lower <= upper)
    (self.lower, self.upper) = (lower, upper)
  }

  /// The part of it that lies in a range, or else the nearest end of that.
  package func clamped(to range: ClosedRange<Double>) -> Interval {
    func clamp(_ bound: Double) -> Double { min(max(bound, range.lowerBound), range.upperBound) }
    return Interval(clamp(lower), clamp(upper))
  }
}

/// A figure with its interval.
package struct Estimate: Equatable, Sendable {
  package let value: Double
  package let interval: Interval

  package init(_ value: Double, _ interval: Interval) {
    (self.value, self.interval) = (value, interval)
  }

  /// A value with so many of its errors on each side: normal ones, or Student's with so many
  /// degrees of freedom.
  package init(_ value: Double, error: Double, degrees: Double? = nil, confidence: Double = 0.95) {
    let level = 0.5 + confidence / 2
    let deviations =
      degrees.map { StudentDistribution(degrees: $0).quantile(level) }
      ?? NormalDistribution.quantile(level)
    self.init(value, Interval(value - deviations * error, value + deviations * error))
  }

  /// The estimate of a rising function of the figure.
  package func mapped(by function: (Double) -> Double) -> Estimate {
    Estimate(function(value), Interval(function(interval.lower), function(interval.upper)))
  }
}

/// Why there is no figure: a fact for whoever puts it into words.
package enum StatisticFault: Error, Equatable, Sendable {
  /// There is nothing to compute from.
  case empty
  /// There are fewer values than the figure needs.
  case tooFew(count: Int, needed: Int)
  /// More successes than trials, or a negative number of them.
  case impossibleCount(Int, of: Int)
  /// A value is out of the range in which it has a meaning.
  case impossible(Quantity)
  /// All trials were passed: a curve could lie anywhere below them.
  case allPassed(count: Int)
  /// No trial was passed: a curve could lie anywhere above them.
  case allFailed(count: Int)
  /// The steepest curve is the best, as where failures lie on one side and passes on the other.
  case separated
  /// All values are the same, so that nothing can be divided by their spread.
  case noSpread
  /// The curve that was asked to rise falls, or is flat.
  case notRising
  /// The best values were not found in so many steps.
  case notConverged(iterations: Int)

  /// Which value it was.
  package enum Quantity: Equatable, Sendable {
    case numeralCount, probability, effect, hold, latency, place, value, parameter
  }
}

extension Double { var isUsable: Bool { abs(self) <= 1e100 } }

/// All that is said of a group of trials, taken one at a time.
package struct TestSummary: Equatable, Sendable {
  package private(set) var passes = Proportion()
  /// The trials whose numerals did not stand in reading order.
  package private(set) var passesElsewhere = Proportion()
  package private(set) var positions = SerialPositions()
  /// The latency of the first press, which holds the decision to begin.
  package private(set) var firstLatencies = LatencyTally()
  package private(set) var laterLatencies = LatencyTally()

  package init() {}

  /// Takes a trial that is over, with so many right presses before its first error or its end; one
  /// that ran out of time or was given up may have no error.
  package mutating func add(
    isPassed: Bool, rightCount: Int, hasError: Bool, isReadingOrder: Bool = false
  ) {
    passes.add(isPassed: isPassed)
    if !isReadingOrder { passesElsewhere.add(isPassed: isPassed) }
    positions.add(rightCount: rightCount, hasError: hasError)
  }

  /// Takes the latency of a press of a trial that is in the figures, or that it has none.
  package mutating func add(latency: Double?, isFirst: Bool) {
    if isFirst { firstLatencies.add(latency) } else { laterLatencies.add(latency) }
  }
}
