/// How often each place of the sequence was reached, and was right then.
///
/// A trial ends at its error, so that a later place is judged by those who came so far: what is
/// counted is a hazard, not a curve over the same trials.
package struct SerialPositions: Equatable, Sendable {
  /// How many trials ended after so many right presses, with an error and without one.
  private var failedAfter: [Int] = []
  private var endedAfter: [Int] = []

  /// Makes the positions of no trials.
  package init() {}

  /// Takes a trial that had so many right presses before its first error, or its end.
  package mutating func add(rightCount: Int, hasError: Bool) {
    precondition(rightCount >= 0)
    while endedAfter.count <= rightCount {
      endedAfter.append(0)
      failedAfter.append(0)
    }
    if hasError { failedAfter[rightCount] += 1 } else { endedAfter[rightCount] += 1 }
  }

  /// The presses at each place that was reached, from the first place on.
  package func proportions() throws(StatisticFault) -> [Proportion] {
    guard !endedAfter.isEmpty else { throw .empty }
    var proportions: [Proportion] = []
    var rightCount = 0
    for place in endedAfter.indices.reversed() {
      let reachedCount = rightCount + failedAfter[place]
      if reachedCount > 0 {
        proportions.append(try Proportion(rightCount, of: reachedCount))
      }
      rightCount = reachedCount + endedAfter[place]
    }
    return proportions.reversed()
  }
}
