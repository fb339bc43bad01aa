/// What somebody reaches who guesses among the numerals that are left.
package struct Chance: Equatable, Sendable {
  package let numeralCount: Int
  /// Whether the first press is made while the numerals can be seen.
  package let isFirstSeen: Bool

  /// Describes a board and its rule: `isFirstSeen` in a masking test, not with a limited hold.
  package init(numeralCount: Int, isFirstSeen: Bool) throws(StatisticFault) {
    guard numeralCount > 0 else { throw .impossible(.numeralCount) }
    (self.numeralCount, self.isFirstSeen) = (numeralCount, isFirstSeen)
  }

  /// The probability of a right press at a place, counted from 1, after right ones.
  package func ofPosition(_ position: Int) -> Double {
    precondition(position >= 1 && position <= numeralCount)
    if isFirstSeen, position == 1 { return 1 }
    return 1 / Double(numeralCount - position + 1)
  }

  /// The probability of a whole sequence: 1/n!, or 1/(n-1)! where the first is seen.
  package var ofSequence: Double { probabilities { _ in } }

  /// How many presses are right before the first error, on average.
  package var meanRightCount: Double {
    var sum = 0.0
    _ = probabilities { sum += $0 }
    return sum
  }

  private func probabilities(_ take: (Double) -> Void) -> Double {
    var probability = 1.0
    for position in 1...numeralCount where probability > 0 {
      probability *= ofPosition(position)
      take(probability)
    }
    return probability
  }

  /// The exact probability that guessing passes at least so many of so many trials.
  package func ofPassing(atLeast passedCount: Int, of trialCount: Int) -> Double {
    BinomialDistribution(trialCount: max(0, trialCount), probability: ofSequence)
      .atLeast(passedCount)
  }

  /// The fewest passes that guessing reaches with at most this probability.
  ///
  /// Nothing where even passing all trials would prove nothing.
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
