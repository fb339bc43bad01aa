package import Science

/// The expected result of pure guessing in the same trials.
///
///     if let guessing = test.guessing { print(guessing.share, guessing.probability) }
package struct Guessing: Equatable, Sendable {
  package let numeralCount: Int
  /// The number of guessed presses in a trial; the first press may need no guess.
  package let guessedCount: Int
  package let trialCount: Int
  /// The probability that guessing passes a trial: 1 over the factorial of `guessedCount`.
  package let share: Double
  /// The mean number of right presses before the first error.
  package let meanRightCount: Double
  /// The smallest number of passes significantly above chance (5 %); `nil` if no number is.
  package let fewestAbove: Int?
  /// The probability that guessing passes at least as many trials.
  package let probability: Double

  /// Computes the values for one kind of boards, and compares them with the passes.
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
