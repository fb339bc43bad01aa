/// The fewest lines that go and come to make one side of the other.
///
/// It follows diagonals as far as both sides are the same, with one change more in each round, so
/// that long sides with few changes cost little.
struct ShortestEdit {
  private let expectedCount: Int
  private let actualCount: Int
  /// For each round the ends of the diagonals, as the number of expectations that are used up.
  private var rounds: [[Int]] = []

  /// Nil where more changes are needed than the limit.
  init?(
    _ expectedCount: Int, _ actualCount: Int, limit: Int, isSame: (Int, Int) -> Bool
  ) {
    self.expectedCount = expectedCount
    self.actualCount = actualCount
    var ends = [0]
    for round in 0...min(limit, expectedCount + actualCount) {
      var next = Array(repeating: -1, count: 2 * round + 1)
      for diagonal in stride(from: -round, through: round, by: 2) {
        var expected = round == 0 ? 0 : Self.start(diagonal, round, ends).expected
        while expected < expectedCount, expected - diagonal < actualCount,
          isSame(expected, expected - diagonal)
        { expected += 1 }
        next[diagonal + round] = expected
        if expected >= expectedCount && expected - diagonal >= actualCount {
          rounds.append(next)
          return
        }
      }
      rounds.append(next)
      ends = next
    }
    return nil
  }

  /// Where a diagonal begins in a round: after a removal, or after an insertion.
  private static func start(
    _ diagonal: Int, _ round: Int, _ ends: [Int]
  ) -> (expected: Int, isRemoval: Bool) {
    // The round before has one diagonal less on each side.
    let center = round - 1
    let below = diagonal - 1 >= -center ? ends[diagonal - 1 + center] : -1
    let above = diagonal + 1 <= center ? ends[diagonal + 1 + center] : -1
    let isRemoval = diagonal == round || diagonal != -round && below >= above
    return isRemoval ? (below + 1, true) : (above, false)
  }

  /// The changes, and between them what is kept.
  var steps: [Alignment.Step] {
    var steps: [Alignment.Step] = []
    var expected = expectedCount
    var actual = actualCount
    for round in rounds.indices.reversed() {
      let diagonal = expected - actual
      let start = round == 0 ? (0, false) : Self.start(diagonal, round, rounds[round - 1])
      while expected > start.0 {
        expected -= 1
        actual -= 1
        steps.append(.kept(expected, lines: actual..<actual + 1))
      }
      guard round > 0 else { break }
      if start.1 {
        expected -= 1
        steps.append(.removed(expected))
      } else {
        actual -= 1
        steps.append(.inserted(line: actual))
      }
    }
    return steps.reversed()
  }
}
