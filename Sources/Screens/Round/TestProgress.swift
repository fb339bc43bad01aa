import ChimpSystem
import Game
import Science
import Shell

/// The progress and the score of a test, in the live picture, in replies and in the menu.
///
///     series.progress(best: nil, in: .english)  // inoue-210: 3 of 50
///
/// A finished test is shown by its score, a test in progress by its progress.
extension TestSeries {
  /// `true` while the outcomes of the rounds are secret, until the end of the test.
  var hidesResults: Bool { settings.feedback == .none && !isOver }

  /// The date of a daily game; `nil` for any other test.
  private var dailyDate: String? { Daily.date(of: settings, test: preset.name) }

  /// `true` for a game of the day.
  var isDaily: Bool { dailyDate != nil }

  /// The command that begins such a test.
  var command: String { dailyDate.map { "daily \($0)" } ?? "start \(preset.name)" }

  /// Returns the name of the test, or the date of a daily game.
  func name(in language: Language) -> String {
    Daily.name(ofTest: preset.name, settings, in: language)
  }

  /// Returns the name of the test with its progress, or with its score if it is finished.
  func progress(best: TestScore?, in language: Language) -> String {
    let parts = parts(best: best, in: language).joined(separator: language.pick(", ", "、"))
    let name = name(in: language)
    return isOver
      ? language.pick("\(name) is over: \(parts)", "\(name) は終わりです: \(parts)")
      : "\(name): \(parts)"
  }

  /// Returns the progress of the test; only the number of the trial while it hides its results.
  func visibleProgress(best: TestScore?, in language: Language) -> String {
    guard hidesResults else { return progress(best: best, in: language) }
    let name = name(in: language)
    return language.pick("\(name): trial \(trialCount) is over", "\(name): 試行\(trialCount)は終わりです")
  }

  /// Returns the name and the score of the finished test; `nil` for a test without a score.
  func score(best: TestScore?, in language: Language) -> String? {
    guard isOver, preset.isScoredByLevel != nil, countedTrialCount > 0 else { return nil }
    let parts = parts(best: best, in: language).joined(separator: language.pick(", ", "、"))
    return "\(name(in: language)): \(parts)"
  }

  /// Returns the title of the live picture: the name of the test with its progress, or its score.
  ///
  /// In practice it says that the trials do not count.
  func title(best: TestScore?, in language: Language) -> String {
    var parts = parts(best: best, in: language)
    if case .practice(let over, let count) = standing.count {
      parts =
        isOver
        ? [language.pick("practice is over", "練習は終わりです"), language.pick("no score", "得点なし")]
        : practice(min(over + 1, count), of: count, in: language)
    }
    return "\(name(in: language)): " + parts.joined(separator: language.pick(", ", "、"))
  }

  /// Returns the parts of a title in practice.
  private func practice(_ number: Int, of count: Int, in language: Language) -> [String] {
    [
      language.pick("practice \(number) of \(count)", "練習\(count)試行中\(number)"),
      language.pick(
        "\(counted(plan.count, "numeral")), no score", "数字\(plan.count)個、得点なし"),
    ]
  }

  /// Returns the parts of a result, of which a narrow window omits the last ones.
  private func parts(best: TestScore?, in language: Language) -> [String] {
    guard isOver, let byLevel = preset.isScoredByLevel, countedTrialCount > 0 else {
      return standing.parts(bestLevel: best?.level ?? 0, in: language)
    }
    return scoreParts(best: best, byLevel: byLevel, in: language)
  }

  /// Returns the score of the finished test and the earlier best score.
  private func scoreParts(best: TestScore?, byLevel: Bool, in language: Language) -> [String] {
    func words(_ score: TestScore) -> String {
      guard !byLevel else { return preset.course.name(ofLevel: score.level, in: language) }
      let passes = score.passes
      return language.pick(
        "\(passes.passedCount) of \(passes.count)", "\(passes.passedCount)/\(passes.count)")
    }
    let score = TestScore(self)
    let own = words(score)
    guard let best, !byLevel || best.level > 0 else {
      return [language.pick("score \(own)", "得点\(own)")]
    }
    if score.isBetter(than: best, byLevel: byLevel) {
      return [language.pick("new best: \(own)", "自己新記録: \(own)")]
    }
    let before = words(best)
    return [
      language.pick("score \(own)", "得点\(own)"),
      language.pick("your best is \(before)", "自己最高\(before)"),
    ]
  }
}

extension TestTrial {
  /// Returns the name of the test, or the date of a daily game.
  func shownName(in language: Language) -> String {
    Daily.name(ofTest: name, settings, in: language)
  }
}

extension TestStanding {
  /// Returns the name of the test with its progress.
  func words(in language: Language) -> String {
    "\(name): " + parts(in: language).joined(separator: language.pick(", ", "、"))
  }

  /// Returns the parts of the progress, which replies and titles join.
  ///
  /// The best level is a part of it once a level was passed: `bestLevel` is that of earlier tests.
  func parts(bestLevel: Int = 0, in language: Language) -> [String] {
    switch count {
    case .practice(let over, let count):
      [
        language.pick("practice", "練習"),
        language.pick("\(over) of \(counted(count, "trial"))", "\(count)試行中\(over)"),
      ]
    case .rounds(let over, let count, let passed):
      [
        language.pick("\(over) of \(counted(count, "trial"))", "\(count)試行中\(over)"),
        language.pick("\(passed) passed", "成功\(passed)"),
      ]
    case .strikes(let misses, let limit), .errors(let misses, let limit):
      levels(bestLevel, in: language)
        + [language.pick("misses \(misses) of \(limit)", "失敗\(misses)/\(limit)")]
    case .span(let number, let count):
      levels(bestLevel, in: language)
        + [language.pick("try \(number) of \(count)", "\(count)回中\(number)回目")]
    case .procedure(let standing, let isOver):
      [standing.words(in: language, isOver: isOver)]
    }
  }

  /// Returns the level and, once a level was passed, the best one.
  private func levels(_ bestLevel: Int, in language: Language) -> [String] {
    let reached = course.name(ofLevel: level, in: language)
    let level = language.pick("level \(reached)", "レベル\(reached)")
    let best = course.name(ofLevel: max(bestLevel, levelPassed), in: language)
    guard max(bestLevel, levelPassed) > 0 else { return [level] }
    return [
      level,
      bestLevel >= levelPassed
        ? language.pick("your best \(best)", "これまでの自己最高\(best)")
        : language.pick("best \(best)", "今回の最高\(best)"),
    ]
  }
}

extension ProcedureStanding {
  /// Returns the estimate of an adaptive test and its next trial; at its end, of a value beyond its
  /// range only that.
  fileprivate func words(in language: Language, isOver: Bool) -> String {
    let next = isOver ? "" : next(in: language)
    var words = language.pick("trial \(trialCount)", "\(trialCount)回目")
    if let reversals {
      let count = Staircase.reversalLimit
      words += language.pick(
        ", \(reversals) of \(count) reversals", "、折り返し\(count)回中\(reversals)")
    }
    guard let estimate else { return words + next }
    let places = target == .span ? 1 : 0
    let unit = target == .span ? "" : language.pick(" ms", "ミリ秒")
    let value = estimate.value.decimal(places) + unit
    words += language.pick(", \(target.rawValue) ", target == .span ? "、記憶範囲" : "、提示")
    if let beyond {
      words += language.pick("", target == .span ? "は" : "時間は")
      return words
        + (isOver
          ? beyond.words(value, in: language)
          : beyond.limit(value, in: language) + language.pick(" so far", "（ここまで）")) + next
    }
    words += value
    if let deviation {
      let range = estimate.interval.words(in: language) { $0.decimal(places) }
      words += language.pick(
        " (95 % \(range)), sd \(deviation.decimal(2))",
        "（95 % \(range)）、標準偏差\(deviation.decimal(2))")
    }
    return words + next
  }

  /// Returns the description of the next trial.
  private func next(in language: Language) -> String {
    switch target {
    case .span: language.pick("; next \(counted(next, "numeral"))", "。次は\(next)個")
    case .hold: language.pick("; next \(next) ms", "。次は\(next)ミリ秒")
    }
  }
}

extension RangeEnd {
  /// Returns that the value of an adaptive test lies outside of its range.
  func words(_ value: String, in language: Language) -> String {
    let limit = limit(value, in: language)
    return language.pick("outside the range (\(limit))", "範囲外（\(limit)）")
  }

  /// Returns that the value lies below or above the end of the range.
  fileprivate func limit(_ value: String, in language: Language) -> String {
    switch self {
    case .lower: language.pick("below \(value)", "\(value)未満")
    case .upper: language.pick("above \(value)", "\(value)を超える")
    }
  }
}

extension TestPreset.Course {
  /// Returns the name of a level: the number of numerals, or the predefined step; `0` for none.
  func name(ofLevel level: Int, in language: Language) -> String {
    guard trainingCount > 0 else { return "\(level)" }
    return step(level).map { $0.words(in: language) } ?? "0"
  }
}

extension CourseLevel {
  /// Returns the step as a name: `5 at 210 ms`.
  func words(in language: Language) -> String {
    language.pick("\(numeralCount) at \(hold) ms", "\(numeralCount)個・\(hold)ミリ秒")
  }
}

extension Standing {
  /// Returns the rank of a first game among those of a zoo's visitors.
  func words(in language: Language) -> String {
    let visitors = group.words(in: language)
    if belowCount == gameCount {
      return language.pick("above all \(visitors)", "\(visitors)のすべてより先")
    }
    if aboveCount == gameCount {
      return language.pick("below all \(visitors)", "\(visitors)のすべてより手前")
    }
    // Some are not behind, or not ahead: a rounded 0 or 100 % would deny it.
    let percent = Self.percent(min(max(share.value, 0.001), 0.999))
    return language.pick(
      "further than \(percent) % of \(visitors)", "\(visitors)の\(percent) %より先")
  }

  /// Returns a proportion in whole percent, with a decimal if it would be rounded to 0 or 100.
  static func percent(_ share: Double) -> String {
    let percent = 100 * share
    let isNearEnd = percent < 0.5 && percent >= 0.05 || percent >= 99.5 && percent < 99.95
    return percent.decimal(isNearEnd ? 1 : 0)
  }
}

extension ZooAgeGroup {
  /// Returns the number of visitors with their ages.
  func words(in language: Language) -> String {
    guard let oldest else {
      return language.pick(
        "\(gameCount) visitors of \(youngest) years and more", "\(youngest)歳以上の来園者\(gameCount)人")
    }
    return language.pick(
      "\(gameCount) visitors of \(youngest) to \(oldest) years",
      "\(youngest)〜\(oldest)歳の来園者\(gameCount)人")
  }
}
