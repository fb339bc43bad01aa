/// The interval of a figure, such as one of 95 % confidence; a bound may be infinite.
///
///     Interval(-0.1, 0.6).clamped(to: 0...1)  // from 0.0 to 0.6
package struct Interval: Equatable, Sendable {
  package let lower: Double
  package let upper: Double

  /// Creates an interval whose bounds must be in order.
  package init(_ lower: Double, _ upper: Double) {
    precondition(lower <= upper)
    self.lower = lower
    self.upper = upper
  }

  /// Creates the interval of a range.
  package init(_ range: ClosedRange<Double>) { self.init(range.lowerBound, range.upperBound) }

  /// Returns the part within a range, or the nearest end of the range where there is none.
  package func clamped(to range: ClosedRange<Double>) -> Interval {
    func clamp(_ bound: Double) -> Double { min(max(bound, range.lowerBound), range.upperBound) }
    return Interval(clamp(lower), clamp(upper))
  }
}

/// A figure with its interval.
///
///     let estimate = Estimate(2, error: 0.5, confidence: 0.95)
///     estimate.interval.lower  // 1.02, rounded
///     estimate.mapped { $0 * 10 }.value  // 20.0
package struct Estimate: Equatable, Sendable {
  package let value: Double
  package let interval: Interval

  package init(_ value: Double, _ interval: Interval) {
    self.value = value
    self.interval = interval
  }

  /// Creates the interval of a value with a standard error: normal, or Student's with `degrees` of
  /// freedom.
  package init(_ value: Double, error: Double, degrees: Double? = nil, confidence: Double = 0.95) {
    let level = 0.5 + confidence / 2
    let deviations =
      degrees.map { StudentDistribution(degrees: $0).quantile(level) }
      ?? NormalDistribution.quantile(level)
    self.init(value, Interval(value - deviations * error, value + deviations * error))
  }

  /// Returns the estimate of a rising function of the figure.
  package func mapped(by function: (Double) -> Double) -> Estimate {
    Estimate(function(value), Interval(function(interval.lower), function(interval.upper)))
  }
}

/// The reason why a figure can't be computed.
///
/// A figure is never replaced by a guess: what has no solution throws, and the caller says why.
///
///     do throws(StatisticFault) {
///       _ = try Proportion(11, of: 10)
///     } catch { print(error == .impossibleCount(11, of: 10)) }  // true
package enum StatisticFault: Error, Equatable, Sendable {
  /// There is nothing to compute from.
  case empty
  /// There are fewer values than the figure needs.
  case tooFew(count: Int, needed: Int)
  /// More successes than trials, or a negative number of them.
  case impossibleCount(Int, of: Int)
  /// A value is out of the range in which it has a meaning.
  case impossible(Quantity)
  /// There are more values than the figure can be computed from in reasonable time.
  case tooMany(most: Int)
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

  /// The value that is out of its range.
  package enum Quantity: Equatable, Sendable {
    case numeralCount, probability, effect, hold, latency, position, value, parameter
  }
}

extension Double { var isUsable: Bool { abs(self) <= 1e100 } }

/// The tallies of a group of trials, to which trials are added one at a time.
///
///     var summary = TestSummary()
///     summary.add(isPassed: true, rightCount: 5, hasError: false)
///     summary.add(latency: 0.8, isFirst: true)
///     summary.passes.passedCount  // 1
package struct TestSummary: Equatable, Sendable {
  package private(set) var passes = Proportion()
  /// The trials whose board was not in reading order.
  package private(set) var passesElsewhere = Proportion()
  package private(set) var positions = SerialPositions()
  /// The latency of the first press, which holds the decision to begin.
  package private(set) var firstLatencies = LatencyTally()
  package private(set) var laterLatencies = LatencyTally()

  package init() {}

  /// Adds a finished trial with its right presses before the first error or the end.
  ///
  /// A trial that ran out of time or was given up may have no error.
  package mutating func add(
    isPassed: Bool, rightCount: Int, hasError: Bool, isReadingOrder: Bool = false
  ) {
    passes.add(isPassed: isPassed)
    if !isReadingOrder { passesElsewhere.add(isPassed: isPassed) }
    positions.add(rightCount: rightCount, hasError: hasError)
  }

  /// Adds the latency of a press; `nil` counts as a press without a time.
  package mutating func add(latency: Double?, isFirst: Bool) {
    if isFirst { firstLatencies.add(latency) } else { laterLatencies.add(latency) }
  }
}
