package import Archive
package import Science
import Studies

/// The contrasts of an outcome that a study declares, whose tests are adjusted together.
///
/// The family is that of the study, not of a reply: every pair of its conditions, or of its groups.
/// A contrast therefore has the same adjusted p-value wherever it is shown. Each outcome and each
/// statistic is a family of its own, so that two tests of the same difference never count as two.
///
///     if let family = comparison.family { print(family.study, family.contrastCount) }
package struct ContrastFamily: Equatable, Sendable {
  package let study: String
  /// The kind of what is compared: the conditions or the groups of the study.
  package let kind: TrialCondition.Kind
  /// The number of contrasts, whether all of them can be tested yet or not.
  package let contrastCount: Int
  /// `false` if only some trials of the study are compared, so that nothing is adjusted.
  package let isComplete: Bool
  /// The exclusions that are turned off, for all contrasts alike.
  package let included: [Exclusions.Reason]
  /// `true` if the exclusion rules of the study are applied.
  package let appliesRules: Bool
  /// The rule for outliers of press times.
  package let trim: LatencyTrim?
}

extension StudyDesign {
  /// Returns the names of all conditions or groups; empty for another kind.
  func names(of kind: TrialCondition.Kind) -> [String] {
    switch kind {
    case .condition: conditions
    case .group: groups
    case .test, .hold, .count, .participant: []
    }
  }
}

extension TrialCondition.Kind {
  /// The kind of a study's contrasts to which a comparison of this kind may belong; `nil` for
  /// participants, who are no contrast of a study.
  ///
  /// A test, a hold or a count may select exactly the trials of a condition.
  var declared: Self? {
    switch self {
    case .condition, .group: self
    case .test, .hold, .count: .condition
    case .participant: nil
    }
  }
}

/// A statistic that tests a contrast.
///
///     pair.adjusted[.means(.accuracy)]
package enum ContrastStatistic: Hashable, Sendable {
  /// The t-test, paired or Welch's, of a measure.
  case means(Comparison.Measure)
  /// Wilcoxon's test of a measure.
  case ranks(Comparison.Measure)
  case mcNemar, midP
  case regression
}

extension Comparison.Pair {
  /// The p-values of all tests of the pair.
  package var probabilities: [ContrastStatistic: Double] {
    var found: [ContrastStatistic: Double] = [:]
    found[.mcNemar] = boards?.exactProbability
    found[.midP] = boards?.midProbability
    found[.regression] = (try? regression?.get())?.coefficients[1].probability
    for difference in differences {
      guard let tested = try? difference.result.get() else { continue }
      found[.means(difference.measure)] = tested.probability
      found[.ranks(difference.measure)] = tested.effect?.signedRankProbability
    }
    return found
  }
}

/// Returns the p-values of each contrast, adjusted by Holm's method (1979) among those of the same
/// statistic.
///
/// A contrast that has no p-value counts like one whose p is 1, so that the number of contrasts is
/// always that of the study. A single contrast has nothing to be adjusted for.
func adjusted(
  _ contrasts: [[ContrastStatistic: Double]]
) -> [[ContrastStatistic: Double]] {
  guard contrasts.count > 1 else { return contrasts.map { _ in [:] } }
  var adjusted = contrasts
  for statistic in Set(contrasts.flatMap(\.keys)) {
    let all = try? holmAdjusted(contrasts.map { $0[statistic] ?? 1 })
    for index in contrasts.indices where contrasts[index][statistic] != nil {
      adjusted[index][statistic] = all?[index]
    }
  }
  return adjusted
}
