import Archive
import ChimpSystem
import Game
import Science
import Shell
package import Statistics
import Studies

/// Texts that several statistical commands share: intervals, p-values, and reasons for missing
/// values.
///
///     p = 0.0161
///
/// A p-value is never written as 0: a small one is `< 0.0001`.
extension Language {
  package var plotTitle: String { pick("Plot", "図") }

  /// Returns the values of plots as text, for readers who can't see the picture.
  package func pictureText(_ plots: [Plot]) -> String {
    let texts = plots.map { plot in
      let labelled = LabelledPlot(plot, self)
      let values = zip(labelled.labels, plot.points).map { label, point in
        "\(label): " + labelled.words(point.value)
      }
      let outside = outsidePoints(of: plot)
      let all = values + (outside.isEmpty ? [] : [outside])
      return labelled.title + ": " + all.joined(separator: pick("; ", "、"))
    }
    return texts.isEmpty ? noTrials : texts.joined(separator: pick(". ", "。"))
  }

  package func wrotePlot(_ path: String) -> String {
    pick("wrote the plot to \"\(path)\"", "図を \(path) に書きました")
  }

  /// Returns the plots in characters, and a line about excluded trials.
  package func lines(
    of report: SurveyReport<[Plot]>, _ style: PlotStyle, width: Int
  ) -> [String] {
    let pictures = report.figures.flatMap { plot in
      let labelled = LabelledPlot(plot, self)
      let rows = plot.points.isEmpty ? [] : labelled.rows(style, width: width)
      let notes = [outsidePoints(of: plot), curveNote(plot)].filter { !$0.isEmpty }
      return [labelled.title] + rows + notes
    }
    return (pictures.isEmpty ? [noTrials] : pictures) + notes(on: report.exclusions)
  }

  /// Returns the proportion of passes with its interval.
  ///
  /// With several participants their mean comes first, then the pooled counts.
  func passes(_ share: Share) -> String {
    if let participants = share.participants {
      return mean(participants, \.percent, " %") + pick(", ", "、")
        + pick(
          "pooled \(share.passedCount) of \(share.count)",
          "合計\(share.count)回中\(share.passedCount)回成功")
    }
    let count = pick(
      "\(share.passedCount) of \(share.count) passed",
      "\(share.count)回中\(share.passedCount)回成功")
    guard let value = share.value, let interval = share.interval else { return count }
    let range = range(interval, \.percent)
    return count
      + pick(
        ", \(value.percent) % (95 % interval \(range))",
        "、\(value.percent) %（95 %区間 \(range)）")
  }

  /// Returns a mean over participants with its interval, or the reason why it has none.
  private func mean(
    _ participants: UnitMean, _ shown: (Double) -> String, _ unit: String
  ) -> String {
    guard let value = participants.value else { return ScienceError.empty.words(in: self) }
    let interval =
      switch participants.estimate {
      case .success(let estimate): "95 % t " + range(estimate.interval, shown)
      case .failure(let fault): words(for: fault, overParticipants: true)
      }
    return pick(
      "mean of \(self.participants(participants.count)) \(shown(value))\(unit) (\(interval))",
      "\(participants.count)人の平均\(shown(value))\(unit)（\(interval)）")
  }

  /// Returns a p-value, followed by its adjusted value if there is one.
  func probability(
    _ name: String, _ value: Double, _ equals: String = " = ", adjusted: Double? = nil
  ) -> String {
    let raw = name + (value < 0.00005 ? " < 0.0001" : equals + value.decimal(4))
    guard let adjusted else { return raw }
    let shown = adjusted < 0.00005 ? "< 0.0001" : adjusted.decimal(4)
    return raw + pick(" (Holm \(shown))", "（Holm \(shown)）")
  }

  /// Returns the line about the family of contrasts among which p-values are adjusted.
  ///
  /// Contrasts of which a filter selects only some trials are not adjusted, nor are several pairs
  /// that are no contrasts of a study; the line says so. It is empty for a single pair.
  func lines(ofFamily family: ContrastFamily?, pairCount: Int) -> [String] {
    guard let family else {
      return pairCount > 1
        ? [
          pick(
            "p is not adjusted: only a study declares which contrasts are tested together",
            "p は調整していません: どの対比をまとめて検定するかは、研究だけが決めます")
        ] : []
    }
    guard family.contrastCount > 1 else { return [] }
    let count = family.contrastCount
    guard family.isComplete else {
      return [
        pick(
          "p is not adjusted: only some trials of \(family.study) are compared, "
            + "whose \(count) contrasts are tested together",
          "p は調整していません: \(family.study) の対比\(count)個はまとめて検定しますが、"
            + "比べたのは試行の一部です")
      ]
    }
    let isGroups = family.kind == .group
    return [
      pick(
        "Holm: adjusted for the \(count) contrasts of the \(isGroups ? "groups" : "conditions") "
          + "of \(family.study), each outcome and each test on its own",
        "Holm: \(family.study) の\(isGroups ? "群" : "条件")の対比\(count)個で、指標と検定ごとに調整")
        + otherData(of: family)
    ]
  }

  /// Returns the options by which a family has other trials or times than without any; empty if
  /// there are none.
  private func otherData(of family: ContrastFamily) -> String {
    var options: [String] = []
    let included = family.included
    if let reason = included.first {
      options.append("include=" + (included.count == 1 ? reason.key ?? "" : "all"))
    }
    if !family.appliesRules { options.append("exclusions=no") }
    switch family.trim {
    case .range(let range)?:
      options.append("latency=\(range.lowerBound.short)..\(range.upperBound.short)")
    case .deviations(let number)?: options.append("trim=\(number.short)")
    case nil: break
    }
    guard !options.isEmpty else { return "" }
    let text = options.joined(separator: " ")
    return pick(", all of the data with \(text)", "（すべて \(text) のデータ）")
  }

  /// Returns a mean press time with its interval, or the reason why there is none.
  func latency(_ latency: Latency) -> String {
    var words: String
    switch latency.estimate {
    case .success(let estimate):
      let range = range(estimate.interval) { $0.decimal(0) }
      words =
        duration(estimate.value) + pick(" (\(range))", "（\(range)）") + pick(", ", "、")
        + unit(of: latency)
    case .failure(let fault):
      let mean = latency.mean.map { duration($0) + pick(", ", "、") } ?? ""
      words = mean + self.words(for: fault, overParticipants: latency.participantCount != nil)
    }
    if latency.impossibleCount > 0 {
      words += pick(
        "; \(latency.impossibleCount) without time", "。時間のない押下\(latency.impossibleCount)回")
    }
    if latency.missingCount > 0 {
      words += pick("; \(latency.missingCount) not known", "。不明\(latency.missingCount)回")
    }
    return words
  }

  private func unit(of latency: Latency) -> String {
    guard let count = latency.participantCount else {
      return pick("geometric mean of \(latency.count)", "\(latency.count)回の幾何平均")
    }
    let presses = counted(latency.count, "press", "presses")
    return pick(
      "geometric mean of \(participants(count)), \(presses)",
      "\(count)人の幾何平均、\(latency.count)回")
  }

  /// Returns the rule for outliers and the numbers that it has excluded; nothing without a rule.
  func lines(of trimmed: TrimmedTimes?) -> [String] {
    guard let trimmed else { return [] }
    let rule =
      switch trimmed.rule {
      case .range(let range):
        pick("times from ", "時間 ") + self.range(Interval(range)) { $0.decimal(0) }
          + pick(" ms: ", " ms: ")
      case .deviations(let number):
        pick(
          "times within \(number.short) SD of the mean logarithm (each participant, test or "
            + "condition, first and later presses on their own): ",
          "対数平均から\(number.short) SD 以内の時間（参加者、テストか条件、最初とその後の押下ごと）: ")
      }
    return [
      rule
        + pick(
          "\(trimmed.count) left out, \(trimmed.belowCount) shorter and "
            + "\(trimmed.aboveCount) longer",
          "\(trimmed.count)回を除きました（短い\(trimmed.belowCount)、長い\(trimmed.aboveCount)）")
    ]
  }

  /// Returns the reason why a difference can't be tested.
  func words(for fault: ScienceError, of unit: Comparison.Difference.Unit) -> String {
    switch unit {
    case .groups:
      guard case .tooFew(_, let needed) = fault else { return fault.words(in: self) }
      return pick(
        "a test needs \(needed) participants on each side with the trials for it",
        "検定には、そのための試行がある参加者が両方に\(needed)人ずつ必要です")
    case .participants: return words(for: fault, overParticipants: true)
    case .boards, .trials: return fault.words(in: self)
    }
  }

  /// Returns the reason why a statistic of trials or participants can't be computed.
  ///
  /// Of many participants only a few may have the trials that it takes, such as several holds.
  func words(for fault: ScienceError, overParticipants: Bool) -> String {
    guard overParticipants, case .tooFew(let count, let needed) = fault else {
      return fault.words(in: self)
    }
    return pick(
      "an interval needs \(needed) participants with the trials for it, and \(count) "
        + (count == 1 ? "has them" : "have them"),
      "区間には、そのための試行がある参加者が\(needed)人必要です（ここでは\(count)人）")
  }
}
