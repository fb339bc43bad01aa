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
  /// Lays the expectations beside the lines.
  init(_ comparison: Comparison) {
    let cheapest = Self.cheapest(comparison)
    steps = Self.removedFirst(SwallowedLines(cheapest, comparison).steps)
  }

  /// The way that loses the fewest patterns, and then changes the fewest lines.
  static func cheapest(_ comparison: Comparison) -> [Step] {
    let shared = SharedEnds(comparison.expectations, comparison.lines)
    var steps: [Step] = (0..<shared.prefix).map { .kept($0, lines: $0..<$0 + 1) }
    steps += Self.middle(comparison, shared.expectations, shared.lines)
    for index in shared.expectations.upperBound..<comparison.expectations.count {
      let line = shared.lines.upperBound + index - shared.expectations.upperBound
      steps.append(.kept(index, lines: line..<line + 1))
    }
    return steps
  }

  /// How many changes are looked for before everything is weighed.
  private static let changeLimit = 1500

  private static func middle(
    _ comparison: Comparison, _ expectations: Range<Int>, _ lines: Range<Int>
  ) -> [Step] {
    let areExact = !comparison.expectations[expectations].contains(where: \.isPattern)
    if areExact,
      let edit = ShortestEdit(
        expectations.count, lines.count, limit: changeLimit,
        isSame: { comparison.fits(expectations.lowerBound + $0, lines.lowerBound + $1) })
    {
      return edit.steps.map { $0.moved(expectations.lowerBound) }
    }
    if let table = AlignmentTable(comparison, expectations, lines) { return table.steps() }
    return parted(comparison, expectations, lines)
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
    var (index, line) = (expectations.lowerBound, lines.lowerBound)
    for anchor in anchors {
      steps += middle(comparison, index..<anchor.expectation, line..<anchor.line)
      steps.append(.kept(anchor.expectation, lines: anchor.line..<anchor.line + 1))
      (index, line) = (anchor.expectation + 1, anchor.line + 1)
    }
    return steps + middle(comparison, index..<expectations.upperBound, line..<lines.upperBound)
  }

  /// The same steps, with what is removed before what is inserted at the same place.
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

extension Alignment.Step {
  /// The step so many expectations and lines further on.
  fileprivate func moved(_ distance: Int) -> Alignment.Step {
    switch self {
    case .kept(let index, let lines):
      .kept(index + distance, lines: lines.lowerBound + distance..<lines.upperBound + distance)
    case .removed(let index): .removed(index + distance)
    case .inserted(let line): .inserted(line: line + distance)
    }
  }
}

/// How much of both sides is the same at the beginning and at the end.
private struct SharedEnds {
  private(set) var prefix = 0
  private var suffix = 0
  private let counts: (expectations: Int, lines: Int)

  var expectations: Range<Int> { prefix..<counts.expectations - suffix }
  var lines: Range<Int> { prefix..<counts.lines - suffix }

  init(_ expectations: [Expectation], _ lines: [OutputLine]) {
    counts = (expectations.count, lines.count)
    // Where there are patterns, an equal line may belong to one of them.
    guard !expectations.contains(where: \.isPattern) else { return }
    let shorter = min(expectations.count, lines.count)
    while prefix < shorter, expectations[prefix].isExactly(lines[prefix]) { prefix += 1 }
    while suffix < shorter - prefix,
      expectations[counts.expectations - suffix - 1].isExactly(lines[counts.lines - suffix - 1])
    { suffix += 1 }
  }
}

extension Expectation {
  fileprivate func isExactly(_ line: OutputLine) -> Bool {
    if case .exact(let expected) = kind { expected == line } else { false }
  }
}
