package import Science

/// The result of `effects`: whether a difference of conditions depends on the group, or on the
/// order in which the conditions were played.
///
///     for study in effects.studies {
///       for effect in study.interactions { print(effect.conditions, effect.groups ?? []) }
///     }
package struct DesignEffects: Equatable, Sendable {
  /// The studies with trials, in the order of their names.
  package let studies: [Study]

  package init(studies: [Study]) { self.studies = studies }

  /// The effects of the design of one study.
  ///
  ///     print(study.name, study.orders.count)
  package struct Study: Equatable, Sendable {
    /// The name of the study, with the hash of the text if other texts have the same name.
    package let name: String
    /// Each pair of conditions with each pair of groups.
    package let interactions: [Effect]
    /// Each pair of conditions, by which one of them came first.
    package let orders: [Effect]
    /// `true` if p-values are adjusted: all trials of the study are selected.
    package let isComplete: Bool
    /// The number of excluded outliers; `nil` without a rule.
    package let trimmed: TrimmedTimes?
    /// The primary outcome of the study; `nil` if it declares none.
    package var primary: PrimaryOutcome?
  }

  /// A difference of two differences.
  ///
  ///     if case .success(let tested)? = effect.differences.first?.result {
  ///       print(tested.probability)
  ///     }
  package struct Effect: Equatable, Sendable {
    /// The two conditions, the first minus the second.
    package let conditions: [String]
    /// The two groups, the first minus the second; `nil` for the order of the conditions.
    package let groups: [String]?
    /// Welch's tests of the participants' differences in each measure; for the order, half of them,
    /// which is what it adds to a condition to come first.
    package let differences: [Comparison.Difference]
    /// The mixed regression, of which the first predictor is the effect; `nil` if none was asked
    /// for.
    package let regression: Result<MixedLogistic, ScienceError>?
    /// The reasons why figures of the two conditions can't be compared.
    package let comparability: Comparability
    /// The p-values adjusted among all effects of the same kind; empty if there is nothing to
    /// adjust.
    package var adjusted: [ContrastStatistic: Double] = [:]

    package init(
      conditions: [String], groups: [String]?, differences: [Comparison.Difference],
      regression: Result<MixedLogistic, ScienceError>?,
      comparability: Comparability = Comparability()
    ) {
      self.comparability = comparability
      self.conditions = conditions
      self.groups = groups
      self.differences = differences
      self.regression = regression
    }
  }
}
