/// The best alignment of expected lines with actual lines, like that of a diff.
///
/// It is the one in which the fewest patterns fail to match and then the fewest lines differ.
/// Afterwards `GapReduction` may change what gaps match.
///
///     expected: | a  ~ {int}  | c      actual: a 12 b
///     kept(0, 0..<1), kept(1, 1..<2), removed(2), inserted(line: 2)
struct Alignment: Sendable {
  /// A step of the alignment; the steps cover all expected and all actual lines.
  enum Step: Equatable, Sendable {
    /// The expectation matches these lines.
    case kept(Int, lines: Range<Int>)
    case removed(Int)
    case inserted(line: Int)
  }

  /// The steps in order; removals come before insertions at the same position.
  let steps: [Step]

  /// The number of lines that differ; a line that replaces another one counts once.
  var differenceCount: Int {
    var total = 0
    var removed = 0
    var inserted = 0
    for step in steps {
      switch step {
      case .removed: removed += 1
      case .inserted: inserted += 1
      case .kept:
        total += max(removed, inserted)
        removed = 0
        inserted = 0
      }
    }
    return total + max(removed, inserted)
  }
}

extension Alignment {
  init(_ comparison: Comparison) {
    steps = Self.removedFirst(GapReduction(Self.cheapest(comparison), comparison).steps)
  }

  /// Returns the steps with the lowest cost, before lines are moved out of gaps.
  static func cheapest(_ comparison: Comparison) -> [Step] {
    cheapest(comparison, comparison.expectations.indices, comparison.lines.indices)
  }

  /// Returns the steps with the lowest cost or, for a large comparison, those of a divided one.
  private static func cheapest(
    _ comparison: Comparison, _ expectations: Range<Int>, _ lines: Range<Int>
  ) -> [Step] {
    AlignmentTable(comparison, expectations, lines)?.steps()
      ?? divided(comparison, expectations, lines)
  }

  /// Returns the steps of a large comparison, divided at lines that occur once on both sides.
  private static func divided(
    _ comparison: Comparison, _ expectations: Range<Int>, _ lines: Range<Int>
  ) -> [Step] {
    let anchors = AlignmentAnchors(comparison, expectations, lines).pairs
    guard !anchors.isEmpty else {
      return expectations.map { .removed($0) } + lines.map { .inserted(line: $0) }
    }
    var steps: [Step] = []
    var index = expectations.lowerBound
    var line = lines.lowerBound
    for anchor in anchors {
      steps += cheapest(comparison, index..<anchor.expectation, line..<anchor.line)
      steps.append(.kept(anchor.expectation, lines: anchor.line..<anchor.line + 1))
      index = anchor.expectation + 1
      line = anchor.line + 1
    }
    return steps + cheapest(comparison, index..<expectations.upperBound, line..<lines.upperBound)
  }

  /// Reorders steps so that removals come before insertions at the same position.
  private static func removedFirst(_ steps: [Step]) -> [Step] {
    var result: [Step] = []
    var inserted: [Step] = []
    for step in steps {
      switch step {
      case .inserted: inserted.append(step)
      case .removed: result.append(step)
      case .kept:
        result += inserted
        inserted.removeAll(keepingCapacity: true)
        result.append(step)
      }
    }
    return result + inserted
  }
}

/// The matching lines at which a large comparison is divided into smaller ones.
///
/// They are the common beginning and end of both sides, and the texts that occur once on each side.
/// The resulting alignment is not always the cheapest one, but it keeps all unchanged lines.
struct AlignmentAnchors {
  typealias Pair = (expectation: Int, line: Int)

  private(set) var pairs: [Pair] = []

  private let comparison: Comparison

  /// Finds the matching lines: those at both ends, and texts that occur once on both sides.
  init(_ comparison: Comparison, _ expectations: Range<Int>, _ lines: Range<Int>) {
    self.comparison = comparison
    let shorter = min(expectations.count, lines.count)
    let prefix = (0..<shorter).prefix {
      isPair(expectations.lowerBound + $0, lines.lowerBound + $0)
    }.count
    let suffix = (0..<shorter - prefix).prefix {
      isPair(expectations.upperBound - $0 - 1, lines.upperBound - $0 - 1)
    }.count
    pairs = (0..<prefix).map { (expectations.lowerBound + $0, lines.lowerBound + $0) }
    pairs += ascending(
      unique(
        expectations.dropFirst(prefix).dropLast(suffix), lines.dropFirst(prefix).dropLast(suffix)))
    pairs += (0..<suffix).reversed().map {
      (expectations.upperBound - $0 - 1, lines.upperBound - $0 - 1)
    }
  }

  /// Returns whether an expected line matches only one text, and an actual line is that text.
  private func isPair(_ index: Int, _ line: Int) -> Bool {
    !comparison.expectations[index].isElastic && comparison.fits(index, line)
  }

  /// Returns the texts that occur once on both sides, in the order of the expected lines.
  private func unique(_ expectations: Range<Int>, _ lines: Range<Int>) -> [Pair] {
    let expected = Dictionary(grouping: expectations) { index -> ArraySlice<UInt8>? in
      if case .exact(let line) = comparison.expectations[index].kind { line.text } else { nil }
    }
    let actual = Dictionary(grouping: lines) { comparison.lines[$0].text }
    let pairs = expected.compactMap { text, indexes -> Pair? in
      guard indexes.count == 1, let text, let found = actual[text], found.count == 1,
        isPair(indexes[0], found[0])
      else { return nil }
      return (indexes[0], found[0])
    }
    return pairs.sorted { $0.expectation < $1.expectation }
  }

  /// Returns the longest increasing subsequence of the pairs.
  private func ascending(_ pairs: [Pair]) -> [Pair] {
    // For each length, the index of the pair with the smallest last line of such a subsequence.
    var ends: [Int] = []
    var before = Array(repeating: -1, count: pairs.count)
    for index in pairs.indices {
      let length = ends.partition { pairs[$0].line < pairs[index].line }
      if length > 0 { before[index] = ends[length - 1] }
      if length < ends.count { ends[length] = index } else { ends.append(index) }
    }
    var result: [Pair] = []
    var index = ends.last ?? -1
    while index >= 0 {
      result.append(pairs[index])
      index = before[index]
    }
    return result.reversed()
  }
}

extension [Int] {
  /// Returns the number of elements before the first that fails a predicate, by binary search.
  ///
  /// All elements that satisfy it come before all that don't.
  fileprivate func partition(_ predicate: (Int) -> Bool) -> Int {
    var range = startIndex..<endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = predicate(self[middle]) ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
