/// Gives back what a gap would swallow in the place of a line that goes beside it.
///
/// A line that goes beside a gap would leave nothing that checks: the gap takes whatever stands
/// there now. So the gap gives back as many lines as went, as far as it can do without them, and
/// between two gaps those that look most like what went.
struct SwallowedLines {
  /// Of more pairs than this none is looked at; the first lines are given back then.
  private static let mostComparisons = 1 << 18

  private(set) var steps: [Alignment.Step]
  private let comparison: Comparison

  init(_ steps: [Alignment.Step], _ comparison: Comparison) {
    self.steps = steps
    self.comparison = comparison
    guard comparison.expectations.contains(where: { $0.gap != nil }) else { return }
    var start = 0
    while start < self.steps.count {
      var end = start
      while end < self.steps.count, self.steps[end].keptLines == nil { end += 1 }
      if end > start { end += giveBack(start..<end) }
      start = end + 1
    }
  }

  /// Gives lines back beside the steps between two that stay; answers how many steps came.
  private mutating func giveBack(_ place: Range<Int>) -> Int {
    let removed = steps[place].compactMap { step -> Int? in
      guard case .removed(let index) = step else { return nil }
      return comparison.expectations[index].gap == nil ? index : nil
    }
    let insertedCount = steps[place].count { if case .inserted = $0 { true } else { false } }
    guard removed.count > insertedCount else { return 0 }
    let before = gap((0..<place.lowerBound).reversed())
    let after = gap(place.upperBound..<steps.count)
    let start = place.lowerBound == 0 ? 0 : steps[place.lowerBound - 1].keptLines?.upperBound ?? 0
    let lower = before.flatMap { steps[$0].keptLines?.lowerBound } ?? start
    let upper = after.flatMap { steps[$0].keptLines?.upperBound } ?? start + insertedCount
    for count in (insertedCount + 1...removed.count).reversed() where count <= upper - lower {
      let starts = (lower...upper - count).filter {
        allows(before, $0 - lower) && allows(after, upper - $0 - count)
      }
      guard let best = best(starts, removed.prefix(count)) else { continue }
      setLines(before, place.lowerBound, lower..<best)
      setLines(after, place.upperBound, best + count..<upper)
      let removals = steps[place].filter { if case .removed = $0 { true } else { false } }
      let insertions = (best..<best + count).map { Alignment.Step.inserted(line: $0) }
      steps.replaceSubrange(place, with: removals + insertions)
      return count - insertedCount
    }
    return 0
  }

  /// Of the lines from which as many can be given back as went, those that look most like these.
  private func best(_ starts: [Int], _ removed: ArraySlice<Int>) -> Int? {
    guard starts.count <= Self.mostComparisons / removed.count else { return starts.first }
    let likeness = starts.map { start in
      zip(removed, start...).reduce(0) { sum, pair in
        sum + comparison.expectations[pair.0].likeness(comparison.lines[pair.1].text)
      }
    }
    return likeness.indices.max { likeness[$0] < likeness[$1] }.map { starts[$0] }
  }

  /// The first of the places where a gap stands for lines, or could where none does.
  ///
  /// A pattern that may stand for no line does not part a line from a gap.
  private func gap(_ places: some Sequence<Int>) -> Int? {
    var empty: Int?
    for place in places {
      let isGap = gap(at: place) != nil
      guard let lines = steps[place].keptLines, lines.isEmpty else { return isGap ? place : empty }
      if isGap && empty == nil { empty = place }
    }
    return empty
  }

  private func gap(at place: Int) -> LineGap? {
    if case .kept(let index, _) = steps[place] { comparison.expectations[index].gap } else { nil }
  }

  /// Whether the gap of a step can stand for so many lines; where there is none, nothing can.
  private func allows(_ place: Int?, _ count: Int) -> Bool {
    guard let gap = place.flatMap(gap(at:)) else { return count == 0 }
    return count >= gap.least && count <= gap.most ?? Int.max
  }

  /// Lets the gap of a step stand for lines, and what is between it and a change for none.
  private mutating func setLines(_ place: Int?, _ change: Int, _ lines: Range<Int>) {
    guard let place else { return }
    let isBefore = place < change
    let edge = isBefore ? lines.upperBound : lines.lowerBound
    for other in isBefore ? place + 1..<change : change..<place {
      if case .kept(let index, _) = steps[other] { steps[other] = .kept(index, lines: edge..<edge) }
    }
    if case .kept(let index, _) = steps[place] { steps[place] = .kept(index, lines: lines) }
  }
}

extension Alignment.Step {
  fileprivate var keptLines: Range<Int>? {
    if case .kept(_, let lines) = self { lines } else { nil }
  }
}

extension Expectation {
  /// How many bytes at both ends are what they are in the line.
  fileprivate func likeness(_ text: ArraySlice<UInt8>) -> Int {
    var first: [UInt8] = []
    var last: [UInt8] = []
    if case .exact(let line) = kind {
      first = Array(line.text)
      last = first
    } else if let pieces = pattern?.pieces {
      if case .literal(let bytes) = pieces.first { first = bytes }
      if case .literal(let bytes) = pieces.last { last = bytes }
    }
    let start = zip(first, text).prefix { $0 == $1 }.count
    let end = zip(last.reversed(), text.reversed()).prefix { $0 == $1 }.count
    return min(start + end, text.count)
  }
}
