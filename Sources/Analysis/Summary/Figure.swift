import Characters
package import Science

/// Figures with their intervals: one value for a text, a drawing and a table.
package struct Figure {
  package enum Kind { case accuracy, position, latency, session, span, count, hold }

  package enum Unit { case share, milliseconds, numerals }

  /// One value; without an interval it is shown alone.
  package struct Point {
    package let place: Double
    package let name: String
    package let value: Double
    package let interval: Interval?
    /// What the table says of it, behind its name.
    package var cells: [String] = []

    package init(
      place: Double, name: String, value: Double, interval: Interval?, cells: [String] = []
    ) {
      self.place = place
      self.name = name
      self.value = value
      self.interval = interval
      self.cells = cells
    }
  }

  package let title: String
  package let unit: Unit
  /// The heads of the table; the first one is that of the axis.
  package let heads: [String]
  package let points: [Point]
  package var curve: [(place: Double, value: Double)] = []

  package init(
    title: String, unit: Unit, heads: [String], points: [Point],
    curve: [(place: Double, value: Double)] = []
  ) {
    self.title = title
    self.unit = unit
    self.heads = heads
    self.points = points
    self.curve = curve
  }

  package var table: [[String]] { [heads] + points.map { [$0.name] + $0.cells } }

  package var steps: [Double] {
    let places = points.map(\.place)
    guard let low = places.min(), let high = places.max(), low < high else { return [] }
    return (0...40).map { low + (high - low) * Double($0) / 40 }
  }

  /// Where the upper edge is; below it is 0.
  package var top: Double {
    // An interval of few values may be so long that nothing else could be seen.
    let highest = points.map { min($0.interval?.upper ?? $0.value, 3 * $0.value, 1e12) }.max() ?? 0
    func rounded(_ step: Double) -> Double { max(1, (highest / step).rounded(.up)) * step }
    return switch unit {
    case .share: 1
    case .milliseconds: rounded(400)
    case .numerals: rounded(4)
    }
  }

  /// A value in words, on its own and at an edge.
  package func words(_ value: Double) -> String {
    switch unit {
    case .share: "\(value.percent) %"
    case .milliseconds: "\(value.decimal(0)) ms"
    case .numerals: value.decimal(1)
    }
  }

  package func edge(_ value: Double) -> String {
    unit == .share ? "\((100 * value).decimal(0)) %" : value.decimal(0)
  }
}

/// What can be drawn of all trials by `plot`.
package enum PlotKind: String, CaseIterable, Sendable {
  case accuracy, position, latency, learning, span

  package var figures: [Figure.Kind] {
    switch self {
    case .accuracy: [.accuracy]
    case .position: [.position]
    case .latency: [.latency]
    case .learning: [.session]
    case .span: [.span, .count]
    }
  }

  /// By what the trials are parted for it.
  package var grouping: SummaryTally.Grouping? { self == .span ? .count : nil }
}

/// A picture in signs, one line for each value.
extension Figure {
  package enum Style: String, CaseIterable, Sendable { case ascii, blocks, braille }

  package static var widths: ClosedRange<Int> { 40...200 }

  package func rows(_ style: Style, width: Int) -> [String] {
    let width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
    let names = points.map { displayWidth($0.name) }.max() ?? 0
    let words = points.map { displayWidth(self.words($0.value)) }.max() ?? 0
    let room = max(8, width - names - words - 4)
    func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
    let top = top
    let rows = points.map { point in
      let value = self.words(point.value)
      return point.name + spaces(names - displayWidth(point.name)) + " |"
        + picture(of: point, style, room, top) + "| " + spaces(words - displayWidth(value)) + value
    }
    let ends = (edge(0), unit == .milliseconds ? self.words(top) : edge(top))
    let gap = room + 2 - displayWidth(ends.0) - displayWidth(ends.1)
    return rows + [spaces(names + 1) + ends.0 + spaces(max(1, gap)) + ends.1]
  }

  private func picture(of point: Point, _ style: Style, _ room: Int, _ top: Double) -> String {
    let steps = style == .braille ? 2 * room : room
    func place(_ value: Double) -> Int {
      Int((min(max(value / top, 0), 1) * Double(steps - 1)).rounded())
    }
    let value = place(point.value)
    let interval = point.interval.map { place($0.lower)...place($0.upper) }
    if style == .braille { return braille(value, interval, room) }
    return String(
      (0..<room).map { column -> Character in
        let isInside = interval?.contains(column) ?? false
        let isEnd = column == interval?.lowerBound || column == interval?.upperBound
        return switch style {
        case .ascii: column == value ? "o" : isEnd ? "|" : isInside ? "-" : " "
        default: column <= value ? isInside && column < value ? "▓" : "█" : isInside ? "░" : " "
        }
      })
  }

  /// Two dots a column: the value takes all four of a row, the ends of the interval two.
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

extension [Int: Proportion] {
  /// All parts, or at most so many: neighbours are put together, and named after their ends.
  package func gathered(into most: Int?) -> [(place: Int, name: String, share: Proportion)] {
    let sorted = sorted { $0.key < $1.key }
    let size = most.map { Swift.max(1, (sorted.count + $0 - 1) / $0) } ?? 1
    return stride(from: 0, to: sorted.count, by: size).map { first in
      let part = sorted[first..<Swift.min(first + size, sorted.count)]
      let all = part.reduce(into: Proportion()) { $0.add($1.value) }
      let (low, high) = (sorted[first].key, sorted[part.endIndex - 1].key)
      return (low, low == high ? "\(low)" : "\(low)-\(high)", all)
    }
  }
}
