import ChimpSystem
import Glibc
import Science
import Shell
import Statistics
import Studies

/// The predictor of a slope, for its sentence.
enum SlopeUnit {
  case session, count, hold

  /// The change of the predictor in one step: holds are doubled, other numbers increased by 1.
  var step: Double { self == .hold ? log(2) : 1 }
}

/// Sentences about slopes and regressions.
extension Language {
  func words(for slope: Slope, _ unit: SlopeUnit) -> String {
    switch slope {
    case .ofTrials(let ratio): oddsRatio(ratio, unit)
    case .overParticipants(.mixed(let fit)):
      oddsRatio(fit.coefficients[1].estimate.mapped { exp($0 * unit.step) }, unit)
        + pick(", ", "、") + test(of: fit) + pick(": ", "。") + method(of: fit)
    case .overParticipants(.byParticipant(let slopes, because: let fault)):
      points(slopes.coefficients[1], unit) + pick(": ", "。")
        + method(of: slopes, because: fault)
    }
  }

  /// Returns the slope by numerals or hold; nothing for a single participant or number.
  func slope(of test: Summary.Test, by unit: SlopeUnit) -> [String] {
    switch test.slope {
    case nil: []
    case .success(let slope): [words(for: slope, unit)]
    case .failure(let fault):
      [
        pick("no slope over participants: ", "参加者全体の傾きなし: ")
          + noSlope(fault, unit)
      ]
    }
  }

  /// Returns the reasons why there is neither a regression nor a mean line of participants.
  func noSlope(_ fault: ScienceError, _ unit: SlopeUnit) -> String {
    if case .noSpread = fault { return fault.words(in: self) }
    let several =
      switch unit {
      case .session: pick("several sessions", "複数のセッション")
      case .count: pick("several numbers of numerals", "複数の個数")
      case .hold: pick("several holds", "複数の提示時間")
      }
    return pick(
      "no mixed regression (\(noRegression(fault))), and no mean line (it takes 2 participants with "
        + "\(several), here are fewer)",
      "混合回帰なし（\(noRegression(fault))）、直線の平均なし（\(several)で遊んだ参加者が2人必要です）")
  }

  private func oddsRatio(_ ratio: Estimate, _ unit: SlopeUnit) -> String {
    let range = range(ratio.interval) { $0.decimal(3) }
    let step =
      switch unit {
      case .session: pick("odds ratio a session ", "セッションごとのオッズ比 ")
      case .count: pick("odds ratio a numeral ", "1個ごとのオッズ比 ")
      case .hold: pick("odds ratio a doubled hold ", "提示時間2倍ごとのオッズ比 ")
      }
    return step + ratio.value.decimal(3) + pick(" (95 % \(range))", "（95 % \(range)）")
  }

  private func points(
    _ slope: MeanTest, _ unit: SlopeUnit
  ) -> String {
    let change = slope.difference.mapped { $0 * unit.step }
    let interval =
      slope.degrees >= Double(Interval.fewestValues - 1) ? change.interval : nil
    let step =
      switch unit {
      case .session: pick("points a session", "ポイント（1セッション）")
      case .count: pick("points a numeral", "ポイント（1個）")
      case .hold: pick("points a doubled hold", "ポイント（提示時間2倍）")
      }
    return change.value.percent + " " + step + bracketed(interval, \.percent) + pick(", ", "、")
      + "t(\(slope.degrees.decimal(0))) = \(slope.statistic.decimal(2)), "
      + probability("p", slope.probability)
  }

  /// Returns the Wald test of the effect.
  func test(of fit: MixedLogistic, _ adjusted: Double? = nil) -> String {
    let effect = fit.coefficients[1]
    return "z = \(effect.statistic.decimal(2)), "
      + probability("p", effect.probability, adjusted: adjusted)
  }

  /// Returns the random effects of a mixed regression, and those with zero variance.
  func method(of fit: MixedLogistic) -> String {
    let people = participants(fit.participantCount)
    let hasBoards = fit.boardDeviation != nil
    let units =
      hasBoards
      ? pick(
        "\(people) and \(counted(fit.boardCount, "board"))", "\(people)と盤\(fit.boardCount)枚")
      : people
    let zero = [
      fit.participantDeviation == 0 ? pick("participants", "参加者") : nil,
      fit.boardDeviation == 0 ? pick("boards", "盤") : nil,
    ].compactMap(\.self)
    let singular =
      zero.isEmpty
      ? ""
      : pick(
        "; singular: the variance of \(zero.joined(separator: " and ")) is 0",
        "。特異: \(zero.joined(separator: "と"))の分散は0")
    let consequence =
      fit.participantDeviation == 0
      ? pick(
        ", so the trials of one participant count as independent", "。同じ参加者の試行を独立とみなします")
      : ""
    return pick(
      "mixed logistic regression, random intercepts of \(units)",
      "混合ロジスティック回帰、変量切片: \(units)")
      + singular + consequence
  }

  /// Returns the reason why there is no mixed regression.
  func noRegression(_ fault: ScienceError) -> String {
    switch fault {
    case .tooFew(let count, let needed):
      pick(
        "it takes \(needed) participants, here are \(count)", "参加者が\(needed)人必要です（今は\(count)人）")
    case .tooMany(MixedLogistic.mostLevels):
      pick(
        "it takes at most \(MixedLogistic.mostLevels) participants or as many boards",
        "参加者か盤は\(MixedLogistic.mostLevels)までです")
    case .tooMany(let most):
      pick("it takes at most \(most) trials", "試行は\(most)回までです")
    default: words(for: fault, overParticipants: true)
    }
  }

  private func method(of slopes: ParticipantSlopes, because fault: ScienceError) -> String {
    let reason = noRegression(fault)
    let skipped =
      slopes.skippedCount > 0
      ? pick(", \(slopes.skippedCount) without one", "、直線なし\(slopes.skippedCount)人") : ""
    return pick(
      "mean line of \(participants(slopes.participantCount))\(skipped), by participant; "
        + "no mixed regression (\(reason))",
      "\(slopes.participantCount)人の直線の平均\(skipped)、参加者ごと。混合回帰なし（\(reason)）")
  }
}
