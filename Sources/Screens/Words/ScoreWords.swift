package import Game
import Science
package import Shell

/// The score of a test, in the live picture, in replies and in the menu.
///
///     language.namedStanding(of: series, best: nil)  // inoue-210: 3 of 50
///
/// A finished test is shown by its score, a test in progress by its progress.
extension Language {
  /// Returns the name and the score of a finished test; `nil` for a test without a score.
  package func lastScore(of series: TestSeries, best: TestScore?) -> String? {
    guard series.isOver, series.preset.isScoredByLevel != nil, series.countedTrialCount > 0
    else { return nil }
    return "\(series.preset.name): "
      + parts(of: series, best: best).joined(separator: pick(", ", "、"))
  }

  /// Returns the title of the live picture: the progress of a test, or the score of a finished one.
  ///
  /// In practice it says that the trials do not count.
  package func title(of series: TestSeries, best: TestScore?) -> String {
    let standing = series.standing
    var parts = parts(of: series, best: best)
    if case .practice(let over, let count) = standing.count {
      parts =
        series.isOver
        ? [pick("practice is over", "練習は終わりです"), pick("no score", "得点なし")]
        : practice(min(over + 1, count), of: count, series.plan.count)
    }
    let text = parts.joined(separator: pick(" - ", "、"))
    guard self == .english, let first = text.first else { return text }
    return first.uppercased() + text.dropFirst()
  }

  /// Returns the parts of a title in practice.
  private func practice(_ number: Int, of count: Int, _ numeralCount: Int) -> [String] {
    [
      pick("practice \(number) of \(count)", "練習\(count)試行中\(number)"),
      pick("\(counted(numeralCount, "numeral")), no score", "数字\(numeralCount)個、得点なし"),
    ]
  }

  /// Returns the name of a test with its progress, or with its score if it is finished.
  package func namedStanding(of series: TestSeries, best: TestScore?) -> String {
    let parts = parts(of: series, best: best).joined(separator: pick(", ", "、"))
    return series.preset.name
      + (series.isOver ? pick(" is over: ", " は終わりです: ") : ": ") + parts
  }

  /// Returns the parts of a result, of which a narrow window omits the last ones.
  private func parts(of series: TestSeries, best: TestScore?) -> [String] {
    let standing = series.standing
    if series.isOver, let byLevel = series.preset.isScoredByLevel, series.countedTrialCount > 0 {
      return result(standing, TestScore(series), best: best, byLevel: byLevel)
    }
    return parts(of: standing, bestLevel: best?.level ?? 0)
  }

  /// Returns the score of a finished test and the earlier best score.
  private func result(
    _ standing: TestStanding, _ score: TestScore, best: TestScore?, byLevel: Bool
  ) -> [String] {
    let own = self.score(score, byLevel: byLevel, standing.course)
    let isFirst = best.map { byLevel && $0.level == 0 } ?? true
    if let best, !isFirst, score.isBetter(than: best, byLevel: byLevel) {
      return [pick("new best: \(own)", "自己新記録: \(own)")]
    }
    let before = best.map { self.score($0, byLevel: byLevel, standing.course) }
    return [pick("score \(own)", "得点\(own)")]
      + (isFirst ? [] : before.map { [pick("your best is \($0)", "自己最高\($0)")] } ?? [])
  }

  /// Returns a score: the level, or the proportion of passes.
  private func score(
    _ score: TestScore, byLevel: Bool, _ course: TestPreset.Course
  ) -> String {
    byLevel ? level(score.level, of: course) : quotient(score.passes)
  }

  private func quotient(_ passes: Proportion) -> String {
    pick("\(passes.passedCount) of \(passes.count)", "\(passes.passedCount)/\(passes.count)")
  }
}
