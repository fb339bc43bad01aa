import Game
public import Records
public import Studies

/// The record of a study, with the text of its file when it was last checked.
///
/// The file itself is not needed any more: other machines get the study with a copy of the store.
///
///     let study = try context.insert(StudyRecord.self) {
///       $0.name = "memory"
///       $0.text = text
///     }
///     let plan = try study.plan()
public final class StudyRecord: Record {
  @Column public var name = ""
  @Column public var hash = ""
  @Column public var text = ""
  /// The secret seed of the groups that chance assigns; `nil` before the first of them.
  ///
  /// Each store draws its own, and neither a merge nor an export copies it.
  @Column public var groupSeed: String?
  /// The number of groups assigned by chance so far, also to participants who have withdrawn.
  @Column public var drawnGroupCount: Int?
  public let state = RecordState()

  public init() {}

  public static var entity: String { "Study" }

  public static func declareColumns(in columns: inout Columns<StudyRecord>) {
    columns.declare("name", \._name)
    columns.declare("hash", \._hash)
    columns.declare("text", \._text)
    columns.declare("groupSeed", \._groupSeed, since: 2)
    columns.declare("drawnGroupCount", \._drawnGroupCount, since: 2) {
      (0...1_000_000).contains($0 ?? 0)
    }
  }

  public static func declareTemplates(in templates: inout Templates) {
    templates.declare("allStudies", sortedBy: [.ascending("row")])
    templates.declare("studyNamed", where: [.when("name", .equals, .variable("name"))])
  }

  /// Returns the plan in the stored text.
  public func plan() throws(StudyError) -> StudyPlan { try StudyFile.read(stored: text) }

  /// Returns the next group by chance; `nil` if the study does not assign groups by chance.
  ///
  /// Must be called in the transaction that enrols the participant, so that no other process gets
  /// the same position of the sequence. The position stays used if the participant withdraws:
  /// otherwise the group of the next one would be known. The name of the machine is part of the
  /// seed, so that copies of a store on two machines do not assign the same groups.
  public func drawGroup(
    of plan: StudyPlan, on machine: String?, in context: RecordContext
  ) -> String? {
    let seed = groupSeed ?? context.store.newIdentifier()
    guard let groups = GroupSequence(plan, seed: "\(seed)/\(machine ?? "")") else { return nil }
    let count = drawnGroupCount ?? 0
    groupSeed = seed
    drawnGroupCount = count + 1
    return IteratorSequence(groups).dropFirst(count).first { _ in true }
  }
}

/// The record of a participant's enrolment in a study: order, group, consent and answers.
///
///     let enrolment = try context.insert(EnrolmentRecord.self) {
///       $0.study = study
///       $0.code = "P07"
///       $0.order = 2
///     }
///     enrolment.studyAnswers["hand"] = "left"
public final class EnrolmentRecord: Record {
  @Relation public var study: StudyRecord?
  @Column public var code = ""
  /// The number of the participant's order of conditions, counted from 1.
  @Column public var order = 0
  /// The group; `nil` in a study without groups.
  @Column public var group: String?
  /// The time of consent, in milliseconds since 1970; `nil` before it.
  @Column public var dateConsented: Int?
  /// The hash of the consent page that the participant saw.
  @Column public var consentHash: String?
  /// The answers to the study's questions, one line `NAME=ANSWER` for each.
  @Column public var answers: String?
  /// The number of the block that a program shows or plays, and the text of its
  /// ``RunningProgram``; `nil` before the first one.
  @Column public var claim: String?
  /// What an experimenter chose at the enrolment: `order`, `group` or `both`, with `list-` before it
  /// if a station's list has it; `nil` if the program chose all.
  @Column public var assigned: String?
  public let state = RecordState()

  public init() {}

  public static var entity: String { "Enrolment" }

  /// Declares the columns.
  ///
  /// Columns of later versions may be missing in rows of earlier ones.
  public static func declareColumns(in columns: inout Columns<EnrolmentRecord>) {
    columns.declare("study", \._study, onDeletion: .cascade)
    columns.declare("code", \._code, allows: ParticipantCode.isValid)
    columns.declare("order", \._order) { $0 > 0 }
    columns.declare("group", \._group, since: 2)
    columns.declare("dateConsented", \._dateConsented, since: 2)
    columns.declare("consentHash", \._consentHash, since: 2)
    columns.declare("answers", \._answers, since: 2)
    columns.declare("claim", \._claim, since: 2)
    columns.declare("assigned", \._assigned, since: 2) {
      $0.map { ["order", "group", "both"].contains(withoutList($0) ?? $0[...]) } ?? true
    }
  }

  public static func declareTemplates(in templates: inout Templates) {
    templates.declare("allEnrolments", sortedBy: [.ascending("row")])
    templates.declare(
      "enrolmentsOf", where: [.when("study", .equals, .variable("study"))],
      sortedBy: [.ascending("row")])
  }
}

extension EnrolmentRecord {
  /// `true` for a simulated participant, who takes nobody's number, group or order.
  public var isSimulated: Bool { ParticipantCode.isSimulated(code) }

  /// Whether an experimenter chose the order, and the group, and whether a station's list has them.
  public var choice: (ofOrder: Bool, ofGroup: Bool, isListed: Bool) {
    get {
      let listed = assigned.flatMap(Self.withoutList)
      let chosen = listed ?? assigned?[...]
      return (
        chosen == "order" || chosen == "both", chosen == "group" || chosen == "both",
        listed != nil
      )
    }
    set {
      let chosen: String? =
        switch (newValue.ofOrder, newValue.ofGroup) {
        case (true, true): "both"
        case (true, false): "order"
        case (false, true): "group"
        case (false, false): nil
        }
      assigned = chosen.map { newValue.isListed ? Self.list + $0 : $0 }
    }
  }

  /// The beginning of `assigned` for what a station's list has.
  private static var list: String { "list-" }

  /// Returns the rest of a text of `assigned` that is from a list; `nil` for any other text.
  private static func withoutList(_ text: String) -> Substring? {
    text.hasPrefix(list) ? text.dropFirst(list.count) : nil
  }

  /// Adopts the consent and the answers that another store has for the participant.
  public func adoptLater(_ other: EnrolmentRecord) {
    if dateConsented == nil, let date = other.dateConsented {
      dateConsented = date
      consentHash = other.consentHash
    }
    var known = studyAnswers
    for name in other.studyAnswers.names where known[name] == nil {
      known[name] = other.studyAnswers[name]
    }
    if known != studyAnswers { studyAnswers = known }
  }

  /// Returns whether another store has another answer of the participant to a question.
  public func differsInAnswers(from other: EnrolmentRecord) -> Bool {
    let own = studyAnswers
    let others = other.studyAnswers
    return others.names.contains { name in own[name] != nil && own[name] != others[name] }
  }

  /// The parsed answers; empty if they are invalid.
  public var studyAnswers: StudyAnswers {
    get { StudyAnswers(answers ?? "") ?? StudyAnswers() }
    set { answers = newValue.description.isEmpty ? nil : newValue.description }
  }
}

extension RecordContext {
  /// Returns the study with a name; `nil` if there is none.
  public func study(named name: String) throws(RecordError) -> StudyRecord? {
    try readable(StudyRecord.self, "studyNamed", ["name": name]).first
  }

  /// Returns the enrolments of real participants in an earlier text of a study.
  public func people(
    enrolledInOtherTextOf plan: StudyPlan
  ) throws(RecordError) -> [EnrolmentRecord] {
    guard let known = try study(named: plan.name), known.hash != plan.hash else { return [] }
    return try allEnrolments(in: known).filter { !$0.isSimulated }
  }

  /// Stores the text of a study, or replaces the one that the store has.
  ///
  /// A study in which people are enrolled must not be replaced. The simulated participants of an
  /// earlier text lose their enrolments, because its groups and orders may be others; their trials
  /// stay.
  public func adopt(_ plan: StudyPlan, text: String) throws(RecordError) -> StudyRecord {
    let known = try study(named: plan.name)
    let study = if let known { known } else { try insert(StudyRecord()) }
    if let known, known.hash != plan.hash {
      for enrolment in try allEnrolments(in: known) { try delete(enrolment) }
      known.groupSeed = nil
      known.drawnGroupCount = nil
    }
    study.name = plan.name
    study.hash = plan.hash
    study.text = text
    try save()
    return study
  }

  /// Returns the order of conditions in which a participant has played the present text of a study;
  /// `nil` if the store has no such trial.
  public func order(
    ofTrialsBy code: String, in study: StudyRecord
  ) throws(RecordError) -> Int? {
    var order: Int?
    try forEachRow(RoundRecord.self, "roundsOfStudy", ["study": study.name]) { round, fault in
      if fault == nil, round.studyHash == study.hash, round.session?.participant?.code == code {
        order = round.studyOrder
      }
      return order == nil
    }
    return order
  }

  private func allEnrolments(in study: StudyRecord) throws(RecordError) -> [EnrolmentRecord] {
    try readable(EnrolmentRecord.self, "enrolmentsOf", ["study": RecordReference(study)])
  }

  /// Returns the states of all participants' blocks, read from the rounds of the study.
  ///
  /// A round belongs to the study only if the hash matches, and a restarted block counts only the
  /// rounds since its restart.
  public func progress(of study: StudyRecord) throws(RecordError) -> StudyProgress {
    var progress: StudyProgress = [:]
    /// The identifiers of the last restarted test, by participant and block.
    var staleTests: [String: [Int: String]] = [:]
    let hash = study.hash
    try forEachRow(RoundRecord.self, "roundsOfStudy", ["study": study.name]) { round, fault in
      guard fault == nil, round.studyHash == hash, let block = round.studyBlock,
        let code = round.session?.participant?.code
      else { return true }
      var state = progress[code]?[block] ?? BlockState()
      // A restarted block counts only the rounds since its restart.
      if round.testState == TestEnd.stale.rawValue {
        let restarts = state.restartCount
        state = BlockState()
        state.restartCount = round.testId == staleTests[code]?[block] ? restarts : restarts + 1
        staleTests[code, default: [:]][block] = round.testId
      }
      if round.values.isOver, round.testState != TestEnd.stale.rawValue { state.trialCount += 1 }
      if round.$resumption != 0 { state.wasResumed = true }
      if round.values.isOver { state.addRound(isMissed: !round.values.countsForTest) }
      if StudyBlock.isPractice(block), let isPassed = round.values.practiceOutcome {
        state.practicePasses.append(isPassed)
      }
      // A trial that a kill has cut is replaced by another, and never asked about.
      let isCounted =
        round.values.isOfTest && round.values.isOver
        && !round.values.wasReplaced
      state.lastTrial =
        isCounted && round.testState != TestEnd.stale.rawValue ? round.objectId : nil
      state.testState = round.testState
      state.date = round.dateCreated
      progress[code, default: [:]][block] = state
      return true
    }
    return progress
  }

  /// Returns the identifiers of the trials of all studies whose outcomes wait for the answers to
  /// the questions after them; damaged rows are skipped.
  func unansweredTrials() throws(RecordError) -> Set<String> {
    var studies: [(StudyRecord, StudyPlan)] = []
    try forEachRow(StudyRecord.self, "allStudies") { study, error in
      if error == nil, let plan = try? StudyFile.read(stored: study.text) {
        studies.append((study, plan))
      }
      return true
    }
    var trials: Set<String> = []
    for (study, plan) in studies {
      trials.formUnion(try unansweredTrials(in: study, of: plan, ofUnfinishedOnly: false))
    }
    return trials
  }

  /// Returns the identifiers of the trials of a study whose outcomes wait for the answers to the
  /// questions after them, or after their blocks.
  ///
  /// Figures take those of participants who still have a block to play: without an answer that never
  /// comes, a trial of the others would be lost. Damaged rows are skipped.
  func unansweredTrials(
    in study: StudyRecord, of plan: StudyPlan, ofUnfinishedOnly: Bool = true
  ) throws(RecordError) -> Set<String> {
    guard plan.asksAfterTrials || plan.asksAfterBlocks else { return [] }
    var trials: Set<String> = []
    let progress = try progress(of: study)
    let own = ["study": RecordReference(study)]
    try forEachRow(EnrolmentRecord.self, "enrolmentsOf", own) { enrolment, error in
      guard error == nil, plan.orders.contains(enrolment.order),
        let states = progress[enrolment.code]
      else { return true }
      let blocks = plan.blocks(of: enrolment.code, order: enrolment.order)
      let hasBlock = blocks.contains { states[$0.number]?.isOver != true }
      let isStopped = blocks.contains { $0.endsStudy(states[$0.number]) }
      guard !ofUnfinishedOnly || hasBlock && !isStopped else { return true }
      let answers = enrolment.studyAnswers
      for (block, state) in states {
        guard let trial = state.lastTrial else { continue }
        let isBlockOpen =
          state.isOver && plan.openQuestion(at: .block, after: "\(block)", answers) != nil
        if isBlockOpen || plan.openQuestion(at: .trial, after: trial, answers) != nil {
          trials.insert(trial)
        }
      }
      return true
    }
    return trials
  }
}
