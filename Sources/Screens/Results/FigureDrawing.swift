import ChimpSystem
import Science
import Statistics

/// Draws a plot as SVG.
///
/// It has titles at the axes, points with intervals and the number of units at each, chance, a
/// curve with its band, and a legend. The page and separate files contain the same elements; a file
/// also has its own style.
struct FigureDrawing {
  static var width: Double { 360 }
  /// The left edge of the plot area.
  private static var left: Double { 50 }
  private static var right: Double { 350 }
  private static var margin: Double { 18 }
  private static var areaHeight: Double { 170 }
  private static var legendRow: Double { 15 }
  /// The width of a character of a label, a little more than that of most letters.
  private static var characterWidth: Double { 6 }
  /// The distance of rotated labels from each other.
  private static var columnWidth: Double { 11 }
  private static var numberRoom: Double { 56 }
  /// The maximum number of points with room for the numbers of participants or trials.
  static var mostPoints: Int { 20 }
  /// The maximum number of points whose labels fit below the axis.
  static var mostColumns: Int { 28 }

  private let figure: LabelledPlot
  private let top: Double
  private let legend: [(mark: Mark, text: String)]
  /// The upper edge of the plot area.
  private let upper: Double
  private let lower: Double
  private let positions: ClosedRange<Double>

  private enum Mark { case value, interval, curve, chance, best, beyond, text }

  init(_ figure: LabelledPlot) {
    self.figure = figure
    top = figure.top
    let texts: [(Mark, String?)] = [
      (.value, figure.legend.value), (.interval, figure.legend.interval),
      (.curve, figure.legend.curve), (.chance, figure.legend.chance),
      (.best, figure.legend.best), (.beyond, figure.legend.beyond),
      (.text, figure.legend.unit),
      (.text, figure.legend.simulated),
    ]
    legend = texts.compactMap { mark, text in text.map { (mark, $0) } }
    let rowCount = (legend.count + 1) / 2
    upper = Double(rowCount) * Self.legendRow + 14
    lower = upper + Self.areaHeight
    let all = figure.plot.points.map(\.position)
    positions = (all.min() ?? 0)...(all.max() ?? 0)
  }

  var height: Double {
    isCrowded ? countTop + Self.length(of: unitCounts) + 22 : lower + 47
  }

  /// The numbers of participants or trials, one for each point; of games, the days that begin.
  private var unitCounts: [String] {
    figure.plot.points.map { isOfGames ? $0.day ?? "" : figure.unitCount(of: $0) }
  }

  /// `true` if the points are games.
  private var isOfGames: Bool { figure.plot.kind == .score }

  /// Returns the width of the longest of several texts.
  private static func length(of texts: [String]) -> Double {
    Double(texts.map(\.utf8.count).max() ?? 1) * characterWidth
  }

  /// Returns the SVG element for an HTML page; `number` makes its identifiers unique.
  func element(number: Int) -> String {
    "<svg role=\"img\" viewBox=\"0 0 \(Self.width.coordinate) \(height.coordinate)\" "
      + "aria-labelledby=\"t\(number) d\(number)\">" + content(number: number) + "</svg>\n"
  }

  /// Returns the drawing as a group of a larger SVG file, `top` below its upper edge.
  func group(number: Int, top: Double) -> String {
    "<g transform=\"translate(0 \(top.coordinate))\">\n" + content(number: number) + "</g>\n"
  }

  /// Returns a separate SVG file, with the colours of the page.
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
      element("desc", description, "id=\"d\(number)\""), legendRows, axes, dayLines, band,
      chanceLine, curve, bestLine, points,
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

/// The labels and the legend.
extension FigureDrawing {
  /// The legend: the marks and their meanings, in two columns.
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
    case .best: return "<path class=\"curve\" d=\"\(line)\"/>"
    case .curve:
      let area = "M\((x - 9).coordinate) \((y - 4).coordinate)h18v8h-18z"
      return "<path class=\"band\" d=\"\(area)\"/><path class=\"curve\" d=\"\(line)\"/>"
    case .beyond:
      let path = arrow(x, y - 6, isUp: true) + "V\((y + 6).coordinate)"
      return "<path class=\"range\" d=\"\(path)\"/>"
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
    let row = isCrowded ? countTop + 8 : lower + 28
    if !isOfGames { parts.append(text("n", Self.left - 5, row, "class=\"end\"")) }
    return parts.joined() + (isCrowded ? columns : rows)
  }

  /// The labels of the points and the numbers of participants or trials, in two rows.
  private var rows: String {
    let points = zip(figure.plot.points, zip(figure.labels, unitCounts))
    let labels = points.map { text($1.0, x($0.position), lower + 14) }
    let counts = points.map { text($1.1, x($0.position), lower + 28, "class=\"count\"") }
    return labels.joined() + counts.joined()
  }

  /// Returns `true` if the texts of a row would overlap.
  private func touches(_ texts: [String]) -> Bool {
    let points = Array(zip(figure.plot.points.map { x($0.position) }, texts.map(\.utf8.count)))
    return zip(points, points.dropFirst()).contains { one, other in
      other.0 - one.0 < Double(one.1 + other.1) / 2 * Self.characterWidth + 4
    }
  }

  /// `true` if labels or numbers would overlap, so that they are rotated.
  private var isCrowded: Bool { touches(figure.labels) || touches(unitCounts) }

  /// The upper edges of the rotated labels, and of the numbers below them.
  private var labelTop: Double { lower + 12 }
  private var countTop: Double { labelTop + Self.length(of: figure.labels) + 9 }

  /// The rotated labels and numbers, connected with their points by lines.
  private var columns: String {
    let positions = figure.plot.points.map { x($0.position) }
    let room = Self.right - Self.left
    let distance = min(Self.columnWidth, room / Double(max(1, positions.count - 1)))
    let columns = Self.spread(positions, by: distance, within: Self.left...Self.right)
    return positions.indices.map { index in
      let line =
        "M\(positions[index].coordinate) \(lower.coordinate)v2"
        + "L\(columns[index].coordinate) \((lower + 10).coordinate)"
      return "<path class=\"grid\" d=\"\(line)\"/>"
        + upright(figure.labels[index], columns[index], labelTop)
        + upright(unitCounts[index], columns[index], countTop)
    }.joined()
  }

  /// Returns a rotated text below a point.
  private func upright(_ words: String, _ x: Double, _ y: Double) -> String {
    let base = x + 3.5
    let turn = "transform=\"rotate(-90 \(base.coordinate) \(y.coordinate))\""
    return text(words, base, y, "class=\"count end\" \(turn)")
  }

  /// Moves positions apart to a minimum distance, each as little as possible.
  ///
  /// The positions are in ascending order. This is an isotonic regression: after subtracting the
  /// distances, neighbours that do not ascend are replaced by their mean.
  static func spread(
    _ positions: [Double], by distance: Double, within range: ClosedRange<Double>
  ) -> [Double] {
    var runs: [(mean: Double, count: Int)] = []
    for (index, position) in positions.enumerated() {
      var run = (mean: position - Double(index) * distance, count: 1)
      while let before = runs.last, before.mean > run.mean {
        let count = before.count + run.count
        let sum = before.mean * Double(before.count) + run.mean * Double(run.count)
        run = (sum / Double(count), count)
        runs.removeLast()
      }
      runs.append(run)
    }
    let last = range.upperBound - Double(max(0, positions.count - 1)) * distance
    let means = runs.flatMap { Array(repeating: $0.mean, count: $0.count) }
    return means.enumerated().map { index, mean in
      max(min(mean, last), range.lowerBound) + Double(index) * distance
    }
  }
}

/// The contents of the plot area.
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

  /// The line of the proportion by guessing: straight if it is the same at all points.
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

  /// The best score up to each game, as a line of steps.
  private var bestLine: String {
    let points = figure.plot.points.filter { $0.best != nil }
    guard points.count > 1, let first = points.first, let value = first.best else { return "" }
    let steps = points.dropFirst().map { point in
      "H\(x(point.position).coordinate)V\(y(point.best ?? value).coordinate)"
    }
    let begin = "M\(x(first.position).coordinate) \(y(value).coordinate)"
    return "<path class=\"curve\" d=\"\(begin)\(steps.joined())\"/>\n"
  }

  /// The lines between two games of different days.
  private var dayLines: String {
    let points = figure.plot.points
    return zip(points, points.dropFirst()).map { before, point in
      guard point.day != nil else { return "" }
      let x = (x(before.position) + x(point.position)) / 2
      let line = "M\(x.coordinate) \(upper.coordinate)V\(lower.coordinate)"
      return "<path class=\"grid\" d=\"\(line)\"/>"
    }.joined()
  }

  /// The points with their intervals, and numbers for intervals that extend beyond the axis.
  private var points: String {
    let marks = figure.plot.points.map { point in
      let x = x(point.position)
      let dot = circle(x, y(point.value))
      guard let interval = point.shownInterval else { return dot + "\n" }
      let ends = figure.endsBeyondAxis(of: point)
      guard ends.lower != nil || ends.upper != nil else {
        return dot + self.interval(x, y(interval.upper), y(interval.lower)) + "\n"
      }
      return dot + cutInterval(interval, at: x, ends) + "\n"
    }
    return numbersBeyondAxis + marks.joined()
  }

  private func circle(_ x: Double, _ y: Double) -> String {
    "<circle cx=\"\(x.coordinate)\" cy=\"\(y.coordinate)\" r=\"3.5\"/>"
  }

  private func interval(_ x: Double, _ high: Double, _ low: Double) -> String {
    let ends = [high, low].map { "M\((x - 6).coordinate) \($0.coordinate)h12" }.joined()
    return
      "<path class=\"range\" d=\"M\(x.coordinate) \(high.coordinate)V\(low.coordinate)\(ends)\"/>"
  }

  /// Returns an interval with an arrow at each end that is beyond the axis.
  private func cutInterval(
    _ interval: Interval, at x: Double, _ ends: (lower: String?, upper: String?)
  ) -> String {
    let high = y(interval.upper)
    let low = y(interval.lower)
    let bar = "M\(x.coordinate) \(high.coordinate)V\(low.coordinate)"
    let path = [(high, ends.upper != nil, true), (low, ends.lower != nil, false)].map {
      y, isCut, isUp in
      isCut ? arrow(x, y, isUp: isUp) : "M\((x - 6).coordinate) \(y.coordinate)h12"
    }
    return "<path class=\"range cut\" d=\"\(bar)\(path.joined())\"/>"
  }

  /// Returns an arrow head with its tip at a height.
  private func arrow(_ x: Double, _ y: Double, isUp: Bool) -> String {
    let back = isUp ? y + 7 : y - 7
    return "M\((x - 5).coordinate) \(back.coordinate)L\(x.coordinate) \(y.coordinate)"
      + "L\((x + 5).coordinate) \(back.coordinate)M\(x.coordinate) \(y.coordinate)"
  }

  /// The numbers at which intervals beyond the axis end.
  ///
  /// They are drawn first, so that they do not hide dots and intervals.
  private var numbersBeyondAxis: String {
    figure.plot.points.map { point in
      let ends = figure.endsBeyondAxis(of: point)
      let x = x(point.position)
      return (ends.upper.map { number($0, x, isUp: true) } ?? "")
        + (ends.lower.map { number($0, x, isUp: false) } ?? "")
    }.joined()
  }

  /// Returns such a number beside its interval; rotated if another point is near.
  private func number(_ words: String, _ x: Double, isUp: Bool) -> String {
    let positions = figure.plot.points.map { self.x($0.position) }
    let distance = zip(positions, positions.dropFirst()).map { $1 - $0 }.min() ?? .infinity
    guard distance < Self.numberRoom else {
      let isLeft = x > Self.right - 50
      let side = isLeft ? "end" : "start"
      return text(
        words, isLeft ? x - 8 : x + 8, isUp ? upper - 3 : lower - 4, "class=\"beyond \(side)\"")
    }
    let base = x + (distance < 20 ? 10 : 14)
    let edge = isUp ? upper + 3 : lower - 3
    let turn = "transform=\"rotate(-90 \(base.coordinate) \(edge.coordinate))\""
    return text(words, base, edge, "class=\"beyond \(isUp ? "end" : "start")\" \(turn)")
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
  var coordinate: String {
    let text = decimal(1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
