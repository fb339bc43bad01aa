package import Analysis
import Archive
import Characters
import Console
import Game
import Glibc
package import Science

/// The figures of tests, out of which their pictures and tables are made.
extension Language {
  package func lines(
    of report: Survey<SummaryTally>.Report, _ kind: PlotKind, _ style: Figure.Style, width: Int
  ) -> [String] {
    let names = kind == .accuracy ? [""] : TestPreset.names
    let found = names.flatMap { name in
      kind.figures.flatMap { kind -> [String] in
        let figure = figure(kind, name, report.tally, most: ArchivedRound.pageSize)
        guard let figure, !figure.points.isEmpty else { return [] }
        return [figure.title] + figure.rows(style, width: width)
      }
    }
    return (found.isEmpty ? [noTrials] : found) + lines(of: report.leftOut)
  }

  /// A figure of a test or, without a name, of all tests; nil where nothing is known.
  func figure(
    _ kind: Figure.Kind, _ name: String, _ tally: SummaryTally, most: Int? = nil
  ) -> Figure? {
    switch kind {
    case .accuracy:
      let parts = TestPreset.names.compactMap { name in
        tally.blocks[name].map { (0, name, $0.whole.passes) }
      }
      return shares(kind, "", parts)
    case .span: return levels(name, tally.results.levels(of: name, by: \.session), most)
    case .session:
      return tally.blocks[name].map { shares(kind, name, $0.sessions.gathered(into: most)) }
    case .latency:
      return tally.blocks[name].map { latencies(name, $0.latencies.prefix(most ?? .max)) }
    case .position: return tally.blocks[name].flatMap { positions(name, $0, most) }
    case .count: return tally.blocks[name].map { counts(name, $0, most) }
    case .hold: return tally.blocks[name].map { holds(name, $0) }
    }
  }

  private func words(for kind: Figure.Kind) -> (title: String, axis: String) {
    switch kind {
    case .accuracy: (pick("passed, by test", "成功、テストごと"), pick("test", "テスト"))
    case .position: (pick("right where reached, by position", "到達した順番での正解"), pick("position", "順番"))
    case .latency: (pick("time of a press, by position", "押下の時間、順番ごと"), pick("position", "順番"))
    case .session: (pick("passed, by session", "成功、セッションごと"), pick("session", "セッション"))
    case .span:
      (pick("what the tests found, by session", "テストの推定、セッションごと"), pick("session", "セッション"))
    case .count: (pick("passed, by numerals", "成功、個数ごと"), pick("numerals", "個数"))
    case .hold: (pick("passed, by hold", "成功、提示時間ごと"), pick("hold", "提示"))
    }
  }

  private func figure(
    _ kind: Figure.Kind, _ name: String, _ unit: Figure.Unit, _ heads: [String],
    _ points: [Figure.Point]
  ) -> Figure {
    let words = words(for: kind)
    let title = (name.isEmpty ? "" : "\(name): ") + words.title
    return Figure(title: title, unit: unit, heads: [words.axis] + heads, points: points)
  }

  /// Shares at their places; `rest` makes the cells behind those of all shares.
  private func shares(
    _ kind: Figure.Kind, _ name: String, _ parts: [(place: Int, name: String, share: Proportion)],
    rest: (heads: [String], cells: (Int) -> [String]) = ([], { _ in [] })
  ) -> Figure {
    let counted =
      kind == .position
      ? [pick("right", "正解"), pick("reached", "到達")] : [pick("passed", "成功"), pick("of", "試行")]
    let points = parts.compactMap { place, name, share in
      (try? share.estimate()).map { estimate in
        Figure.Point(
          place: kind == .hold ? log(Double(max(1, place))) : Double(place), name: name,
          value: estimate.value, interval: estimate.interval,
          cells: [
            "\(share.passedCount)", "\(share.count)", estimate.value.percent,
            range(estimate.interval, \.percent),
          ] + rest.cells(place))
      }
    }
    return figure(kind, name, .share, counted + ["%", "95 %"] + rest.heads, points)
  }

  private func positions(_ name: String, _ block: SummaryTally.Block, _ most: Int?) -> Figure? {
    guard let places = try? block.whole.positions.proportions() else { return nil }
    let parts = Dictionary(uniqueKeysWithValues: zip(1..., places)).gathered(into: most)
    return shares(
      .position, name, parts,
      rest: (
        [pick("chance", "偶然"), "ms"],
        { place in
          let chance = block.chance.flatMap { place <= $0.numeralCount ? $0 : nil }
          let times = block.latencies.indices.contains(place - 1) ? block.latencies[place - 1] : nil
          return [
            chance.map { ($0.ofPosition(place) * 100).decimal(1) } ?? "",
            (try? times?.geometricMean())?.decimal(0) ?? "",
          ]
        }
      ))
  }

  private func counts(_ name: String, _ block: SummaryTally.Block, _ most: Int?) -> Figure {
    var figure = shares(
      .count, name, block.parts.gathered(into: most),
      rest: (
        [pick("chance", "偶然")],
        { count in [block.chances.first { $0.numeralCount == count }.map(chance) ?? ""] }
      ))
    if let curve = try? LearningCurve(block.parts.points), curve.logistic.slope.isFinite {
      figure.curve = figure.steps.map { ($0, curve.probability(session: $0)) }
    }
    return figure
  }

  private func holds(_ name: String, _ block: SummaryTally.Block) -> Figure {
    let parts = block.parts.gathered(into: nil).map { place, name, share in
      (place, place > 0 ? name : pick("none", "なし"), share)
    }
    var figure = shares(.hold, name, parts)
    if let chance = block.chance,
      let curve = try? HoldCurve(block.parts.points, guess: chance.ofSequence)
    {
      figure.curve = figure.steps.map { ($0, curve.probability(hold: exp($0))) }
    }
    return figure
  }

  private func latencies(_ name: String, _ tallies: some Sequence<LatencyTally>) -> Figure {
    let points = tallies.enumerated().compactMap { place, tally in
      (try? tally.geometricMean()).map {
        mean(place + 1, of: tally.count, $0, (try? tally.estimate())?.interval, 0)
      }
    }
    let heads = [pick("presses", "押下"), "ms", "95 %"]
    return figure(.latency, name, .milliseconds, heads, points)
  }

  /// The mean of so many values.
  private func mean(
    _ place: Int, of count: Int, _ mean: Double, _ interval: Interval?, _ decimals: Int
  ) -> Figure.Point {
    let shown = interval.map { range($0) { $0.decimal(decimals) } } ?? "-"
    return Figure.Point(
      place: Double(place), name: "\(place)", value: mean, interval: interval,
      cells: ["\(count)", mean.decimal(decimals), shown])
  }

  private func levels(_ name: String, _ sessions: [Int: FoundLevels], _ most: Int?) -> Figure? {
    guard let isHold = sessions.first?.value.isHold else { return nil }
    let places = isHold ? 0 : 1
    let points = sessions.sorted { $0.key < $1.key }.suffix(most ?? .max).compactMap {
      session, found in
      found.mean.map { mean(session, of: found.testCount, $0, found.interval, places) }
    }
    let heads = [pick("tests", "テスト"), isHold ? "ms" : pick("span", "記憶範囲"), "95 %"]
    return figure(.span, name, isHold ? .milliseconds : .numerals, heads, points)
  }

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
    return count + pick(", \(share) % (95 % Wilson \(range))", "、\(share) %（95 % Wilson \(range)）")
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

  package func words(for fault: StatisticFault) -> String {
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
