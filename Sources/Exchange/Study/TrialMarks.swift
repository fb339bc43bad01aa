import Analysis
import Archive
import Game
import Operations
import Records

/// The marks that an export adds to the values of a trial: whether it is simulated, and which rules
/// of its study exclude it.
struct TrialMarks {
  private let rules: StudyExclusions
  private let includesHost: Bool
  private let appliesRules: Bool
  /// The counts of the trials excluded by rules so far.
  private(set) var counts = RuleCounts()

  /// Creates marks without any rules.
  init(includesHost: Bool = false) {
    rules = StudyExclusions()
    self.includesHost = includesHost
    appliesRules = false
  }

  /// Reads the rules of a store.
  init(
    of source: StoreSource, _ options: ExportOptions, _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) {
    includesHost = options.includesHost
    appliesRules = options.appliesRules
    rules =
      options.appliesRules
      ? try run.reading(source) { context throws(StoreWorkStop) in
        try StudyExclusions(context, of: source, run)
      } : StudyExclusions()
  }

  /// Writes the marks into the row of a trial, and removes the host's name unless it is requested.
  mutating func mark(_ row: inout TrialRow) {
    let isSimulated = row.isSimulated ? 1 : 0
    row.simulated = isSimulated
    for index in row.presses.indices { row.presses[index].simulated = isSimulated }
    if !includesHost {
      if row.session.values.machine != nil { row.session.values.machine = nil }
      if row.resumption?.values.machine != nil { row.resumption?.values.machine = nil }
    }
    guard !rules.isEmpty else { return }
    let code = row.session.participant
    let broken = rules.rules(for: row.values, row.presses.map(\.values), of: code)
    counts.add(broken, of: code)
    row.excluded = Self.text(broken)
  }

  /// Returns the rules that exclude a participant of a study; `nil` for none.
  func rules(for code: String, in study: String) -> String? {
    Self.text(rules.rules(for: code, in: study))
  }

  /// Returns the text of a cell for the rules; `nil` if there are none.
  private static func text(_ rules: [StudyExclusions.Rule]) -> String? {
    rules.isEmpty ? nil : rules.map(\.text).joined(separator: "; ")
  }
}

/// The optional contents of an export: the names of the hosts, and the rules that exclude a trial.
///
///     let options = ExportOptions(includesHost: true, appliesRules: false)
package struct ExportOptions: Equatable, Sendable {
  /// `true` if the files have the names of the hosts on which the program ran.
  package var includesHost = false
  /// `true` if the files name the rules of the studies that exclude a trial.
  package var appliesRules = true

  package init(includesHost: Bool = false, appliesRules: Bool = true) {
    self.includesHost = includesHost
    self.appliesRules = appliesRules
  }
}

extension TrialRow {
  /// `true` if the trial was simulated.
  var isSimulated: Bool {
    session.participant.hasPrefix(ParticipantCode.simulatedPrefix)
      || presses.contains { $0.values.input == .simulated }
  }

  /// Checks the mark of a file, and removes the marks, which are not stored.
  mutating func checkMarks(ofSession mark: Int?) throws(LineReason) {
    defer {
      simulated = nil
      excluded = nil
      for index in presses.indices { presses[index].simulated = nil }
    }
    let expected = isSimulated ? 1 : 0
    let marks = [simulated, mark] + presses.map(\.simulated)
    guard marks.allSatisfy({ $0 == nil || $0 == expected }) else {
      throw .content(.contradiction(column: "simulated", of: .movesOfTrial))
    }
  }
}
