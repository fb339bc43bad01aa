package import Science

/// The figures of several conditions, compared two by two.
///
/// The probabilities of one comparison are adjusted as a family, so that all hold together.
///
///     for pair in comparison.pairs {
///       print(pair.first, "minus", pair.second, pair.difference?.value ?? 0)
///     }
package struct Comparison: Equatable, Sendable {
  /// The kind of all conditions.
  package let kind: TrialCondition.Kind
  package let conditions: [Condition]
  /// The pairs of conditions that both have trials.
  package let pairs: [Pair]
  /// The times that a rule excluded; `nil` without a rule.
  package let trimmed: TrimmedTimes?
  /// The most trials of a comparison, where there were more; `nil` otherwise.
  package let trialLimit: Int?

  package init(
    kind: TrialCondition.Kind, conditions: [Condition], pairs: [Pair],
    trimmed: TrimmedTimes? = nil, trialLimit: Int? = nil
  ) {
    self.kind = kind
    self.conditions = conditions
    self.pairs = pairs
    self.trimmed = trimmed
    self.trialLimit = trialLimit
  }

  /// The probabilities of all tests that the reply shows.
  package var family: TestFamily { TestFamily(pairs.flatMap(\.probabilities)) }

  /// A condition and its passes.
  package struct Condition: Equatable, Sendable {
    /// The condition as the user wrote it.
    package let word: String
    package let passes: Share
  }

  /// The measure of a trial that is compared.
  package enum Measure: Int, CaseIterable, Sendable { case accuracy, firstPress, laterPresses }
}

extension Comparison {
  /// Two conditions; each difference is the first minus the second.
  ///
  ///     if let difference = pair.difference { print(difference.value, difference.interval) }
  package struct Pair: Equatable, Sendable {
    package let first: String
    package let second: String
    /// The boards that were played in both conditions; `nil` if there are none.
    package let boards: SharedBoards?
    /// The difference of the shares of a single participant: of shared boards, or of all trials.
    package let difference: Estimate?
    /// The regression of the outcome on the condition, over participants and boards; `nil` where
    /// they are not several.
    package let regression: Result<MixedLogistic, StatisticFault>?
    /// The differences over participants, of the accuracy first, and then of times.
    package let differences: [Difference]

    fileprivate var probabilities: [Double] {
      let effect = (try? regression?.get())?.coefficients[1].probability
      let boards = [boards?.exactProbability, boards?.midProbability, effect]
      return boards.compactMap(\.self)
        + differences.flatMap { difference -> [Double] in
          guard let tested = try? difference.result.get() else { return [] }
          let ranks = tested.effect.map { [$0.signedRankProbability] } ?? []
          return [tested.probability] + ranks
        }
    }
  }

  /// The boards that two conditions share.
  ///
  ///     print(boards.boardCount, "boards of", boards.participantCount, "participants")
  package struct SharedBoards: Equatable, Sendable {
    /// The number of different boards, and of the participants who played them in both.
    package let boardCount: Int
    package let participantCount: Int
    /// The outcomes: one for each board of each participant.
    package let outcomes: PairedOutcomes
    /// McNemar's test of a single participant; `nil` for several, whose boards are no units.
    package let exactProbability: Double?
    package let midProbability: Double?

    /// Computes the test where the boards are the units; returns `nil` without a board.
    init?(
      _ outcomes: PairedOutcomes, boardCount: Int, participantCount: Int, areUnits: Bool
    ) {
      guard let test = try? outcomes.mcNemar() else { return nil }
      self.boardCount = boardCount
      self.participantCount = participantCount
      self.outcomes = outcomes
      exactProbability = areUnits ? test.exact : nil
      midProbability = areUnits ? test.midP : nil
    }
  }

  /// A difference of accuracy, or the quotient of geometric means of times; or its error.
  ///
  ///     for difference in pair.differences where difference.measure == .accuracy {
  ///       if case .success(let tested) = difference.result { print(tested.probability) }
  ///     }
  package struct Difference: Equatable, Sendable {
    /// The unit that is compared.
    package enum Unit: Equatable, Sendable {
      /// Participants who have both conditions, with their number.
      case participants(Int)
      /// Participants of each condition, with their numbers.
      case groups(Int, Int)
      /// Shared boards of a single participant, with their number.
      case boards(Int)
      /// The trials of each condition, of a single participant.
      case trials
    }

    package let measure: Measure
    package let unit: Unit
    package let result: Result<TestedDifference, StatisticFault>
  }
}

/// A difference of means with the test that it is 0.
///
///     if case .success(let tested) = difference.result {
///       print(tested.estimate.value, tested.estimate.interval, tested.probability)
///     }
package struct TestedDifference: Equatable, Sendable {
  /// The difference with its interval; the quotient where logarithms are compared.
  package let estimate: Estimate
  package let statistic: Double
  package let degrees: Double
  package let probability: Double
  /// The size of the effect; `nil` where nothing is paired.
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

  /// Tests the differences of pairs.
  ///
  /// `mapped` is applied to the mean and its interval, which is then cut off at the limits.
  init(
    pairs differences: [Double], mapped: (Double) -> Double = { $0 },
    limits: ClosedRange<Double> = -.infinity ... .infinity
  ) throws(StatisticFault) {
    let means = PairedMeans(differences: differences)
    let test = try means.test()
    let effect = PairedEffect(
      size: try means.effect(), unbiasedSize: try? means.unbiasedEffect(),
      signedRankProbability: try SignedRanks(differences: differences).probability)
    self.init(test, mapped: mapped, limits: limits, effect: effect)
  }
}

/// The size of a difference of pairs.
///
///     if let effect = difference.effect {
///       print(effect.size.value, effect.signedRankProbability)
///     }
package struct PairedEffect: Equatable, Sendable {
  /// The mean in standard deviations of the differences (d_z).
  package let size: Estimate
  /// The same without its bias (Hedges' g); `nil` for two pairs.
  package let unbiasedSize: Double?
  /// The probability of Wilcoxon's test of signed ranks.
  package let signedRankProbability: Double
}
