import Archive
import Science
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
  /// The outcome of which one contrast is the primary one, which is not adjusted and none of the
  /// others are adjusted for; `nil` without one.
  package var primaryOutcome: Comparison.Measure?
  /// `false` if only some trials of the study are compared, so that nothing is adjusted.
  package let isComplete: Bool
  /// The options that change the data of all contrasts alike.
  package let data: DataOptions
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

extension StudyDesign {
  /// Returns the outcome of the primary contrast, and its two names; `nil` unless it is one of the
  /// contrasts of this kind.
  func primary(
    of kind: TrialCondition.Kind
  ) -> (names: Set<String>, measure: Comparison.Measure)? {
    guard let primary else { return nil }
    let isOfKind =
      switch primary.sides {
      case .conditions: kind == .condition
      case .groups: kind == .group
      }
    return isOfKind ? ([primary.first, primary.second], primary.outcome.measure) : nil
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

  /// The outcome that is tested.
  var measure: Comparison.Measure {
    switch self {
    case .means(let measure), .ranks(let measure): measure
    case .mcNemar, .midP, .regression: .accuracy
    }
  }
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
/// always that of the study. A single contrast has nothing to be adjusted for. The primary contrast
/// is not part of the families of its outcome, whichever statistic tests it.
func adjusted(
  _ contrasts: [[ContrastStatistic: Double]],
  except primary: (index: Int, measure: Comparison.Measure)? = nil
) -> [[ContrastStatistic: Double]] {
  var adjusted: [[ContrastStatistic: Double]] = contrasts.map { _ in [:] }
  for statistic in Set(contrasts.flatMap(\.keys)) {
    let family = contrasts.indices.filter {
      $0 != primary?.index || statistic.measure != primary?.measure
    }
    let probabilities = family.map { contrasts[$0][statistic] ?? 1 }
    guard family.count > 1, let all = try? holmAdjusted(probabilities)
    else { continue }
    for (index, probability) in zip(family, all) where contrasts[index][statistic] != nil {
      adjusted[index][statistic] = probability
    }
  }
  return adjusted
}
