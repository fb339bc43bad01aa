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

  /// Makes an estimate.
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
