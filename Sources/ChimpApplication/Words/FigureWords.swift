import Characters
import Science

extension Double {
  /// The number with so many decimals.
  func decimal(_ places: Int) -> String {
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let scaled = (magnitude * Double(scale)).rounded()
    guard scaled < 1e15 else { return "\(self)" }
    let (whole, rest) = Int(scaled).quotientAndRemainder(dividingBy: scale)
    let decimals = places > 0 ? "." + "\(scale + rest)".dropFirst() : ""
    return (self < 0 && scaled > 0 ? "-" : "") + "\(whole)" + decimals
  }

  var percent: String { (100 * self).decimal(1) }
}

extension Estimate {
  /// The estimate, unless its interval has no end that anybody could use.
  func usable(orElse fault: StatisticFault) throws(StatisticFault) -> Estimate {
    guard interval.upper < 1e6 else { throw fault }
    return self
  }
}

/// Puts the fields of rows into columns: texts on the left, numbers on the right.
func aligned(_ rows: [[String]], textColumns: Int = 1) -> [String] {
  let columnCount = rows.map(\.count).max() ?? 0
  let widths = (0..<columnCount).map { column in
    rows.map { column < $0.count ? displayWidth($0[column]) : 0 }.max() ?? 0
  }
  return rows.map { row in
    var line = ""
    for (column, field) in row.enumerated() {
      let gap = String(repeating: " ", count: widths[column] - displayWidth(field))
      let text = column < textColumns ? field + gap : gap + field
      line += (column > 0 ? "  " : "") + text
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}

extension Language {
  /// From where to where a figure may lie.
  func range(_ interval: Interval, _ shown: (Double) -> String) -> String {
    shown(interval.lower) + pick(" to ", "〜") + shown(interval.upper)
  }

  /// How many trials were passed, with the share and its interval.
  func passes(_ proportion: Proportion) -> String {
    let count = pick(
      "\(proportion.passedCount) of \(proportion.count) passed",
      "\(proportion.count)回中\(proportion.passedCount)回成功")
    guard let estimate = try? proportion.estimate() else { return count }
    let range = range(estimate.interval, \.percent)
    let share = estimate.value.percent
    return count
      + pick(", \(share) % (95 % Wilson \(range))", "、\(share) %（95 % Wilson \(range)）")
  }

  func probability(_ name: String, _ value: Double, _ equals: String = " = ") -> String {
    name + (value < 0.00005 ? " < 0.0001" : equals + value.decimal(4))
  }

  /// A geometric mean of times with its interval, or why there is none.
  func latency(_ tally: LatencyTally) -> String {
    var words: String
    do throws(StatisticFault) {
      let estimate = try tally.estimate()
      let range = range(estimate.interval) { $0.decimal(0) }
      words =
        duration(estimate.value) + pick(" (\(range))", "（\(range)）")
        + pick(", geometric mean of \(tally.count)", "、\(tally.count)回の幾何平均")
    } catch {
      let mean = (try? tally.geometricMean()).map { duration($0) + pick(", ", "、") } ?? ""
      words = mean + self.words(for: error)
    }
    if tally.impossibleCount > 0 {
      words += pick("; \(tally.impossibleCount) without time", "。時間のない押下\(tally.impossibleCount)回")
    }
    if tally.missingCount > 0 {
      words += pick("; \(tally.missingCount) not known", "。不明\(tally.missingCount)回")
    }
    return words
  }

  func words(for fault: StatisticFault) -> String {
    switch fault {
    case .empty: pick("none", "ありません")
    case .tooFew(let count, let needed):
      pick("no interval of \(count), \(needed) are needed", "\(count)では区間が出ません（\(needed)以上必要）")
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
