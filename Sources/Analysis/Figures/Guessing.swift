package import Science

/// The result of pure guessing in the same trials.
///
///     if let guessing = test.guessing { print(guessing.share, guessing.probability) }
package struct Guessing: Equatable, Sendable {
  package let numeralCount: Int
  /// The number of guessed presses: all, or all but the first where that one is made on sight.
  package let guessedCount: Int
  package let trialCount: Int
  /// The probability of passing a trial: 1 over the factorial of `guessedCount`.
  package let share: Double
  /// The mean number of right presses before the first error.
  package let meanRightCount: Double
  /// The fewest passes that are above chance at 5 %; `nil` where even passing all trials is not.
  package let fewestAbove: Int?
  /// The probability that guessing passes at least as many trials as were passed.
  package let probability: Double

  /// Computes the result for boards of one count and one rule.
  package init(_ chance: Chance, _ passes: Proportion) {
    numeralCount = chance.numeralCount
    guessedCount = chance.numeralCount - (chance.isFirstSeen ? 1 : 0)
    trialCount = passes.count
    share = chance.ofSequence
    meanRightCount = chance.meanRightCount
    fewestAbove = chance.fewestAbove(trialCount: passes.count)
    probability = chance.ofPassing(atLeast: passes.passedCount, of: passes.count)
  }
}
