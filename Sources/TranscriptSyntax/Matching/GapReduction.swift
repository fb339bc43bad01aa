/// Moves lines that a gap matches to the expected lines that they replace.
///
/// Otherwise a gap would match whatever replaced a removed line beside it, and the report would not
/// show the replacement. The gap gives up as many lines as were removed; between two gaps, those
/// most similar to the removed ones.
///
///     expected: | x  : ...      actual: a b
///     cheapest: x is removed, and the gap stands for a and b
///     here:     a replaces x, and the gap stands for b
struct GapReduction {
  /// The maximum number of pairs to compare; beyond it, the first lines are moved.
  private static let mostComparisons = 1 << 18

  private(set) var steps: [Alignment.Step]
  private let comparison: Comparison

  /// Moves lines wherever that leaves fewer changes.
  init(_ steps: [Alignment.Step], _ comparison: Comparison) {
    self.steps = steps
    self.comparison = comparison
    var start = 0
    while start < self.steps.count {
      var end = start
      while end < self.steps.count, self.steps[end].keptLines == nil { end += 1 }
      if end > start { end += moveLines(start..<end) }
      start = end + 1
    }
  }

  /// The nearest gap beside changes; `position` is `nil` if there is none.
  private struct NearGap {
    var position: Int?
    var lines: Range<Int>
    var least = 0
    var most = 0
  }

  /// Moves lines of a gap to neighbouring changes; returns the number of added steps.
  private mutating func moveLines(_ changes: Range<Int>) -> Int {
    let removed = steps[changes].compactMap { step -> Int? in
      guard case .removed(let index) = step else { return nil }
      return comparison.expectations[index].gap == nil ? index : nil
    }
    let insertedCount = steps[changes].count { if case .inserted = $0 { true } else { false } }
    let start = changes.lowerBound > 0 ? steps[changes.lowerBound - 1].keptLines?.upperBound : 0
    let first = start ?? 0
    let end = first + insertedCount
    let before = gap((0..<changes.lowerBound).reversed(), first..<first)
    let after = gap(changes.upperBound..<steps.count, end..<end)
    let lower = before.lines.lowerBound
    let upper = after.lines.upperBound
    let count = min(removed.count, upper - lower - before.least - after.least)
    guard count > insertedCount else { return 0 }
    let firstStart = max(lower + before.least, upper - count - after.most)
    let lastStart = min(lower + before.most, upper - count - after.least)
    let best = best(firstStart...lastStart, removed.prefix(count))
    setLines(before.position, changes.lowerBound, lower..<best)
    setLines(after.position, changes.upperBound, best + count..<upper)
    let removals = steps[changes].filter { if case .removed = $0 { true } else { false } }
    let insertions = (best..<best + count).map { Alignment.Step.inserted(line: $0) }
    steps.replaceSubrange(changes, with: removals + insertions)
    return count - insertedCount
  }

  /// Returns the index of the lines that are most similar to the removed ones.
  private func best(_ starts: ClosedRange<Int>, _ removed: ArraySlice<Int>) -> Int {
    guard starts.count <= Self.mostComparisons / removed.count else { return starts.lowerBound }
    let similarity = starts.map { start in
      zip(removed, start...).reduce(0) { sum, pair in
        sum + comparison.expectations[pair.0].similarity(comparison.lines[pair.1].text)
      }
    }
    let most = similarity.indices.max { similarity[$0] < similarity[$1] }
    return starts.lowerBound + (most ?? 0)
  }

  /// Returns the nearest gap, preferably one that matches lines.
  ///
  /// Optional lines that match no line are skipped; other steps end the search.
  private func gap(_ positions: some Sequence<Int>, _ none: Range<Int>) -> NearGap {
    var found = NearGap(lines: none)
    for position in positions {
      guard case .kept(let index, let lines) = steps[position] else { break }
      if let gap = comparison.expectations[index].gap, found.position == nil || !lines.isEmpty {
        let most = gap.most ?? comparison.lines.count
        found = NearGap(position: position, lines: lines, least: gap.least, most: most)
      }
      guard lines.isEmpty else { break }
    }
    return found
  }

  /// Sets the lines that the gap at an index matches.
  private mutating func setLines(_ position: Int?, _ change: Int, _ lines: Range<Int>) {
    guard let position else { return }
    let isBefore = position < change
    let edge = isBefore ? lines.upperBound : lines.lowerBound
    for other in isBefore ? position + 1..<change : change..<position {
      if case .kept(let index, _) = steps[other] { steps[other] = .kept(index, lines: edge..<edge) }
    }
    if case .kept(let index, _) = steps[position] { steps[position] = .kept(index, lines: lines) }
  }
}

extension Alignment.Step {
  fileprivate var keptLines: Range<Int>? {
    if case .kept(_, let lines) = self { lines } else { nil }
  }
}

extension Expectation {
  /// Returns the similarity of two lines: the length of their common prefix and suffix.
  fileprivate func similarity(_ text: ArraySlice<UInt8>) -> Int {
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
