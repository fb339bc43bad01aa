import ChimpSystem
import Science
import Shell
import Statistics
import Studies

/// The figures of a test in `reliability` that a mixed regression estimates.
extension Figure where Subject == TestReliability.Test {
  static var regression: Self {
    Figure(
      .init(
        "regression",
        "the reliability of the share of passes, by a mixed regression; null without one",
        { try? $0.scores?.get() }, of: JSONMember<MixedReliability>.all),
      .init("no_regression", "why there is none; else not there") { $0.scores?.nameOfReason }
    ) { test, place in
      guard let scores = test.scores else { return [] }
      let head = place.language.pick("\(test.label), all trials:", "\(test.label)、全試行:")
      return [head, place.line(of: scores, isOfSessions: false, test.halves)]
    }
  }

  static var sessionRegression: Self {
    Figure(
      .optional(
        "session_regression",
        "the same for the intercepts of the first two sessions; not there without one",
        { try? $0.retest?.get() }, of: JSONMember<MixedReliability>.all),
      .init("no_session_regression", "why there is none; else not there") {
        $0.retest?.nameOfReason
      }
    ) { test, place in
      test.retest.map { [place.line(of: $0, isOfSessions: true, test.sessions)] } ?? []
    }
  }
}

extension Result<MixedReliability, ScienceError> {
  /// The stable name of the reason for which there is no value; `nil` if there is one.
  fileprivate var nameOfReason: JSONValue? {
    guard case .failure(let fault) = self else { return nil }
    return .text(fault.name)
  }
}

extension JSONMember where Subject == MixedReliability {
  fileprivate static var all: [Self] {
    [
      Self(
        "participants", "of how many participants",
        {
          .integer($0.reliability.participantCount)
        }),
      Self("boards", "how many boards", { .integer($0.regression.boardCount) }),
      Self("trials", "how many trials", { .integer($0.regression.trialCount) }),
      Self("r", "the correlation of two single trials, or of the intercepts of two sessions") {
        JSONValue($0.reliability.correlation)
      },
    ]
      + members(
        of: { Bounded($0.reliability.value, $0.reliability.interval) },
        JSONMember<Bounded>.all)
      + [
        Self("participant_sd", "the standard deviation of the intercepts, as log odds") {
          JSONValue($0.regression.participantDeviation)
        },
        Self("board_sd", "that of the boards' intercepts; null if they are not in the model") {
          JSONValue($0.regression.boardDeviation)
        },
      ]
  }
}

extension FigurePlace {
  /// Returns the line of a regression, or the reason why there is none and what there is instead.
  fileprivate func line(
    of result: Result<MixedReliability, ScienceError>, isOfSessions: Bool,
    _ others: [TestReliability.Figure]
  ) -> String {
    let name = Comparison.Measure.accuracy.words(in: language)
    switch result {
    case .success(let found):
      let reliability = found.reliability
      let value =
        (reliability.value ?? 0).decimal(2)
        + (reliability.interval?.bracketed(in: language) { $0.decimal(2) }
          ?? language.pick(
            " (interval not identified: its error is too large)", "（区間は推定できません: 誤差が大きすぎます）"))
      let regression = found.regression
      guard !isOfSessions else {
        return "\(name): r = \(value)" + language.pick(": ", "。")
          + regression.methodOfSessions(in: language)
      }
      let correlation = found.reliability.correlation.decimal(2)
      return language.pick(
        "\(name): reliability \(value), r of two trials = \(correlation): ",
        "\(name): 信頼性 \(value)、2試行の r = \(correlation)。") + regression.method(in: language)
    case .failure(let fault):
      let hasOther = others.contains { other in
        guard other.measure == .accuracy, case .success = other.result else { return false }
        return true
      }
      return "\(name): " + fault.noMixedReliability(in: language)
        + (hasOther ? instead(isOfSessions: isOfSessions) : "")
    }
  }

  /// Returns what is shown of participants without a regression.
  private func instead(isOfSessions: Bool) -> String {
    isOfSessions
      ? language.pick(
        "; by participant alone, as the correlation of their shares", "。参加者ごとの割合の相関のみです")
      : language.pick(
        "; by participant alone, as the correlation of odd and even trials",
        "。参加者ごとの奇数試行と偶数試行の相関のみです")
  }
}

extension ScienceError {
  /// Returns the reason why a mixed regression has no reliability.
  fileprivate func noMixedReliability(in language: Language) -> String {
    if case .notIdentified = self {
      return language.pick(
        "not identified: the estimate of the mixed regression is at the end of its range",
        "推定できません: 混合回帰の推定値が範囲の端にあります")
    }
    let reason = noRegression(in: language)
    return language.pick("no mixed regression (\(reason))", "混合回帰なし（\(reason)）")
  }
}

extension MixedLogistic {
  /// Returns the random effects of a regression on two sessions.
  fileprivate func methodOfSessions(in language: Language) -> String {
    let people = counted(participantCount, "participant")
    let boards =
      boardDeviation == nil
      ? "" : language.pick(", and of \(counted(boardCount, "board"))", "、盤\(boardCount)枚")
    let singular =
      boardDeviation == 0
      ? language.pick("; singular: the variance of boards is 0", "。特異: 盤の分散は0") : ""
    return language.pick(
      "mixed logistic regression, random intercepts of \(people) in each session\(boards)",
      "混合ロジスティック回帰、変量切片: 参加者\(participantCount)人のセッションごと\(boards)") + singular
  }
}
