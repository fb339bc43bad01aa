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

/// The sentences about slopes and regressions.
extension Slope {
  /// Returns the odds ratio or the points a step, with the method.
  func words(in language: Language, _ unit: SlopeUnit) -> String {
    switch self {
    case .ofTrials(let ratio): ratio.oddsRatio(in: language, unit)
    case .overParticipants(.mixed(let fit)):
      fit.oddsRatio(ofStep: unit).oddsRatio(in: language, unit)
        + language.pick(", ", "、") + fit.test(in: language) + language.pick(": ", "。")
        + fit.method(in: language)
        + (unit == .session
          ? language.pick(
            "; caution: p is too small if people learn at different rates",
            "。注意: 上達の速さが人によって違えば、p は小さすぎます") : "")
    case .overParticipants(.byParticipant(let slopes, because: let fault)):
      slopes.points(in: language, unit) + language.pick(": ", "。")
        + slopes.method(in: language, because: fault)
    }
  }
}

extension Summary.Test {
  /// Returns the slope by numerals or hold; nothing for a single participant or number.
  func slopeLines(in language: Language, _ unit: SlopeUnit) -> [String] {
    switch slope {
    case nil: []
    case .success(let slope): [slope.words(in: language, unit)]
    case .failure(let fault):
      [
        language.pick("no slope over participants: ", "参加者全体の傾きなし: ")
          + fault.noSlope(in: language, unit)
      ]
    }
  }
}

extension JSONMember where Subject == Progress {
  static var all: [Self] {
    [
      .init(
        "sessions", "the trials of each session", each: \.sessions,
        of: [Self.session] + JSONMember<TrialGroup>.share),
      .value(
        "learning", "the slope of passes over the sessions", { try? $0.slope.get() },
        as: JSONMember<Slope>.all),
    ]
  }

  private static var session: JSONMember<TrialGroup> {
    .init("session", "the number of the session", { .integer($0.numbers.lowerBound) })
  }
}

extension JSONMember where Subject == TrialGroup {
  /// The members of the share of a group.
  static var share: [Self] { members(of: \.share, JSONMember<Share>.all) }

  /// Returns the members of a group of trials by its number, which is null for trials without a
  /// hold, and for those whose look was ended early.
  static func all(isByHold: Bool) -> [Self] {
    let name = isByHold ? "hold" : "count"
    return [
      Self(name, "the number of numerals, or with `by=hold` the `hold` in ms") { group in
        let number = group.numbers.lowerBound
        return isByHold && number <= 0 ? .null : .integer(number)
      },
      Self("look_ended", "with `by=hold`: whether the participant ended the looks") { group in
        isByHold ? .bool(group.numbers.lowerBound == TrialGroup.endedLooks) : nil
      },
    ] + share + [Self("chance", "the share that guessing reaches", { JSONValue($0.chance) })]
  }
}

extension Progress {
  /// Returns the number of sessions, the change over them or the reason why it is unknown, and the
  /// caution about it; none of a single session.
  func lines(in language: Language, _ comparability: Comparability) -> [String] {
    guard sessions.count > 1 else { return [] }
    let head = language.pick("sessions: \(sessions.count), ", "セッション: \(sessions.count)、")
    switch slope {
    case .success(let slope):
      return [head + slope.words(in: language, .session)] + comparability.cautions(in: language)
    case .failure(let fault): return [head + fault.words(in: language)]
    }
  }
}

extension ScienceError {
  /// Returns the reasons why there is neither a regression nor a mean line of participants.
  func noSlope(in language: Language, _ unit: SlopeUnit) -> String {
    if case .noSpread = self { return words(in: language) }
    let several =
      switch unit {
      case .session: language.pick("several sessions", "複数のセッション")
      case .count: language.pick("several numbers of numerals", "複数の個数")
      case .hold: language.pick("several holds", "複数の提示時間")
      }
    let regression = noRegression(in: language)
    return language.pick(
      "no mixed regression (\(regression)), and no mean line (it takes 2 participants with "
        + "\(several), here are fewer)",
      "混合回帰なし（\(regression)）、直線の平均なし（\(several)で遊んだ参加者が2人必要です）")
  }

  /// Returns the reason why there is no mixed regression.
  func noRegression(in language: Language) -> String {
    switch self {
    case .tooFew(let count, let needed):
      language.pick(
        "it takes \(needed) participants, here " + (count == 1 ? "is 1" : "are \(count)"),
        "参加者が\(needed)人必要です（今は\(count)人）")
    case .tooMany(MixedLogistic.mostLevels):
      language.pick(
        "it takes at most \(MixedLogistic.mostLevels) participants or as many boards",
        "参加者か盤は\(MixedLogistic.mostLevels)までです")
    case .tooMany(let most):
      language.pick("it takes at most \(most) trials", "試行は\(most)回までです")
    default: words(in: language, overParticipants: true)
    }
  }
}

extension MixedLogistic {
  /// Returns the odds ratio of a step.
  func oddsRatio(ofStep unit: SlopeUnit) -> Estimate {
    coefficients[1].estimate.mapped { exp($0 * unit.step) }
  }
}

extension Estimate {
  /// Returns the odds ratio of a step with its interval.
  fileprivate func oddsRatio(in language: Language, _ unit: SlopeUnit) -> String {
    let step =
      switch unit {
      case .session: language.pick("odds ratio a session ", "セッションごとのオッズ比 ")
      case .count: language.pick("odds ratio a numeral ", "1個ごとのオッズ比 ")
      case .hold: language.pick("odds ratio a doubled hold ", "提示時間2倍ごとのオッズ比 ")
      }
    return step + value.decimal(3) + interval.bracketed(in: language) { $0.decimal(3) }
  }
}

extension ParticipantSlopes {
  /// `true` if the interval of the mean change says anything.
  var isTelling: Bool { coefficients[1].degrees >= Double(Interval.fewestValues - 1) }

  /// Returns the mean change of the share of a step.
  func difference(ofStep unit: SlopeUnit) -> Estimate {
    coefficients[1].difference.mapped { $0 * unit.step }
  }

  /// Returns the mean change in percentage points of a step, with its test.
  fileprivate func points(in language: Language, _ unit: SlopeUnit) -> String {
    let slope = coefficients[1]
    let change = difference(ofStep: unit)
    let step =
      switch unit {
      case .session: language.pick("points a session", "ポイント（1セッション）")
      case .count: language.pick("points a numeral", "ポイント（1個）")
      case .hold: language.pick("points a doubled hold", "ポイント（提示時間2倍）")
      }
    return change.value.percent + " " + step
      + (isTelling ? change.interval.bracketed(in: language, \.percent) : "")
      + language.pick(", ", "、")
      + "t(\(slope.degrees.decimal(0))) = \(slope.statistic.decimal(2)), "
      + probability("p", slope.probability, in: language)
  }

  /// Returns the method, and the reason why it is no regression.
  fileprivate func method(in language: Language, because fault: ScienceError) -> String {
    let reason = fault.noRegression(in: language)
    let skipped =
      skippedCount > 0
      ? language.pick(", \(skippedCount) without one", "、直線なし\(skippedCount)人") : ""
    return language.pick(
      "mean line of \(counted(participantCount, "participant"))\(skipped), by participant; "
        + "no mixed regression (\(reason))",
      "\(participantCount)人の直線の平均\(skipped)、参加者ごと。混合回帰なし（\(reason)）")
  }
}

extension MixedLogistic {
  /// Returns the test of the effect: Wald's, or Student's between groups.
  func test(in language: Language, adjusted: Double? = nil) -> String {
    let effect = coefficients[1]
    let sign = effect.degrees.map { "t(\($0.decimal(0)))" } ?? "z"
    return "\(sign) = \(effect.statistic.decimal(2)), "
      + probability("p", effect.probability, adjusted: adjusted, in: language)
  }

  /// Returns the random effects, and those with zero variance.
  func method(in language: Language) -> String {
    let hasSlopes = (try? slopes?.get().deviation) != nil
    let boards =
      boardDeviation == nil
      ? "" : language.pick(" and \(counted(boardCount, "board"))", "と盤\(boardCount)枚")
    let randomBoards =
      boardDeviation == nil
      ? ""
      : language.pick(
        ", random intercepts of \(counted(boardCount, "board"))", "、変量切片: 盤\(boardCount)枚")
    let boardsNote =
      boardCount == 0
      ? language.pick(
        "; without effects of boards, with which no curve was found", "。盤の効果は除いた（入れると曲線が見つからない）")
      : ""
    let zero = [
      participantDeviation == 0 ? language.pick("participants", "参加者") : nil,
      boardDeviation == 0 ? language.pick("boards", "盤") : nil,
    ].compactMap(\.self)
    let singular =
      zero.isEmpty
      ? ""
      : language.pick(
        "; singular: the variance of \(zero.joined(separator: " and ")) is 0",
        "。特異: \(zero.joined(separator: "と"))の分散は0")
    let consequence =
      participantDeviation == 0
      ? language.pick(
        ", so the trials of one participant count as independent", "。同じ参加者の試行を独立とみなします")
      : ""
    return language.pick(
      "mixed logistic regression, random intercepts \(hasSlopes ? "and slopes " : "")of "
        + "\(counted(participantCount, "participant"))\(hasSlopes ? randomBoards : boards)",
      "混合ロジスティック回帰、変量切片\(hasSlopes ? "と傾き" : ""): "
        + "参加者\(participantCount)人\(hasSlopes ? randomBoards : boards)")
      + slopesNote(in: language) + boardsNote + singular + consequence
  }

  /// Returns the likelihood ratio that decided about random slopes, or why they are missing; empty
  /// if none were tried.
  private func slopesNote(in language: Language) -> String {
    switch slopes {
    case nil: return ""
    case .failure(let fault):
      let reason = fault.noRegression(in: language)
      return language.pick("; no random slopes (\(reason))", "。変量傾きなし（\(reason)）")
    case .success(let slopes):
      let ratio = slopes.ratio.decimal(2)
      let test = probability("p", slopes.probability, in: language)
      return slopes.deviation == nil
        ? language.pick(
          "; no random slopes (likelihood ratio \(ratio), \(test))",
          "。変量傾きなし（尤度比 \(ratio)、\(test)）")
        : language.pick(" (likelihood ratio \(ratio), \(test))", "（尤度比 \(ratio)、\(test)）")
    }
  }
}
