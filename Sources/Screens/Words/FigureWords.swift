package import Science
package import Shell

/// Texts about computed numbers that replies, pages and error messages share.
///
///     language.range(Interval(0.4, 0.6)) { $0.percent }  // 40.0 to 60.0
extension Language {
  /// Returns the text of an interval, such as `0.4 to 0.6`.
  package func range(_ interval: Interval, _ shown: (Double) -> String) -> String {
    shown(interval.lower) + pick(" to ", "〜") + shown(interval.upper)
  }

  /// Returns a number of participants.
  package func participants(_ count: Int) -> String {
    pick(counted(count, "participant"), "参加者\(count)人")
  }

  /// Returns the error message for the numbers after a key, with their ranges.
  package func noDecimals(
    _ key: String, _ limits: [ClosedRange<Double>], _ text: String
  ) -> String {
    let ranges = limits.map { "\($0.lowerBound.short)..\($0.upperBound.short)" }
      .joined(separator: ",")
    return pick(
      "\(key) takes \(limits.count == 1 ? "a number" : "numbers") of \(ranges), not \"\(text)\"",
      "\(key) は \(ranges) の数です: \(text)")
  }

  /// Returns the reason why a statistic can't be computed.
  package func words(for fault: ScienceError) -> String {
    switch fault {
    case .empty: pick("none", "ありません")
    case .tooFew(_, let needed):
      pick("an interval needs \(needed) trials", "区間には\(needed)試行が必要です")
    case .tooMany(let most): pick("there are more than \(most)", "\(most)を超えています")
    case .impossibleCount(let count, let whole):
      pick("\(count) of \(whole) is impossible", "\(whole)のうち\(count)はありえません")
    case .impossible: pick("a value is out of its range", "範囲外の値があります")
    case .allPassed(let count):
      pick("all \(count) passed, so there is no curve", "\(count)回すべて成功のため曲線はありません")
    case .allFailed(let count):
      pick("all \(count) failed, so there is no curve", "\(count)回すべて失敗のため曲線はありません")
    case .separated:
      pick("passes and failures don't overlap, so there is no curve", "成功と失敗が重ならないため曲線はありません")
    case .noSpread: pick("all are equal, so there is no interval", "すべて等しいため区間はありません")
    case .tooWide:
      pick("the interval is too wide to tell anything", "区間が広すぎて何もわかりません")
    case .notRising: pick("the curve does not rise", "曲線は上がりません")
    case .notConverged(let count):
      pick("no curve was found in \(count) steps", "\(count)段では曲線が見つかりません")
    }
  }
}

extension Double {
  /// The number without unnecessary decimals: `2`, or `2.5`.
  package var short: String { self == rounded() && abs(self) < 1e15 ? "\(Int(self))" : "\(self)" }
}
