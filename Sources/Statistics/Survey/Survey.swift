package import Archive
import Game
import Records
package import Shell
import Studies

/// Collects trials one at a time and computes statistics from them.
///
/// A conforming type stores counts and sums, so that memory does not grow with the number of
/// trials:
///
/// ```swift
/// struct PassTally: TrialTally {
///   private(set) var figures = 0
///   mutating func add(_ trial: ReadTrial) { if trial.isPassed { figures += 1 } }
/// }
/// ```
package protocol TrialTally: Sendable {
  associatedtype Figures: Equatable, Sendable

  /// Receives what the studies of the store declare and which trials will be added, before the
  /// first one; does nothing by default.
  mutating func prepare(for designs: [StudyText: StudyDesign], _ filter: TrialFilter)

  /// Adds a trial, which the caller has not excluded.
  mutating func add(_ trial: ReadTrial)

  /// Returns whether the trial is in the statistics; `true` by default.
  ///
  /// One that is not may still be added, such as those on which the adjusted p-values depend.
  func uses(_ trial: ReadTrial) -> Bool

  /// The statistics of all added trials.
  var figures: Figures { get }

  /// The reason why the added trials have no common statistics; `nil` by default.
  var error: Refusal? { get }

  /// `true` if trials whose look the participant ended are excluded, because the tally has no group
  /// of their own for them; `false` by default.
  static var excludesEndedLooks: Bool { get }
}

extension TrialTally {
  package mutating func prepare(for designs: [StudyText: StudyDesign], _ filter: TrialFilter) {}

  package func uses(_ trial: ReadTrial) -> Bool { true }

  package var error: Refusal? { nil }

  package static var excludesEndedLooks: Bool { false }
}

/// The selection of trials for a command, such as `test=inoue-210`.
///
///     var filter = TrialFilter()
///     filter.tests = ["inoue-210"]
///     filter.included = [.simulated]
package struct TrialFilter: Equatable, Sendable {
  /// The names of the tests; empty for all.
  package var tests: [String] = []
  package var participant: String?
  /// The name of a study or the hash of one of its texts, or `no` for trials outside of studies.
  package var study: String?
  /// The condition of a study, or one of its holds such as `glance 200`; `nil` for all trials.
  package var condition: String?
  /// The group of a study; `nil` for all participants.
  package var group: String?
  /// `true` to apply the exclusion rules of studies.
  package var appliesRules = true
  /// The exclusions that are turned off by `include=`.
  package var included: [Exclusions.Reason] = []

  package init() {}

  /// `true` if the filter selects trials by their study.
  package var isOfStudy: Bool { study != nil || condition != nil || group != nil }

  /// Whether the filter may exclude some trials of a study and select others.
  var isWithinStudy: Bool {
    participant != nil || condition != nil || group != nil || !tests.isEmpty
  }

  /// The names of this filter, each with a filter that has no other one.
  fileprivate var filtersByName: [(name: Exclusions.SelectedName, filter: TrialFilter)] {
    func only(
      _ key: WritableKeyPath<TrialFilter, String?>, _ name: (String) -> Exclusions.SelectedName
    ) -> (Exclusions.SelectedName, TrialFilter)? {
      guard let text = self[keyPath: key] else { return nil }
      var filter = TrialFilter()
      filter[keyPath: key] = text
      return (name(text), filter)
    }
    return [
      only(\.participant) { .participant($0) }, only(\.study) { .study($0) },
      only(\.condition) { .condition($0) }, only(\.group) { .group($0) },
    ].compactMap(\.self)
  }

  /// Returns `true` if the trial is selected.
  func asks(for trial: ReadTrial) -> Bool {
    (participant == nil || trial.participant == participant)
      && isOfStudy(trial)
      && isOfCondition(trial)
      && (group == nil || trial.group == group)
      && (tests.isEmpty || tests.contains { $0 == trial.test })
  }

  private func isOfCondition(_ trial: ReadTrial) -> Bool {
    guard let condition, trial.studyCondition != condition else { return true }
    return trial.studyCell?.name == condition
  }

  private func isOfStudy(_ trial: ReadTrial) -> Bool {
    guard let study else { return true }
    guard let own = trial.study else { return study == StudyText.outside }
    return own == study || trial.studyHash == study
  }
}

/// The statistics of the selected trials, and the numbers of excluded ones.
///
///     print(report.figures.tests.count, "tests, without", report.exclusions.count, "trials")
package struct SurveyReport<Figures: Equatable & Sendable>: Equatable, Sendable {
  package let figures: Figures
  package let exclusions: Exclusions
  /// The selection of trials.
  package let filter: TrialFilter

  package init(
    _ figures: Figures, _ exclusions: Exclusions = Exclusions(), filter: TrialFilter = TrialFilter()
  ) {
    self.figures = figures
    self.exclusions = exclusions
    self.filter = filter
  }

  /// Returns the result with transformed statistics and the same exclusions.
  package func map<Other>(_ transform: (Figures) -> Other) -> SurveyReport<Other> {
    SurveyReport<Other>(transform(figures), exclusions, filter: filter)
  }
}

extension SurveyReport: DamageReport {
  package var skippedDamagedRows: Bool {
    exclusions[.damaged] > 0 || !exclusions.unreadable.isEmpty
  }
}

/// The operation that reads all trials of a store and computes statistics of the selected ones.
///
/// It reads each round once, and once before for each kind of rule of a study that needs all trials:
/// about latencies, and about participants or practice. Selected trials are added to the tally or
/// counted as excluded.
///
///     let survey = Survey(source: source, tally: SummaryTally(), filter: TrialFilter())
///     queue.enqueue(QueuedOperation(survey) { result in
///       if case .success(let report) = result { print(report.figures.tests.count) }
///     })
package struct Survey<Tally: TrialTally>: StoreOperation {
  package let source: StoreSource
  package let tally: Tally
  package let filter: TrialFilter

  package init(source: StoreSource, tally: Tally, filter: TrialFilter) {
    self.source = source
    self.tally = tally
    self.filter = filter
  }

  package func perform(_ run: OperationRun) throws -> SurveyReport<Tally.Figures> {
    try run.reading(source) { context in
      let rules = try StudyExclusions(context, of: source, readsPractice: true, run)
      var tally = tally
      tally.prepare(for: rules.designs, filter)
      var exclusions = Exclusions(appliesRules: filter.appliesRules)
      var unmatched = filter.filtersByName
      var hasTrials = false
      try run.forEachReadTrial(in: context, of: source) { trial in
        if let trial {
          hasTrials = true
          unmatched.removeAll { $0.filter.asks(for: trial) }
        }
        add(trial, filter, rules, to: &tally, &exclusions)
      }
      // A trial that can't be read may have any name.
      if hasTrials, exclusions[.damaged] == 0, source.forgottenCount == 0 {
        exclusions.unmatchedNames = unmatched.map(\.name)
      }
      if source.forgottenCount > 0 {
        exclusions.add([.forgotten], count: source.forgottenCount)
      }
      exclusions.note(rules, context.consumeOmissions())
      if let error = tally.error { throw error }
      return SurveyReport(tally.figures, exclusions, filter: filter)
    }
  }
}

/// Adds a trial to the tally, or to the exclusions; `nil` stands for a damaged trial.
///
/// Does nothing for a trial that the filter does not select. Of a trial that the figures don't use,
/// nothing is told, although the tally may need it.
private func add<Tally: TrialTally>(
  _ trial: consuming ReadTrial?, _ filter: TrialFilter, _ rules: StudyExclusions,
  to tally: inout Tally, _ exclusions: inout Exclusions
) {
  guard let trial = consume trial else { return exclusions.add([.damaged]) }
  guard filter.asks(for: trial) else { return }
  guard trial.test != nil else { return exclusions.add([.free]) }
  var reasons = trial.exclusions.filter { !filter.included.contains($0) }
  if !rules.isOver(trial) { reasons.append(.notOver) }
  if Tally.excludesEndedLooks, trial.isLookEnded { reasons.append(.lookEnded) }
  let isUsed = tally.uses(trial)
  guard reasons.isEmpty else {
    guard isUsed else { return }
    exclusions.noteParticipant(of: trial, excludedFor: reasons, rules)
    return exclusions.add(reasons)
  }
  if isUsed { exclusions.note(trial, rules) }
  let broken =
    rules.isEmpty
    ? []
    : rules.rules(
      for: trial.values, trial.presses, named: trial.identifier, of: trial.participant)
  if !broken.isEmpty {
    if isUsed { exclusions.add(broken, of: trial.participant) }
    if filter.appliesRules { return }
  }
  if isUsed { exclusions.noteIncluded(trial) }
  tally.add(trial)
}
