import Observing
import TestSupport
import Testing

/// Returns the length of the longest common subsequence of two lists, by dynamic programming.
private func longestCommonCount(_ left: [Int], _ right: [Int]) -> Int {
  var row = [Int](repeating: 0, count: right.count + 1)
  for element in left {
    var diagonal = 0
    for (index, other) in right.enumerated() {
      let above = row[index + 1]
      row[index + 1] = element == other ? diagonal + 1 : max(above, row[index])
      diagonal = above
    }
  }
  return row[right.count]
}

private final class Numbers: Observable {
  @ObservedList var list: [Int] = []
  let observation = ObservationTable()
}

@Test func `A difference is correct and minimal`() {
  var random = RandomNumbers(seed: 1)
  for _ in 0..<5000 {
    let numbers = Numbers()
    let kinds = random.below(6) + 1
    numbers.list = (0..<random.below(16)).map { _ in random.below(kinds) }
    let old = numbers.list
    let new = (0..<random.below(16)).map { _ in random.below(kinds) }
    var edits = 0
    var replayed: [Int]? = old
    let token = numbers.observe(\.list, [.new, .old]) { change in
      guard case .batch(let changes) = change else { return }
      edits += changes.removals.count + changes.insertions.count
      replayed = changes.applied(to: old)
    }
    numbers.$list.assign(new)
    token.end()
    #expect(numbers.list == new && replayed == new)
    #expect(edits == old.count + new.count - 2 * longestCommonCount(old, new), "\(old) \(new)")
  }
}

@Test func `Lists without a common element are assigned`() {
  let numbers = Numbers()
  numbers.list = Array(0..<12_000)
  let mirror = numbers.mirror(\.list)
  numbers.$list.assign(Array(20_000..<32_000))
  #expect(numbers.list == Array(20_000..<32_000))
  #expect(mirror.disagreement == nil)
}
