import Glibc

/// Times that are spread as their logarithms are: their geometric mean, taken one at a time.
package struct LatencyTally: Equatable, Sendable {
  /// How many times are in the mean.
  package private(set) var count = 0
  /// How many presses had no time.
  package private(set) var missingCount = 0
  /// How many times were 0, negative or no numbers, and are left out.
  package private(set) var impossibleCount = 0
  private var mean = 0.0
  private var squares = 0.0

  /// Makes the tally of no times.
  package init() {}

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
    count += 1
    let logarithm = log(latency)
    let difference = logarithm - mean
    mean += difference / Double(count)
    squares += difference * (logarithm - mean)
  }

  /// The geometric mean.
  package func geometricMean() throws(StatisticFault) -> Double {
    guard count > 0 else { throw .empty }
    return exp(mean)
  }

  /// The standard deviation of the logarithms.
  package func spread() throws(StatisticFault) -> Double {
    guard count > 0 else { throw .empty }
    guard count > 1 else { throw .tooFew(count: count, needed: 2) }
    return sqrt(squares / Double(count - 1))
  }

  /// The geometric mean with the interval that Student's distribution gives its logarithm.
  package func estimate(confidence: Double = 0.95) throws(StatisticFault) -> Estimate {
    let spread = try spread()
    guard spread > 1e-12 * max(1, abs(mean)) else { throw .noSpread }
    let student = StudentDistribution(degrees: Double(count - 1))
    let width = student.quantile(0.5 + confidence / 2) * spread / sqrt(Double(count))
    return Estimate(exp(mean), Interval(exp(mean - width), exp(mean + width)))
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

  /// Makes the positions of no trials.
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

  /// The presses at each place that was reached, from the first place on.
  package func proportions() throws(StatisticFault) -> [Proportion] {
    guard !endedAfter.isEmpty else { throw .empty }
    var proportions: [Proportion] = []
    var rightCount = 0
    for place in endedAfter.indices.reversed() {
      let reachedCount = rightCount + failedAfter[place]
      if reachedCount > 0 {
        proportions.append(try Proportion(rightCount, of: reachedCount))
      }
      rightCount = reachedCount + endedAfter[place]
    }
    return proportions.reversed()
  }
}
