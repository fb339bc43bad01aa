import Glibc

/// Times that are spread as their logarithms are: their geometric mean, taken one at a time.
package struct LatencyTally: Equatable, Sendable {
  /// How many presses had no time.
  package private(set) var missingCount = 0
  /// How many times were 0, negative or no numbers, and are left out.
  package private(set) var impossibleCount = 0
  private var logarithms = MeanTally()

  package init() {}

  /// How many times are in the mean.
  package var count: Int { logarithms.count }

  /// Takes a time in whatever unit, or that there is none.
  package mutating func add(_ latency: Double?) {
    guard let latency else {
      missingCount += 1
      return
    }
    guard latency > 0, latency < .infinity else {
      impossibleCount += 1
      return
    }
    logarithms.add(log(latency))
  }

  package func geometricMean() throws(StatisticFault) -> Double { exp(try logarithms.mean()) }

  /// The standard deviation of the logarithms.
  package func spread() throws(StatisticFault) -> Double { try logarithms.deviation() }

  /// The geometric mean with the interval that Student's distribution gives its logarithm.
  package func estimate(confidence: Double = 0.95) throws(StatisticFault) -> Estimate {
    let (spread, mean) = (try spread(), try logarithms.mean())
    guard spread > 1e-12 * max(1, abs(mean)) else { throw .noSpread }
    return Estimate(
      mean, error: spread / sqrt(Double(count)), degrees: Double(count - 1), confidence: confidence
    ).mapped(by: exp)
  }
}

/// How often each place of the sequence was reached, and was right then.
///
/// A trial ends at its error, so that a later place is judged by those who came so far: what is
/// counted is a hazard, not a curve over the same trials.
package struct SerialPositions: Equatable, Sendable {
  /// How many trials ended after so many right presses, with an error and without one.
  private var failedAfter: [Int] = []
  private var endedAfter: [Int] = []

  package init() {}

  /// Takes a trial that had so many right presses before its first error, or its end.
  package mutating func add(rightCount: Int, hasError: Bool) {
    precondition(rightCount >= 0)
    while endedAfter.count <= rightCount {
      endedAfter.append(0)
      failedAfter.append(0)
    }
    if hasError { failedAfter[rightCount] += 1 } else { endedAfter[rightCount] += 1 }
  }

  /// How many presses were right before the first error, on average.
  package func meanRightCount() throws(StatisticFault) -> Double {
    let counts = zip(failedAfter, endedAfter).map(+)
    guard !counts.isEmpty else { throw .empty }
    let rightCount = counts.enumerated().reduce(0) { $0 + $1.offset * $1.element }
    return Double(rightCount) / Double(counts.reduce(0, +))
  }

  /// The presses at each place that was reached, from the first place on.
  package func proportions() throws(StatisticFault) -> [Proportion] {
    guard !endedAfter.isEmpty else { throw .empty }
    var proportions: [Proportion] = []
    var rightCount = 0
    for place in endedAfter.indices.reversed() {
      let reachedCount = rightCount + failedAfter[place]
      if reachedCount > 0 { proportions.append(try Proportion(rightCount, of: reachedCount)) }
      rightCount = reachedCount + endedAfter[place]
    }
    return proportions.reversed()
  }
}
