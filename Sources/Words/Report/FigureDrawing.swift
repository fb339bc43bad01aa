import Analysis
import Characters
import Science

/// The rendering of a plot as SVG.
///
/// It has titles at the axes, points with intervals and the number of units at each, chance, a
/// curve with its band, and a legend. The page and separate files contain the same elements; a file
/// also has its own style.
struct FigureDrawing {
  private static var width: Double { 360 }
  /// The edges of the plot's area, and the distance of the first and the last point from them.
  private static var left: Double { 50 }
  private static var right: Double { 350 }
  private static var margin: Double { 18 }
  private static var areaHeight: Double { 170 }
  private static var legendRow: Double { 15 }
  /// The width of a character of a label, a little more than that of most letters.
  private static var characterWidth: Double { 6 }

  private let figure: LabelledPlot
  private let top: Double
  private let legend: [(mark: Mark, text: String)]
  /// The upper and the lower edge of the plot's area.
  private let upper: Double
  private let lower: Double
  private let positions: ClosedRange<Double>

  private enum Mark { case value, interval, curve, chance, text }

  init(_ figure: LabelledPlot) {
    self.figure = figure
    top = figure.top
    let texts: [(Mark, String?)] = [
      (.value, figure.legend.value), (.interval, figure.legend.interval),
      (.curve, figure.legend.curve), (.chance, figure.legend.chance),
      (.text, figure.legend.unit),
    ]
    legend = texts.compactMap { mark, text in text.map { (mark, $0) } }
    let rowCount = (legend.count + 1) / 2
    upper = Double(rowCount) * Self.legendRow + 14
    lower = upper + Self.areaHeight
    let all = figure.plot.points.map(\.position)
    positions = (all.min() ?? 0)...(all.max() ?? 0)
  }

  private var height: Double { lower + 34 + longestCount }

  /// The room below the labels for the numbers of units, which are rotated if there are many.
  private var longestCount: Double {
    let longest = figure.plot.points.map { figure.unitCount(of: $0).utf8.count }.max() ?? 1
    return standsUpright ? Double(longest) * Self.characterWidth + 2 : 13
  }

  /// Returns the element for a page; its identifiers end with a number.
  func element(number: Int) -> String {
    "<svg role=\"img\" viewBox=\"0 0 \(Self.width.coordinate) \(height.coordinate)\" "
      + "aria-labelledby=\"t\(number) d\(number)\">" + content(number: number) + "</svg>\n"
  }

  /// Returns a file of its own, with the colours of the page.
  func file(language: String) -> String {
    "<svg xmlns=\"http://www.w3.org/2000/svg\" xml:lang=\"\(language)\" role=\"img\" "
      + "viewBox=\"0 0 \(Self.width.coordinate) \(height.coordinate)\" "
      + "width=\"\((2 * Self.width).coordinate)\" height=\"\((2 * height).coordinate)\" "
      + "aria-labelledby=\"t1 d1\">\n"
      + "<style>\n\(FigureStyle.colours(of: "svg"))\(FigureStyle.elements)</style>\n"
      + "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n" + content(number: 1)
      + "</svg>\n"
  }

  private func content(number: Int) -> String {
    let shown = zip(figure.labels, figure.plot.points).prefix(20).map { label, point in
      "\(label): \(figure.words(point.value))"
    }
    let description =
      shown.joined(separator: ", ") + (figure.labels.count > 20 ? ", ..." : "")
    return [
      element("title", figure.title, "id=\"t\(number)\""),
      element("desc", description, "id=\"d\(number)\""), legendRows, axes, band, chanceLine,
      curve, points,
    ].joined()
  }

  private func element(_ name: String, _ text: String, _ attributes: String) -> String {
    var page = ReportPage()
    page.element(name, text, attributes)
    return String(decoding: page.pieces.joined(), as: UTF8.self)
  }

  private func text(_ text: String, _ x: Double, _ y: Double, _ rest: String = "") -> String {
    element(
      "text", text, "x=\"\(x.coordinate)\" y=\"\(y.coordinate)\"" + (rest.isEmpty ? "" : " " + rest)
    )
  }
}

/// The elements around the points.
extension FigureDrawing {
  /// The marks and their meanings, in two columns.
  private var legendRows: String {
    legend.enumerated().map { index, entry in
      let x = index.isMultiple(of: 2) ? Self.left : Self.left + 152
      let y = 10 + Double(index / 2) * Self.legendRow
      let words = text(
        entry.text, entry.mark == .text ? x : x + 24, y + 4, "class=\"start\"")
      return mark(entry.mark, x + 10, y) + words
    }.joined()
  }

  private func mark(_ mark: Mark, _ x: Double, _ y: Double) -> String {
    let line = "M\((x - 9).coordinate) \(y.coordinate)H\((x + 9).coordinate)"
    switch mark {
    case .value: return circle(x, y)
    case .interval: return interval(x, y - 6, y + 6)
    case .chance: return "<path class=\"chance\" d=\"\(line)\"/>"
    case .curve:
      let area = "M\((x - 9).coordinate) \((y - 4).coordinate)h18v8h-18z"
      return "<path class=\"band\" d=\"\(area)\"/><path class=\"curve\" d=\"\(line)\"/>"
    case .text: return ""
    }
  }

  private var axes: String {
    let middle = (Self.left + Self.right) / 2
    let side = (upper + lower) / 2
    var parts: [String] = []
    for step in 0...4 {
      let value = top * Double(step) / 4
      let y = y(value)
      let label = figure.plot.unit == .share ? (100 * value).decimal(0) : figure.edge(value)
      parts.append(
        "<path class=\"grid\" "
          + "d=\"M\(Self.left.coordinate) \(y.coordinate)H\(Self.right.coordinate)\"/>"
      )
      parts.append(text(label, Self.left - 5, y + 4, "class=\"end\""))
    }
    parts.append(text(figure.axis, middle, height - 6))
    parts.append(
      text(
        figure.valueAxis, 12, side,
        "transform=\"rotate(-90 12 \(side.coordinate))\""))
    parts.append(text("n", Self.left - 5, lower + 28, "class=\"end\""))
    return parts.joined() + labels + counts
  }

  /// The labels of the points, without those that would touch the previous one.
  private var labels: String {
    var end = -Double.infinity
    var parts: [String] = []
    for (label, point) in zip(figure.labels, figure.plot.points) {
      let x = x(point.position)
      let half = Double(label.utf8.count) * Self.characterWidth / 2
      guard x - half > end + 2 else { continue }
      end = x + half
      parts.append(text(label, x, lower + 14))
    }
    return parts.joined()
  }

  /// The number of units at each point, rotated if they would touch each other.
  private var counts: String {
    figure.plot.points.map { point in
      let x = x(point.position)
      let count = figure.unitCount(of: point)
      guard standsUpright else { return text(count, x, lower + 28, "class=\"count\"") }
      let place = "\((x + 3).coordinate) \((lower + 18).coordinate)"
      return text(
        count, x + 3, lower + 18, "class=\"count end\" transform=\"rotate(-90 \(place))\"")
    }.joined()
  }

  private var standsUpright: Bool {
    let points = figure.plot.points
    return zip(points, points.dropFirst()).contains { one, other in
      let widths = [one, other].map { Double(figure.unitCount(of: $0).utf8.count) }
      let room = (widths[0] + widths[1]) / 2 * Self.characterWidth + 4
      return x(other.position) - x(one.position) < room
    }
  }
}

/// What stands inside.
extension FigureDrawing {
  private var band: String {
    let curve = figure.plot.curve
    guard curve.count > 1 else { return "" }
    let there = curve.map { "\(x($0.position).coordinate) \(y($0.band.upper).coordinate)" }
    let back = curve.reversed().map {
      "\(x($0.position).coordinate) \(y($0.band.lower).coordinate)"
    }
    return "<path class=\"band\" d=\"M\((there + back).joined(separator: "L"))z\"/>\n"
  }

  private var curve: String {
    let curve = figure.plot.curve
    guard curve.count > 1 else { return "" }
    let steps = curve.map { "\(x($0.position).coordinate) \(y($0.value).coordinate)" }
    return "<path class=\"curve\" d=\"M\(steps.joined(separator: "L"))\"/>\n"
  }

  /// The line of chance: straight if it is the same at all points, otherwise through its values.
  private var chanceLine: String {
    let points = figure.plot.points.filter { $0.chance != nil }
    let values = points.compactMap(\.chance)
    guard let first = points.first, let last = points.last, let value = values.first else {
      return ""
    }
    let isSame = values.count == figure.plot.points.count && values.allSatisfy { $0 == value }
    let begin = isSame ? Self.left : x(first.position) - 8
    let end = isSame ? Self.right : x(last.position) + 8
    let path =
      ["\(begin.coordinate) \(y(value).coordinate)"]
      + zip(points, values).map { "\(x($0.position).coordinate) \(y($1).coordinate)" }
      + ["\(end.coordinate) \(y(values.last ?? value).coordinate)"]
    return "<path class=\"chance\" d=\"M\(path.joined(separator: "L"))\"/>\n"
  }

  /// The dots, and on them the intervals with ends that are wider than a dot.
  private var points: String {
    figure.plot.points.map { point in
      let x = x(point.position)
      let dot = circle(x, y(point.value))
      guard let interval = point.interval else { return dot + "\n" }
      let low = y(interval.lower)
      guard figure.isCut(point) else {
        return dot + self.interval(x, y(interval.upper), low) + "\n"
      }
      return dot + cutInterval(x, low, words: figure.edge(interval.upper)) + "\n"
    }.joined()
  }

  private func circle(_ x: Double, _ y: Double) -> String {
    "<circle cx=\"\(x.coordinate)\" cy=\"\(y.coordinate)\" r=\"3.5\"/>"
  }

  private func interval(_ x: Double, _ high: Double, _ low: Double) -> String {
    let ends = [high, low].map { "M\((x - 6).coordinate) \($0.coordinate)h12" }.joined()
    return
      "<path class=\"range\" d=\"M\(x.coordinate) \(high.coordinate)V\(low.coordinate)\(ends)\"/>"
  }

  /// An interval that leaves the axis: an arrow, and the number where it ends.
  private func cutInterval(_ x: Double, _ low: Double, words: String) -> String {
    let arrow =
      "M\((x - 5).coordinate) \((upper + 7).coordinate)L\(x.coordinate) \(upper.coordinate)l5 7"
    let path =
      "M\(x.coordinate) \(low.coordinate)V\(upper.coordinate)"
      + "M\((x - 6).coordinate) \(low.coordinate)h12\(arrow)"
    let isLeft = x > Self.right - 50
    return "<path class=\"range cut\" d=\"\(path)\"/>"
      + text(words, isLeft ? x - 8 : x + 8, upper - 3, "class=\"\(isLeft ? "end" : "start")\"")
  }

  private func x(_ position: Double) -> Double {
    let length = positions.upperBound - positions.lowerBound
    let share = length > 0 ? (position - positions.lowerBound) / length : 0.5
    let first = Self.left + Self.margin
    return first + share * (Self.right - Self.margin - first)
  }

  private func y(_ value: Double) -> Double {
    lower - min(max(value / top, 0), 1) * (lower - upper)
  }
}

extension Double {
  /// The number with at most one decimal.
  fileprivate var coordinate: String {
    let text = decimal(1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

/// The colours of a report for light, dark and print, and the styles of a drawing's parts.
enum FigureStyle {
  /// Returns the colours as properties of a selector.
  static func colours(of selector: String) -> String {
    """
    \(selector) { color-scheme: light dark; --ink: #1b1b1b; --paper: #fff; --line: #cfcfcf; \
    --mark: #0b5cad; --curve: #a83a00; --chance: #555; }
    @media (prefers-color-scheme: dark) { \(selector) { --ink: #e8e8e8; --paper: #161616; \
    --line: #4a4a4a; --mark: #7db8f5; --curve: #f0a070; --chance: #b0b0b0; } }
    @media print { \(selector) { color-scheme: light; --ink: #000; --paper: #fff; --line: #999; \
    --mark: #000; --curve: #555; --chance: #000; } }

    """
  }

  static var elements: String {
    """
    svg text { fill: var(--ink); font: 11px system-ui, sans-serif; text-anchor: middle; }
    svg text.end { text-anchor: end; }
    svg text.start { text-anchor: start; }
    svg text.count { font-size: 10px; }
    .paper { fill: var(--paper); }
    .grid { stroke: var(--line); fill: none; }
    .range { stroke: var(--mark); stroke-width: 1.5; fill: none; }
    .curve { stroke: var(--curve); stroke-width: 2; fill: none; }
    .band { fill: var(--curve); fill-opacity: .18; stroke: none; }
    .chance { stroke: var(--chance); stroke-width: 1.5; stroke-dasharray: 5 3; fill: none; }
    circle { fill: var(--paper); stroke: var(--mark); stroke-width: 2; }

    """
  }
}
