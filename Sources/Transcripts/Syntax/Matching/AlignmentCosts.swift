/// The lowest cost of aligning the rest of the expected lines with the rest of the actual ones, for
/// each pair of positions.
///
/// A cost is one number: in its highest bits the patterns that do not match, then the changed
/// lines, then the removed lines, because inserted lines are more informative than removed ones.
/// The costs are found from the end of both sides, in ascending order, up to that of the whole
/// alignment; so sides with few differences need few of them.
struct AlignmentCosts {
  /// The cost of a line that differs.
  private static let change = 1 << 20
  /// The cost of a pattern that matches no line, larger than that of all changed lines together.
  private static let lostPattern = 1 << 45
  /// The costs of single steps.
  private static let weights = [0, change, change + 1, lostPattern + change]
  /// The maximum number of costs that are considered, which take up to 80 MB.
  private static let mostCosts = 1 << 20

  /// The first of the expected and of the actual lines that are aligned.
  private struct Point: Hashable {
    let index: Int
    let line: Int
  }

  /// Points to visit, with ascending costs.
  private typealias Queue = ArraySlice<(point: Point, cost: Int)>

  private let comparison: Comparison
  private var costs: [Point: Int] = [:]
  /// The points to visit, by the cost of the step from them.
  ///
  /// Because points are visited in the order of their costs, each queue is in that order, too.
  private var queues = weights.map { _ in Queue() }
  /// The number of points that were ever in a queue.
  private var addedCount = 0
  /// The number of first lines from which each unlimited gap was reached, by its index.
  private var reachedCounts: [Int: Int] = [:]

  /// Computes the costs; returns `nil` if there are too many.
  init?(_ comparison: Comparison) {
    self.comparison = comparison
    let start = Point(index: 0, line: 0)
    add(comparison.expectations.count, comparison.lines.count, behind: 0, step: 0)
    func leastCost(_ queue: Queue) -> Int { queue.first?.cost ?? .max }
    while let next = queues.indices.min(by: { leastCost(queues[$0]) < leastCost(queues[$1]) }),
      let (point, cost) = queues[next].popFirst()
    {
      // Points of the same cost as the whole are still needed for its steps.
      if let whole = costs[start], cost > whole { break }
      guard costs[point] == nil else { continue }
      costs[point] = cost
      visit(point, cost)
      guard addedCount < Self.mostCosts else { return nil }
    }
  }

  /// Adds a point from which a step of this cost leads to another one.
  private mutating func add(_ index: Int, _ line: Int, behind cost: Int, step: Int) {
    let point = Point(index: index, line: line)
    guard costs[point] == nil else { return }
    guard let queue = Self.weights.firstIndex(of: step) else {
      preconditionFailure("an unknown cost")
    }
    queues[queue].append((point, cost + step))
    addedCount += 1
  }

  /// Adds the points from which one step leads to this one.
  private mutating func visit(_ point: Point, _ cost: Int) {
    let line = point.line
    if line > 0 { add(point.index, line - 1, behind: cost, step: Self.change) }
    guard point.index > 0 else { return }
    let index = point.index - 1
    add(index, line, behind: cost, step: removalCost(index))
    if let gap = comparison.expectations[index].gap {
      let first = gap.most.map { max(0, line - $0) } ?? reachedCounts[index] ?? 0
      let end = max(first, line - gap.least + 1)
      for start in first..<end { add(index, start, behind: cost, step: 0) }
      if gap.most == nil { reachedCounts[index] = end }
    } else if line > 0, comparison.matches(index, line - 1) {
      add(index, line - 1, behind: cost, step: 0)
    }
  }

  /// Returns the cost of removing an expected line.
  private func removalCost(_ index: Int) -> Int {
    if comparison.expectations[index].isOptional { return 0 }
    return comparison.expectations[index].isPattern
      ? Self.lostPattern + Self.change : Self.change + 1
  }
}

extension AlignmentCosts {
  /// The alignment with the lowest cost.
  var alignment: Alignment {
    let count = comparison.expectations.count
    var alignment = Alignment(kept: [], lineCount: comparison.lines.count)
    var line = 0
    var vacancies = 0
    while alignment.kept.count < count {
      let index = alignment.kept.count
      // Among equal costs, prefer replacing a line to inserting one.
      let replaces = vacancies > 0 && leads(index, line, to: index, line + 1, step: Self.change)
      if !replaces, let lines = lines(keptAt: index, line) {
        alignment.kept.append(lines)
        line = lines.upperBound
        vacancies = 0
      } else if !replaces, leads(index, line, to: index + 1, line, step: removalCost(index)) {
        alignment.kept.append(nil)
        vacancies += 1
      } else {
        line += 1
        vacancies -= 1
      }
    }
    return alignment
  }

  /// Returns whether a step of this cost from one point to another one has the lowest cost in all.
  private func leads(
    _ index: Int, _ line: Int, to nextIndex: Int, _ nextLine: Int, step: Int = 0
  ) -> Bool {
    guard let next = costs[Point(index: nextIndex, line: nextLine)] else { return false }
    return costs[Point(index: index, line: line)] == next + step
  }

  /// Returns the lines that an expectation matches at the lowest cost; `nil` if it is removed.
  private func lines(keptAt index: Int, _ line: Int) -> Range<Int>? {
    let expectation = comparison.expectations[index]
    if let gap = expectation.gap {
      let last = min(comparison.lines.count, gap.most.map { line + $0 } ?? .max)
      let ends = line + gap.least..<max(line + gap.least, last + 1)
      return ends.first { leads(index, line, to: index + 1, $0) }.map { line..<$0 }
    }
    let isNext = line < comparison.lines.count && leads(index, line, to: index + 1, line + 1)
    if isNext && comparison.matches(index, line) { return line..<line + 1 }
    return expectation.isOptional && leads(index, line, to: index + 1, line) ? line..<line : nil
  }
}
