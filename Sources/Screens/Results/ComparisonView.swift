import Archive
import ChimpSystem
import Science
import Shell
import Statistics

/// The reply of `compare`.
///
///     210: 3 of 5 passed, 60.0 % (95 % interval 23.1 to 88.2)
///
/// All numbers are computed in `Statistics` and only rounded here. A difference is always written
/// with its interval, never with its p-value alone.
struct ComparisonView {
  let language: Language

  /// Returns the reply to `compare`: a line for each condition, then the pairs.
  func lines(of report: SurveyReport<Comparison>) -> [String] {
    let comparison = report.figures
    var lines = comparison.conditions.map { condition in
      "\(condition.word): "
        + (condition.passes.count > 0
          ? condition.passes.words(in: language) : noTrials(in: language))
    }
    for pair in comparison.pairs {
      // Of a single participant, the line about the boards names both sides.
      let isOverParticipants = pair.regression != nil
      if comparison.conditions.count > 2 || isOverParticipants {
        lines.append("\(pair.first) - \(pair.second):")
      }
      lines += self.lines(of: pair, comparison.kind)
    }
    lines += comparison.trimmed?.lines(in: language) ?? []
    lines += comparison.familyLines(in: language)
    if let most = comparison.trialLimit {
      lines.append(
        language.pick("trials beyond the first \(most) are not compared", "最初の\(most)試行より後は比べません"))
    }
    return lines + report.exclusions.notes(in: language)
  }

  /// Returns the lines about a pair of conditions: on shared boards if there are any, otherwise on
  /// all.
  private func lines(
    of pair: Comparison.Pair, _ kind: TrialCondition.Kind
  ) -> [String] {
    var lines: [String] = []
    if let boards = pair.boards, let exact = boards.exactProbability,
      let middle = boards.midProbability
    {
      lines.append(
        onlyBoards(boards.outcomes, of: pair, kind) + "McNemar "
          + probability("p", exact, adjusted: pair.adjusted[.mcNemar], in: language) + ", "
          + probability("mid-p", middle, " ", adjusted: pair.adjusted[.midP], in: language))
    }
    if let difference = pair.difference {
      lines.append(
        points(difference.value, difference.interval) + language.pick(", ", "、")
          + sharedBoards(pair.boards))
    }
    // The participant is the unit: the mean of the participants' differences comes first.
    let accuracy = pair.differences.filter { $0.measure == .accuracy }
    lines += accuracy.map { words(for: $0, pair.adjusted) }
    if let regression = pair.regression {
      lines.append(words(for: regression, pair.adjusted[.regression]))
    }
    // Groups have different participants, so that they share no board of one participant.
    if pair.regression != nil, kind != .group || pair.boards != nil {
      lines.append(language.pick("played in both: ", "両方で解いた盤: ") + sharedBoards(pair.boards))
    }
    return lines
      + pair.differences.filter { $0.measure != .accuracy }.map { words(for: $0, pair.adjusted) }
  }

  /// Returns the odds ratio of a regression, or the reason why there is none.
  private func words(
    for regression: Result<MixedLogistic, ScienceError>, _ adjusted: Double?
  ) -> String {
    switch regression {
    case .success(let fit):
      let ratio = fit.coefficients[1].oddsRatio
      return language.pick("odds ratio ", "オッズ比 ") + ratio.value.decimal(3)
        + ratio.interval.bracketed(in: language) { $0.decimal(3) } + language.pick(", ", "、")
        + fit.test(in: language, adjusted: adjusted) + language.pick(": ", "。")
        + fit.method(in: language)
    case .failure(.tooFew(count: 1, needed: _)):
      return language.pick(
        "no mixed regression (a group has a single participant): the difference is by participant",
        "混合回帰なし（参加者が1人だけのグループがあります）: 差は参加者ごとです")
    case .failure(let fault):
      let reason = fault.noRegression(in: language)
      return language.pick(
        "no mixed regression (\(reason)): the difference is by participant",
        "混合回帰なし（\(reason)）: 差は参加者ごとです")
    }
  }

  /// Returns the line that only boards are compared, with the reason.
  private func onlyBoards(
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
  private func sharedBoards(_ boards: Comparison.SharedBoards?) -> String {
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
  private func words(
    for difference: Comparison.Difference, _ adjusted: [ContrastStatistic: Double]
  ) -> String {
    let measure = difference.measure
    let name =
      switch measure {
      case .accuracy: language.pick("accuracy", "正答率")
      case .firstPress: language.pick("first press", "最初の押下")
      case .laterPresses: language.pick("later presses", "その後の押下")
      }
    func told(_ unit: String?, _ test: String) -> String {
      let head = unit.map { language.pick("\(name) of \($0): ", "\($0)の\(name): ") } ?? "\(name): "
      switch difference.result {
      case .success(let tested):
        let value = tested.estimate.value
        return head
          + (measure == .accuracy
            ? points(value, tested.interval) : ratio(value, tested.interval))
          + language.pick(", ", "、")
          + self.test(of: tested, test, adjusted[.means(measure)])
          + (tested.effect.map { ", " + words(for: $0, adjusted[.ranks(measure)]) } ?? "")
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
  private func test(
    of difference: TestedDifference, _ name: String, _ adjusted: Double?
  ) -> String {
    let degrees = difference.degrees
    let isWhole = degrees == degrees.rounded()
    return "\(name)(\(degrees.decimal(isWhole ? 0 : 1))) = \(difference.statistic.decimal(2)), "
      + probability("p", difference.probability, adjusted: adjusted, in: language)
  }

  private func words(for effect: PairedEffect, _ adjusted: Double?) -> String {
    let range = effect.interval.map { " (\($0.words(in: language) { $0.decimal(2) }))" } ?? ""
    let unbiased = effect.unbiasedSize.map { ", g \($0.decimal(2))" } ?? ""
    return "d_z \(effect.size.value.decimal(2))\(range)\(unbiased), Wilcoxon "
      + probability("p", effect.signedRankProbability, adjusted: adjusted, in: language)
  }

  /// Returns a difference of proportions in percentage points, with its interval.
  private func points(_ value: Double, _ interval: Interval?) -> String {
    language.pick("difference \(value.percent) points", "差 \(value.percent)ポイント")
      + (interval?.bracketed(in: language, \.percent) ?? "")
  }

  /// Returns a ratio with its interval, if that says anything.
  private func ratio(_ value: Double, _ interval: Interval?) -> String {
    language.pick("\(value.decimal(2)) times as long", "\(value.decimal(2))倍")
      + (interval?.bracketed(in: language) { $0.decimal(2) } ?? "")
  }
}

extension Comparison {
  /// Returns the line about the family of contrasts among which p-values are adjusted.
  ///
  /// Contrasts of which a filter selects only some trials are not adjusted, nor are several pairs
  /// that are no contrasts of a study; the line says so. It is empty for a single pair.
  func familyLines(in language: Language) -> [String] {
    guard let family else {
      return pairs.count > 1
        ? [
          language.pick(
            "p is not adjusted: only a study declares which contrasts are tested together",
            "p は調整していません: どの対比をまとめて検定するかは、研究だけが決めます")
        ] : []
    }
    guard family.contrastCount > 1 else { return [] }
    let count = family.contrastCount
    guard family.isComplete else {
      return [
        language.pick(
          "p is not adjusted: only some trials of \(family.study) are compared, "
            + "whose \(count) contrasts are tested together",
          "p は調整していません: \(family.study) の対比\(count)個はまとめて検定しますが、"
            + "比べたのは試行の一部です")
      ]
    }
    let isGroups = family.kind == .group
    return [
      language.pick(
        "Holm: adjusted for the \(count) contrasts of the \(isGroups ? "groups" : "conditions") "
          + "of \(family.study), each outcome and each test on its own",
        "Holm: \(family.study) の\(isGroups ? "群" : "条件")の対比\(count)個で、指標と検定ごとに調整")
        + family.otherData(in: language)
    ]
  }
}

extension ContrastFamily {
  /// Returns the options by which a family has other trials or times than without any; empty if
  /// there are none.
  fileprivate func otherData(in language: Language) -> String {
    var options: [String] = []
    if let reason = included.first {
      options.append("include=" + (included.count == 1 ? reason.key ?? "" : "all"))
    }
    if !appliesRules { options.append("exclusions=no") }
    switch trim {
    case .range(let range)?:
      options.append("latency=\(range.lowerBound.short)..\(range.upperBound.short)")
    case .deviations(let number)?: options.append("trim=\(number.short)")
    case nil: break
    }
    guard !options.isEmpty else { return "" }
    let text = options.joined(separator: " ")
    return language.pick(", all of the data with \(text)", "（すべて \(text) のデータ）")
  }
}
