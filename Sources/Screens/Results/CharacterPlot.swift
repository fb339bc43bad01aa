import Science
import Statistics

/// A row of a text plot for one point: its value and interval, chance, and the fitted curve.
struct CharacterPlot {
  private let style: PlotStyle
  private let room: Int
  private let value: Int
  private let interval: ClosedRange<Int>?
  /// `true` for each end of the interval that is beyond the axis.
  private let isBeyond: (lower: Bool, upper: Bool)
  /// The marks of chance, the curve and its confidence interval, by column.
  private let marks: [Int: Character]
  private let steps: Int

  init(
    _ point: Plot.Point, _ curve: Plot.CurvePoint?, _ style: PlotStyle, _ room: Int,
    _ top: Double, beyond: (lower: Double?, upper: Double?), bestBefore: Double? = nil
  ) {
    isBeyond = (beyond.lower != nil, beyond.upper != nil)
    self.style = style
    self.room = room
    let steps = style == .braille ? 2 * room : room
    func step(_ value: Double, of steps: Int) -> Int {
      Int((min(max(value / top, 0), 1) * Double(steps - 1)).rounded())
    }
    self.steps = steps
    value = step(point.value, of: steps)
    interval = point.shownInterval.map { step($0.lower, of: steps)...step($0.upper, of: steps) }
    var marks: [Int: Character] = [:]
    if let chance = point.chance { marks[step(chance, of: room)] = ":" }
    if let best = point.best {
      // The line of the best score steps to the right at a new best; bars would hide the step.
      let reached = step(best, of: room)
      let before = bestBefore.map { step($0, of: room) } ?? reached
      if style != .blocks { for column in min(before, reached)..<reached { marks[column] = "-" } }
      marks[reached] = "+"
    }
    if let curve {
      marks[step(curve.band.lower, of: room)] = "("
      marks[step(curve.band.upper, of: room)] = ")"
      marks[step(curve.value, of: room)] = "*"
    }
    self.marks = marks
  }

  var text: String {
    if style == .braille { return braille }
    return String(
      (0..<room).map { column in
        if let arrow = arrow(column) { return arrow }
        let isInside = interval?.contains(column) ?? false
        let isEnd = column == interval?.lowerBound || column == interval?.upperBound
        return style == .ascii
          ? line(column, isInside: isInside, isEnd: isEnd) : block(column, isInside: isInside)
      })
  }

  /// Returns the arrow at the edge of the row for an interval that extends beyond the axis.
  private func arrow(_ column: Int) -> Character? {
    guard column != value * room / steps else { return nil }
    if column == 0, isBeyond.lower { return "<" }
    return column == room - 1 && isBeyond.upper ? ">" : nil
  }

  /// Returns the character of a column, where the value and its interval hide other marks.
  private func line(_ column: Int, isInside: Bool, isEnd: Bool) -> Character {
    if column == value { return "o" }
    if isEnd { return "|" }
    return marks[column] ?? (isInside ? "-" : " ")
  }

  /// Returns the character of a column in a bar plot.
  private func block(_ column: Int, isInside: Bool) -> Character {
    if column == value { return "█" }
    if let mark = marks[column] { return mark }
    if column < value { return isInside ? "▓" : "█" }
    return isInside ? "░" : " "
  }

  /// The row in braille dots, with a resolution of half a column.
  private var braille: String {
    let dots: [[UInt32]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
    var text = ""
    for column in 0..<room {
      if let arrow = arrow(column) {
        text.append(arrow)
        continue
      }
      var code: UInt32 = 0x2800
      var isFree = true
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
        if step == value || isEnd { isFree = false }
      }
      if isFree, let mark = marks[column] {
        text.append(mark)
      } else {
        text.unicodeScalars.append(Unicode.Scalar(code) ?? " ")
      }
    }
    return text
  }
}
