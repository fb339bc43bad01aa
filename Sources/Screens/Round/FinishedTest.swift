import ChimpSystem
import Game
import Science
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

  /// Returns the line that compares this test with the player's games before it: the median of the
  /// last ones, and whether they become better.
  ///
  /// It needs three games; the first one of human-benchmark names the test that ranks a player.
  func comparisonWithEarlier(
    _ earlier: EarlierScores?, offersLooks: Bool, in language: Language
  ) -> String? {
    guard isOver, preset.isScoredByLevel != nil, countedTrialCount > 0 else { return nil }
    guard let earlier, !earlier.all.isEmpty else {
      guard preset.name == "human-benchmark", settings.studyPosition == nil, offersLooks else {
        return nil
      }
      return language.pick(
        "\"start zoo\" ranks you among the visitors of a zoo",
        "start zoo では動物園の来園者と比べられます")
    }
    // The steps of a course have no middle between them.
    guard preset.course.trainingCount == 0 else { return nil }
    return RecentScores(earlier, TestScore(self)).words(in: language)
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

/// The median and the direction of a player's latest games.
private struct RecentScores {
  private let values: [Double]
  private let byLevel: Bool

  /// The latest ten games; `own` is the last one.
  init(_ earlier: EarlierScores, _ own: TestScore) {
    let byLevel = earlier.byLevel
    self.byLevel = byLevel
    values = (earlier.all.suffix(9) + [own]).map { score in
      byLevel ? Double(score.level) : 100 * ((try? score.passes.value()) ?? 0)
    }
  }

  /// The difference between the medians of the later and the earlier half; `nil` with fewer than
  /// six games.
  private var change: Double? {
    guard values.count >= 6 else { return nil }
    let half = values.count / 2
    return Self.median(values.suffix(half)) - Self.median(values.prefix(half))
  }

  /// Returns the median of three games or more and, of six or more, the direction.
  func words(in language: Language) -> String? {
    guard values.count >= 3 else { return nil }
    let middle = Self.median(values[...])
    let number = middle.decimal(middle == middle.rounded() ? 0 : 1) + (byLevel ? "" : " %")
    let median = language.pick(
      "the median of your last \(values.count) games is \(number)",
      "最近\(values.count)回の中央値は\(number)")
    guard let change else { return median }
    let direction =
      change > 0
      ? language.pick("they rise", "上がっています")
      : change < 0
        ? language.pick("they fall", "下がっています") : language.pick("they are steady", "変わりません")
    return median + language.pick(", ", "、") + direction
  }

  private static func median(_ values: ArraySlice<Double>) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
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
