/// The mean and the spread of values that are taken one at a time (Welford 1962).
package struct MeanTally: Equatable, Sendable {
  package private(set) var count = 0
  private var hasImpossible = false
  private var sum = 0.0
  private var squares = 0.0

  /// Makes the tally of no values.
  package init() {}

  /// Makes the tally of values that are at hand.
  package init(_ values: [Double]) {
    for value in values { add(value) }
  }

  /// Takes a value; what is no number, or too large to be squared, makes all figures impossible.
  package mutating func add(_ value: Double) {
    guard value.isUsable else {
      hasImpossible = true
      return
    }
    count += 1
    let difference = value - sum
    sum += difference / Double(count)
    squares += difference * (value - sum)
  }

  /// The mean.
  package func mean() throws(StatisticFault) -> Double {
    guard !hasImpossible else { throw .impossible(.value) }
    guard count > 0 else { throw .empty }
    return sum
  }

  /// The standard deviation, which needs two values.
  package func deviation() throws(StatisticFault) -> Double {
    try variance().squareRoot()
  }

  /// The variance, which needs two values.
  func variance() throws(StatisticFault) -> Double {
    guard !hasImpossible else { throw .impossible(.value) }
    guard count > 0 else { throw .empty }
    guard count > 1 else { throw .tooFew(count: count, needed: 2) }
    return squares / Double(count - 1)
  }
}

/// What a test of means tells.
package struct MeanTest: Equatable, Sendable {
  /// The difference of the means, with its interval.
  package let difference: Estimate
  package let statistic: Double
  package let degrees: Double
  /// The probability of a statistic as far from 0 in both directions.
  package let probability: Double

  init(difference: Double, error: Double, degrees: Double, confidence: Double) {
    let student = StudentDistribution(degrees: degrees)
    let width = student.quantile(0.5 + confidence / 2) * error
    self.difference = Estimate(difference, Interval(difference - width, difference + width))
    self.degrees = degrees
    statistic = difference / error
    probability = student.twoSided(difference / error)
  }
}
