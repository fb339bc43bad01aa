/// The best alignment of expected lines with actual lines, like that of a diff.
///
/// It is the one in which the fewest patterns fail to match and then the fewest lines differ.
/// Afterwards lines of gaps may be released to what was removed beside them.
///
///     expected: | a  ~ {int}  | c      actual: a 12 b
///     kept: 0..<1, 1..<2, nil          changes: (2..<3, 2..<3)
struct Alignment: Sendable {
  /// Expectations that are removed, and the actual lines in their stead.
  typealias Change = (expectations: Range<Int>, lines: Range<Int>)

  /// The lines that each expectation matches; `nil` for one that is removed.
  var kept: [Range<Int>?]
  /// The number of actual lines.
  let lineCount: Int
  /// `false` if there were too many differences to find the best one.
  var isBest = true

  /// The changes, each between two expectations that match or at an end.
  var changes: [Change] {
    var changes: [Change] = []
    var start = 0
    var line = 0
    // At the end is an empty range behind all lines.
    for (index, lines) in (kept + [lineCount..<lineCount]).enumerated() {
      guard let lines else { continue }
      let change = (start..<index, line..<lines.lowerBound)
      if !change.0.isEmpty || !change.1.isEmpty { changes.append(change) }
      start = index + 1
      line = lines.upperBound
    }
    return changes
  }

  /// The number of lines that differ; a line that replaces another one counts once.
  var differenceCount: Int {
    changes.reduce(0) { $0 + max($1.expectations.count, $1.lines.count) }
  }
}

extension Alignment {
  /// Finds the best alignment of both sides of a comparison.
  init(_ comparison: Comparison) {
    self = Self.cheapest(comparison)
    releaseLines(comparison)
  }

  /// Returns the alignment with the lowest cost, before lines of gaps are released.
  ///
  /// If there are too many differences, keeps the equal lines at both ends; removes and inserts all
  /// others.
  static func cheapest(_ comparison: Comparison) -> Alignment {
    if let costs = AlignmentCosts(comparison) { return costs.alignment }
    let expectations = comparison.expectations.indices
    let lines = comparison.lines.indices
    let ends = zip(expectations, lines)
    let first = ends.prefix { isPair($0, $1, comparison) }.count
    let rest = min(expectations.count, lines.count) - first
    let last = zip(expectations.reversed(), lines.reversed()).prefix(rest)
      .prefix { isPair($0, $1, comparison) }.count
    let kept: [Range<Int>?] = expectations.map { index in
      if index < first { return index..<index + 1 }
      let line = lines.count - (expectations.count - index)
      return index < expectations.count - last ? nil : line..<line + 1
    }
    return Alignment(kept: kept, lineCount: lines.count, isBest: false)
  }

  /// Returns whether an expected line matches only one line, and an actual line is that one.
  private static func isPair(_ index: Int, _ line: Int, _ comparison: Comparison) -> Bool {
    !comparison.expectations[index].isElastic && comparison.matches(index, line)
  }
}
