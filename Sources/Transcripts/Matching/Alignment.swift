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
    var (total, removed, inserted) = (0, 0, 0)
    for step in steps {
      switch step {
      case .removed: removed += 1
      case .inserted: inserted += 1
      case .kept:
        total += max(removed, inserted)
        (removed, inserted) = (0, 0)
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
    var (index, line) = (expectations.lowerBound, lines.lowerBound)
    for anchor in anchors {
      steps += cheapest(comparison, index..<anchor.expectation, line..<anchor.line)
      steps.append(.kept(anchor.expectation, lines: anchor.line..<anchor.line + 1))
      (index, line) = (anchor.expectation + 1, anchor.line + 1)
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
