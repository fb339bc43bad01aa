package import Analysis
import Characters
package import Console
import Science

/// A plot with its texts, which is rendered as characters, as a drawing or as a table.
///
/// ```swift
/// let rows = LabelledPlot(plot, .english).rows(.ascii, width: 80)
/// ```
///
/// All renderings have the same numbers, so that a reader without pictures misses none.
package struct LabelledPlot {
  package let plot: Plot
  /// The heading of the plot.
  package let title: String
  /// The column heads of the table; the first one is that of the axis.
  let heads: [String]
  /// The label of each point.
  let labels: [String]
  /// The cells of each point besides its label: count, value and interval.
  private let cells: [[String]]

  package init(_ plot: Plot, _ language: Language) {
    let words = language.words(for: plot.kind)
    self.plot = plot
    title = (plot.test.map { "\($0): " } ?? "") + words.title
    heads = [words.axis] + language.heads(of: plot)
    labels = plot.points.map { language.words(for: $0.label) }
    cells = plot.points.map { language.cells(of: $0, in: plot) }
  }

  /// The plot as a table, with the heads of the columns first.
  package var table: [[String]] { [heads] + zip(labels, cells).map { [$0] + $1 } }

  /// Returns the text of a value with its unit.
  func words(_ value: Double) -> String {
    switch plot.unit {
    case .share: "\(value.percent) %"
    case .milliseconds: "\(value.decimal(0)) ms"
    case .numerals: value.decimal(1)
    }
  }

  /// Returns the text of a value at an edge of the drawing.
  func edge(_ value: Double) -> String {
    plot.unit == .share ? "\((100 * value).decimal(0)) %" : value.decimal(0)
  }

  /// The value at the upper edge; the lower one is at 0.
  var top: Double {
    // The interval of few values may be so long that it would flatten everything else.
    let highest =
      plot.points.map { min($0.interval?.upper ?? $0.value, 3 * $0.value, 1e12) }.max() ?? 0
    func rounded(_ step: Double) -> Double { max(1, (highest / step).rounded(.up)) * step }
    return switch plot.unit {
    case .share: 1
    case .milliseconds: rounded(400)
    case .numerals: rounded(4)
    }
  }
}

extension Language {
  /// Returns the title and the name of the axis.
  fileprivate func words(for kind: Plot.Kind) -> (title: String, axis: String) {
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

  fileprivate func words(for label: Plot.Point.Label) -> String {
    switch label {
    case .test(let name): name
    case .numbers(let numbers):
      numbers.count == 1
        ? "\(numbers.lowerBound)" : "\(numbers.lowerBound)-\(numbers.upperBound)"
    case .none: pick("none", "なし")
    }
  }

  /// Returns the column heads after the first one.
  fileprivate func heads(of plot: Plot) -> [String] {
    let passes = [pick("passed", "成功"), pick("of", "試行"), "%", "95 %"]
    switch plot.kind {
    case .accuracy, .session, .hold: return passes
    case .count: return passes + [pick("chance", "偶然")]
    case .position:
      return [pick("right", "正解"), pick("reached", "到達"), "%", "95 %", pick("chance", "偶然"), "ms"]
    case .latency: return [pick("presses", "押下"), "ms", "95 %"]
    case .span:
      let unit = plot.unit == .milliseconds ? "ms" : pick("span", "記憶範囲")
      return [pick("tests", "テスト"), unit, "95 %"]
    }
  }

  /// Returns the cells of a point after its label.
  fileprivate func cells(of point: Plot.Point, in plot: Plot) -> [String] {
    guard plot.unit == .share else {
      let places = plot.unit == .numerals ? 1 : 0
      let interval = point.interval.map { range($0) { $0.decimal(places) } }
      return ["\(point.count)", point.value.decimal(places), interval ?? "-"]
    }
    let shares = [
      "\(point.passedCount ?? 0)", "\(point.count)", point.value.percent,
      point.interval.map { range($0, \.percent) } ?? "-",
    ]
    switch plot.kind {
    case .position:
      return shares
        + [
          point.chance.map { ($0 * 100).decimal(1) } ?? "", point.time.map { $0.decimal(0) } ?? "",
        ]
    case .count: return shares + [point.chance.map { chance($0) } ?? ""]
    default: return shares
    }
  }
}

/// The characters with which a plot is drawn.
package enum PlotStyle: String, CaseIterable, Sendable {
  case ascii, blocks, braille

  package static var widths: ClosedRange<Int> { 40...200 }
}

/// A drawing in characters, one line for each value.
extension LabelledPlot {
  /// Draws the plot, with the value as a number at the end of each row.
  package func rows(_ style: PlotStyle, width: Int) -> [String] {
    let limits = PlotStyle.widths
    let width = min(max(width, limits.lowerBound), limits.upperBound)
    let values = plot.points.map { words($0.value) }
    let labelWidth = labels.map(displayWidth).max() ?? 0
    let valueWidth = values.map(displayWidth).max() ?? 0
    let room = max(8, width - labelWidth - valueWidth - 4)
    func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
    let top = top
    let rows = plot.points.indices.map { index in
      let label = labels[index]
      let value = values[index]
      return label + spaces(labelWidth - displayWidth(label)) + " |"
        + picture(of: plot.points[index], style, room, top) + "| "
        + spaces(valueWidth - displayWidth(value)) + value
    }
    let low = edge(0)
    let high = plot.unit == .milliseconds ? words(top) : edge(top)
    let gap = room + 2 - displayWidth(low) - displayWidth(high)
    return rows + [spaces(labelWidth + 1) + low + spaces(max(1, gap)) + high]
  }

  /// Returns the row of a point.
  private func picture(
    of point: Plot.Point, _ style: PlotStyle, _ room: Int, _ top: Double
  ) -> String {
    let steps = style == .braille ? 2 * room : room
    func step(of value: Double) -> Int {
      Int((min(max(value / top, 0), 1) * Double(steps - 1)).rounded())
    }
    let value = step(of: point.value)
    let interval = point.interval.map { step(of: $0.lower)...step(of: $0.upper) }
    if style == .braille { return braille(value, interval, room) }
    return String(
      (0..<room).map { column in
        let isInside = interval?.contains(column) ?? false
        let isEnd = column == interval?.lowerBound || column == interval?.upperBound
        return style == .ascii
          ? line(column, value, isInside: isInside, isEnd: isEnd)
          : block(column, value, isInside: isInside)
      })
  }

  /// Returns the character of a column in a drawing with lines.
  private func line(_ column: Int, _ value: Int, isInside: Bool, isEnd: Bool) -> Character {
    if column == value { return "o" }
    if isEnd { return "|" }
    return isInside ? "-" : " "
  }

  /// Returns the character of a column in a drawing with bars.
  private func block(_ column: Int, _ value: Int, isInside: Bool) -> Character {
    if column == value { return "█" }
    if column < value { return isInside ? "▓" : "█" }
    return isInside ? "░" : " "
  }

  /// Draws in steps of half a column: four dots for the value, two for each end of the interval.
  private func braille(_ value: Int, _ interval: ClosedRange<Int>?, _ room: Int) -> String {
    let dots: [[UInt32]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
    var text = ""
    for column in 0..<room {
      var code: UInt32 = 0x2800
      for side in 0...1 {
        let step = 2 * column + side
        let isEnd = interval.map { step == $0.lowerBound || step == $0.upperBound } ?? false
        if step == value {
          for dot in dots[side] { code |= dot }
        } else if isEnd {
          code |= dots[side][1] | dots[side][2]
        } else if interval?.contains(step) ?? false {
          code |= dots[side][2]
        }
      }
      text.unicodeScalars.append(Unicode.Scalar(code) ?? " ")
    }
    return text
  }
}
