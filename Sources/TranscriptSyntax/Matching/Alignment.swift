/// The best alignment of expected lines with actual lines, like that of a diff.
///
/// Of all alignments it is the one that loses the fewest patterns and, among those, the one that
/// changes the fewest lines. The exception is a gap beside removed lines: as far as its minimum
/// allows, it releases as many lines, because what replaced the removed ones would not be checked
/// any more. Between two gaps, those most similar to the removed ones are released.
///
///     expected: | x  : ...      actual: a b
///     cheapest: x is removed, and the gap stands for a and b
///     here:     a replaces x, and the gap stands for b
struct Alignment: Sendable {
  typealias Step = EditTable.Step

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
    let cheapest = Self.cheapest(comparison)
    steps = Self.removedFirst(Self.released(cheapest, comparison) ?? cheapest)
  }

  /// Returns the steps with the lowest cost, before lines are moved out of gaps.
  ///
  /// If both sides are too long for a table, they are divided at lines that stay: the result keeps
  /// what is unchanged, but is not always the cheapest one.
  static func cheapest(_ comparison: Comparison) -> [Step] {
    let costs = costs(of: comparison)
    let expectations = comparison.expectations.indices
    if let table = EditTable(expectations, comparison.lines.indices, costs) {
      return table.steps()
    }
    var steps: [Step] = []
    var index = 0
    var line = 0
    while let next = nextCommon(comparison, index, line) {
      steps += segment(index..<next.index, line..<next.line, costs)
      steps.append(.kept(next.index, lines: next.line..<next.line + 1))
      index = next.index + 1
      line = next.line + 1
    }
    return steps + segment(index..<expectations.upperBound, line..<comparison.lines.count, costs)
  }

  /// Returns the cheapest steps of a part of both sides, or replaces it as a whole if it is too
  /// long, too.
  private static func segment(
    _ expectations: Range<Int>, _ lines: Range<Int>, _ costs: EditTable.Costs
  ) -> [Step] {
    EditTable(expectations, lines, costs)?.steps()
      ?? expectations.map { .removed($0) } + lines.map { .inserted(line: $0) }
  }

  /// Returns the next exact expectation and its line, with as few expectations and lines before
  /// both as possible; `nil` if that is too far away.
  private static func nextCommon(
    _ comparison: Comparison, _ index: Int, _ line: Int
  ) -> (index: Int, line: Int)? {
    let greatestDistance = 1_000
    for distance in 0...greatestDistance {
      for skipped in 0...distance {
        let other = index + skipped
        let next = line + distance - skipped
        guard other < comparison.expectations.count, next < comparison.lines.count else { continue }
        let isExact = !comparison.expectations[other].isPattern
        if isExact && comparison.fits(other, next) { return (other, next) }
      }
    }
    return nil
  }

  /// Returns the costs: in the highest bits the lost patterns, which were written by hand, then the
  /// changed lines, then the removed lines, because inserted ones are more informative.
  private static func costs(of comparison: Comparison) -> EditTable.Costs {
    let change = 1 << 20
    let lostPattern = 1 << 45
    return EditTable.Costs(
      insertion: change,
      removal: { index in
        let expectation = comparison.expectations[index]
        if expectation.isOptional { return 0 }
        return expectation.isPattern ? lostPattern + change : change + 1
      },
      match: { index, line in comparison.fits(index, line) ? 0 : nil },
      gap: { comparison.expectations[$0].gap }, prefersReplacing: true)
  }

  /// Returns the steps after gaps have released lines to replace removed ones, or `nil` if there
  /// are none, or if both sides are too long.
  ///
  /// Everything that was kept stays with its line; only what gaps match changes.
  private static func released(_ cheapest: [Step], _ comparison: Comparison) -> [Step]? {
    let replaceable = removedBesideGaps(cheapest, comparison)
    guard !replaceable.isEmpty else { return nil }
    var kept: [Int: Int] = [:]
    var removed: Set<Int> = []
    for step in cheapest {
      switch step {
      case .kept(let index, let lines): kept[index] = lines.first
      case .removed(let index): removed.insert(index)
      case .inserted: continue
      }
    }
    // More than the differences between all replacements.
    let change = 1 << 44
    let costs = EditTable.Costs(
      insertion: change,
      removal: { index in
        let expectation = comparison.expectations[index]
        if removed.contains(index) { return replaceable[index] == nil ? 0 : change }
        return expectation.isOptional && kept[index] == nil ? 0 : nil
      },
      match: { index, line in
        let expectation = comparison.expectations[index]
        guard let order = replaceable[index] else {
          return expectation.gap == nil && kept[index] == line ? 0 : nil
        }
        // The first ones are replaced first, and then by the lines most similar to them.
        let similarity = min(expectation.similarity(comparison.lines[line].text), 1 << 12)
        return (order + 1) << 12 - similarity
      },
      gap: { removed.contains($0) ? nil : comparison.expectations[$0].gap },
      prefersReplacing: true)
    let table = EditTable(comparison.expectations.indices, comparison.lines.indices, costs)
    return table?.steps().flatMap { step -> [Step] in
      guard case .kept(let index, let lines) = step, removed.contains(index) else { return [step] }
      return [.removed(index)] + lines.map { .inserted(line: $0) }
    }
  }

  /// Returns the removed expectations of one line beside gaps that match more lines than they must,
  /// each with a number that ascends from one side of a gap to the next.
  ///
  /// Optional lines that match no line may be between them.
  private static func removedBesideGaps(
    _ steps: [Step], _ comparison: Comparison
  ) -> [Int: Int] {
    var found: [Int: Int] = [:]
    var order = 0
    for (position, step) in steps.enumerated() {
      guard case .kept(let index, let lines) = step, let gap = comparison.expectations[index].gap,
        lines.count > gap.least
      else { continue }
      for side in [steps[..<position].reversed(), Array(steps[(position + 1)...])] {
        let changes = side.drop { $0.keptLines?.isEmpty ?? false }.prefix { $0.keptLines == nil }
        for case .removed(let index) in changes where comparison.expectations[index].gap == nil {
          found[index] = found[index] ?? order
        }
        order += 1
      }
    }
    return found
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
        inserted.removeAll()
        result.append(step)
      }
    }
    return result + inserted
  }
}

extension EditTable.Step {
  /// The lines of a kept expectation.
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
