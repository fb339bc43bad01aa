import Examiner
package import Game
import Science

/// The result of a finished test, compared with guessing and with the earlier best score.
///
///     let outcome = TestOutcome(series, best: nil)
///     print(outcome.score.level, outcome.guessing?.probability ?? 1)
package struct TestOutcome: Equatable, Sendable {
  package let score: TestScore
  package let passes: Share
  /// `true` if the score is the level, `false` for the number of passes, `nil` for an adaptive
  /// test.
  package let isScoredByLevel: Bool?
  /// The expected result of guessing; `nil` without trials, or if boards differ.
  package let guessing: Guessing?
  /// The probability that guessing passes a trial whose look the player ended, which shows the
  /// first numeral; `nil` without such trials.
  package let endedLookShare: Double?
  /// The earlier best score; `nil` for the first test of its kind.
  package let best: TestScore?

  package init(_ series: TestSeries, best: TestScore?) {
    score = TestScore(series)
    passes = Share(score.passes)
    isScoredByLevel = series.preset.isScoredByLevel
    self.best = best
    let ended = series.endedLookCount
    let rule = series.plan.rule
    let isFirstSeen = rule.hold == nil || ended == series.countedTrialCount
    let chance = try? Chance(numeralCount: series.plan.count, isFirstSeen: isFirstSeen)
    // Nobody guesses while all numerals stay visible.
    let isMasked = rule.hold != nil || rule.masksAtFirstPress
    let hasCommonChance = isScoredByLevel == false && passes.count > 0 && isMasked
    endedLookShare =
      hasCommonChance && ended > 0
      ? try? Chance(numeralCount: series.plan.count, isFirstSeen: true).ofSequence : nil
    guessing = hasCommonChance ? chance.map { [passes] in Guessing($0, passes.proportion) } : nil
  }
}
