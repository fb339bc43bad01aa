import ChimpSystem
import Game
import Science
import Shell
import Statistics

/// A plot with its texts, which can be shown as characters, as a drawing or as a table.
///
/// ```swift
/// let rows = LabelledPlot(plot, .english).rows(.ascii, width: 80)
/// ```
///
/// All forms have the same numbers, so that readers who can't see pictures miss none.
struct LabelledPlot {
  let plot: Plot
  let language: Language
  /// The heading of the plot.
  let title: String
  /// The titles of both axes.
  let axis: String
  let valueAxis: String
  /// The column titles of the table.
  let heads: [String]
  /// The label of each point.
  let labels: [String]
  let legend: PlotLegend
  /// The value at the upper edge of the plot; that at the lower edge is 0.
  let top: Double
  /// The table cells of each point after its label: number, value and interval.
  private let cells: [[String]]

  init(_ plot: Plot, _ language: Language) {
    let words = plot.kind.words(in: language)
    self.plot = plot
    self.language = language
    let simulated = language.pick(" (with simulated participants)", "（模擬参加者を含む）")
    let person = plot.participant.map { language.pick(", \($0)", "、\($0)") } ?? ""
    title =
      (plot.test.map { "\($0)\(person): " } ?? "") + words.title
      + (plot.hasSimulated ? simulated : "")
      + (plot.hasAgents ? language.pick(" (with agents)", "（エージェントを含む）") : "")
    axis = words.axisTitle
    valueAxis = plot.valueAxis(in: language)
    heads = [words.axis] + plot.heads(in: language)
    labels = plot.points.map { $0.label.words(in: language) }
    legend = PlotLegend(plot, language)
    top = plot.axisTop
    cells = plot.points.map { plot.cells(of: $0, in: language) }
  }

  /// The plot as a table; the first row has the column titles.
  var table: [[String]] { [heads] + asTable.rows }

  /// The plot as a table.
  var asTable: Table { Table(heads, zip(labels, cells).map { [$0] + $1 }) }

  /// Returns the text of a value with its unit.
  func words(_ value: Double) -> String { plot.words(value, in: language) }

  /// Returns the text of a point's value in a plot in characters: of a game, its score.
  private func value(of point: Plot.Point) -> String {
    plot.kind == .score ? plot.score(of: point, in: language) : words(point.value)
  }

  /// Returns the text of a value at the edge of the plot.
  func edge(_ value: Double) -> String {
    switch plot.unit {
    case .share: "\((100 * value).decimal(0)) %"
    case .level: plot.name(ofLevel: value, in: language)
    case .milliseconds, .numerals: value.decimal(0)
    }
  }

  /// Returns the number of participants of a point, or else of trials, presses or tests.
  func unitCount(of point: Plot.Point) -> String {
    "\(point.participantCount ?? point.count)"
  }

  /// Returns the texts for ends of a point's interval that are beyond the axis; `nil` for other
  /// ends.
  func endsBeyondAxis(of point: Plot.Point) -> (lower: String?, upper: String?) {
    let ends = plot.endsBeyondAxis(of: point)
    return (ends.lower.map(words), ends.upper.map(words))
  }
}

extension Plot {
  /// Returns the text of a value with its unit.
  fileprivate func words(_ value: Double, in language: Language) -> String {
    switch unit {
    case .share: "\(value.percent) %"
    case .milliseconds: "\(value.decimal(0)) ms"
    case .numerals: value.decimal(1)
    case .level: name(ofLevel: value, in: language)
    }
  }

  /// Returns the score of a game: a number of passes, a level or an estimate.
  fileprivate func score(of point: Point, in language: Language) -> String {
    guard unit == .share, let passed = point.passedCount else {
      return words(point.value, in: language)
    }
    return "\(passed)/\(point.count)"
  }

  /// The value at the upper edge of the plot.
  fileprivate var axisTop: Double {
    // The interval of few values may be so long that it would flatten everything else.
    let highest =
      points.map { max(min($0.interval?.upper ?? $0.value, 3 * $0.value, 1e12), $0.best ?? 0) }
      .max() ?? 0
    func rounded(_ step: Double) -> Double { max(1, (highest / step).rounded(.up)) * step }
    return switch unit {
    case .share: 1
    case .milliseconds: rounded(400)
    case .numerals, .level: rounded(4)
    }
  }

  /// Returns the name of a level: the number of numerals, or the predefined step.
  fileprivate func name(ofLevel level: Double, in language: Language) -> String {
    preset?.course.name(ofLevel: Int(level), in: language) ?? level.decimal(0)
  }

  /// Returns the ends of a point's interval that are clearly beyond the axis; a share has none,
  /// because nothing is beyond 0 and 100 %.
  fileprivate func endsBeyondAxis(of point: Point) -> (lower: Double?, upper: Double?) {
    guard unit != .share, let interval = point.shownInterval else { return (nil, nil) }
    let top = axisTop
    let least = top / 2000
    return (
      interval.lower < -least ? interval.lower : nil,
      interval.upper > top + least ? interval.upper : nil
    )
  }

  /// `true` if guessing is known for a point; otherwise no column is for it.
  fileprivate var hasChance: Bool { points.contains { $0.chance != nil } }
  fileprivate var hasTimes: Bool { points.contains { $0.time != nil } }

  /// `true` if an interval of the plot extends beyond the axis.
  var hasEndsBeyondAxis: Bool {
    points.contains { point in
      let ends = endsBeyondAxis(of: point)
      return ends.lower != nil || ends.upper != nil
    }
  }
}

extension Plot {
  /// Returns why the means of participants are not on the curve; empty without such a curve.
  ///
  /// The curve is fitted to all trials of the plot, but each participant counts the same in a mean.
  func curveNote(in language: Language) -> String {
    guard isOverParticipants, !curve.isEmpty else { return "" }
    if dependsOnOutcomes {
      return language.pick(
        "The curve is fitted to the trials of the dots. In such a test outcomes decide how many "
          + "trials a participant has, for example more after a failure, but each counts the same "
          + "in a dot: so all dots may lie on one side of the curve.",
        "曲線は点と同じ試行に当てはめたものです。このテストでは、失敗すると試行が増えるなど、試行の数が"
          + "結果によりますが、点では参加者を等しく数えます。そのため、点がすべて曲線の片側になることがあります。")
    }
    return language.pick(
      "The curve is fitted to the trials of the dots; the mean of different participants is nearer "
        + "to 50 % than their average one.",
      "曲線は点と同じ試行に当てはめたものです。参加者の平均は、平均的な参加者より50 %に近くなります。")
  }

  /// Returns the meaning of the word by which a plot groups its trials, if it is one of this
  /// test's.
  func explanation(in language: Language) -> String? {
    kind == .hold ? holdExplanation(in: language) : nil
  }

  /// Returns the sentence about games before the first point; empty if there are none.
  func olderNote(in language: Language) -> String {
    guard olderCount > 0 else { return "" }
    return language.pick(
      "\(counted(olderCount, "game")) before these: \"results all\" lists them",
      "この前に\(olderCount)ゲームあります: results all")
  }

  /// Returns the sentence about tests that are in no point; empty if there are none.
  func outsideNote(in language: Language) -> String {
    guard outsideCount > 0 else { return "" }
    return language.pick(
      "\(counted(outsideCount, "test")) outside the range, in no point",
      "範囲外のため図にないテスト: \(outsideCount)回")
  }
}

/// The legend of a plot: the meaning of each mark, `nil` for an unused one.
struct PlotLegend {
  let value: String
  let interval: String?
  let curve: String?
  let chance: String?
  /// The meaning of the mark of the best score so far.
  let best: String?
  /// The meaning of the arrow at an interval that extends beyond the axis.
  let beyond: String?
  /// The note that participants are simulated.
  let simulated: String?
  /// The noun for the numbers at each point, such as trials.
  let unit: String

  init(_ plot: Plot, _ language: Language) {
    value = plot.valueLegend(in: language)
    interval =
      plot.points.contains { $0.interval != nil } ? plot.intervalLegend(in: language) : nil
    curve = plot.curve.isEmpty ? nil : language.pick("curve, 95 % band", "曲線と95 %の帯")
    chance =
      plot.points.contains { $0.chance != nil } ? language.pick("chance", "偶然") : nil
    simulated =
      plot.hasSimulated ? language.pick("with simulated people", "模擬参加者を含む") : nil
    best =
      plot.points.contains { $0.best != nil } ? language.pick("best so far", "これまでの最高") : nil
    beyond = plot.hasEndsBeyondAxis ? language.pick("ends off the axis", "端は軸の外") : nil
    unit = plot.unitLegend(in: language)
  }
}

extension Plot {
  fileprivate func valueLegend(in language: Language) -> String {
    if isOverParticipants { return language.pick("mean of participants", "参加者の平均") }
    if kind == .score { return language.pick("score", "得点") }
    return switch unit {
    case .share: language.pick("share of trials", "試行の割合")
    case .milliseconds where kind == .latency: language.pick("geometric mean", "幾何平均")
    case .milliseconds, .numerals, .level: language.pick("mean of tests", "テストの平均")
    }
  }

  fileprivate func intervalLegend(in language: Language) -> String {
    if isOverParticipants { return language.pick("95 % t over participants", "95 % t（参加者）") }
    return unit == .share ? language.pick("95 % interval", "95 %区間") : "95 %"
  }

  fileprivate func unitLegend(in language: Language) -> String {
    if isOverParticipants { return language.pick("n: participants", "n: 参加者") }
    return switch kind {
    case .latency: language.pick("n: presses", "n: 押下")
    case .span: language.pick("n: tests", "n: テスト")
    case .score: language.pick("date: the first game of a day", "日付: その日の最初のゲーム")
    default: language.pick("n: trials", "n: 試行")
    }
  }

  fileprivate func valueAxis(in language: Language) -> String {
    switch kind {
    case .position: language.pick("right (%)", "正解（%）")
    case .latency: language.pick("time (ms)", "時間（ms）")
    case .span:
      unit == .milliseconds
        ? language.pick("hold (ms)", "提示時間（ms）") : language.pick("span (numerals)", "記憶範囲（個）")
    case .accuracy, .session, .count, .hold: language.pick("passed (%)", "成功（%）")
    case .score: language.pick("score", "得点")
    }
  }

  /// Returns the column titles after the first one.
  ///
  /// With several participants, their number and mean come first, then the pooled counts.
  fileprivate func heads(in language: Language) -> [String] {
    let people = isOverParticipants ? [language.pick("people", "人数")] : []
    let interval = isOverParticipants ? "95 % t" : "95 %"
    func shares(_ passed: String, _ count: String) -> [String] {
      isOverParticipants
        ? people + [
          language.pick("mean %", "平均 %"), interval,
          language.pick("pooled: \(passed)", "合計: \(passed)"), count,
        ]
        : [passed, count, "%", interval]
    }
    let chance = hasChance ? [language.pick("chance", "偶然")] : []
    switch kind {
    case .accuracy, .session, .hold, .count:
      return shares(language.pick("passed", "成功"), language.pick("of", "試行")) + chance
    case .position:
      return shares(language.pick("right", "正解"), language.pick("reached", "到達")) + chance
        + (hasTimes ? ["ms"] : [])
    case .latency: return people + [language.pick("presses", "押下"), "ms", interval]
    case .span:
      let unit = unit == .milliseconds ? "ms" : language.pick("span", "記憶範囲")
      return people + [language.pick("tests", "テスト"), unit, interval]
    case .score:
      return [
        language.pick("score", "得点"), language.pick("best", "最高"), language.pick("day", "日"),
      ]
    }
  }

  /// Returns the table cells of a point after its label.
  fileprivate func cells(of point: Point, in language: Language) -> [String] {
    let people = isOverParticipants ? ["\(point.participantCount ?? 0)"] : []
    guard kind != .score else {
      let best = point.best.map { words($0, in: language) }
      return [score(of: point, in: language), best ?? "-", point.day ?? ""]
    }
    guard unit == .share else {
      let places = unit == .numerals ? 1 : 0
      let interval = point.interval?.words(in: language) { $0.decimal(places) }
      return people + ["\(point.count)", point.value.decimal(places), interval ?? "-"]
    }
    let counts = ["\(point.passedCount ?? 0)", "\(point.count)"]
    let share = [point.value.percent, point.interval?.words(in: language, \.percent) ?? "-"]
    let shares = isOverParticipants ? people + share + counts : counts + share
    let isPosition = kind == .position
    let chance = point.chance.map { isPosition ? ($0 * 100).decimal(1) : $0.finePercent }
    return shares + (hasChance ? [chance ?? "-"] : [])
      + (isPosition && hasTimes ? [point.time.map { $0.decimal(0) } ?? "-"] : [])
  }
}

extension Plot.Kind {
  /// Returns the title of a plot, the title of its table's first column, and that of its axis.
  fileprivate func words(
    in language: Language
  ) -> (title: String, axis: String, axisTitle: String) {
    let position = language.pick("position", "順番")
    let positionTitle = language.pick("position in the sequence", "順番")
    let session = language.pick("session", "セッション")
    switch self {
    case .accuracy:
      let test = language.pick("test", "テスト")
      return (language.pick("passed, by test", "成功、テストごと"), test, test)
    case .position:
      return (
        language.pick("right where reached, by position", "到達した順番での正解"), position, positionTitle
      )
    case .latency:
      return (language.pick("time of a press, by position", "押下の時間、順番ごと"), position, positionTitle)
    case .session: return (language.pick("passed, by session", "成功、セッションごと"), session, session)
    case .span:
      return (language.pick("what the tests found, by session", "テストの推定、セッションごと"), session, session)
    case .count:
      return (
        language.pick("passed, by numerals", "成功、個数ごと"), language.pick("numerals", "個数"),
        language.pick("numerals on the board", "数字の個数")
      )
    case .hold:
      return (
        language.pick("passed, by hold", "成功、提示時間ごと"), language.pick("hold", "提示"),
        language.pick("hold (ms, logarithmic)", "提示時間（ms、対数）")
      )
    case .score:
      let game = language.pick("game", "ゲーム")
      return (language.pick("score, by game", "得点、ゲームごと"), game, game)
    }
  }
}

extension Plot.Point.Label {
  fileprivate func words(in language: Language) -> String {
    switch self {
    case .test(let name): name
    case .numbers(let numbers):
      numbers.count == 1
        ? "\(numbers.lowerBound)" : "\(numbers.lowerBound)-\(numbers.upperBound)"
    case .none: language.pick("none", "なし")
    case .endedLooks: language.pick("ended early", "途中まで")
    }
  }
}

/// The characters of text plots; the raw values are choices of `set plot`.
///
///     PlotStyle(rawValue: "braille") == .braille  // true
enum PlotStyle: String, CaseIterable, Sendable {
  case ascii, blocks, braille

  static var widths: ClosedRange<Int> { 40...200 }
}

/// The plot in characters, with one row for each value.
extension LabelledPlot {
  /// Returns the rows of the plot, with the value as a number at the end of each.
  func rows(_ style: PlotStyle, width: Int) -> [String] {
    let limits = PlotStyle.widths
    let width = min(max(width, limits.lowerBound), limits.upperBound)
    let values = plot.points.map { value(of: $0) }
    let isScore = plot.kind == .score
    let counts = plot.points.map { isScore ? $0.day ?? "" : "n=" + unitCount(of: $0) }
    let labelWidth = labels.map(displayWidth).max() ?? 0
    let valueWidth = values.map(displayWidth).max() ?? 0
    let countWidth = counts.map(displayWidth).max() ?? 0
    let ends = plot.points.map { wordsBeyondAxis(of: $0) }
    let endWidth = ends.map(displayWidth).max() ?? 0
    let room = max(8, width - labelWidth - valueWidth - countWidth - 5 - endWidth)
    func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
    func end(_ count: String, _ width: Int) -> String {
      count.isEmpty ? "" : " " + spaces(width - displayWidth(count)) + count
    }
    let rows = plot.points.indices.map { index in
      let label = labels[index]
      let value = values[index]
      let point = plot.points[index]
      return label + spaces(labelWidth - displayWidth(label)) + " |"
        + CharacterPlot(
          point, estimate(at: point.position), style, room, top,
          beyond: plot.endsBeyondAxis(of: point),
          bestBefore: index > 0 ? plot.points[index - 1].best : nil
        ).text + "| "
        + spaces(valueWidth - displayWidth(value)) + value
        + end(counts[index], countWidth) + ends[index]
    }
    let low = edge(0)
    let high = plot.unit == .milliseconds ? words(top) : edge(top)
    let gap = room + 2 - displayWidth(low) - displayWidth(high)
    return rows + [spaces(labelWidth + 1) + low + spaces(max(1, gap)) + high]
      + legend(style, width: width)
  }

  /// Returns the text after a row about the ends of an interval that are beyond the axis.
  private func wordsBeyondAxis(of point: Plot.Point) -> String {
    let ends = endsBeyondAxis(of: point)
    return (ends.lower.map { " <.. " + $0 } ?? "") + (ends.upper.map { " ..> " + $0 } ?? "")
  }

  /// Returns the point of the curve at a position; `nil` without one.
  private func estimate(at position: Double) -> Plot.CurvePoint? {
    guard let first = plot.curve.first, let last = plot.curve.last,
      position >= first.position, position <= last.position
    else { return nil }
    return plot.curve.min { abs($0.position - position) < abs($1.position - position) }
  }

  /// Returns the legend in lines of at most `width` columns, as far as it fits.
  private func legend(_ style: PlotStyle, width: Int) -> [String] {
    let marks =
      switch style {
      case .ascii: (value: "o", interval: "|-|")
      case .blocks: (value: "█", interval: "▓░")
      case .braille: (value: "⡇", interval: "⠰⠆")
      }
    let parts = [
      marks.value + " " + legend.value, legend.interval.map { marks.interval + " " + $0 },
      legend.chance.map { ": " + $0 }, legend.curve.map { "(*) " + $0 },
      legend.best.map { "+ " + $0 }, legend.beyond.map { "< > " + $0 }, legend.unit,
    ]
    var lines: [String] = []
    for part in parts.compactMap(\.self) {
      if let last = lines.last, displayWidth(last) + 2 + displayWidth(part) <= width {
        lines[lines.count - 1] = last + "  " + part
      } else {
        lines.append(part)
      }
    }
    return lines
  }
}
