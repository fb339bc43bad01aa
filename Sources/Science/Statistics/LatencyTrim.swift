import Glibc

/// A rule that excludes outliers of press times.
///
/// ```swift
/// try LatencyTrim.range(200...2000).applied(to: [150, 400, 2500]).kept   // [400]
/// ```
public enum LatencyTrim: Equatable, Sendable {
  /// Keeps times between two bounds, both included.
  case range(ClosedRange<Double>)
  /// Keeps times within a number of standard deviations from the mean, on the logarithmic scale.
  ///
  /// The mean and the deviation are those of all latencies; the rule is applied once.
  case deviations(Double)

  /// Parses two times, such as `200..2000`; returns `nil` for any other text, and for a range
  /// without values.
  public init?(range text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].isEmpty, let lower = Int(parts[0]), let upper = Int(parts[2]),
      lower >= 0, upper > 0, lower <= upper
    else { return nil }
    self = .range(Double(lower)...Double(upper))
  }

  /// Parses a multiple of the standard deviation between 0.1 and 10, such as `2.5`; returns `nil`
  /// for any other text.
  public init?(deviations text: String) {
    guard text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let count = Double(text),
      (0.1...10).contains(count)
    else { return nil }
    self = .deviations(count)
  }

  /// The result of a rule: the kept times, and the numbers of excluded ones.
  ///
  ///     let outcome = try LatencyTrim.range(150...3_000).applied(to: latencies)
  ///     print(outcome.kept.count, "kept,", outcome.belowCount + outcome.aboveCount, "excluded")
  public struct Outcome: Equatable, Sendable {
    /// The kept times, in their order.
    public fileprivate(set) var kept: [Double] = []
    /// The number of times below the lower bound.
    public fileprivate(set) var belowCount = 0
    /// The number of times above the upper bound.
    public fileprivate(set) var aboveCount = 0
    /// The number of latencies that were 0, negative, infinite or not numbers.
    public fileprivate(set) var impossibleCount = 0
    /// The bounds that were applied, as given or computed.
    public fileprivate(set) var bounds: Interval
  }

  /// Applies the rule to times in any unit.
  ///
  /// Throws `impossible` for a rule that can keep nothing or is not a number, and `tooFew` if a
  /// rule of deviations has fewer than two latencies.
  public func applied(to latencies: [Double]) throws(ScienceError) -> Outcome {
    let possible = latencies.filter { $0 > 0 && $0 < .infinity }
    var outcome = Outcome(bounds: try bounds(of: possible))
    outcome.impossibleCount = latencies.count - possible.count
    for latency in possible {
      if latency < outcome.bounds.lower {
        outcome.belowCount += 1
      } else if latency > outcome.bounds.upper {
        outcome.aboveCount += 1
      } else {
        outcome.kept.append(latency)
      }
    }
    return outcome
  }

  private func bounds(of latencies: [Double]) throws(ScienceError) -> Interval {
    switch self {
    case .range(let range):
      guard range.upperBound > 0 else { throw .impossible(.latency) }
      return Interval(range.lowerBound, range.upperBound)
    case .deviations(let count):
      guard count > 0, count < .infinity else { throw .impossible(.value) }
      let logarithms = MeanTally(latencies.map { log($0) })
      let mean = try logarithms.mean()
      let reach = count * (try logarithms.deviation())
      // The bounds are widened a little: with equal latencies the deviation is 0, and their mean is
      // rounded.
      return Interval(exp(mean - reach) * (1 - 1e-12), exp(mean + reach) * (1 + 1e-12))
    }
  }
}
