import Examiner
package import Game
import Science

/// The result of a finished test, compared with guessing and with the best test before it.
///
///     let outcome = TestOutcome(series, best: nil)
///     print(outcome.score.level, outcome.guessing?.probability ?? 1)
package struct TestOutcome: Equatable, Sendable {
  package let score: TestScore
  package let passes: Share
  /// `true` where the score is the level, `false` for the number of passes, `nil` for an estimate.
  package let isScoredByLevel: Bool?
  /// The result of guessing; `nil` without trials, and where it differs between boards.
  package let guessing: Guessing?
  /// The best score before; `nil` for the first such test.
  package let best: TestScore?

  package init(_ series: TestSeries, best: TestScore?) {
    score = TestScore(series)
    passes = Share(score.passes)
    isScoredByLevel = series.preset.isScoredByLevel
    self.best = best
    let chance = try? Chance(
      numeralCount: series.plan.count, isFirstSeen: series.plan.rule.hold == nil)
    let hasCommonChance = isScoredByLevel == false && passes.count > 0
    guessing = hasCommonChance ? chance.map { [passes] in Guessing($0, passes.proportion) } : nil
  }
}
