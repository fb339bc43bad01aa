package import Science

/// Trials in several conditions, compared two by two.
package struct Comparison: Equatable, Sendable {
  /// The kind of all conditions.
  package let kind: TrialCondition.Kind
  package let conditions: [Condition]
  /// The pairs of conditions that both have trials.
  package let pairs: [Pair]
  /// The number of boards that are paired at the most, where there are more; or else nil.
  package let boardLimit: Int?

  package init(
    kind: TrialCondition.Kind, conditions: [Condition], pairs: [Pair], boardLimit: Int? = nil
  ) {
    self.kind = kind
    self.conditions = conditions
    self.pairs = pairs
    self.boardLimit = boardLimit
  }

  package struct Condition: Equatable, Sendable {
    /// The condition as the command names it.
    package let word: String
    package let passes: Share
  }

  /// The measures of a trial besides its outcome.
  package enum Measure: Int, CaseIterable, Sendable { case firstPress, laterPresses }
}

extension Comparison {
  /// Two conditions; each difference is the first minus the second.
  package struct Pair: Equatable, Sendable {
    package let first: String
    package let second: String
    /// The boards that both conditions share; nil if they share none.
    package let boards: SharedBoards?
    /// The difference of the shares: of the shared boards, or else of all trials.
    package let difference: Estimate?
    /// The difference of the participants' shares; nil without two participants in both.
    package let accuracy: PairedDifference?
    /// The differences of times, measure by measure.
    package let times: [TimeDifference]
  }

  /// The outcomes of shared boards, with McNemar's test.
  package struct SharedBoards: Equatable, Sendable {
    package let outcomes: PairedOutcomes
    package let exactProbability: Double
    package let midProbability: Double

    /// Returns nil without a board.
    init?(_ outcomes: PairedOutcomes) {
      guard let test = try? outcomes.mcNemar() else { return nil }
      self.outcomes = outcomes
      exactProbability = test.exact
      midProbability = test.midP
    }
  }

  /// The mean difference of so many pairs, or why it can't be tested.
  package struct PairedDifference: Equatable, Sendable {
    package let count: Int
    package let result: Result<TestedDifference, StatisticFault>

    /// Tests the differences.
    ///
    /// `mapped` is applied to the mean and its interval, which is then cut off at the limits.
    init(
      _ differences: [Double], mapped: (Double) -> Double = { $0 },
      limits: ClosedRange<Double> = -.infinity ... .infinity
    ) {
      count = differences.count
      result = Result { () throws(StatisticFault) in
        let means = PairedMeans(differences: differences)
        let test = try means.test()
        let effect = PairedEffect(
          size: try means.effect(), unbiasedSize: try? means.unbiasedEffect(),
          signedRankProbability: try SignedRanks(differences: differences).probability)
        return TestedDifference(test, mapped: mapped, limits: limits, effect: effect)
      }
    }
  }

  /// The quotient of the geometric means of times, or why there is none.
  package struct TimeDifference: Equatable, Sendable {
    package enum Unit: Equatable, Sendable {
      case participants(Int)
      case boards(Int)
      /// Nothing is paired: the trials of each condition are a group.
      case groups
    }

    package let measure: Measure
    package let unit: Unit
    package let result: Result<TestedDifference, StatisticFault>
  }
}

/// A difference of means with the test that it is 0.
package struct TestedDifference: Equatable, Sendable {
  /// The difference with its interval; of logarithms, the quotient.
  package let estimate: Estimate
  package let statistic: Double
  package let degrees: Double
  package let probability: Double
  /// Nil where nothing is paired.
  package let effect: PairedEffect?

  init(
    _ test: MeanTest, mapped: (Double) -> Double,
    limits: ClosedRange<Double> = -.infinity ... .infinity, effect: PairedEffect? = nil
  ) {
    let mean = test.difference.mapped(by: mapped)
    estimate = Estimate(mean.value, mean.interval.clamped(to: limits))
    statistic = test.statistic
    degrees = test.degrees
    probability = test.probability
    self.effect = effect
  }
}

/// The size of a difference of pairs.
package struct PairedEffect: Equatable, Sendable {
  /// The mean in standard deviations of the differences (d_z).
  package let size: Estimate
  /// The same without its bias (Hedges' g); nil of two pairs.
  package let unbiasedSize: Double?
  /// The probability of Wilcoxon's test of signed ranks.
  package let signedRankProbability: Double
}
