/// The cheapest way to turn a list of expectations into a list of lines, by edit distance.
///
/// A cost is one number. Where costs are equal, keeping comes before removing, and removing before
/// inserting.
///
///     expected: a b c      actual: a x c
///     kept(0, 0..<1), removed(1), inserted(1), kept(2, 2..<3)
struct EditTable {
  /// A step of the alignment; the steps cover all expected and all actual lines.
  enum Step: Equatable, Sendable {
    /// The expectation matches these lines.
    case kept(Int, lines: Range<Int>)
    case removed(Int)
    case inserted(line: Int)
  }

  /// The costs of the single steps.
  struct Costs {
    /// The cost of inserting a line.
    let insertion: Int
    /// Returns the cost of removing an expectation, or `nil` if it must be kept.
    let removal: (Int) -> Int?
    /// Returns the cost of matching an expectation with one line, or `nil` if they don't match.
    let match: (Int, Int) -> Int?
    /// Returns the number of lines that an expectation of any lines stands for.
    var gap: (Int) -> LineGap? = { _ in nil }
    /// `true` if after a removal, where costs are equal, a line is rather inserted to replace it.
    var prefersReplacing = false
  }

  /// The maximum number of cells, which then need 128 MiB.
  private static let largestCellCount = 1 << 24
  /// The maximum number of expectations, so that no sum of costs overflows.
  private static let largestExpectationCount = 1 << 16
  /// More than any sum of costs.
  private static let never = Int.max / 2

  private let costs: Costs
  private let expectations: Range<Int>
  private let lines: Range<Int>
  private let width: Int
  /// For each expectation and each line, the least cost of the rest from there on.
  private var table: [Int]

  /// Fills the table; returns `nil` if it would be too large.
  init?(_ expectations: Range<Int>, _ lines: Range<Int>, _ costs: Costs) {
    self.costs = costs
    self.expectations = expectations
    self.lines = lines
    width = lines.count + 1
    guard expectations.count < Self.largestCellCount / width,
      expectations.count <= Self.largestExpectationCount
    else { return nil }
    table = Array(repeating: 0, count: width * (expectations.count + 1))
    for line in lines {
      set(expectations.upperBound, line, (lines.upperBound - line) * costs.insertion)
    }
    for index in expectations.reversed() { fillRow(index) }
  }

  /// Returns the steps of the cheapest way.
  func steps() -> [Step] {
    var steps: [Step] = []
    var index = expectations.lowerBound
    var line = lines.lowerBound
    var removedCount = 0
    while index < expectations.upperBound || line < lines.upperBound {
      let replaces = costs.prefersReplacing && removedCount > 0 && isInsertion(index, line)
      let step = replaces ? .inserted(line: line) : step(at: index, line)
      steps.append(step)
      switch step {
      case .kept(_, let kept):
        index += 1
        line = kept.upperBound
        removedCount = 0
      case .removed:
        index += 1
        removedCount += 1
      case .inserted:
        line += 1
        removedCount -= 1
      }
    }
    return steps
  }

  /// Returns whether inserting a line has the lowest cost.
  private func isInsertion(_ index: Int, _ line: Int) -> Bool {
    line < lines.upperBound && cost(index, line) == cost(index, line + 1) + costs.insertion
  }

  /// Returns the lowest cost for the remaining lines.
  private func cost(_ index: Int, _ line: Int) -> Int {
    table[(index - expectations.lowerBound) * width + line - lines.lowerBound]
  }

  private mutating func set(_ index: Int, _ line: Int, _ cost: Int) {
    table[(index - expectations.lowerBound) * width + line - lines.lowerBound] = cost
  }

  /// Fills a row of the table from the next one.
  private mutating func fillRow(_ index: Int) {
    let removal = costs.removal(index)
    let gap = costs.gap(index)
    var leastBehindGap = Self.never
    for line in (lines.lowerBound...lines.upperBound).reversed() {
      var least = removal.map { cost(index + 1, line) + $0 } ?? Self.never
      if line < lines.upperBound {
        least = min(least, cost(index, line + 1) + costs.insertion)
        if let match = costs.match(index, line) {
          least = min(least, cost(index + 1, line + 1) + match)
        }
      }
      if let ends = gap?.ends(from: line, in: lines) {
        // From this line, an unlimited gap reaches everything that it reaches from the next one.
        let isUnlimited = gap?.most == nil
        let reached = (isUnlimited ? ends.prefix(1) : ends[...])
          .reduce(Self.never) { min($0, cost(index + 1, $1)) }
        leastBehindGap = isUnlimited ? min(leastBehindGap, reached) : reached
        least = min(least, leastBehindGap)
      }
      set(index, line, least)
    }
  }

  /// Returns a step that leads to the least cost.
  private func step(at index: Int, _ line: Int) -> Step {
    guard index < expectations.upperBound else { return .inserted(line: line) }
    let least = cost(index, line)
    if let ends = costs.gap(index)?.ends(from: line, in: lines),
      let end = ends.first(where: { cost(index + 1, $0) == least })
    {
      return .kept(index, lines: line..<end)
    }
    if line < lines.upperBound, let match = costs.match(index, line),
      cost(index + 1, line + 1) + match == least
    {
      return .kept(index, lines: line..<line + 1)
    }
    let removal = costs.removal(index)
    if removal == 0 && cost(index + 1, line) == least { return .kept(index, lines: line..<line) }
    if let removal, cost(index + 1, line) + removal == least { return .removed(index) }
    return .inserted(line: line)
  }
}

extension LineGap {
  /// Returns the lines before which a gap can end, the first one first; `nil` if there is none.
  fileprivate func ends(from line: Int, in lines: Range<Int>) -> ClosedRange<Int>? {
    let last = min(lines.upperBound, line + (most ?? lines.count))
    return line + least <= last ? line + least...last : nil
  }
}
