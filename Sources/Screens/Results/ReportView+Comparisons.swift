import ChimpSystem
import Science
import Shell
import Statistics
import Studies

/// The tables that compare the conditions and the groups of a study.
///
/// Their figures are those of `compare`; only the regressions are left to it.
extension ReportView {
  /// Writes a section with a table for each measure, and says what has too many pairs for one; does
  /// nothing without a pair.
  func writeComparisons(
    of study: ReportFigures.Study, to page: inout ReportPage
  ) {
    let comparisons = study.comparisons.filter { !$0.pairs.isEmpty }
    guard !comparisons.isEmpty || study.uncomparedCount != nil else { return }
    page.element("h2", language.pick("Comparisons in \(study.name)", "\(study.name) の比較"))
    if let count = study.uncomparedCount {
      page.element(
        "p",
        language.pick(
          "\(count) conditions have too many pairs for a table: \"compare\" takes two to six.",
          "\(count)個の条件は組が多すぎて表にできません。compare で2つから6つを比べられます。"))
    }
    for comparison in comparisons {
      for measure in Comparison.Measure.allCases {
        write(comparison, measure, to: &page)
      }
      let trimmed = comparison.trimmed?.lines(in: language) ?? []
      for pair in comparison.pairs {
        for caution in pair.comparability.cautions(about: pair.differences, in: language) {
          page.element("p", "\(pair.first) - \(pair.second): \(caution)")
        }
      }
      for line in trimmed + comparison.familyLines(in: language) { page.element("p", line) }
    }
  }

  /// Writes the sentences about interactions, orders and the reliability of conditions; does
  /// nothing without any.
  func writeEffects(of study: ReportFigures.Study, to page: inout ReportPage) {
    let place = FigurePlace(kind: .page(.count), language: language)
    if var effects = study.effects, !(effects.interactions + effects.orders).isEmpty {
      // The page has it already.
      effects.primary = nil
      page.element(
        "h2",
        language.pick("Interactions and orders in \(study.name)", "\(study.name) の交互作用と順序"))
      for line in Figure.all.sentences(about: effects, at: place) { page.element("p", line) }
    }
    guard !study.reliability.isEmpty else { return }
    page.element("h2", language.pick("Reliability in \(study.name)", "\(study.name) の信頼性"))
    page.element(
      "p",
      language.pick(
        "The correlation of odd and even trials, for all trials by the formula of Spearman and Brown "
          + "(1910), and that of the first two sessions; Fisher's interval.",
        "奇数と偶数の試行の相関（全試行についてはスピアマン・ブラウンの式、1910）、最初の2回のセッションの相関。"
          + "区間はフィッシャー。"))
    for test in study.reliability {
      for line in Figure.all.sentences(about: test, at: place) { page.element("p", line) }
    }
  }

  /// Writes the table of a measure with a row for each pair.
  private func write(
    _ comparison: Comparison, _ measure: Comparison.Measure, to page: inout ReportPage
  ) {
    let isAdjusted = comparison.pairs.contains { !$0.adjusted.isEmpty }
    let rows = comparison.pairs.compactMap { pair in
      cells(of: pair, measure, isAdjusted).map { ["\(pair.first) - \(pair.second)"] + $0 }
    }
    guard !rows.isEmpty else { return }
    let isShare = measure == .accuracy
    let unit = isShare ? language.pick("points", "ポイント") : language.pick("ratio", "比")
    let title = title(of: comparison.kind, measure)
    let heads =
      [language.pick("pair", "組"), "n", unit, "95 %", "d_z", "p"] + (isAdjusted ? ["Holm"] : [])
    page.open("figure")
    page.element("h3", title)
    page.element(
      "figcaption",
      isShare
        ? language.pick(
          "Difference in the share passed, first minus second: the mean over participants with "
            + "Student's interval. n is the number of participants; of two, of each group.",
          "成功の割合の差（前 - 後）: 参加者の平均と t 区間。n は参加者数。2つなら各グループの人数。")
        : language.pick(
          "Ratio of the geometric means of the times, first to second, with Student's interval of "
            + "the logarithms.",
          "時間の幾何平均の比（前 / 後）と、対数の t 区間。"))
    page.table([heads] + rows, name: title)
    page.close("figure")
  }

  private func title(of kind: TrialCondition.Kind, _ measure: Comparison.Measure) -> String {
    let name = kind == .group ? language.pick("Groups", "グループ") : language.pick("Conditions", "条件")
    return switch measure {
    case .accuracy: name + language.pick(": share passed", ": 成功の割合")
    case .firstPress: name + language.pick(": first press", ": 最初の押下")
    case .laterPresses: name + language.pick(": later presses", ": その後の押下")
    }
  }

  /// Returns the cells of a pair after its name; `nil` if it has no figure of the measure.
  private func cells(
    of pair: Comparison.Pair, _ measure: Comparison.Measure, _ isAdjusted: Bool
  ) -> [String]? {
    func tested(_ statistic: ContrastStatistic, _ probability: Double?) -> [String] {
      [cell(ofProbability: probability)]
        + (isAdjusted ? [cell(ofProbability: pair.adjusted[statistic])] : [])
    }
    if measure == .accuracy, let difference = pair.difference {
      // A single participant: trials are the unit.
      let probability = pair.boards?.exactProbability
      return [pair.boards.map { count(of: .boards($0.outcomes.count)) } ?? ""]
        + cells(of: difference.value, difference.interval, measure) + [""]
        + tested(.mcNemar, probability)
    }
    guard let difference = pair.differences.first(where: { $0.measure == measure }) else {
      return nil
    }
    switch difference.result {
    case .success(let found):
      let effect = found.effect.map { $0.size.value.decimal(2) } ?? ""
      return [count(of: difference.unit)]
        + cells(of: found.estimate.value, found.interval, measure) + [effect]
        + tested(.means(measure), found.probability)
    case .failure(let fault):
      // Times that no press has are no row.
      guard measure == .accuracy else { return nil }
      let reason = fault.words(in: language, of: difference.unit)
      return [count(of: difference.unit), reason, "", "", ""] + (isAdjusted ? [""] : [])
    }
  }

  private func count(of unit: Comparison.Difference.Unit) -> String {
    switch unit {
    case .participants(let count): "\(count)"
    case .groups(let first, let second): "\(first), \(second)"
    case .boards(let count): language.pick(counted(count, "board"), "盤\(count)枚")
    case .trials: language.pick("trials", "試行")
    }
  }

  private func cells(
    of value: Double, _ interval: Interval?, _ measure: Comparison.Measure
  ) -> [String] {
    let shown: (Double) -> String =
      measure == .accuracy ? \.percent : { $0.decimal(2) }
    return [shown(value), interval.map { $0.words(in: language, shown) } ?? "-"]
  }

  /// Returns a p-value; empty for none.
  private func cell(ofProbability probability: Double?) -> String {
    probability.map { $0 < 0.00005 ? "< 0.0001" : $0.decimal(4) } ?? ""
  }
}
