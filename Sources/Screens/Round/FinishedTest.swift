import ChimpSystem
import Game
import Shell
import Statistics

extension TestSeries {
  /// Returns the lines about a finished test besides its score.
  ///
  /// They say what a level means, or compare the share of passes with the published ones and with
  /// guessing. The intervals are in `summary`.
  func details(in language: Language) -> [String] {
    guard countedTrialCount > 0 else { return [] }
    let outcome = TestOutcome(self, best: nil)
    if outcome.isScoredByLevel == true { return remembered(outcome.score.level, in: language) }
    guard outcome.isScoredByLevel == false, let share = outcome.passes.value else { return [] }
    let own = language.pick("you passed ", "成功率は") + (100 * share).decimal(0) + " %"
    let others = preset.comparisons(in: language).joined(separator: language.pick("; ", "、"))
    let ended = outcome.endedLookShare
    let lines = [own + (others.isEmpty ? "" : language.pick("; ", "、") + others)]
    guard let guessing = outcome.guessing, guessing.share < 0.5 || ended ?? 1 < 1 else {
      return lines
    }
    return lines + [guessing.words(in: language, endedLookShare: ended)]
  }

  /// Returns what a score by levels means: the number of numerals.
  ///
  /// It is empty if no board was passed, and for predefined steps, whose score names them.
  private func remembered(_ level: Int, in language: Language) -> [String] {
    guard level > 0, preset.course.trainingCount == 0 else { return [] }
    return [
      language.pick("you remembered up to \(counted(level, "numeral"))", "\(level)個まで覚えられました")
    ]
  }
}

extension Guessing {
  /// Returns the chance of guessing, and that of trials whose look was ended early if it is
  /// another.
  fileprivate func words(in language: Language, endedLookShare: Double?) -> String {
    let count = (1 / share).decimal(0)
    let words = language.pick(
      "guessing would pass about 1 in \(count)", "でたらめに押すと、約\(count)回に1回成功します")
    guard let endedLookShare, endedLookShare != share else { return words }
    let ended = (1 / endedLookShare).decimal(0)
    return words
      + language.pick(
        ", and 1 in \(ended) where the look was ended early",
        "（自分で隠したときは約\(ended)回に1回）")
  }
}
