public import Records

/// The excluded trials, counted by reason.
///
/// A trial with several reasons counts for the first one, so that the counts add up.
///
///     var exclusions = Exclusions()
///     exclusions.add([.practice], count: 4)
///     exclusions.add([.practice, .resumed])
///     exclusions[.practice]  // 5
///     exclusions[.resumed]  // 0
public struct Exclusions: Equatable, Sendable {
  /// The reason why a trial is excluded from statistics.
  ///
  /// Some reasons have a word for `include=`, which includes such trials again.
  ///
  ///     Exclusions.Reason.practice.key  // Optional("practice")
  ///     Exclusions.Reason.damaged.key  // nil
  public enum Reason: Int, CaseIterable, Sendable {
    case free, notOver, practice, simulated, virtualClock, resumed, holdMissed, severalPresses
    case damaged
    /// The round was discarded by a session without a store.
    case forgotten
    /// Trials of a block that was begun anew.
    case stale
    /// Trials that a script played.
    case script
    /// The participant ended the look before the hold did.
    case lookEnded
    /// Trials that an agent played.
    case agent

    /// The reasons in the order in which a trial counts for the first that it has.
    public static var inOrder: [Reason] {
      [
        .damaged, .forgotten, .free, .simulated, .agent, .script, .virtualClock, .practice, .stale,
        .notOver, .resumed, .holdMissed, .lookEnded, .severalPresses,
      ]
    }

    /// The word for `include=` that includes such trials; `nil` if they can't be included.
    public var key: String? {
      switch self {
      case .virtualClock: "virtual"
      case .practice: "practice"
      case .simulated: "simulated"
      case .script: "scripts"
      case .agent: "agents"
      case .resumed: "resumed"
      case .holdMissed: "hold-missed"
      case .stale: "stale"
      case .free, .notOver, .lookEnded, .severalPresses, .damaged, .forgotten: nil
      }
    }

    /// Returns the word for `include=` that includes trials with all of these reasons; `nil` if
    /// there is none.
    public static func key(for reasons: [Reason]) -> String? {
      guard reasons.allSatisfy({ $0.key != nil }) else { return nil }
      return reasons.count == 1 ? reasons[0].key : "all"
    }
  }

  /// A name by which a selection of trials asks for them.
  ///
  ///     exclusions.unmatchedNames = [.condition("shrot")]
  public enum SelectedName: Equatable, Sendable {
    case participant(String)
    /// A study or one of its texts, or `no` for the trials outside of studies.
    case study(String)
    case condition(String)
    case group(String)
  }

  /// The number of excluded trials.
  public private(set) var count = 0
  private var counts = [Int](repeating: 0, count: Reason.allCases.count)
  /// All reasons that any trial has, including those for which none is counted.
  public private(set) var reasons: Set<Reason> = []
  /// The counts of trials that the rules of studies exclude; they are part of `count` if the rules
  /// apply.
  public private(set) var byRule = RuleCounts()
  /// `true` if the rules of studies are applied; otherwise `byRule` has what they would exclude.
  public private(set) var appliesRules = true
  /// The number of included trials that went on after an error; they only pass without one.
  public var continuedCount = 0
  /// The numbers of included trials that would be excluded without `include=`, by reason.
  ///
  /// A trial with several reasons counts for each of them.
  public private(set) var included: [Reason: Int] = [:]
  private var simulatedParticipants: Set<String> = []
  /// The participants of each text of a study whose practice is noted.
  private var practised: [StudyText: Set<String>] = [:]
  /// The number of participants for whom failed practice has ended a study.
  public private(set) var stoppedParticipantCount = 0
  /// The texts of studies by which included trials were played, with the numbers of trials.
  private var texts: [StudyText: Int] = [:]
  /// The texts of the studies in the store.
  public private(set) var presentTexts: Set<StudyText> = []
  /// The damaged rows of studies, enrolments and participants on which statistics may depend.
  public private(set) var unreadable: [RecordError] = []

  /// The names of the selection that no trial of the store has, such as a misspelt one; none if the
  /// store has no trial, or some that can't be read.
  public var unmatchedNames: [SelectedName] = []

  public init() {}

  /// Returns the number of trials of which a reason is the first.
  public subscript(reason: Reason) -> Int { counts[reason.rawValue] }

  /// The number of trials that were excluded for other reasons than a rule of their study.
  public var otherCount: Int { appliesRules ? count - byRule.trialCount : count }

  /// Creates empty counts; `appliesRules` tells whether the rules of studies are applied.
  public init(appliesRules: Bool) { self.appliesRules = appliesRules }

  /// The number of simulated participants with included trials.
  public var simulatedParticipantCount: Int { simulatedParticipants.count }

  /// The texts of studies that are not those in the store, with the numbers of included trials; if
  /// the store does not have the study, all of its texts if there are several.
  public var otherTexts: [(text: StudyText, trialCount: Int)] {
    let counted = Set(texts.keys)
    return texts.sorted { $0.key < $1.key }.filter { text, _ in
      let isStudyKnown = presentTexts.contains { $0.study == text.study }
      return isStudyKnown
        ? !presentTexts.contains(text)
        : counted.contains { $0.study == text.study && $0 != text }
    }
    .map { ($0.key, $0.value) }
  }

  /// Notes a trial that belongs to the finished trials of a selection.
  ///
  /// The rules of its study are named even if they exclude nothing.
  public mutating func note(_ trial: ReadTrial, _ rules: StudyExclusions) {
    guard let text = StudyText(of: trial.values) else { return }
    byRule.begin(text, rules)
  }

  /// Notes the participant of a trial that is left out for these reasons, if a rule of the study
  /// excludes the participant, or if failed practice has ended the study.
  ///
  /// Such a participant may have no trial that would count. Does nothing for other players than
  /// those of the figures.
  public mutating func noteParticipant(
    of trial: ReadTrial, excludedFor reasons: [Reason], _ rules: StudyExclusions
  ) {
    let others: Set<Reason> = [.simulated, .agent, .script, .virtualClock]
    guard others.isDisjoint(with: reasons), let text = StudyText(of: trial.values) else { return }
    let broken = rules.participantRules(for: trial.values, of: trial.participant)
    if !broken.isEmpty { byRule.begin(text, rules) }
    byRule.note(broken, of: trial.participant)
    if reasons.contains(.practice), practised[text, default: []].insert(trial.participant).inserted,
      rules.practices.hasStopped(trial.participant, in: text.study) == true
    {
      stoppedParticipantCount += 1
    }
  }

  /// Notes an included trial.
  public mutating func noteIncluded(_ trial: ReadTrial) {
    for reason in trial.exclusions { included[reason, default: 0] += 1 }
    if trial.exclusions.contains(.simulated) { simulatedParticipants.insert(trial.participant) }
    if trial.isContinued { continuedCount += 1 }
    if let text = StudyText(of: trial.values) { texts[text, default: 0] += 1 }
  }

  /// Notes the texts of the studies in the store, and the damaged rows that were skipped.
  ///
  /// Only rows of studies, enrolments and participants are noted; of others the trials are counted.
  public mutating func note(_ rules: StudyExclusions, _ omissions: [RecordError]) {
    presentTexts = rules.presentTexts
    for error in omissions + rules.unreadable where error.isOfPeople && !unreadable.contains(error)
    {
      unreadable.append(error)
    }
  }

  /// Adds a trial that rules of its study exclude.
  public mutating func add(_ rules: [StudyExclusions.Rule], of participant: String) {
    if appliesRules { count += 1 }
    byRule.add(rules, of: participant)
  }

  /// Adds trials, each excluded for all of these reasons; the first one is counted.
  public mutating func add(_ reasons: [Reason], count trialCount: Int = 1) {
    count += trialCount
    self.reasons.formUnion(reasons)
    let first =
      reasons.count == 1 ? reasons.first : Reason.inOrder.first { reasons.contains($0) }
    if let first { counts[first.rawValue] += trialCount }
  }
}

extension RecordError {
  /// `true` for a damaged row of a study, an enrolment or a participant, on which groups, answers
  /// and the rules of studies depend.
  public var isOfPeople: Bool {
    let entities = [StudyRecord.entity, EnrolmentRecord.entity, Participant.entity]
    return switch self {
    case .unreadable(let entity, _, _), .notAsWritten(let entity, _): entities.contains(entity)
    default: false
    }
  }
}
