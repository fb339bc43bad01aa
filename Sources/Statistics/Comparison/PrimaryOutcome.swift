import Archive
import Science
package import Studies

/// The test of a study's primary outcome, whose p-value is not adjusted.
///
/// It is the test of `compare` over participants: by their differences for conditions, Welch's for
/// groups.
///
///     if let difference = outcome.difference { print(outcome.declared.first, difference.unit) }
package struct PrimaryOutcome: Equatable, Sendable {
  /// The name of the study, with the hash of the text if other texts have the same name.
  package let study: String
  package let declared: StudyPrimary
  /// The difference with its test; `nil` if only some trials of the study are selected.
  package let difference: Comparison.Difference?
  /// The reasons why figures of the two sides can't be compared.
  package let comparability: Comparability
  /// The options by which it was computed otherwise than the study plans.
  package let data: DataOptions

  package var measure: Comparison.Measure { declared.outcome.measure }

  package init(
    study: String, declared: StudyPrimary, difference: Comparison.Difference?,
    comparability: Comparability = Comparability(), data: DataOptions = DataOptions()
  ) {
    self.study = study
    self.declared = declared
    self.difference = difference
    self.comparability = comparability
    self.data = data
  }
}

extension StudyPrimary.Outcome {
  /// The measure of a comparison.
  package var measure: Comparison.Measure {
    switch self {
    case .accuracy: .accuracy
    case .firstPress: .firstPress
    case .laterPresses: .laterPresses
    }
  }
}

extension StudyPrimary {
  /// The two sides, for a comparison.
  fileprivate var conditions: [TrialCondition] {
    [second, first].map { word in
      switch sides {
      case .conditions: TrialCondition(ofStudy: word)
      case .groups: TrialCondition(ofGroup: word)
      }
    }
  }
}

/// Collects the trials of the primary outcomes that studies declare.
///
///     var primaries = PrimaryTally(trim: nil)
///     primaries.prepare(for: designs, filter)
///     for trial in trials { primaries.add(trial) }
///     print(primaries.outcomes.count)
struct PrimaryTally: Sendable {
  private struct Declared {
    let primary: StudyPrimary
    var comparison: ComparisonTally
    var hasTrials = false

    /// Returns the difference over participants of the compared pair; one participant is no sample.
    func difference(_ found: Comparison.Pair?) -> Comparison.Difference {
      let measure = primary.outcome.measure
      let difference = found?.differences.first { $0.measure == measure }
      switch difference?.unit {
      case .participants?, .groups?: if let difference { return difference }
      case .boards?, .trials?, nil: break
      }
      let count = found == nil ? 0 : 1
      return Comparison.Difference(
        measure: measure, unit: .participants(count),
        result: .failure(.tooFew(count: count, needed: 2)))
    }
  }

  private let trim: LatencyTrim?
  private var filter = TrialFilter()
  private var declared: [StudyText: Declared] = [:]

  /// Creates an empty collection; `trim` is the rule for outliers of press times.
  init(trim: LatencyTrim?) { self.trim = trim }

  mutating func prepare(for designs: [StudyText: StudyDesign], _ filter: TrialFilter) {
    self.filter = filter
    for (text, design) in designs {
      guard let primary = design.primary else { continue }
      // Without the designs, the comparison has no other contrasts.
      declared[text] = Declared(
        primary: primary,
        comparison: ComparisonTally(primary.conditions, trim: trim, regresses: false))
    }
  }

  mutating func add(_ trial: ReadTrial) {
    guard !declared.isEmpty, !trial.isLookEnded, let text = StudyText(of: trial.values) else {
      return
    }
    declared[text]?.hasTrials = true
    declared[text]?.comparison.add(trial)
  }

  /// Returns whether the trial is of a side of its study's primary outcome.
  func uses(_ trial: ReadTrial) -> Bool {
    guard !trial.isLookEnded, let text = StudyText(of: trial.values) else { return false }
    return declared[text]?.comparison.uses(trial) == true
  }

  /// The outcomes of the studies that have trials, in the order of their names.
  var outcomes: [PrimaryOutcome] {
    let texts = Set(declared.filter(\.value.hasTrials).keys)
    return texts.sorted().compactMap { outcome(of: $0, among: texts) }
  }

  /// Returns the outcome of a study; `nil` if it declares none, or has no trials.
  func outcome(of text: StudyText, among texts: Set<StudyText> = []) -> PrimaryOutcome? {
    guard let declared = declared[text], declared.hasTrials else { return nil }
    // Shares of passes have no times that a rule could leave out.
    let trim = declared.primary.outcome == .accuracy ? nil : trim
    let pair = declared.comparison.figures.pairs.first
    return PrimaryOutcome(
      study: text.name(among: texts), declared: declared.primary,
      difference: filter.isWithinStudy ? nil : declared.difference(pair),
      comparability: pair?.comparability ?? Comparability(),
      data: DataOptions(filter, trim))
  }
}
