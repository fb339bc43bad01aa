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

  /// Returns the number of passed trials, with the share and its interval.
  func passes(_ share: Share) -> String {
    let count = pick(
      "\(share.passedCount) of \(share.count) passed",
      "\(share.count)回中\(share.passedCount)回成功")
    guard let estimate = share.estimate else { return count }
    let range = range(estimate.interval, \.percent)
    let percent = estimate.value.percent
    return count
      + pick(", \(percent) % (95 % Wilson \(range))", "、\(percent) %（95 % Wilson \(range)）")
  }

  /// Returns a p-value with four decimals, or that it is below them.
  func probability(_ name: String, _ value: Double, _ equals: String = " = ") -> String {
    name + (value < 0.00005 ? " < 0.0001" : equals + value.decimal(4))
  }

  /// Returns a geometric mean with its interval, or the reason why there is none.
  func latency(_ latency: Latency) -> String {
    var words: String
    switch latency.estimate {
    case .success(let estimate):
      let range = range(estimate.interval) { $0.decimal(0) }
      words =
        duration(estimate.value) + pick(" (\(range))", "（\(range)）")
        + pick(", geometric mean of \(latency.count)", "、\(latency.count)回の幾何平均")
    case .failure(let fault):
      let mean = latency.mean.map { duration($0) + pick(", ", "、") } ?? ""
      words = mean + self.words(for: fault)
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

  /// Returns the reason why a figure can't be computed.
  package func words(for fault: StatisticFault) -> String {
    switch fault {
    case .empty: pick("none", "ありません")
    case .tooFew(_, let needed):
      pick("an interval needs \(needed) trials", "区間には\(needed)試行が必要です")
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
func aligned(
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
