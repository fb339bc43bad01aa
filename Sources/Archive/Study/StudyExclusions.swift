public import Game
public import Records
import Science
public import Shell
public import Studies

extension RecordContext {
  /// Returns the studies whose text is as it was stored; the context records the others as skipped.
  public func readableStudies() throws(RecordError) -> [(record: StudyRecord, plan: StudyPlan)] {
    try readable(StudyRecord.self, "allStudies").compactMap { record in
      guard let plan = try? StudyFile.read(stored: record.text), plan.hash == record.hash else {
        omit(record, column: "text")
        return nil
      }
      return (record, plan)
    }
  }
}

/// The rules of all studies in a store that exclude trials and participants from statistics.
///
/// Rules about participants depend on those finished trials of tests that no rule about trials
/// excludes. They do not depend on the selection of trials by a command.
///
///     let rules = exclusions.rules(for: trial, presses, named: identifier, of: "P07")
///     rules.isEmpty  // true for a trial that counts
public struct StudyExclusions: Sendable {
  /// A rule, sorted by study and by its position in the study file.
  ///
  ///     for rule in exclusions.rules(for: "P07", in: "memory") { print(rule.text) }
  public struct Rule: Hashable, Comparable, Sendable {
    public let study: String
    /// The rule as the study file has it.
    public let text: String
    let number: Int

    public static func < (first: Self, second: Self) -> Bool {
      (first.study, first.number) < (second.study, second.number)
    }
  }

  private typealias RuledExclusion = (exclusion: StudyExclusion, rule: Rule)

  private struct Study: Sendable {
    let hash: String
    let ofTrials: [RuledExclusion]
    let ofParticipants: [RuledExclusion]
    /// The names of the questions to a participant, which come before measures with the same name.
    let questions: Set<String>
    /// The names of the questions after trials.
    let trialQuestions: Set<String>
    var answers: [String: StudyAnswers] = [:]
    var tallies: [String: ParticipantTally] = [:]
    /// The latencies of each participant by cell of the design, if a rule compares with them.
    var latencies: [LatencyGroup: MeanTally] = [:]

    var hasLatencyRule: Bool {
      ofTrials.contains { $0.exclusion.trialMeasure == .latency }
    }

    /// Returns the rules about trials that exclude a trial of a participant.
    func rules(for trial: ReadTrial) -> [Rule] {
      rules(for: trial.values, trial.presses, named: trial.identifier, of: trial.participant)
    }

    /// Returns the rules about trials that exclude the trial with an identifier.
    func rules(
      for values: Trial, _ presses: [RoundMeasures.Press], named identifier: String,
      of participant: String
    ) -> [Rule] {
      let answers = answers[participant]
      let latencies = latencies[LatencyGroup(participant, values)]
      return ofTrials.filter { exclusion, _ in
        guard exclusion.trialMeasure == nil else {
          return exclusion.holds(for: values, presses, latencies)
        }
        // The answer to a question after the trial, or after its block.
        let name =
          trialQuestions.contains(exclusion.measure)
          ? StudyQuestion.answerName(exclusion.measure, after: identifier)
          : StudyQuestion.answerName(exclusion.measure, block: values.studyBlock)
        return exclusion.holds(for: answers?[name])
      }.map(\.rule)
    }
    /// The excluded participants with the rules that exclude them.
    var excluded: [String: [Rule]] = [:]
  }

  /// The numbers of a participant's trials, for the rules about participants.
  private struct TrialCounts {
    var trialCount = 0
    var passedCount = 0
    var excludedCount = 0
    var missedCount = 0

    mutating func add(_ other: TrialCounts) {
      trialCount += other.trialCount
      passedCount += other.passedCount
      excludedCount += other.excludedCount
      missedCount += other.missedCount
    }

    func value(of measure: StudyExclusion.ParticipantMeasure) -> Double? {
      let finishedCount = trialCount + excludedCount
      return switch measure {
      case .practice: nil
      case .trials: Double(trialCount)
      case .passed: Self.percentage(passedCount, of: trialCount)
      case .excluded: Self.percentage(excludedCount, of: finishedCount)
      case .holdMissed: Self.percentage(missedCount, of: finishedCount + missedCount)
      }
    }

    private static func percentage(_ part: Int, of whole: Int) -> Double? {
      whole > 0 ? 100 * Double(part) / Double(whole) : nil
    }
  }

  /// The numbers of a participant's trials, by cell of the design.
  private struct ParticipantTally {
    var counts: [StudyCell?: TrialCounts] = [:]

    /// Returns the value of a measure among the trials of a condition or one of its holds, or
    /// among all.
    func value(
      of measure: StudyExclusion.ParticipantMeasure, in condition: String?
    ) -> Double? {
      var all = TrialCounts()
      for (cell, own) in counts
      where condition == nil || cell?.condition == condition || cell?.name == condition {
        all.add(own)
      }
      return all.value(of: measure)
    }
  }

  private var studies: [String: Study] = [:]
  /// The texts of all studies in the store, even of those without rules.
  public private(set) var presentTexts: Set<StudyText> = []
  /// The conditions and groups of all studies in the store.
  public private(set) var designs: [StudyText: StudyDesign] = [:]
  /// The identifiers of the trials that are over only with the answers to the questions after them.
  private var unansweredTrials: Set<String> = []
  /// The damaged rows that were skipped: studies, and enrolments with answers.
  public private(set) var unreadable: [RecordError] = []
  /// The outcomes of practice, if all trials were read.
  public private(set) var practices = PracticeOutcomes()

  /// Creates an instance without rules.
  public init() {}

  /// Reads the rules; if one is about participants or latencies, also reads all trials.
  ///
  /// With `readsPractice` they are also read if a study has a criterion of practice.
  public init(
    _ context: RecordContext, of source: StoreSource, readsPractice: Bool = false,
    _ run: OperationRun
  ) throws {
    try readStudies(context)
    unreadable = context.consumeOmissions().filter(\.isOfPeople)
    try measureLatencies(context, of: source, run)
    let hasRules = studies.values.contains { !$0.ofParticipants.isEmpty }
    guard hasRules || readsPractice && !practices.isEmpty else { return }
    try run.forEachReadTrial(in: context, of: source) { trial in
      if let trial { add(trial) }
    }
    for name in studies.keys { judgeParticipants(of: name) }
  }

  public var isEmpty: Bool { studies.isEmpty }

  /// Returns whether a trial and the questions after it are over.
  ///
  /// Its outcome would bias the answers to those that a killed program has left open.
  public func isOver(_ trial: ReadTrial) -> Bool {
    trial.isOver && !unansweredTrials.contains(trial.identifier)
  }

  private mutating func readStudies(_ context: RecordContext) throws(RecordError) {
    for (record, plan) in try context.readableStudies() {
      let text = StudyText(study: plan.name, hash: plan.hash)
      presentTexts.insert(text)
      designs[text] = StudyDesign(plan)
      practices.add(plan)
      unansweredTrials.formUnion(try context.unansweredTrials(in: record, of: plan))
      guard !plan.exclusions.isEmpty else { continue }
      let rules = plan.exclusions.enumerated().map { number, exclusion in
        (exclusion, Rule(study: plan.name, text: exclusion.text, number: number))
      }
      var study = Study(
        hash: plan.hash, ofTrials: rules.filter { $0.0.subject == .trial },
        ofParticipants: rules.filter { $0.0.subject == .participant },
        questions: Set(plan.questions.filter { !$0.isRepeated }.map(\.name)),
        trialQuestions: Set(plan.questions.filter { $0.moment == .trial }.map(\.name)))
      let own = ["study": RecordReference(record)]
      for enrolment in try context.readable(EnrolmentRecord.self, "enrolmentsOf", own) {
        study.answers[enrolment.code] = enrolment.studyAnswers
        study.tallies[enrolment.code] = ParticipantTally()
      }
      studies[plan.name] = study
    }
  }

  /// Reads the latencies of all trials, for the rules that compare one with the others; does
  /// nothing without such a rule.
  private mutating func measureLatencies(
    _ context: RecordContext, of source: StoreSource, _ run: OperationRun
  ) throws {
    let names = studies.filter(\.value.hasLatencyRule).map(\.key)
    guard !names.isEmpty else { return }
    // The rules about latencies are not known yet: only the others exclude.
    var tallies: [String: [LatencyGroup: MeanTally]] = [:]
    try run.forEachReadTrial(in: context, of: source) { trial in
      guard let trial, let name = trial.study, names.contains(name), let study = studies[name],
        trial.studyHash == study.hash, Self.reasons(of: trial).isEmpty, trial.isOver,
        study.rules(for: trial).isEmpty,
        let latency = trial.values.firstPressLatency
      else { return }
      let group = LatencyGroup(trial.participant, trial.values)
      tallies[name, default: [:]][group, default: MeanTally()].add(latency)
    }
    for (name, latencies) in tallies { studies[name]?.latencies = latencies }
  }

  /// Returns the reasons for which figures exclude a trial, whoever has played it.
  private static func reasons(of trial: ReadTrial) -> [Exclusions.Reason] {
    let players: [Exclusions.Reason] = [.simulated, .agent, .script, .virtualClock]
    return trial.exclusions.filter { !players.contains($0) }
  }

  private mutating func add(_ trial: ReadTrial) {
    practices.add(trial)
    let others = Self.reasons(of: trial)
    guard let name = trial.study, let study = studies[name], trial.studyHash == study.hash,
      others.isEmpty || others == [.holdMissed], trial.isOver
    else { return }
    var tally = study.tallies[trial.participant] ?? ParticipantTally()
    var counts = TrialCounts()
    if !others.isEmpty {
      counts.missedCount = 1
    } else if !study.rules(for: trial).isEmpty {
      counts.excludedCount = 1
    } else {
      counts.trialCount = 1
      counts.passedCount = trial.isPassed ? 1 : 0
    }
    tally.counts[trial.studyCell, default: TrialCounts()].add(counts)
    studies[name]?.tallies[trial.participant] = tally
  }

  private mutating func judgeParticipants(of name: String) {
    guard let study = studies[name] else { return }
    for (code, tally) in study.tallies {
      let rules = study.ofParticipants.filter { exclusion, _ in
        guard let measure = StudyExclusion.ParticipantMeasure(rawValue: exclusion.measure),
          measure == .practice || !study.questions.contains(exclusion.measure)
        else { return exclusion.holds(for: study.answers[code]?[exclusion.measure]) }
        guard measure == .practice else {
          return exclusion.holds(for: tally.value(of: measure, in: exclusion.condition))
        }
        let failed = practices.failedCount(of: code, in: name).map {
          $0 > 0 ? StudyExclusion.ParticipantMeasure.failed : ""
        }
        return exclusion.holds(for: study.answers[code]?[exclusion.measure] ?? failed)
      }
      if !rules.isEmpty { studies[name]?.excluded[code] = rules.map(\.rule) }
    }
  }

  /// Returns the rules that exclude the trial with an identifier, or its participant; none for a
  /// trial outside of finished tests.
  public func rules(
    for values: Trial, _ presses: [RoundMeasures.Press], named identifier: String,
    of participant: String
  ) -> [Rule] {
    guard let name = values.study, let study = studies[name], values.studyHash == study.hash,
      values.isOfTest, values.isOver
    else { return [] }
    return (study.excluded[participant] ?? [])
      + study.rules(for: values, presses, named: identifier, of: participant)
  }

  /// Returns the rules that exclude the participant of a trial, which may be practice; none for a
  /// trial of another text of the study.
  public func participantRules(for values: Trial, of participant: String) -> [Rule] {
    guard let name = values.study, let study = studies[name], values.studyHash == study.hash
    else { return [] }
    return study.excluded[participant] ?? []
  }

  /// Returns `true` if the rules for a trial can't be known, because its study is damaged, or the
  /// enrolment with the answers of its participant.
  public func areUnknown(for values: Trial, of participant: String) -> Bool {
    guard !unreadable.isEmpty, let text = StudyText(of: values) else { return false }
    guard presentTexts.contains(text) else {
      return !presentTexts.contains { $0.study == text.study }
    }
    guard let study = studies[text.study], study.answers[participant] == nil else { return false }
    return study.ofParticipants.contains { exclusion, _ in
      study.questions.contains(exclusion.measure)
        || StudyExclusion.ParticipantMeasure(rawValue: exclusion.measure) == nil
    }
      || study.ofTrials.contains { exclusion, _ in
        exclusion.trialMeasure == nil
      }
  }

  /// Returns all rules of a text of a study, in the order of its file.
  public func rules(of text: StudyText) -> [Rule] {
    guard let study = studies[text.study], study.hash == text.hash else { return [] }
    return (study.ofTrials + study.ofParticipants).map(\.rule).sorted()
  }

  /// Returns the rules that exclude a participant of a study.
  public func rules(for participant: String, in study: String) -> [Rule] {
    studies[study]?.excluded[participant] ?? []
  }
}

extension StudyExclusion {
  /// Returns whether a rule about a measured value excludes this trial; the latencies are those of
  /// its participant in its condition.
  fileprivate func holds(
    for values: Trial, _ presses: [RoundMeasures.Press], _ latencies: MeanTally?
  ) -> Bool {
    switch trialMeasure {
    case .firstPress: return holds(for: values.firstPressLatency)
    case .latency:
      guard let latencies, let mean = try? latencies.mean(),
        let deviation = try? latencies.deviation()
      else { return false }
      return holds(for: values.firstPressLatency, mean: mean, deviation: deviation)
    case .press:
      return presses.filter { $0.judgement != .early }.dropFirst().contains {
        holds(for: $0.lineLatency.map(Double.init))
      }
    case .time: return holds(for: values.sinceShown(values.measures.time))
    case .studyTime: return holds(for: studyTime(of: values))
    case .earlyInputs: return holds(for: values.exposure.earlyInputs.map(Double.init))
    case .number: return holds(for: Double(values.trial))
    case nil: return false
    }
  }

  /// Returns the milliseconds for which the numerals could be seen, or their percentage of the
  /// hold; `nil` without a mask, and for a percentage without a hold.
  private func studyTime(of values: Trial) -> Double? {
    guard let time = values.sinceShown(values.measures.studyTime) else { return nil }
    guard isOfHold else { return time }
    return values.requestedHold.map { 100 * time / Double($0) }
  }
}

/// The numbers of trials and participants that each rule excludes.
///
///     var counts = RuleCounts()
///     counts.add(rules, of: "P07")
///     print(counts.all.count)
public struct RuleCounts: Equatable, Sendable {
  /// The numbers of one rule; a trial that two rules exclude counts for both.
  ///
  ///     for count in counts.all {
  ///       print(count.trialCount, "trials of", count.participantCount, "participants")
  ///     }
  public struct Count: Equatable, Sendable {
    public let rule: StudyExclusions.Rule
    public let trialCount: Int
    public let participantCount: Int
  }

  /// The number of trials that any rule excludes.
  public private(set) var trialCount = 0
  /// The number of trials that several rules exclude.
  public private(set) var severalCount = 0
  /// The studies whose rules are counted even if they exclude nothing.
  private var studies: Set<StudyText> = []
  private var trialCounts: [StudyExclusions.Rule: Int] = [:]
  private var participants: [StudyExclusions.Rule: Set<String>] = [:]

  public init() {}

  /// Begins to count the rules of a trial's study, so that those which exclude nothing are named.
  public mutating func begin(_ text: StudyText, _ rules: StudyExclusions) {
    guard !rules.isEmpty, studies.insert(text).inserted else { return }
    for rule in rules.rules(of: text) { trialCounts[rule, default: 0] += 0 }
  }

  /// Notes a participant whom the rules exclude, perhaps without any trial that would count.
  public mutating func note(_ rules: [StudyExclusions.Rule], of participant: String) {
    for rule in rules {
      trialCounts[rule, default: 0] += 0
      participants[rule, default: []].insert(participant)
    }
  }

  public mutating func add(_ rules: [StudyExclusions.Rule], of participant: String) {
    guard !rules.isEmpty else { return }
    trialCount += 1
    if rules.count > 1 { severalCount += 1 }
    for rule in rules {
      trialCounts[rule, default: 0] += 1
      participants[rule, default: []].insert(participant)
    }
  }

  public var all: [Count] {
    trialCounts.sorted { $0.key < $1.key }.map { rule, count in
      Count(
        rule: rule, trialCount: count, participantCount: participants[rule, default: []].count)
    }
  }
}
