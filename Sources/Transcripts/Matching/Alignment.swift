/// Which expectation goes with which output line.
///
/// Of all the ways to lay one beside the other it is the one that loses the fewest patterns, and
/// among those the one that changes the fewest lines, but for the lines that gaps give back.
struct Alignment: Sendable {
  enum Step: Equatable, Sendable {
    /// The expectation stays; it stands for these lines.
    case kept(Int, lines: Range<Int>)
    case removed(Int)
    case inserted(line: Int)
  }

  /// In the order of both sides; of what stands at the same place, what is removed comes first.
  let steps: [Step]

  /// How many lines are not what they should be; a line in the place of another counts once.
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
    steps = Self.removedFirst(SwallowedLines(Self.cheapest(comparison), comparison).steps)
  }

  static func cheapest(_ comparison: Comparison) -> [Step] {
    cheapest(comparison, comparison.expectations.indices, comparison.lines.indices)
  }

  private static func cheapest(
    _ comparison: Comparison, _ expectations: Range<Int>, _ lines: Range<Int>
  ) -> [Step] {
    AlignmentTable(comparison, expectations, lines)?.steps()
      ?? parted(comparison, expectations, lines)
  }

  /// What is too large for a table, laid beside each other part by part.
  private static func parted(
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

/// What parts a comparison that is too large to be weighed at once into smaller ones.
///
/// An expectation and a line are laid together where both sides begin or end so, or where a text
/// is there once on both sides. What comes of it is not always the best alignment, but one that
/// keeps all that did not change.
struct AlignmentAnchors {
  typealias Pair = (expectation: Int, line: Int)

  private(set) var pairs: [Pair] = []

  private let comparison: Comparison

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

  private func isPair(_ index: Int, _ line: Int) -> Bool {
    !comparison.expectations[index].isElastic && comparison.fits(index, line)
  }

  /// The texts that are there once on both sides, in the order of the expectations.
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

  /// The longest part of the pairs of which the lines ascend, too.
  private func ascending(_ pairs: [Pair]) -> [Pair] {
    // For each length the pair with the least line that ends such a part.
    var ends: [Int] = []
    var before = Array(repeating: -1, count: pairs.count)
    for place in pairs.indices {
      let length = ends.partition { pairs[$0].line < pairs[place].line }
      if length > 0 { before[place] = ends[length - 1] }
      if length < ends.count { ends[length] = place } else { ends.append(place) }
    }
    var result: [Pair] = []
    var place = ends.last ?? -1
    while place >= 0 {
      result.append(pairs[place])
      place = before[place]
    }
    return result.reversed()
  }
}

extension [Int] {
  /// How many of them come first that are so, where none that is so comes behind one that is not.
  fileprivate func partition(_ isSo: (Int) -> Bool) -> Int {
    var range = startIndex..<endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = isSo(self[middle]) ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
