/// The table of lowest costs for aligning the remaining expected and actual lines.
///
/// A cost is one number: in its highest bits the patterns that do not match, then the changed
/// lines, then the removed lines, because inserted lines are more informative than removed ones.
struct AlignmentTable {
  /// The maximum number of cells, which then need 128 MiB.
  private static let largestCellCount = 1 << 24
  private static let largestExpectationCount = 1 << 17
  /// The cost of a line that differs, in the units of the table.
  private static let change = 1 << 20

  /// The cost of a pattern that matches no line, larger than that of all changed lines together.
  private static let lostPattern = 1 << 45

  private let comparison: Comparison
  private let expectations: Range<Int>
  private let lines: Range<Int>
  private let width: Int
  private var costs: [Int] = []

  /// Fills the table; returns `nil` if it would be too large.
  init?(_ comparison: Comparison, _ expectations: Range<Int>, _ lines: Range<Int>) {
    self.comparison = comparison
    self.expectations = expectations
    self.lines = lines
    width = lines.count + 1
    guard width * (expectations.count + 1) <= Self.largestCellCount,
      expectations.count <= Self.largestExpectationCount
    else { return nil }
    costs = Array(repeating: 0, count: width * (expectations.count + 1))
    for line in 0..<lines.count {
      costs[expectations.count * width + line] = (lines.count - line) * Self.change
    }
    for index in expectations.reversed() { fillRow(index) }
  }

  /// Returns the steps with the lowest cost.
  func steps() -> [Alignment.Step] {
    var steps: [Alignment.Step] = []
    var index = expectations.lowerBound
    var line = lines.lowerBound
    var vacancies = 0
    while index < expectations.upperBound || line < lines.upperBound {
      // Among equal costs, prefer replacing a line to inserting one.
      let step =
        vacancies > 0 && isInsertion(index, line) ? .inserted(line: line) : step(at: index, line)
      steps.append(step)
      switch step {
      case .kept(_, let kept):
        index += 1
        line = kept.upperBound
        vacancies = 0
      case .removed:
        index += 1
        vacancies += 1
      case .inserted:
        line += 1
        vacancies -= 1
      }
    }
    return steps
  }

  /// Returns whether inserting a line has the lowest cost.
  private func isInsertion(_ index: Int, _ line: Int) -> Bool {
    line < lines.upperBound && cost(index, line) == cost(index, line + 1) + Self.change
  }

  /// Returns the lowest cost for the remaining lines.
  private func cost(_ index: Int, _ line: Int) -> Int {
    costs[(index - expectations.lowerBound) * width + line - lines.lowerBound]
  }

  /// Returns the cost of removing an expected line.
  private func removalCost(_ index: Int) -> Int {
    comparison.expectations[index].isPattern ? Self.lostPattern + Self.change : Self.change + 1
  }

  /// Fills a row of the table from the next one.
  private mutating func fillRow(_ index: Int) {
    let removal = removalCost(index)
    let isOptional = comparison.expectations[index].isOptional
    let gap = comparison.expectations[index].gap
    var leastBehindGap = Int.max
    for line in lines.lowerBound...lines.upperBound {
      // From the last line to the first.
      let line = lines.upperBound - (line - lines.lowerBound)
      let below = cost(index + 1, line)
      var least = isOptional ? below : below + removal
      if line < lines.upperBound {
        least = min(least, cost(index, line + 1) + Self.change)
        let matched = gap == nil ? cost(index + 1, line + 1) : Int.max
        if matched < least, comparison.fits(index, line) { least = matched }
      }
      if let gap, line + gap.least <= lines.upperBound {
        let first = line + gap.least
        // From this line, an unlimited gap reaches everything that it reaches from the next one.
        let last = min(gap.most.map { line + $0 } ?? first, lines.upperBound)
        let reached = (first...last).reduce(Int.max) { min($0, cost(index + 1, $1)) }
        leastBehindGap = gap.most == nil ? min(leastBehindGap, reached) : reached
        least = min(least, leastBehindGap)
      }
      costs[(index - expectations.lowerBound) * width + line - lines.lowerBound] = least
    }
  }

  /// Returns a step with the lowest cost, preferably a match.
  private func step(at index: Int, _ line: Int) -> Alignment.Step {
    guard index < expectations.upperBound else { return .inserted(line: line) }
    let least = cost(index, line)
    switch comparison.expectations[index].kind {
    case .gap(let gap):
      let last = min(lines.upperBound, gap.most.map { line + $0 } ?? lines.upperBound)
      if line + gap.least <= last,
        let end = (line + gap.least...last).first(where: { cost(index + 1, $0) == least })
      {
        return .kept(index, lines: line..<end)
      }
    case .exact, .pattern, .optional:
      if line < lines.upperBound, cost(index + 1, line + 1) == least, comparison.fits(index, line) {
        return .kept(index, lines: line..<line + 1)
      }
      if comparison.expectations[index].isOptional, cost(index + 1, line) == least {
        return .kept(index, lines: line..<line)
      }
    }
    if cost(index + 1, line) + removalCost(index) == least { return .removed(index) }
    return .inserted(line: line)
  }
}
