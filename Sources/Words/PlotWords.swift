package import Analysis
import Characters
import Console
import Game
package import Science

/// The sentences of statistics that several commands share: intervals, probabilities and why a
/// figure is missing.
///
///     p = 0.0161
///
/// A probability is never written as 0: a small one is `< 0.0001`.
extension Language {
  /// Returns the plots drawn in characters, and a line about excluded trials.
  package func lines(
    of report: SurveyReport<[Plot]>, _ style: PlotStyle, width: Int
  ) -> [String] {
    let pictures = report.figures.flatMap { plot in
      let labelled = LabelledPlot(plot, self)
      return [labelled.title] + labelled.rows(style, width: width)
    }
    return (pictures.isEmpty ? [noTrials] : pictures) + lines(of: report.exclusions)
  }

  /// Returns the text of an interval, such as `0.4 to 0.6`.
  func range(_ interval: Interval, _ shown: (Double) -> String) -> String {
    shown(interval.lower) + pick(" to ", "〜") + shown(interval.upper)
  }

  /// Returns the share that was passed, with its interval: of trials, or over participants.
  ///
  /// The mean of participants comes first, and their pooled counts are named as such.
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
        ", \(value.percent) % (95 % Wilson \(range))",
        "、\(value.percent) %（95 % Wilson \(range)）")
  }

  /// Returns the mean of participants with Student's interval, or the reason why it has none.
  private func mean(
    _ participants: UnitMean, _ shown: (Double) -> String, _ unit: String
  ) -> String {
    guard let value = participants.value else { return words(for: .empty) }
    let interval =
      switch participants.estimate {
      case .success(let estimate): "95 % t " + range(estimate.interval, shown)
      case .failure(let fault): words(for: fault, overParticipants: true)
      }
    return pick(
      "mean of \(self.participants(participants.count)) \(shown(value))\(unit) (\(interval))",
      "\(participants.count)人の平均\(shown(value))\(unit)（\(interval)）")
  }

  /// Returns a probability, and beside it Holm's adjustment where the reply has other tests.
  func probability(
    _ name: String, _ value: Double, _ equals: String = " = ", in family: TestFamily? = nil
  ) -> String {
    let raw = name + (value < 0.00005 ? " < 0.0001" : equals + value.decimal(4))
    guard let adjusted = family?.adjusted(value) else { return raw }
    let shown = adjusted < 0.00005 ? "< 0.0001" : adjusted.decimal(4)
    return raw + pick(" (Holm \(shown))", "（Holm \(shown)）")
  }

  /// Returns the number of tests that Holm's adjustment covers; nothing for fewer than two.
  func lines(of family: TestFamily) -> [String] {
    guard family.count > 1 else { return [] }
    return [
      pick(
        "Holm: adjusted for all \(family.count) probabilities of this reply",
        "Holm: この表示の\(family.count)個の確率すべてで調整")
    ]
  }

  /// Returns a geometric mean with its interval, or the reason why there is none.
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

  /// Returns the rule for times and what it has excluded; nothing without a rule.
  func lines(of trimmed: TrimmedTimes?) -> [String] {
    guard let trimmed else { return [] }
    let rule =
      switch trimmed.rule {
      case .range(let range):
        pick("times from ", "時間 ") + self.range(Interval(range)) { $0.decimal(0) }
          + pick(" ms: ", " ms: ")
      case .deviations(let number):
        pick(
          "times within \(number.short) SD of the mean logarithm (each participant, test or condition, first and later "
            + "presses on their own): ",
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

  /// Returns the reason, of figures whose units are trials or participants.
  func words(for fault: StatisticFault, overParticipants: Bool) -> String {
    guard overParticipants, case .tooFew(_, let needed) = fault else { return words(for: fault) }
    return pick("an interval needs \(needed) participants", "区間には参加者が\(needed)人必要です")
  }

  /// Returns the reason why a figure can't be computed.
  package func words(for fault: StatisticFault) -> String {
    switch fault {
    case .empty: pick("none", "ありません")
    case .tooFew(_, let needed):
      pick("an interval needs \(needed) trials", "区間には\(needed)試行が必要です")
    case .tooMany(let most): pick("there are more than \(most)", "\(most)を超えています")
    case .impossibleCount(let count, let whole):
      pick("\(count) of \(whole) can't be", "\(whole)のうち\(count)はありえません")
    case .impossible: pick("a value is out of its range", "範囲外の値があります")
    case .allPassed(let count):
      pick("all \(count) passed, so there is no curve", "\(count)回すべて成功のため曲線はありません")
    case .allFailed(let count):
      pick("all \(count) failed, so there is no curve", "\(count)回すべて失敗のため曲線はありません")
    case .separated:
      pick("passes and failures don't overlap, so there is no curve", "成功と失敗が重ならないため曲線はありません")
    case .noSpread: pick("all are equal, so there is no interval", "すべて等しいため区間はありません")
    case .notRising: pick("the curve does not rise", "曲線は上がりません")
    case .notConverged(let count):
      pick("no curve was found in \(count) steps", "\(count)段では曲線が見つかりません")
    }
  }
}

/// Returns rows with aligned columns: texts to the left, numbers to the right.
///
/// A table that is too wide for the reader goes on below each row, indented.
package func aligned(
  _ rows: [[String]], textColumns: Int = 1, for reader: TableReader = TableReader()
) -> [String] {
  let columnCount = rows.map(\.count).max() ?? 0
  let widths = (0..<columnCount).map { column in
    rows.map { column < $0.count ? displayWidth($0[column]) : 0 }.max() ?? 0
  }
  let parts = partition(widths, columns: reader.columns)
  return rows.flatMap { row in
    parts.compactMap { part -> String? in
      let fields = part.filter { $0 < row.count }
      var line = part.first == 0 ? "" : "  "
      for column in fields {
        let field = row[column]
        let gap = String(repeating: " ", count: widths[column] - displayWidth(field))
        let text = column < textColumns ? field + gap : gap + field
        line += (column > (part.first ?? 0) ? "  " : "") + text
      }
      while line.last == " " { line.removeLast() }
      return line.isEmpty && part.first != 0 ? nil : line
    }
  }
}

/// Returns the columns of a table that fit beside each other, one part below the other.
private func partition(_ widths: [Int], columns: Int?) -> [Range<Int>] {
  guard let columns else { return [widths.indices] }
  var parts: [Range<Int>] = []
  var start = 0
  var width = 0
  for (column, own) in widths.enumerated() {
    let isFirst = column == start
    let needed = isFirst ? own + (parts.isEmpty ? 0 : 2) : width + 2 + own
    if !isFirst, needed > columns {
      parts.append(start..<column)
      start = column
      width = own + 2
    } else {
      width = needed
    }
  }
  return parts + [start..<widths.count]
}
