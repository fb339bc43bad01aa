package import Science

/// The result of `compare`: several conditions, each compared with every other one.
///
/// Of the contrasts that a study declares, p-values are adjusted for the number of contrasts.
///
///     for pair in comparison.pairs {
///       print(pair.first, "minus", pair.second, pair.difference?.value ?? 0)
///     }
package struct Comparison: Equatable, Sendable {
  /// The kind of conditions, such as tests or groups.
  package let kind: TrialCondition.Kind
  package let conditions: [Condition]
  /// The pairs of conditions, if both have trials.
  package let pairs: [Pair]
  /// The number of excluded outliers; `nil` without a rule.
  package let trimmed: TrimmedTimes?
  /// The family of contrasts by which p-values are adjusted; `nil` if the pairs are no contrasts
  /// of a study.
  package let family: ContrastFamily?
  /// The limit on the number of trials, if it was exceeded; otherwise `nil`.
  package let trialLimit: Int?
  /// The primary outcome of the study; `nil` if it declares none, or none is compared.
  package let primary: PrimaryOutcome?

  package init(
    kind: TrialCondition.Kind, conditions: [Condition], pairs: [Pair],
    trimmed: TrimmedTimes? = nil, family: ContrastFamily? = nil, trialLimit: Int? = nil,
    primary: PrimaryOutcome? = nil
  ) {
    self.primary = primary
    self.kind = kind
    self.conditions = conditions
    self.pairs = pairs
    self.trimmed = trimmed
    self.family = family
    self.trialLimit = trialLimit
  }

  /// A condition with its passed trials.
  ///
  ///     for condition in comparison.conditions {
  ///       print(condition.word, condition.passes.passedCount)
  ///     }
  package struct Condition: Equatable, Sendable {
    /// The condition as the user wrote it.
    package let word: String
    package let passes: Share
  }

  /// The value that is compared: the proportion of passes, or a press time.
  ///
  ///     let accuracy = pair.differences.first { $0.measure == .accuracy }
  package enum Measure: Int, CaseIterable, Sendable { case accuracy, firstPress, laterPresses }
}

extension Comparison {
  /// A pair of conditions; every difference is the first minus the second.
  ///
  ///     if let difference = pair.difference { print(difference.value, difference.interval) }
  package struct Pair: Equatable, Sendable {
    package let first: String
    package let second: String
    /// The results on boards that were played in both conditions; `nil` if there are none.
    package let boards: SharedBoards?
    /// The difference of the proportions of a single participant, on shared boards or else on all.
    package let difference: Estimate?
    /// The mixed regression of passing on the condition; `nil` for a single participant or board.
    package let regression: Result<MixedLogistic, ScienceError>?
    /// The differences over participants: of the proportion of passes, then of press times.
    package let differences: [Difference]
    package let comparability: Comparability

    /// The p-values adjusted among all contrasts of the study; empty if there is nothing to adjust.
    package var adjusted: [ContrastStatistic: Double] = [:]
  }

  /// The results on boards that were played in both conditions.
  ///
  ///     print(boards.boardCount, "boards of", boards.participantCount, "participants")
  package struct SharedBoards: Equatable, Sendable {
    /// The number of different boards.
    package let boardCount: Int
    package let participantCount: Int
    /// The outcomes in both conditions, one pair for each board of each participant.
    package let outcomes: PairedOutcomes
    /// The p-value of McNemar's test; `nil` for several participants, whose boards are not
    /// independent.
    package let exactProbability: Double?
    package let midProbability: Double?

    /// Creates the result; returns `nil` without a board.
    ///
    /// `areUnits` is `true` if the boards are independent, so that McNemar's test is valid.
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

  /// A difference of proportions or a ratio of press times, or the reason why there is none.
  ///
  ///     for difference in pair.differences where difference.measure == .accuracy {
  ///       if case .success(let tested) = difference.result { print(tested.probability) }
  ///     }
  package struct Difference: Equatable, Sendable {
    /// The unit of observation in the comparison.
    ///
    ///     if case .participants(let count) = difference.unit { print(count, "participants") }
    package enum Unit: Equatable, Sendable {
      /// Participants with both conditions, by their number.
      case participants(Int)
      /// Two groups of participants, by their numbers.
      case groups(Int, Int)
      /// Shared boards of a single participant, by their number.
      case boards(Int)
      /// The trials of a single participant in each condition, by their numbers.
      case trials
    }

    package let measure: Measure
    package let unit: Unit
    package let result: Result<TestedDifference, ScienceError>
    /// How many participants of two groups of a study have not played all conditions that others
    /// have, so that the groups may differ by their conditions alone; `nil` for other units.
    package var unfinishedCount: Int?
  }
}

/// A difference of means with its t-test.
///
///     if case .success(let tested) = difference.result {
///       print(tested.estimate.value, tested.estimate.interval, tested.probability)
///     }
package struct TestedDifference: Equatable, Sendable {
  /// The difference with its interval; a ratio if logarithms are compared.
  package let estimate: Estimate
  /// The interval to show; `nil` if it says nothing, as that of two pairs.
  package let interval: Interval?
  package let statistic: Double
  package let degrees: Double
  package let probability: Double
  /// The effect size; `nil` for unpaired data.
  package let effect: PairedEffect?
  /// The difference of two groups of participants in standard deviations, without the bias of small
  /// samples; `nil` for paired data and for trials.
  package let groupEffect: Double?

  init(
    _ test: MeanTest, mapped: (Double) -> Double,
    limits: ClosedRange<Double> = -.infinity ... .infinity, effect: PairedEffect? = nil,
    groupEffect: Double? = nil
  ) {
    let mean = test.difference.mapped(by: mapped)
    estimate = Estimate(mean.value, mean.interval.clamped(to: limits))
    let isRatio = limits.lowerBound == -.infinity
    let isTelling =
      test.degrees >= Double(Interval.fewestValues - 1)
      && (!isRatio || (try? estimate.ofRatio()) != nil)
    interval = isTelling ? estimate.interval : nil
    statistic = test.statistic
    degrees = test.degrees
    probability = test.probability
    self.effect = effect
    self.groupEffect = groupEffect
  }

  /// Compares two groups of participants by Welch's test.
  init(
    groups: IndependentMeans, mapped: (Double) -> Double, limits: ClosedRange<Double>
  ) throws(ScienceError) {
    self.init(
      try groups.test(), mapped: mapped, limits: limits,
      groupEffect: try? groups.unbiasedEffect())
  }

  /// More than the rounding error of a difference of shares or of mean logarithms of times, and
  /// less than the smallest real one.
  private static var rounding: Double { 1e-12 }

  /// Computes the t-test for the differences of pairs.
  ///
  /// Differences that are equal within rounding errors have no spread: of equal times in both
  /// conditions, a test of the errors would remain.
  ///
  /// `mapped` is applied to the mean and its interval, which is then limited to `limits`.
  init(
    pairs differences: [Double], mapped: (Double) -> Double = { $0 },
    limits: ClosedRange<Double> = -.infinity ... .infinity
  ) throws(ScienceError) {
    if let least = differences.min(), let most = differences.max(), differences.count > 1,
      most - least <= Self.rounding
    {
      throw .noSpread
    }
    let means = PairedMeans(differences: differences)
    let test = try means.test()
    let ranks = try SignedRanks(differences: differences, rounding: Self.rounding)
    let effect = PairedEffect(
      size: try means.effect(), unbiasedSize: try? means.unbiasedEffect(),
      signedRankProbability: ranks.probability)
    self.init(test, mapped: mapped, limits: limits, effect: effect)
  }
}

/// The effect size of a paired difference.
///
///     if let effect = difference.effect {
///       print(effect.size.value, effect.signedRankProbability)
///     }
package struct PairedEffect: Equatable, Sendable {
  /// The effect size d_z: the mean in standard deviations of the differences.
  package let size: Estimate
  /// The interval of the effect size; `nil` for two pairs.
  package var interval: Interval? { unbiasedSize == nil ? nil : size.interval }
  /// The effect size without small-sample bias (Hedges' g); `nil` for two pairs.
  package let unbiasedSize: Double?
  /// The p-value of Wilcoxon's signed-rank test.
  package let signedRankProbability: Double
}
