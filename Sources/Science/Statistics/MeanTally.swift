import Glibc

/// The mean and the variance of values that are added one at a time (Welford 1962).
///
///     let tally = MeanTally([1, 2, 3])
///     try tally.mean()  // 2.0
///     try tally.deviation()  // 1.0
public struct MeanTally: Equatable, Sendable {
  public private(set) var count = 0
  private var hasImpossible = false
  private var sum = 0.0
  private var squares = 0.0

  public init() {}

  /// Creates the statistics of some values.
  public init(_ values: [Double]) { for value in values { add(value) } }

  /// Adds a value; after one that is not a number or too large, all results throw.
  public mutating func add(_ value: Double) {
    guard value.isUsable else {
      hasImpossible = true
      return
    }
    count += 1
    let difference = value - sum
    sum += difference / Double(count)
    squares += difference * (value - sum)
  }

  public func mean() throws(ScienceError) -> Double {
    guard !hasImpossible else { throw .impossible(.value) }
    guard count > 0 else { throw .empty }
    return sum
  }

  /// Returns the standard deviation; throws `tooFew` below two values.
  public func deviation() throws(ScienceError) -> Double { try variance().squareRoot() }

  /// Returns the standard deviation; throws `noSpread` if it is 0 within rounding errors.
  func spread() throws(ScienceError) -> Double {
    let spread = try deviation()
    guard spread > 1e-12 * abs(sum) else { throw .noSpread }
    return spread
  }

  func test() throws(ScienceError) -> MeanTest {
    let spread = try spread()
    return MeanTest(
      difference: sum, error: spread / sqrt(Double(count)), degrees: Double(count - 1))
  }

  /// Returns the mean with its Student interval.
  public func estimate() throws(ScienceError) -> Estimate { try test().difference }

  func variance() throws(ScienceError) -> Double {
    guard !hasImpossible else { throw .impossible(.value) }
    guard count > 0 else { throw .empty }
    guard count > 1 else { throw .tooFew(count: count, needed: 2) }
    return squares / Double(count - 1)
  }
}

/// The result of a test of means: the difference with its interval, and the p-value.
///
///     let test = try PairedMeans(differences: [1, 2, 4]).test()
///     test.degrees  // 2.0
public struct MeanTest: Equatable, Sendable {
  /// The difference of the means, with its interval.
  public let difference: Estimate
  public let statistic: Double
  public let degrees: Double
  /// The two-sided p-value.
  public let probability: Double

  init(difference: Double, error: Double, degrees: Double) {
    self.difference = Estimate(difference, error: error, degrees: degrees)
    self.degrees = degrees
    statistic = difference / error
    probability = 2 * StudentDistribution(degrees: degrees).upperTail(abs(statistic))
  }
}

/// Pearson's correlation of pairs of values.
///
///     try Correlation([(1, 2), (2, 4), (3, 6)]).value  // 1
public struct Correlation: Equatable, Sendable {
  public let value: Double
  /// The slope of the least-squares line of the second numbers on the first ones.
  public let slope: Double

  /// Computes the correlation; throws `tooFew` below three pairs, and `noSpread`.
  public init(_ pairs: [(Double, Double)]) throws(ScienceError) {
    guard !pairs.isEmpty else { throw .empty }
    guard pairs.count > 2 else { throw .tooFew(count: pairs.count, needed: 3) }
    guard pairs.allSatisfy({ $0.0.isUsable && $0.1.isUsable }) else { throw .impossible(.value) }
    let total = Double(pairs.count)
    let first = pairs.reduce(0) { $0 + $1.0 } / total
    let second = pairs.reduce(0) { $0 + $1.1 } / total
    var firstSquares = 0.0
    var secondSquares = 0.0
    var products = 0.0
    for pair in pairs {
      firstSquares += (pair.0 - first) * (pair.0 - first)
      secondSquares += (pair.1 - second) * (pair.1 - second)
      products += (pair.0 - first) * (pair.1 - second)
    }
    guard firstSquares > 1e-24 * first * first, secondSquares > 1e-24 * second * second,
      firstSquares > 0, secondSquares > 0
    else { throw .noSpread }
    value = min(1, max(-1, products / (sqrt(firstSquares) * sqrt(secondSquares))))
    slope = products / firstSquares
  }
}
