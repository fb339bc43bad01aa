import Glibc

/// The geometric mean of press times, which are added one at a time.
///
///     var tally = LatencyTally()
///     for latency in [1.0, 4.0, nil] { tally.add(latency) }
///     try tally.geometricMean()  // 2.0
public struct LatencyTally: Equatable, Sendable {
  /// The number of presses whose time is unknown.
  public private(set) var missingCount = 0
  /// The number of times that were skipped because they were not positive, finite numbers.
  public private(set) var impossibleCount = 0
  private var logarithms = MeanTally()

  public init() {}

  /// The number of times in the mean.
  public var count: Int { logarithms.count }

  /// Adds a time in any unit; `nil` counts as unknown.
  public mutating func add(_ latency: Double?) {
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

  public func geometricMean() throws(ScienceError) -> Double { exp(try logarithms.mean()) }

  /// Returns the standard deviation of the logarithms; throws `tooFew` below two times.
  public func spread() throws(ScienceError) -> Double { try logarithms.deviation() }

  /// Returns the geometric mean with its Student interval, computed from the logarithms.
  ///
  /// Throws `empty`, `tooFew` below two times, and `noSpread` if all are the same.
  public func estimate(confidence: Double = 0.95) throws(ScienceError) -> Estimate {
    let spread = try spread()
    let mean = try logarithms.mean()
    guard spread > 1e-12 * max(1, abs(mean)) else { throw .noSpread }
    return Estimate(
      mean, error: spread / sqrt(Double(count)), degrees: Double(count - 1), confidence: confidence
    ).mapped(by: exp)
  }
}

/// The number of trials that reached each position of the sequence, and that passed it.
///
/// A trial ends at its error, so that later positions count fewer trials: each proportion is that
/// of the trials that came so far.
///
///     var positions = SerialPositions()
///     positions.add(rightCount: 3, hasError: true)
///     positions.add(rightCount: 5, hasError: false)
///     try positions.proportions().count  // 5
public struct SerialPositions: Equatable, Sendable {
  /// The number of trials that ended with an error, by number of right presses.
  private var failedAfter: [Int] = []
  private var endedAfter: [Int] = []

  public init() {}

  /// Adds a trial with the number of right presses before its first error or its end.
  public mutating func add(rightCount: Int, hasError: Bool) {
    precondition(rightCount >= 0)
    while endedAfter.count <= rightCount {
      endedAfter.append(0)
      failedAfter.append(0)
    }
    if hasError { failedAfter[rightCount] += 1 } else { endedAfter[rightCount] += 1 }
  }

  /// Returns the proportion of right presses at each position, from the first one on; throws
  /// `empty`.
  public func proportions() throws(ScienceError) -> [Proportion] {
    guard !endedAfter.isEmpty else { throw .empty }
    var proportions: [Proportion] = []
    var rightCount = 0
    for index in endedAfter.indices.reversed() {
      let reachedCount = rightCount + failedAfter[index]
      if reachedCount > 0 { proportions.append(try Proportion(rightCount, of: reachedCount)) }
      rightCount = reachedCount + endedAfter[index]
    }
    return proportions.reversed()
  }
}
