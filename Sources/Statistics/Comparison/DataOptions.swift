package import Archive
package import Science

/// The options of a command by which figures have other trials or times than a study plans.
///
///     let options = DataOptions(appliesRules: false)
///     options.isEmpty  // false
package struct DataOptions: Equatable, Sendable {
  /// The exclusions that are turned off.
  package var included: [Exclusions.Reason] = []
  /// `true` if the exclusion rules of studies are applied.
  package var appliesRules = true
  /// The rule for outliers of press times; `nil` for none.
  package var trim: LatencyTrim?

  package init(
    included: [Exclusions.Reason] = [], appliesRules: Bool = true, trim: LatencyTrim? = nil
  ) {
    self.included = included
    self.appliesRules = appliesRules
    self.trim = trim
  }

  /// Creates the options of a selection and of a rule for outliers.
  init(_ filter: TrialFilter, _ trim: LatencyTrim?) {
    self.init(included: filter.included, appliesRules: filter.appliesRules, trim: trim)
  }

  package var isEmpty: Bool { self == Self() }
}
