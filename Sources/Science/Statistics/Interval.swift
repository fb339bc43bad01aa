/// An interval, such as one of 95 % confidence; its bounds may be infinite.
///
///     Interval(-0.1, 0.6).clamped(to: 0...1)  // from 0.0 to 0.6
public struct Interval: Equatable, Sendable {
  public let lower: Double
  public let upper: Double

  /// Creates an interval whose bounds must be in order.
  public init(_ lower: Double, _ upper: Double) {
    precondition(lower <= upper)
    self.lower = lower
    self.upper = upper
  }

  /// The fewest values of which a mean has an interval.
  public static var fewestValues: Int { 3 }

  /// Creates the interval of a range.
  public init(_ range: ClosedRange<Double>) { self.init(range.lowerBound, range.upperBound) }

  /// Returns the interval limited to a range; outside of the range, its nearest end.
  public func clamped(to range: ClosedRange<Double>) -> Interval {
    func clamp(_ bound: Double) -> Double { min(max(bound, range.lowerBound), range.upperBound) }
    return Interval(clamp(lower), clamp(upper))
  }
}

/// An estimated value with its interval.
///
///     let estimate = Estimate(2, error: 0.5, confidence: 0.95)
///     estimate.interval.lower  // 1.02, rounded
///     estimate.mapped { $0 * 10 }.value  // 20.0
public struct Estimate: Equatable, Sendable {
  public let value: Double
  public let interval: Interval

  public init(_ value: Double, _ interval: Interval) {
    self.value = value
    self.interval = interval
  }

  /// Creates an estimate with a normal interval, or with Student's for `degrees` of freedom.
  public init(_ value: Double, error: Double, degrees: Double? = nil, confidence: Double = 0.95) {
    let level = 0.5 + confidence / 2
    let deviations =
      degrees.map { StudentDistribution(degrees: $0).quantile(level) }
      ?? NormalDistribution.quantile(level)
    self.init(value, Interval(value - deviations * error, value + deviations * error))
  }

  /// Returns the estimate of an increasing function of the value.
  public func mapped(by function: (Double) -> Double) -> Estimate {
    Estimate(function(value), Interval(function(interval.lower), function(interval.upper)))
  }

  /// The largest quotient of the bounds of a time's or a ratio's interval that is shown.
  static var largestQuotient: Double { 10_000 }

  /// Returns the estimate of a time or a ratio, which must be positive.
  ///
  /// Throws `tooWide` if the upper bound is 10,000 times the lower one or more: such an interval
  /// says nothing of the value, and its bounds are numbers that nobody has measured.
  public func ofRatio() throws(ScienceError) -> Estimate {
    guard interval.upper < Self.largestQuotient * interval.lower else { throw .tooWide }
    return self
  }
}

/// The reason why a statistic can't be computed.
///
/// Functions throw it instead of returning a guess, and replies show the reason.
///
///     do throws(ScienceError) {
///       _ = try Proportion(11, of: 10)
///     } catch { print(error == .impossibleCount(11, of: 10)) }  // true
public enum ScienceError: Error, Equatable, Sendable {
  /// There are no values.
  case empty
  /// There are fewer values than the statistic requires.
  case tooFew(count: Int, needed: Int)
  /// There are more successes than trials, or a negative number.
  case impossibleCount(Int, of: Int)
  /// A value is outside of the range in which it is meaningful.
  case impossible(Quantity)
  /// There are more values than can be computed in a reasonable time.
  case tooMany(most: Int)
  /// All trials were passed, so that no curve can be fitted.
  case allPassed(count: Int)
  /// No trial was passed, so that no curve can be fitted.
  case allFailed(count: Int)
  /// The fitted curve would be infinitely steep, because passes and failures are completely
  /// separated.
  case separated
  /// All values are equal, so that their standard deviation is 0.
  case noSpread
  /// The curve is flat or falls, but must rise.
  case notRising
  /// The interval is so wide that it says nothing of the value.
  case tooWide
  /// The estimate lies at an end of its range, where the data do not determine it.
  case notIdentified
  /// The iteration did not converge.
  case notConverged(iterations: Int)

  /// The value that is outside of its range.
  ///
  ///     if case .impossible(.hold) = fault { print("the hold is out of its range") }
  public enum Quantity: Equatable, Sendable {
    case numeralCount, probability, effect, hold, latency, position, value, parameter
  }
}

extension Double { var isUsable: Bool { abs(self) <= 1e100 } }

/// The statistics of a group of trials, which are added one at a time.
///
///     var summary = TestSummary()
///     summary.add(isPassed: true, rightCount: 5, hasError: false)
///     summary.passes.passedCount  // 1
public struct TestSummary: Equatable, Sendable {
  public private(set) var passes = Proportion()
  /// The proportion of passed trials among those whose board was not in reading order.
  public private(set) var passesElsewhere = Proportion()
  public private(set) var positions = SerialPositions()

  public init() {}

  /// Adds a trial with the number of right presses before its first error or its end.
  ///
  /// A trial that timed out or was given up may have no error.
  public mutating func add(
    isPassed: Bool, rightCount: Int, hasError: Bool, isReadingOrder: Bool = false
  ) {
    passes.add(isPassed: isPassed)
    if !isReadingOrder { passesElsewhere.add(isPassed: isPassed) }
    positions.add(rightCount: rightCount, hasError: hasError)
  }
}
