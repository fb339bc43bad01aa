/// The performance of a participant who presses the remaining numerals at random.
///
/// ```swift
/// try Chance(numeralCount: 3, isFirstSeen: true).ofSequence    // 1/2! = 0.5
/// try Chance(numeralCount: 3, isFirstSeen: false).ofSequence   // 1/3! = 0.167
/// ```
package struct Chance: Equatable, Sendable {
  package let numeralCount: Int
  /// `true` if the first press is made while the numerals can be seen.
  package let isFirstSeen: Bool

  /// Creates the description of a test.
  ///
  /// `isFirstSeen` is `true` for a masking test and `false` for a limited hold.
  ///
  /// Throws `impossible` without numerals.
  package init(numeralCount: Int, isFirstSeen: Bool) throws(StatisticFault) {
    guard numeralCount > 0 else { throw .impossible(.numeralCount) }
    self.numeralCount = numeralCount
    self.isFirstSeen = isFirstSeen
  }

  /// Returns the probability that the press at a position, counted from 1, is right if all before
  /// it were.
  package func ofPosition(_ position: Int) -> Double {
    precondition(position >= 1 && position <= numeralCount)
    if isFirstSeen, position == 1 { return 1 }
    return 1 / Double(numeralCount - position + 1)
  }

  /// The probability of a whole sequence: 1/n!, or 1/(n-1)! if the first press is made with the
  /// numerals visible.
  package var ofSequence: Double { probabilities { _ in } }

  /// The mean number of right presses before the first error.
  package var meanRightCount: Double {
    var sum = 0.0
    _ = probabilities { sum += $0 }
    return sum
  }

  /// Returns the probability of the whole sequence; calls `record` with the probability of each
  /// beginning of it.
  private func probabilities(_ record: (Double) -> Void) -> Double {
    var probability = 1.0
    for position in 1...numeralCount where probability > 0 {
      probability *= ofPosition(position)
      record(probability)
    }
    return probability
  }

  /// Returns the exact probability that guessing passes at least `passedCount` trials.
  package func ofPassing(atLeast passedCount: Int, of trialCount: Int) -> Double {
    BinomialDistribution(trialCount: max(0, trialCount), probability: ofSequence)
      .atLeast(passedCount)
  }

  /// Returns the smallest number of passes that guessing reaches with a probability of at most
  /// `level`; `nil` if guessing passes even all trials with a higher probability.
  package func fewestAbove(trialCount: Int, level: Double = 0.05) -> Int? {
    let distribution = BinomialDistribution(trialCount: max(0, trialCount), probability: ofSequence)
    guard distribution.atLeast(trialCount) <= level else { return nil }
    var (lower, upper) = (0, trialCount)
    while lower < upper {
      let middle = (lower + upper) / 2
      if distribution.atLeast(middle) <= level { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }
}
