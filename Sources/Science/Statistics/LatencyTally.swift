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
