/// From where to where a figure may lie.
package struct Interval: Equatable, Sendable {
  package let lower: Double
  package let upper: Double

  /// Makes an interval; its bounds are in order.
  package init(_ lower: Double, _ upper: Double) {
    precondition(lower <= upper)
    self.lower = lower
    self.upper = upper
  }

  /// The interval around a value whose error is normal.
  package init(around value: Double, error: Double, confidence: Double = 0.95) {
    let width = Confidence.deviations(confidence) * error
    self.init(value - width, value + width)
  }

  /// The interval of a rising function of the figure.
  func mapped(by function: (Double) -> Double) -> Interval {
    Interval(function(lower), function(upper))
  }
}

/// A figure with its interval.
package struct Estimate: Equatable, Sendable {
  package let value: Double
  package let interval: Interval

  /// Makes an estimate.
  package init(_ value: Double, _ interval: Interval) {
    self.value = value
    self.interval = interval
  }

  /// The estimate of a rising function of the figure.
  package func mapped(by function: (Double) -> Double) -> Estimate {
    Estimate(function(value), interval.mapped(by: function))
  }
}

/// How sure an interval is.
enum Confidence {
  /// How many standard errors the interval has on each side.
  static func deviations(_ confidence: Double) -> Double {
    precondition(confidence > 0 && confidence < 1)
    return NormalDistribution.quantile(0.5 + confidence / 2)
  }
}
