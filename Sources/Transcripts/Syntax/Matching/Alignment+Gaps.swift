/// Lines of gaps are released to the expected lines that they replace.
///
/// Otherwise a gap would match whatever replaced a removed line beside it, and the report would not
/// show the replacement. The gap gives up as many lines as were removed; between two gaps, those
/// most similar to the removed ones.
///
///     expected: | x  : ...      actual: a b
///     cheapest: x is removed, and the gap stands for a and b
///     here:     a replaces x, and the gap stands for b
extension Alignment {
  /// The maximum number of pairs to compare; beyond it, the first lines are released.
  private static let mostComparisons = 1 << 18

  /// The nearest gap beside a change; `index` is `nil` if there is none.
  private struct NearGap {
    var index: Int?
    var lines: Range<Int>
    var least = 0
    var most = 0
  }

  /// Releases lines wherever that leaves fewer removed lines without a replacement.
  mutating func releaseLines(_ comparison: Comparison) {
    for change in changes { releaseLines(for: change, comparison) }
  }

  /// Releases lines of the gaps beside a change.
  private mutating func releaseLines(for change: Change, _ comparison: Comparison) {
    let removed = change.expectations.filter { comparison.expectations[$0].gap == nil }
    let before = gap(
      (0..<change.expectations.lowerBound).reversed(), change.lines.lowerBound, comparison)
    let after = gap(
      change.expectations.upperBound..<kept.count, change.lines.upperBound, comparison)
    let lower = before.lines.lowerBound
    let upper = after.lines.upperBound
    let count = min(removed.count, upper - lower - before.least - after.least)
    guard count > change.lines.count else { return }
    let firstStart = max(lower + before.least, upper - count - after.most)
    let lastStart = min(lower + before.most, upper - count - after.least)
    let best = best(firstStart...lastStart, removed.prefix(count), comparison)
    // The lines between a gap and the change match none.
    if let index = before.index {
      for other in index..<change.expectations.lowerBound { kept[other] = best..<best }
      kept[index] = lower..<best
    }
    if let index = after.index {
      let end = best + count
      for other in change.expectations.upperBound...index { kept[other] = end..<end }
      kept[index] = end..<upper
    }
  }

  /// Returns the index of the lines that are most similar to the removed ones.
  private func best(
    _ starts: ClosedRange<Int>, _ removed: ArraySlice<Int>, _ comparison: Comparison
  ) -> Int {
    guard starts.count <= Self.mostComparisons / removed.count else { return starts.lowerBound }
    let similarity = starts.map { start in
      zip(removed, start...).reduce(0) { sum, pair in
        sum + comparison.expectations[pair.0].similarity(comparison.lines[pair.1].text)
      }
    }
    let most = similarity.indices.max { similarity[$0] < similarity[$1] }
    return starts.lowerBound + (most ?? 0)
  }

  /// Returns the nearest gap before or after a line, preferably one that matches lines.
  ///
  /// Optional lines that match no line are skipped; changes and other lines end the search.
  private func gap(
    _ indices: some Sequence<Int>, _ line: Int, _ comparison: Comparison
  ) -> NearGap {
    var found = NearGap(lines: line..<line)
    for index in indices {
      guard let lines = kept[index], lines.lowerBound == line || lines.upperBound == line else {
        break
      }
      if let gap = comparison.expectations[index].gap, found.index == nil || !lines.isEmpty {
        let most = gap.most ?? lineCount
        found = NearGap(index: index, lines: lines, least: gap.least, most: most)
      }
      guard lines.isEmpty else { break }
    }
    return found
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
