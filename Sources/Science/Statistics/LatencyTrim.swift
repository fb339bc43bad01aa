import Glibc

/// A rule for latencies that are no reactions, or not only reactions.
package enum LatencyTrim: Equatable, Sendable {
  /// Keeps latencies between two bounds, both included.
  case range(ClosedRange<Double>)
  /// Keeps latencies within so many standard deviations of the mean, both of the logarithms.
  ///
  /// The mean and the deviation are those of all latencies; the rule is applied once.
  case deviations(Double)

  /// What a rule kept, and how many it excluded.
  package struct Outcome: Equatable, Sendable {
    /// The latencies that were kept, in their order.
    package fileprivate(set) var kept: [Double] = []
    /// The latencies below the lower bound, and above the upper one.
    package fileprivate(set) var belowCount = 0
    package fileprivate(set) var aboveCount = 0
    /// The latencies that were 0, negative or no numbers.
    package fileprivate(set) var impossibleCount = 0
    /// The bounds that were used; of deviations, the ones that they came to.
    package fileprivate(set) var bounds: Interval

    package var excludedCount: Int { belowCount + aboveCount }
  }

  /// Applies the rule to latencies in whatever unit.
  ///
  /// Throws `impossible` for a rule that keeps nothing or is no number, and, for deviations,
  /// `tooFew` below two latencies.
  package func applied(to latencies: [Double]) throws(StatisticFault) -> Outcome {
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

  private func bounds(of latencies: [Double]) throws(StatisticFault) -> Interval {
    switch self {
    case .range(let range):
      guard range.upperBound > 0 else { throw .impossible(.latency) }
      return Interval(range.lowerBound, range.upperBound)
    case .deviations(let count):
      guard count > 0, count < .infinity else { throw .impossible(.value) }
      let logarithms = MeanTally(latencies.map { log($0) })
      let mean = try logarithms.mean()
      let reach = count * (try logarithms.deviation())
      return Interval(exp(mean - reach), exp(mean + reach))
    }
  }
}
