import TestSupport
import Testing
@testable import Transcripts

@Suite struct AlignmentTests {
  private static let signs = [
    "| a", "| b", "| c", "~ {}", "~ {int}", ": ...", ": 1..2", ": 2+", ":? a",
  ]

  @Test func `Ten thousand alignments lose and change as little as any other`() throws {
    var dice = RandomNumbers(seed: 6)
    for _ in 0..<10_000 {
      let gutters = (0..<dice.below(4)).map { _ in dice.pick(Self.signs) }
      let output = (0..<dice.below(5)).map { _ in dice.pick(["a", "b", "c", "1"]) }
      let comparison = try comparison(gutters, output)
      let alignment = Alignment.cheapest(comparison)
      #expect(
        cost(of: alignment, comparison) == leastCost(comparison, 0, 0), "\(gutters) and \(output)")
      #expect(isInOrder(alignment, comparison), "\(gutters) and \(output)")
    }
  }

  @Test func `Ten thousand alignments lose nothing more for what gaps give back`() throws {
    var dice = RandomNumbers(seed: 9)
    for _ in 0..<10_000 {
      let gutters = (0..<dice.below(5)).map { _ in dice.pick(Self.signs) }
      let output = (0..<dice.below(6)).map { _ in dice.pick(["a", "b", "c", "1"]) }
      let comparison = try comparison(gutters, output)
      let cheapest = Alignment.cheapest(comparison)
      let alignment = Alignment(comparison)
      #expect(isInOrder(alignment, comparison), "\(gutters) and \(output)")
      #expect(
        removedIndexes(alignment.steps) == removedIndexes(cheapest.steps),
        "\(gutters) and \(output)")
      #expect(!removesBesideSpareGap(alignment, comparison), "\(gutters) and \(output)")
    }
  }

  /// Returns the indexes of the expectations that an alignment removes.
  private func removedIndexes(_ steps: [Alignment.Step]) -> [Int] {
    steps.compactMap { if case .removed(let index) = $0 { index } else { nil } }
  }

  /// Returns `true` if the alignment is not minimal: between two kept lines it removes more lines
  /// than it inserts, beside a gap that has more lines than it needs.
  private func removesBesideSpareGap(_ alignment: Alignment, _ comparison: Comparison) -> Bool {
    var removed = 0
    var spare = 0
    for step in alignment.steps + [.kept(-1, lines: 0..<0)] {
      switch step {
      case .inserted: removed -= 1
      case .removed(let index):
        if case .gap = comparison.expectations[index].kind { continue }
        removed += 1
      case .kept(let index, let lines):
        var own = 0
        if index >= 0, case .gap(let gap) = comparison.expectations[index].kind {
          own = lines.count - gap.least
        }
        if removed > 0 && (spare > 0 || own > 0) { return true }
        removed = 0
        spare = own
      }
    }
    return false
  }

  @Test func `Ten thousand answers match when and only when nothing is lost or changed`()
    throws
  {
    var dice = RandomNumbers(seed: 7)
    for _ in 0..<10_000 {
      let gutters = (0..<dice.below(4)).map { _ in dice.pick(Self.signs) }
      let output = (0..<dice.below(5)).map { _ in dice.pick(["a", "b", "1"]) }
      let comparison = try comparison(gutters, output)
      let path = comparison.match()
      #expect((path != nil) == (leastCost(comparison, 0, 0) == [0, 0]), "\(gutters) and \(output)")
      if let path {
        #expect(isInOrder(path.alignment, comparison), "\(gutters) and \(output)")
      }
    }
  }

  @Test func `A difference of exact lines is minimal`() throws {
    var dice = RandomNumbers(seed: 8)
    for _ in 0..<3_000 {
      let expected = (0..<dice.below(9)).map { _ in dice.pick(["a", "b", "c"]) }
      let actual = (0..<dice.below(9)).map { _ in dice.pick(["a", "b", "c"]) }
      var comparison = try comparison(expected.map { "| \($0)" }, actual)
      let (alignment, _) = comparison.align()
      #expect(isInOrder(alignment, comparison))
      let common = longestCommonCount(expected, actual)
      #expect(cost(of: alignment, comparison) == [0, expected.count + actual.count - 2 * common])
    }
  }

  @Test func `Long sides with few differences are compared line by line`() throws {
    let expected = (0..<30_000).map { String($0) }
    var actual = expected
    actual[10] = "x"
    actual.remove(at: 20_000)
    actual.insert("y", at: 29_000)
    var comparison = try comparison(expected.map { "| \($0)" }, actual)
    let (alignment, _) = comparison.align()
    let changes = alignment.steps.filter { if case .kept = $0 { false } else { true } }
    #expect(
      changes == [
        .removed(10), .inserted(line: 10), .removed(20_000), .inserted(line: 29_000),
      ])
  }

  /// Returns the cost of an alignment: the number of removed patterns, and the number of all
  /// changed lines.
  private func cost(of alignment: Alignment, _ comparison: Comparison) -> [Int] {
    alignment.steps.reduce(into: [0, 0]) { cost, step in
      switch step {
      case .kept: return
      case .removed(let index):
        cost[0] += comparison.expectations[index].isPattern ? 1 : 0
        cost[1] += 1
      case .inserted: cost[1] += 1
      }
    }
  }

  /// Returns the smallest cost of any alignment from an expectation and a line on, by exhaustive
  /// search.
  private func leastCost(_ comparison: Comparison, _ index: Int, _ line: Int) -> [Int] {
    let lines = comparison.lines.count
    guard index < comparison.expectations.count else { return [0, lines - line] }
    let removedIndexes = comparison.expectations[index].isPattern ? 1 : 0
    var costs = [plus(leastCost(comparison, index + 1, line), [removedIndexes, 1])]
    if line < lines { costs.append(plus(leastCost(comparison, index, line + 1), [0, 1])) }
    switch comparison.expectations[index].kind {
    case .exact, .pattern, .optional:
      if line < lines, comparison.matches(index, line) {
        costs.append(leastCost(comparison, index + 1, line + 1))
      }
      if case .optional = comparison.expectations[index].kind {
        costs.append(leastCost(comparison, index + 1, line))
      }
    case .gap(let gap):
      for count in 0...lines - line where count >= gap.least && count <= gap.most ?? Int.max {
        costs.append(leastCost(comparison, index + 1, line + count))
      }
    }
    return costs.min { $0.lexicographicallyPrecedes($1) } ?? []
  }

  /// Returns the sums of two lists, element by element.
  private func plus(_ left: [Int], _ right: [Int]) -> [Int] { zip(left, right).map { $0 + $1 } }

  /// Returns `true` if an alignment contains every expectation and every line once, in order, and
  /// the kept ones match.
  private func isInOrder(_ alignment: Alignment, _ comparison: Comparison) -> Bool {
    var index = 0
    var line = 0
    for step in alignment.steps {
      switch step {
      case .removed(let removed):
        guard removed == index else { return false }
        index += 1
      case .inserted(let inserted):
        guard inserted == line else { return false }
        line += 1
      case .kept(let kept, let lines):
        guard kept == index, lines.lowerBound == line else { return false }
        guard matchesLines(kept, lines, comparison) else { return false }
        index += 1
        line = lines.upperBound
      }
    }
    return index == comparison.expectations.count && line == comparison.lines.count
  }

  /// Returns `true` if an expectation matches the lines assigned to it.
  private func matchesLines(_ index: Int, _ lines: Range<Int>, _ comparison: Comparison) -> Bool {
    switch comparison.expectations[index].kind {
    case .exact, .pattern: lines.count == 1 && comparison.matches(index, lines.lowerBound)
    case .optional: lines.isEmpty || lines.count == 1 && comparison.matches(index, lines.lowerBound)
    case .gap(let gap): lines.count >= gap.least && lines.count <= gap.most ?? Int.max
    }
  }

  /// Returns the length of the longest common subsequence of two lists.
  private func longestCommonCount(_ left: [String], _ right: [String]) -> Int {
    var row = Array(repeating: 0, count: right.count + 1)
    for first in left {
      var diagonal = 0
      for (index, second) in right.enumerated() {
        let above = row[index + 1]
        row[index + 1] = first == second ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return row[right.count]
  }
}
