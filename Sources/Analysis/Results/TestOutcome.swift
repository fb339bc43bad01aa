import Examiner
package import Game
import Science

/// The result of a test that is over, compared with guessing and with the best one before.
package struct TestOutcome: Equatable, Sendable {
  package let score: TestScore
  package let passes: Share
  /// Whether the level is the score, and not the number of passes; nil where an estimate is.
  package let isScoredByLevel: Bool?
  /// The result of guessing; nil without trials, and where the boards differ in it.
  package let guessing: Guessing?
  /// The best score before; nil for the first such test.
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
