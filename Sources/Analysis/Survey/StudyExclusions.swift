package import Archive
package import Game
package import Operations
package import Records
import Studies

/// The rules of a store's studies that exclude trials and participants from the figures, with the
/// participants whom they exclude.
///
/// Participants are judged by their counted trials: finished trials of tests that no rule about
/// trials excludes. The judgement does not depend on a command's filter.
///
///     let rules = exclusions.rules(for: trial, presses, of: "P07")
///     rules.isEmpty  // true for a trial that counts
package struct StudyExclusions: Sendable {
  /// A rule, in the order of the studies and of their files.
  ///
  ///     for rule in exclusions.rules(for: "P07", in: "memory") { print(rule.text) }
  package struct Rule: Hashable, Comparable, Sendable {
    package let study: String
    /// The text of the rule in the file.
    package let text: String
    let number: Int

    package static func < (first: Self, second: Self) -> Bool {
      (first.study, first.number) < (second.study, second.number)
    }
  }

  private typealias RuledExclusion = (exclusion: StudyExclusion, rule: Rule)

  private struct Study {
    let hash: String
    let ofTrials: [RuledExclusion]
    let ofParticipants: [RuledExclusion]
    var answers: [String: StudyAnswers] = [:]
    var tallies: [String: ParticipantTally] = [:]
    /// The participants whom a rule excludes.
    var excluded: [String: [Rule]] = [:]
  }

  /// The counts of a participant's trials, on which the rules about participants depend.
  private struct ParticipantTally {
    var trialCount = 0
    var passedCount = 0
    var excludedCount = 0

    func value(of measure: StudyExclusion.ParticipantMeasure) -> Double? {
      switch measure {
      case .trials: Double(trialCount)
      case .passed: trialCount > 0 ? 100 * Double(passedCount) / Double(trialCount) : nil
      case .excluded:
        trialCount + excludedCount > 0
          ? 100 * Double(excludedCount) / Double(trialCount + excludedCount) : nil
      }
    }
  }

  private var studies: [String: Study] = [:]

  /// Creates the rules of a store without studies.
  package init() {}

  /// Reads the rules of a store, and all its trials if a rule is about participants.
  package init(
    _ context: RecordContext, of source: StoreSource, _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) {
    try run.tryingRecords { () throws(RecordError) in try readStudies(context) }
    guard studies.values.contains(where: { !$0.ofParticipants.isEmpty }) else { return }
    let reading = try run.tryingRecords(TrialReading(context))
    try run.forEachTrial(in: context, of: source, reading.next) { trial in
      if let trial { add(trial) }
    }
    for name in studies.keys { judgeParticipants(of: name) }
  }

  package var isEmpty: Bool { studies.isEmpty }

  private mutating func readStudies(_ context: RecordContext) throws(RecordError) {
    for record in try context.readable(StudyRecord.self, "allStudies") {
      guard let plan = try? StudyFile.read(stored: record.text), plan.hash == record.hash,
        !plan.exclusions.isEmpty
      else { continue }
      let rules = plan.exclusions.enumerated().map { number, exclusion in
        (exclusion, Rule(study: plan.name, text: exclusion.text, number: number))
      }
      var study = Study(
        hash: plan.hash, ofTrials: rules.filter { $0.0.subject == .trial },
        ofParticipants: rules.filter { $0.0.subject == .participant })
      let own = ["study": RecordReference(record)]
      for enrolment in try context.readable(EnrolmentRecord.self, "enrolmentsOf", own) {
        study.answers[enrolment.code] = enrolment.studyAnswers
        study.tallies[enrolment.code] = ParticipantTally()
      }
      studies[plan.name] = study
    }
  }

  private mutating func add(_ trial: ReadTrial) {
    let others = trial.exclusions.filter { $0 != .simulated && $0 != .virtualClock }
    guard let name = trial.study, let study = studies[name], trial.studyHash == study.hash,
      others.isEmpty, trial.isOver
    else { return }
    var tally = study.tallies[trial.participant] ?? ParticipantTally()
    if study.ofTrials.contains(where: { $0.exclusion.holds(for: trial.values, trial.presses) }) {
      tally.excludedCount += 1
    } else {
      tally.trialCount += 1
      if trial.isPassed { tally.passedCount += 1 }
    }
    studies[name]?.tallies[trial.participant] = tally
  }

  private mutating func judgeParticipants(of name: String) {
    guard let study = studies[name] else { return }
    for (code, tally) in study.tallies {
      let rules = study.ofParticipants.filter { exclusion, _ in
        guard let measure = StudyExclusion.ParticipantMeasure(rawValue: exclusion.measure) else {
          return exclusion.holds(for: study.answers[code]?[exclusion.measure])
        }
        return exclusion.holds(for: tally.value(of: measure))
      }
      if !rules.isEmpty { studies[name]?.excluded[code] = rules.map(\.rule) }
    }
  }

  /// Returns the rules that exclude a trial of a test that is over, or its participant; none for
  /// any other trial.
  package func rules(
    for values: Trial, _ presses: [RoundMeasures.Press], of participant: String
  ) -> [Rule] {
    guard let name = values.study, let study = studies[name], values.studyHash == study.hash,
      values.phase == Trial.Phase.test.rawValue, values.isOver
    else { return [] }
    return (study.excluded[participant] ?? [])
      + study.ofTrials.filter { $0.exclusion.holds(for: values, presses) }.map(\.rule)
  }

  /// Returns the rules that exclude a participant of a study.
  package func rules(for participant: String, in study: String) -> [Rule] {
    studies[study]?.excluded[participant] ?? []
  }
}

extension StudyExclusion {
  /// Returns whether a rule about trials holds for one.
  fileprivate func holds(for values: Trial, _ presses: [RoundMeasures.Press]) -> Bool {
    switch TrialMeasure(rawValue: measure) {
    case .firstPress:
      let isHeld = values.condition == Trial.Condition.hold.rawValue
      let measures = values.measures
      return holds(
        for: (isHeld ? measures.firstPressFromMask : measures.firstPressFromOnset).map(Double.init))
    case .press:
      return presses.dropFirst().contains { holds(for: $0.lineLatency.map(Double.init)) }
    case .time: return holds(for: values.measures.time.map(Double.init))
    case .studyTime: return holds(for: values.measures.studyTime.map(Double.init))
    case .earlyInputs: return holds(for: values.exposure.earlyInputs.map(Double.init))
    case .number: return holds(for: Double(values.trial))
    case nil: return false
    }
  }
}

/// The trials and participants that the rules of studies exclude, counted by rule.
///
///     var counts = RuleCounts()
///     counts.add(rules, of: "P07")
///     print(counts.all.count)
package struct RuleCounts: Equatable, Sendable {
  /// The numbers excluded by one rule; a trial that two rules exclude counts for both.
  package struct Count: Equatable, Sendable {
    package let rule: StudyExclusions.Rule
    package let trialCount: Int
    package let participantCount: Int
  }

  /// The number of trials that any rule excludes.
  package private(set) var trialCount = 0
  private var trialCounts: [StudyExclusions.Rule: Int] = [:]
  private var participants: [StudyExclusions.Rule: Set<String>] = [:]

  package init() {}

  package mutating func add(_ rules: [StudyExclusions.Rule], of participant: String) {
    guard !rules.isEmpty else { return }
    trialCount += 1
    for rule in rules {
      trialCounts[rule, default: 0] += 1
      participants[rule, default: []].insert(participant)
    }
  }

  package var all: [Count] {
    trialCounts.sorted { $0.key < $1.key }.map { rule, count in
      Count(
        rule: rule, trialCount: count, participantCount: participants[rule, default: []].count)
    }
  }
}
