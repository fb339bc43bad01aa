import Archive
import ChimpSystem
import Science
import Shell
import Statistics

/// A pair of conditions, and of which kind they are.
struct ComparedPair {
  let pair: Comparison.Pair
  let kind: TrialCondition.Kind
}

/// The figures of a pair in `compare`, in the order in which they are told: on shared boards if
/// there are any, otherwise on all.
extension Figure where Subject == ComparedPair {
  static var all: [Self] {
    [names, boards, difference, accuracy, regression, times, cautions]
  }

  private static var names: Self {
    Figure(
      .init("first", "the condition from which the other one is subtracted") {
        .text($0.pair.first)
      }, .init("second", "the one that is subtracted", { .text($0.pair.second) }))
  }

  private static var boards: Self {
    Figure(
      .init(
        "boards", "the boards that were played in both conditions; null without any",
        { compared in
          compared.pair.boards.map { JudgedBoards(boards: $0, adjusted: compared.pair.adjusted) }
        }, of: JSONMember<JudgedBoards>.all)
    ) { compared, place in
      let pair = compared.pair
      guard let boards = pair.boards, let exact = boards.exactProbability,
        let middle = boards.midProbability
      else { return [] }
      let language = place.language
      return [
        place.onlyBoards(boards.outcomes, of: pair, compared.kind) + "McNemar "
          + probability("p", exact, adjusted: pair.adjusted[.mcNemar], in: language) + ", "
          + probability("mid-p", middle, " ", adjusted: pair.adjusted[.midP], in: language)
      ]
    }
  }

  private static var difference: Self {
    Figure(
      .bounded("difference", "that of one participant's shares, with Newcombe's interval") {
        $0.pair.difference.map { Bounded($0.value, $0.interval) }
      }
    ) { compared, place in
      compared.pair.difference.map { difference in
        [
          place.points(difference.value, difference.interval) + place.language.pick(", ", "、")
            + place.sharedBoards(compared.pair.boards)
        ]
      } ?? []
    }
  }

  /// The participant is the unit: the mean of the participants' differences comes before the
  /// regression.
  private static var accuracy: Self {
    Figure(
      .init(
        "differences", "the tested difference of each measure",
        each: { compared in
          compared.pair.differences.map {
            JudgedDifference(difference: $0, adjusted: compared.pair.adjusted)
          }
        }, of: JSONMember<JudgedDifference>.all)
    ) { compared, place in
      compared.pair.differences.filter { $0.measure == .accuracy }
        .map { place.words(for: $0, compared.pair.adjusted) }
    }
  }

  private static var regression: Self {
    Figure(
      .value(
        "regression", "the effect of the condition: a `mixed` slope with its `holm_p`",
        { compared in
          (try? compared.pair.regression?.get()).map {
            JudgedRegression(fit: $0, adjusted: compared.pair.adjusted[.regression])
          }
        }, as: JSONMember<JudgedRegression>.all),
      .init("no_regression", "why there is none; else not there") { compared in
        guard case .failure(let fault)? = compared.pair.regression else { return nil }
        return .text(fault.name)
      }
    ) { compared, place in
      let pair = compared.pair
      guard let regression = pair.regression else { return [] }
      let isOfGroups =
        if case .groups? = pair.differences.first?.unit { true } else { false }
      let words = place.words(
        for: regression, pair.adjusted[.regression], isOfGroups: isOfGroups)
      // Groups have different participants, so that they share no board of one participant.
      guard compared.kind != .group || pair.boards != nil else { return [words] }
      return [
        words,
        place.language.pick("played in both: ", "両方で解いた盤: ") + place.sharedBoards(pair.boards),
      ]
    }
  }

  private static var times: Self {
    Figure(members: []) { compared, place in
      compared.pair.differences.filter { $0.measure != .accuracy }
        .map { place.words(for: $0, compared.pair.adjusted) }
    }
  }

  private static var cautions: Self {
    Figure(
      members: JSONMember.members(of: \.pair.comparability, JSONMember<Comparability>.all)
    ) { compared, place in
      let pair = compared.pair
      return pair.comparability.cautions(about: pair.differences, in: place.language)
    }
  }
}

extension Comparison.Measure {
  /// Returns the name of the outcome.
  func words(in language: Language) -> String {
    switch self {
    case .accuracy: language.pick("accuracy", "正答率")
    case .firstPress: language.pick("first press", "最初の押下")
    case .laterPresses: language.pick("later presses", "その後の押下")
    }
  }
}

extension FigurePlace {
  /// Returns the odds ratio of a regression, or the reason why there is none.
  func words(
    for regression: Result<MixedLogistic, ScienceError>, _ adjusted: Double?,
    isOfGroups: Bool = false
  ) -> String {
    switch regression {
    case .success(let fit):
      let ratio = fit.coefficients[1].oddsRatio
      return language.pick("odds ratio ", "オッズ比 ") + ratio.value.decimal(3)
        + ratio.interval.bracketed(in: language) { $0.decimal(3) } + language.pick(", ", "、")
        + fit.test(in: language, adjusted: adjusted) + language.pick(": ", "。")
        + fit.method(in: language)
    case .failure(let fault):
      let reason =
        if isOfGroups, case .tooFew(let count, let needed) = fault {
          language.pick(
            "each side takes \(needed) participants, and one has \(count)",
            "両側に\(needed)人ずつ必要ですが、片方は\(count)人です")
        } else { fault.noRegression(in: language) }
      return language.pick(
        "no mixed regression (\(reason)): the difference is by participant",
        "混合回帰なし（\(reason)）: 差は参加者ごとです")
    }
  }

  /// Returns the line that only boards are compared, with the reason.
  fileprivate func onlyBoards(
    _ outcomes: PairedOutcomes, of pair: Comparison.Pair, _ kind: TrialCondition.Kind
  ) -> String {
    let first = outcomes.onlyFirstCount
    let second = outcomes.onlySecondCount
    let at = kind == .participant ? "by" : "at"
    return language.pick(
      "\(counted(first, "board")) only \(at) \(pair.first), \(second) only \(at) \(pair.second): ",
      "\(pair.first) だけ\(first)枚、\(pair.second) だけ\(second)枚: ")
  }

  /// Returns the numbers of shared boards and of their participants.
  ///
  /// Twenty boards played by each of 24 participants in both conditions are twenty boards, not 480.
  fileprivate func sharedBoards(_ boards: Comparison.SharedBoards?) -> String {
    guard let boards else { return language.pick("no shared boards", "共通の盤なし") }
    let count = boards.boardCount
    let people = boards.participantCount
    let pairs = boards.outcomes.count
    guard boards.exactProbability == nil else {
      return language.pick(counted(pairs, "shared board", "shared boards"), "共通の盤\(pairs)枚")
    }
    if pairs == count * people {
      return language.pick(
        "\(counted(count, "board")) of \(counted(people, "participant"))", "\(people)人の盤\(count)枚")
    }
    return language.pick(
      "\(counted(pairs, "pair")) of \(counted(count, "board")) "
        + "and \(counted(people, "participant"))",
      "\(people)人と盤\(count)枚の\(pairs)組")
  }

  /// Returns the difference of proportions, or the ratio of press times.
  func words(
    for difference: Comparison.Difference, _ adjusted: [ContrastStatistic: Double]
  ) -> String {
    let measure = difference.measure
    let name = measure.words(in: language)
    func told(_ unit: String?, _ test: String) -> String {
      let head = unit.map { language.pick("\(name) of \($0): ", "\($0)の\(name): ") } ?? "\(name): "
      switch difference.result {
      case .success(let tested):
        let value = tested.estimate.value
        let effect =
          tested.effect.map { ", " + words(for: $0, adjusted[.ranks(measure)]) }
          ?? tested.groupEffect.map { ", g \($0.decimal(2))" }
        return head
          + (measure == .accuracy
            ? points(value, tested.interval) : ratio(value, tested.interval))
          + language.pick(", ", "、")
          + self.test(of: tested, test, adjusted[.means(measure)])
          + (effect ?? "")
      case .failure(let fault): return head + fault.words(in: language, of: difference.unit)
      }
    }
    switch difference.unit {
    case .participants(let count):
      return told(language.pick(counted(count, "participant"), "参加者\(count)人"), "t")
    case .groups(let first, let second):
      let unit = language.pick("\(first) and \(second) participants", "参加者\(first)人と\(second)人")
      return told(unit, "Welch t")
    case .boards(let count):
      return told(language.pick("\(count) boards", "盤\(count)枚"), "t")
    case .trials: return told(nil, "Welch t")
    }
  }

  /// Returns the statistic, its degrees of freedom and its p-value.
  func test(
    of difference: TestedDifference, _ name: String, _ adjusted: Double? = nil
  ) -> String {
    let degrees = difference.degrees
    let isWhole = degrees == degrees.rounded()
    return "\(name)(\(degrees.decimal(isWhole ? 0 : 1))) = \(difference.statistic.decimal(2)), "
      + probability("p", difference.probability, adjusted: adjusted, in: language)
  }

  private func words(for effect: PairedEffect, _ adjusted: Double?) -> String {
    size(of: effect) + ", Wilcoxon "
      + probability("p", effect.signedRankProbability, adjusted: adjusted, in: language)
  }

  /// Returns the effect size with its interval, and Hedges' g.
  func size(of effect: PairedEffect) -> String {
    let range = effect.interval.map { " (\($0.words(in: language) { $0.decimal(2) }))" } ?? ""
    let unbiased = effect.unbiasedSize.map { ", g \($0.decimal(2))" } ?? ""
    return "d_z \(effect.size.value.decimal(2))\(range)\(unbiased)"
  }

  /// Returns a difference of proportions in percentage points, with its interval.
  func points(_ value: Double, _ interval: Interval?) -> String {
    language.pick("difference \(value.percent) points", "差 \(value.percent)ポイント")
      + (interval?.bracketed(in: language, \.percent) ?? "")
  }

  /// Returns a ratio with its interval, if that says anything.
  func ratio(_ value: Double, _ interval: Interval?) -> String {
    language.pick("\(value.decimal(2)) times as long", "\(value.decimal(2))倍")
      + (interval?.bracketed(in: language) { $0.decimal(2) } ?? "")
  }
}
