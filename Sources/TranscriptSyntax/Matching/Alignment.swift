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
  ///
  /// If there are too many differences, keeps the equal lines at both ends; removes and inserts all
  /// others.
  static func cheapest(_ comparison: Comparison) -> [Step] {
    if let costs = AlignmentCosts(comparison) { return costs.steps }
    let expectations = comparison.expectations.indices
    let lines = comparison.lines.indices
    let ends = zip(expectations, lines)
    let first = ends.prefix { isPair($0, $1, comparison) }.count
    let rest = min(expectations.count, lines.count) - first
    let last = zip(expectations.reversed(), lines.reversed()).prefix(rest)
      .prefix { isPair($0, $1, comparison) }.count
    let suffix = zip(expectations.suffix(last), lines.suffix(last))
    return ends.prefix(first).map { .kept($0, lines: $1..<$1 + 1) }
      + expectations.dropFirst(first).dropLast(last).map { .removed($0) }
      + lines.dropFirst(first).dropLast(last).map { .inserted(line: $0) }
      + suffix.map { .kept($0, lines: $1..<$1 + 1) }
  }

  /// Returns whether an expected line matches only one line, and an actual line is that one.
  private static func isPair(_ index: Int, _ line: Int, _ comparison: Comparison) -> Bool {
    !comparison.expectations[index].isElastic && comparison.fits(index, line)
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
        result += inserted + [step]
        inserted = []
      }
    }
    return result + inserted
  }
}
