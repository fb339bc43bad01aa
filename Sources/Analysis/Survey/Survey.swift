package import Archive
import Game
package import Operations
import Records

/// Accumulates trials one after another, and keeps none of them.
package protocol TrialTally: Sendable {
  associatedtype Figures: Equatable, Sendable

  mutating func add(_ trial: ReadTrial)

  /// The figures of all trials that were added.
  var figures: Figures { get }
}

/// The trials that a command asks for.
package struct TrialFilter: Equatable, Sendable {
  /// The names of the tests; empty for all.
  package var tests: [String] = []
  package var participant: String?
  package var study: String?
  /// Reasons that exclude no trial here.
  package var included: [Exclusions.Reason] = []

  package init() {}

  func asks(for trial: ReadTrial) -> Bool {
    (participant == nil || trial.participant == participant)
      && (study == nil || trial.study == study)
      && (tests.isEmpty || tests.contains { $0 == trial.test })
  }
}

/// The figures of a store, and the trials that they leave out.
package struct SurveyReport<Figures: Equatable & Sendable>: Equatable, Sendable {
  package let figures: Figures
  package let exclusions: Exclusions

  package init(_ figures: Figures, _ exclusions: Exclusions = Exclusions()) {
    self.figures = figures
    self.exclusions = exclusions
  }

  /// Returns other figures of the same trials.
  package func map<Other>(_ transform: (Figures) -> Other) -> SurveyReport<Other> {
    SurveyReport<Other>(transform(figures), exclusions)
  }
}

extension SurveyReport: ExclusionReport {
  package var skippedDamagedRows: Bool { exclusions[.damaged] > 0 }
}

/// Reads all trials of a store, adds those that count to a tally, and returns its figures.
package struct Survey<Tally: TrialTally>: StoreOperation {
  package let source: StoreSource
  package let tally: Tally
  package let filter: TrialFilter

  package init(source: StoreSource, tally: Tally, filter: TrialFilter) {
    self.source = source
    self.tally = tally
    self.filter = filter
  }

  package func perform(
    _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) -> SurveyReport<Tally.Figures> {
    try run.reading(source) { context throws(StoreWorkStop) in
      let reading = try run.tryingRecords(TrialReading(context))
      var tally = tally
      var exclusions = Exclusions()
      try run.forEachTrial(in: context, of: source, reading.next) {
        add($0, filter, to: &tally, &exclusions)
      }
      if source.forgottenCount > 0 {
        exclusions.add([.forgotten], count: source.forgottenCount)
      }
      return SurveyReport(tally.figures, exclusions)
    }
  }
}

/// Adds a trial that counts to the tally, or else to the exclusions; nil is a damaged trial.
///
/// Does nothing with a trial that the filter does not ask for.
private func add<Tally: TrialTally>(
  _ trial: consuming ReadTrial?, _ filter: TrialFilter, to tally: inout Tally,
  _ exclusions: inout Exclusions
) {
  guard let trial = consume trial else { return exclusions.add([.damaged]) }
  guard filter.asks(for: trial) else { return }
  guard trial.test != nil else { return exclusions.add([.free]) }
  var reasons = trial.exclusions.filter { !filter.included.contains($0) }
  if !trial.isOver { reasons.append(.notOver) }
  if reasons.isEmpty { tally.add(trial) } else { exclusions.add(reasons) }
}
