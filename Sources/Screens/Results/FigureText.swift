import ChimpSystem
import Science
import Shell
import Statistics
import Studies

/// How values that several replies have are written: intervals, p-values, shares, and the reasons
/// for missing values.
///
///     interval.words(in: .english, \.percent)  // 40.0 to 60.0
///
/// A p-value is never written as 0: a small one is `< 0.0001`.
extension Interval {
  /// Returns the bounds, such as `0.4 to 0.6`.
  func words(in language: Language, _ shown: (Double) -> String) -> String {
    shown(lower) + language.pick(" to ", "〜") + shown(upper)
  }

  /// Returns the bounds in brackets, to follow the value of which they are the 95 % interval.
  func bracketed(in language: Language, _ shown: (Double) -> String) -> String {
    let words = words(in: language, shown)
    return language.pick(" (95 % \(words))", "（95 % \(words)）")
  }
}

extension Double {
  /// Returns the time in whole milliseconds with its unit.
  func milliseconds(in language: Language) -> String {
    language.pick("\(decimal(0)) ms", "\(decimal(0))ミリ秒")
  }

  /// The proportion in percent with two decimals; a small one is `< 0.01 %`.
  var finePercent: String {
    let percent = 100 * self
    return percent < 0.005 ? "< 0.01 %" : "\(percent.decimal(2)) %"
  }
}

/// Returns the line for a reply without a figure.
func noTrials(in language: Language) -> String {
  language.pick("no trials to show", "表示できる試行はありません")
}

/// Returns the meaning of "hold", for the line above figures by hold.
func holdExplanation(in language: Language) -> String {
  language.pick(
    "hold: the time in ms for which the numerals are shown before they hide",
    "提示時間: 数字が隠れるまでに見えている時間（ミリ秒）")
}

/// Returns a p-value, followed by its adjusted value if there is one.
func probability(
  _ name: String, _ value: Double, _ equals: String = " = ", adjusted: Double? = nil,
  in language: Language
) -> String {
  let raw = name + (value < 0.00005 ? " < 0.0001" : equals + value.decimal(4))
  guard let adjusted else { return raw }
  let shown = adjusted < 0.00005 ? "< 0.0001" : adjusted.decimal(4)
  return raw + language.pick(" (Holm \(shown))", "（Holm \(shown)）")
}

extension Share {
  /// Returns the proportion of passes with its interval.
  ///
  /// With several participants their mean comes first, then the pooled counts.
  func words(in language: Language) -> String {
    if let participants {
      return participants.words(in: language, \.percent, " %") + language.pick(", ", "、")
        + language.pick(
          "pooled \(passedCount) of \(count)", "合計\(count)回中\(passedCount)回成功")
    }
    let counts = language.pick(
      "\(passedCount) of \(count) passed", "\(count)回中\(passedCount)回成功")
    guard let value, let interval else { return counts }
    let range = interval.words(in: language, \.percent)
    return counts
      + language.pick(
        ", \(value.percent) % (95 % interval \(range))",
        "、\(value.percent) %（95 %区間 \(range)）")
  }
}

extension UnitMean {
  /// Returns the mean over participants with its interval, or the reason why it has none.
  fileprivate func words(
    in language: Language, _ shown: (Double) -> String, _ unit: String
  ) -> String {
    guard let value else { return ScienceError.empty.words(in: language) }
    let interval =
      switch estimate {
      case .success(let estimate): "95 % t " + estimate.interval.words(in: language, shown)
      case .failure(let fault): fault.words(in: language, overParticipants: true)
      }
    return language.pick(
      "mean of \(counted(count, "participant")) \(shown(value))\(unit) (\(interval))",
      "\(count)人の平均\(shown(value))\(unit)（\(interval)）")
  }
}

extension TrimmedTimes {
  /// Returns the line with the rule for outliers and the numbers that it has excluded.
  func lines(in language: Language) -> [String] {
    let head =
      switch rule {
      case .range(let range):
        language.pick("times from ", "時間 ")
          + Interval(range).words(in: language) { $0.decimal(0) } + " ms: "
      case .deviations(let number):
        language.pick(
          "times within \(number.short) SD of the mean logarithm (each participant, test or "
            + "condition, first and later presses on their own): ",
          "対数平均から\(number.short) SD 以内の時間（参加者、テストか条件、最初とその後の押下ごと）: ")
      }
    return [
      head
        + language.pick(
          "\(count) left out, \(belowCount) shorter and \(aboveCount) longer",
          "\(count)回を除きました（短い\(belowCount)、長い\(aboveCount)）")
    ]
  }
}

extension ScienceError {
  /// Returns the reason why a statistic of trials or participants can't be computed.
  ///
  /// Of many participants only a few may have the trials that it takes, such as several holds.
  func words(in language: Language, overParticipants: Bool) -> String {
    guard overParticipants, case .tooFew(let count, let needed) = self else {
      return words(in: language)
    }
    return language.pick(
      "an interval needs \(needed) participants with the trials for it, and \(count) "
        + (count == 1 ? "has them" : "have them"),
      "区間には、そのための試行がある参加者が\(needed)人必要です（ここでは\(count)人）")
  }
  /// Returns the reason why a difference can't be tested.
  func words(in language: Language, of unit: Comparison.Difference.Unit) -> String {
    switch unit {
    case .groups:
      guard case .tooFew(_, let needed) = self else { return words(in: language) }
      return language.pick(
        "a test needs \(needed) participants on each side with the trials for it",
        "検定には、そのための試行がある参加者が両方に\(needed)人ずつ必要です")
    case .participants: return words(in: language, overParticipants: true)
    case .boards, .trials: return words(in: language)
    }
  }
}
