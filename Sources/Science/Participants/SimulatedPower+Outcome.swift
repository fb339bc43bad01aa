import Glibc

extension SimulatedPower {
  /// The outcome of some runs.
  ///
  ///     var outcome = power.outcome(of: 0..<50)
  ///     outcome.add(power.outcome(of: 50..<100))
  ///     outcome.pairs[0].foundCount == power.outcome(of: 0..<100).pairs[0].foundCount  // true
  public struct Outcome: Equatable, Sendable {
    /// The comparison of two conditions, by their indexes, or of the pooled sides, whose indexes
    /// follow those of the conditions.
    ///
    ///     print(pair.first, "minus", pair.second, try pair.effect())
    public struct Pair: Equatable, Sendable {
      /// The index of the later condition, from which the earlier one is subtracted; of pooled
      /// sides, of the first one.
      public let first: Int
      public let second: Int
      /// The number of runs in which the difference was significant.
      public private(set) var foundCount = 0
      /// The number, the sum and the sum of squares of the participants' differences.
      private var count = 0.0
      private var sum = 0.0
      private var squares = 0.0

      fileprivate init(first: Int, second: Int) {
        self.first = first
        self.second = second
      }

      /// Adds the results of other runs.
      fileprivate mutating func add(_ other: Pair) {
        foundCount += other.foundCount
        count += other.count
        sum += other.sum
        squares += other.squares
      }

      /// Adds an experiment with these differences of its participants.
      mutating func add(_ differences: [Double], level: Double) {
        for difference in differences {
          count += 1
          sum += difference
          squares += difference * difference
        }
        let means = PairedMeans(differences: differences)
        let first = differences.first ?? 0
        let isSame = differences.allSatisfy { abs($0 - first) <= 1e-12 }
        // A difference that all have has no error.
        let isFound =
          isSame
          ? abs(first) > 1e-12 : (try? means.test()).map { $0.probability < level } == true
        if isFound, differences.count > 1 { foundCount += 1 }
      }

      /// Returns the mean difference in standard deviations of the differences (d_z).
      ///
      /// Throws `noSpread` if all participants have the same difference.
      public func effect() throws(ScienceError) -> Double {
        let mean = sum / max(1, count)
        let variance = (squares - sum * mean) / max(1, count - 1)
        guard variance > 1e-12 else { throw .noSpread }
        return mean / variance.squareRoot()
      }
    }

    /// The comparison of two groups by the numbers of all trials that their participants passed.
    ///
    ///     print(outcome.groups[0].mean(group: 1), try outcome.groups[0].effect())
    public struct GroupPair: Equatable, Sendable {
      /// The number of runs in which the difference was significant.
      public private(set) var foundCount = 0
      /// For each group: the number of participants, the sum of their passed trials, and the sum of
      /// squares.
      private var sums = [[0, 0, 0], [0, 0, 0]]

      /// Adds the results of other runs.
      fileprivate mutating func add(_ other: GroupPair) {
        foundCount += other.foundCount
        for group in sums.indices {
          for index in sums[group].indices { sums[group][index] += other.sums[group][index] }
        }
      }

      /// Adds an experiment in which the participants of the two groups passed these numbers of
      /// trials.
      mutating func add(_ scores: [[Int]], level: Double) {
        for (group, scores) in scores.enumerated() {
          sums[group][0] += scores.count
          sums[group][1] += scores.reduce(0, +)
          sums[group][2] += scores.reduce(0) { $0 + $1 * $1 }
        }
        let tallies = scores.map { MeanTally($0.map(Double.init)) }
        let test = try? IndependentMeans(tallies[0], tallies[1]).test()
        // A difference between groups that both have no spread has no error.
        let areSame = scores.allSatisfy { group in group.allSatisfy { $0 == group.first } }
        let isFound =
          areSame
          ? scores[0].first != scores[1].first : test.map { $0.probability < level } == true
        if isFound, scores.allSatisfy({ $0.count > 1 }) { foundCount += 1 }
      }

      /// Returns the mean number of trials that a participant of the group passed.
      public func mean(group: Int) -> Double {
        Double(sums[group][1]) / Double(max(1, sums[group][0]))
      }

      /// Returns the effect size: the difference of the groups in standard deviations.
      ///
      /// Throws `noSpread` if all participants of each group passed alike.
      public func effect() throws(ScienceError) -> Double {
        let variances = sums.map { sum in
          (Double(sum[2]) - Double(sum[1]) * Double(sum[1]) / Double(max(1, sum[0])))
            / Double(max(1, sum[0] - 1))
        }
        let spread = sqrt(max(0, (variances[0] + variances[1]) / 2))
        guard spread > 0 else { throw .noSpread }
        return (mean(group: 1) - mean(group: 0)) / spread
      }
    }

    public internal(set) var runCount = 0
    /// The pairs of conditions: of three, 1 - 0, 2 - 0 and 2 - 1; then that of the pooled sides.
    public internal(set) var pairs: [Pair]
    /// The comparisons of groups, of each with those before it: of three, 1 - 0, 2 - 0 and 2 - 1.
    public internal(set) var groups: [GroupPair]
    /// The number of trials that all participants passed, by condition.
    var passedCounts: [Int]
    var participantCount = 0

    init(conditionCount: Int, groupCount: Int, hasPooled: Bool) {
      let groupPairCount = groupCount * (groupCount - 1) / 2
      groups = Array(repeating: GroupPair(), count: groupPairCount)
      passedCounts = [Int](repeating: 0, count: conditionCount)
      pairs = (0..<conditionCount).flatMap { later in
        (0..<later).map { Pair(first: later, second: $0) }
      }
      if hasPooled { pairs.append(Pair(first: conditionCount, second: conditionCount + 1)) }
    }

    /// Adds the outcome of later runs.
    public mutating func add(_ other: Outcome) {
      runCount += other.runCount
      participantCount += other.participantCount
      for index in passedCounts.indices { passedCounts[index] += other.passedCounts[index] }
      for index in groups.indices { groups[index].add(other.groups[index]) }
      for index in pairs.indices { pairs[index].add(other.pairs[index]) }
    }

    /// Returns the mean number of trials that a participant passed in a condition.
    public func mean(condition: Int) -> Double {
      Double(passedCounts[condition]) / Double(max(1, participantCount))
    }
  }

  /// Returns the proportion of significant runs, the power, and its standard error.
  public static func power(
    foundCount: Int, of runCount: Int
  ) throws(ScienceError) -> (power: Estimate, error: Double) {
    let proportion = try Proportion(foundCount, of: runCount)
    let share = try proportion.value()
    return (try proportion.estimate(), sqrt(share * (1 - share) / Double(runCount)))
  }
}
