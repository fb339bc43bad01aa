import Characters
package import Science

/// Figures with their intervals, drawn one below the other.
package struct Plot {
  /// What a picture is made of.
  package enum Style: String, CaseIterable, Sendable {
    case ascii
    case blocks
    case braille
  }

  /// One figure; a line without an interval shows its value only.
  package struct Line {
    let name: String
    let value: Double
    let interval: Interval?
    let words: String

    /// Makes a line; the words stand behind the picture.
    package init(_ name: String, _ value: Double, _ interval: Interval?, _ words: String) {
      (self.name, self.value, self.interval, self.words) = (name, value, interval, words)
    }
  }

  /// How many columns a picture may have.
  package static var widths: ClosedRange<Int> { 40...200 }

  private let lines: [Line]
  private let range: ClosedRange<Double>
  /// What stands below the ends of the range.
  private let ends: (String, String)

  /// Makes a picture of a range, with words for its ends.
  package init(_ lines: [Line], over range: ClosedRange<Double>, ends: (String, String)) {
    (self.lines, self.range, self.ends) = (lines, range, ends)
  }

  /// The rows of the picture, none of which is wider.
  package func rows(_ style: Style, width: Int) -> [String] {
    let width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
    let names = lines.map { displayWidth($0.name) }.max() ?? 0
    let words = lines.map { displayWidth($0.words) }.max() ?? 0
    let room = max(8, width - names - words - 4)
    let rows = lines.map { line in
      padded(line.name, to: names) + " |" + picture(of: line, style, room) + "| "
        + String(repeating: " ", count: words - displayWidth(line.words)) + line.words
    }
    let gap = room + 2 - displayWidth(ends.0) - displayWidth(ends.1)
    return rows + [
      String(repeating: " ", count: names + 1) + ends.0
        + String(repeating: " ", count: max(1, gap)) + ends.1
    ]
  }

  private func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - displayWidth(text)))
  }

  private func picture(of line: Line, _ style: Style, _ room: Int) -> String {
    let steps = style == .braille ? 2 * room : room
    func place(_ value: Double) -> Int {
      let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
      return Int((min(max(share, 0), 1) * Double(steps - 1)).rounded())
    }
    let value = place(line.value)
    let interval = line.interval.map { place($0.lower)...place($0.upper) }
    switch style {
    case .ascii:
      return String(
        (0..<room).map { column -> Character in
          if column == value { return "o" }
          guard let interval, interval.contains(column) else { return " " }
          return column == interval.lowerBound || column == interval.upperBound ? "|" : "-"
        })
    case .blocks:
      return String(
        (0..<room).map { column -> Character in
          let isInside = interval?.contains(column) ?? false
          return column <= value ? isInside && column < value ? "▓" : "█" : isInside ? "░" : " "
        })
    case .braille: return braille(value, interval, room)
    }
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

/// What can be drawn of all trials.
package enum PlotKind: String, CaseIterable, Sendable {
  case accuracy
  case position
  case latency
  case learning
  case span

  /// By what the trials are parted for it.
  var grouping: SummaryTally.Grouping? { self == .span ? .count : nil }
}

extension [Int: Proportion] {
  /// At most so many parts: neighbours are put together, and named after their ends.
  package func gathered(into most: Int) -> [(name: String, Proportion)] {
    let sorted = sorted { $0.key < $1.key }
    let size = (sorted.count + most - 1) / most
    return stride(from: 0, to: sorted.count, by: Swift.max(1, size)).map { first in
      let part = sorted[first..<Swift.min(first + size, sorted.count)]
      var all = Proportion()
      for (_, proportion) in part { all.add(proportion) }
      let (low, high) = (sorted[first].key, sorted[part.endIndex - 1].key)
      return (low == high ? "\(low)" : "\(low)-\(high)", all)
    }
  }
}
