/// The results of pure guessing: pressing the remaining numerals at random.
///
/// ```swift
/// try Chance(numeralCount: 3, isFirstSeen: true).ofSequence    // 1/2! = 0.5
/// try Chance(numeralCount: 3, isFirstSeen: false).ofSequence   // 1/3! = 0.167
/// ```
public struct Chance: Equatable, Sendable {
  public let numeralCount: Int
  /// `true` if the first press is made while the numerals are visible.
  public let isFirstSeen: Bool

  /// Creates the guessing in a kind of test.
  ///
  /// `isFirstSeen` is `true` for a masking test and `false` for a limited hold.
  ///
  /// Throws `impossible` without numerals.
  public init(numeralCount: Int, isFirstSeen: Bool) throws(ScienceError) {
    guard numeralCount > 0 else { throw .impossible(.numeralCount) }
    self.numeralCount = numeralCount
    self.isFirstSeen = isFirstSeen
  }

  /// Returns the probability that a guess at a position is right, after right presses before it.
  public func ofPosition(_ position: Int) -> Double {
    precondition(position >= 1 && position <= numeralCount)
    if isFirstSeen, position == 1 { return 1 }
    return 1 / Double(numeralCount - position + 1)
  }

  /// The probability that guessing passes a trial: 1/n!, or 1/(n-1)! if the first press needs no
  /// guess.
  public var ofSequence: Double { probabilities { _ in } }

  /// The mean number of right presses before the first error.
  public var meanRightCount: Double {
    var sum = 0.0
    _ = probabilities { sum += $0 }
    return sum
  }

  /// Returns the probability of a whole right sequence; calls `record` with that of each beginning.
  private func probabilities(_ record: (Double) -> Void) -> Double {
    var probability = 1.0
    for position in 1...numeralCount where probability > 0 {
      probability *= ofPosition(position)
      record(probability)
    }
    return probability
  }

  /// Returns the exact probability that guessing passes at least this number of trials.
  public func ofPassing(atLeast passedCount: Int, of trialCount: Int) -> Double {
    BinomialDistribution(trialCount: max(0, trialCount), probability: ofSequence)
      .atLeast(passedCount)
  }

  /// Returns the smallest number of passes that guessing reaches with at most the probability
  /// `level`.
  ///
  /// Returns `nil` if even passing all trials is more probable.
  public func fewestAbove(trialCount: Int, level: Double = 0.05) -> Int? {
    let distribution = BinomialDistribution(trialCount: max(0, trialCount), probability: ofSequence)
    guard distribution.atLeast(trialCount) <= level else { return nil }
    var lower = 0
    var upper = trialCount
    while lower < upper {
      let middle = (lower + upper) / 2
      if distribution.atLeast(middle) <= level { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }
}
