package import Archive
package import Records
package import Science
package import Studies

/// The statistics in the HTML report.
///
///     print(figures.trialCount, "trials of", figures.participantCount, "participants")
package struct ReportFigures: Equatable, Sendable {
  /// The statistics of each test, by number of numerals.
  package let counts: Summary
  /// The statistics of all tests together, by hold.
  package let holds: Summary
  package let participantCount: Int
  package let trialCount: Int
  /// The identifiers of the boards, each once, up to a limit of 1.2 MB.
  package let boards: [String]
  /// `true` if there are more boards.
  package var hasMoreBoards = false
  /// The studies of the trials, in the order of their names.
  package var studies: [Study] = []
  /// The games of agents beside the published results.
  package var agents = AgentComparison(games: [])

  /// A study with the participants who have counted trials.
  ///
  ///     print(study.name, study.hash, study.participantCount, "participants")
  package struct Study: Equatable, Sendable {
    package let name: String
    /// The hash of the file's contents; `nil` if the trials do not have it.
    package let hash: String?
    package let participantCount: Int
    /// The numbers of participants of each group, by name; empty without groups.
    package let groups: [(name: String, count: Int)]
    /// The numbers of enrolled and of simulated participants; `nil` if the store has no such study.
    package var enrolled: Enrolled?
    /// The comparisons of all conditions and of all groups, if there are several.
    package var comparisons: [Comparison] = []
    /// The number of conditions if they have too many pairs for a table; otherwise `nil`.
    package var uncomparedCount: Int?
    /// The interactions and the orders of the conditions; `nil` if the store has no such study.
    package var effects: DesignEffects.Study?
    /// The reliability of each condition.
    package var reliability: [TestReliability.Test] = []
    /// The design; `nil` if the store has no such study.
    package var plan: StudyPlan?
    /// The answers of the participants who are counted.
    package var answers: [AnswerFigures] = []

    /// The participants of a study, whether they have played or not.
    ///
    ///     if let enrolled = study.enrolled {
    ///       print(enrolled.count, "people and", enrolled.simulatedCount, "simulated participants")
    ///     }
    package struct Enrolled: Equatable, Sendable {
      package var count = 0
      package var simulatedCount = 0
      /// The people whose group was given by hand, and those who have it from a list.
      package var groups = Given()
      /// The same for their orders.
      package var orders = Given()

      /// The numbers of people for whom the program did not choose.
      ///
      ///     print(enrolled.groups.byHandCount, "by hand,", enrolled.groups.listedCount, "from a list")
      package struct Given: Equatable, Sendable {
        package var byHandCount = 0
        package var listedCount = 0

        fileprivate mutating func add(_ isGiven: Bool, isListed: Bool) {
          guard isGiven else { return }
          if isListed { listedCount += 1 } else { byHandCount += 1 }
        }
      }

      fileprivate mutating func add(_ enrolment: EnrolmentRecord) {
        guard !enrolment.isSimulated else { return simulatedCount += 1 }
        count += 1
        let choice = enrolment.choice
        groups.add(choice.ofGroup, isListed: choice.isListed)
        orders.add(choice.ofOrder, isListed: choice.isListed)
      }
    }

    package static func == (first: Self, second: Self) -> Bool {
      first.name == second.name && first.hash == second.hash
        && first.participantCount == second.participantCount
        && first.groups.map(\.name) == second.groups.map(\.name)
        && first.groups.map(\.count) == second.groups.map(\.count)
        && first.enrolled == second.enrolled && first.comparisons == second.comparisons
        && first.uncomparedCount == second.uncomparedCount
        && first.effects == second.effects && first.reliability == second.reliability
        && first.answers == second.answers
    }
  }
}

/// A study of a store: what its report needs besides the trials.
///
///     let studies = try ReportedStudy.all(in: context)
///     let tally = ReportTally(studies: studies)
package struct ReportedStudy: Sendable {
  let name: String
  let hash: String
  let conditions: [String]
  let groups: [String]
  let enrolled: ReportFigures.Study.Enrolled
  /// The design and its questions; `nil` to report none.
  var plan: StudyPlan?
  /// The answers of each participant.
  var answers: [String: StudyAnswers] = [:]

  /// Reads all studies of a store whose text is as it was stored.
  package static func all(in context: RecordContext) throws(RecordError) -> [Self] {
    var studies: [Self] = []
    for (record, plan) in try context.readableStudies() {
      var enrolled = ReportFigures.Study.Enrolled()
      var answers: [String: StudyAnswers] = [:]
      let own = ["study": RecordReference(record)]
      for enrolment in try context.readable(EnrolmentRecord.self, "enrolmentsOf", own) {
        answers[enrolment.code] = enrolment.studyAnswers
        enrolled.add(enrolment)
      }
      studies.append(
        Self(
          name: plan.name, hash: plan.hash, conditions: StudyDesign(plan).conditions,
          groups: plan.groups, enrolled: enrolled, plan: plan, answers: answers))
    }
    return studies
  }

  /// Returns empty comparisons of the conditions and of the groups, as far as there are several.
  ///
  /// A comparison of more than six has too many pairs for a table.
  fileprivate func comparisons(_ trim: LatencyTrim?) -> [ComparisonTally] {
    [
      conditions.map { TrialCondition(ofStudy: $0) }, groups.map { TrialCondition(ofGroup: $0) },
    ]
    .filter { (2...TrialCondition.most).contains($0.count) }
    .map { ComparisonTally($0, trim: trim, regresses: false) }
  }
}

/// Collects the trials for ``ReportFigures``.
///
///     let survey = Survey(source: source, tally: ReportTally(), filter: TrialFilter())
package struct ReportTally: TrialTally {
  /// The maximum size of all board identifiers in bytes, including 5 bytes of HTML for each.
  private static var boardSizeLimit: Int { 1_200_000 }

  private var counts: SummaryTally
  private var holds: SummaryTally
  private var participants: Set<String> = []
  /// The groups of the participants, by study and hash, and by code.
  private var studies: [StudyKey: [String: String?]] = [:]
  private var enrolled: [StudyKey: ReportFigures.Study.Enrolled] = [:]
  private var plans: [StudyKey: StudyPlan] = [:]
  private var answers: [StudyKey: AnswerTally] = [:]
  private var comparisons: [StudyKey: [ComparisonTally]] = [:]
  private var uncompared: [StudyKey: Int] = [:]
  private var effects: EffectsTally
  private var reliability = ReliabilityTally(regresses: false)
  /// The games of agents.
  private var agents = ResultsTally()
  private var boards: [String] = []
  /// The boards that were listed, by the identifiers that describe them.
  private var listed: Set<String> = []
  private var hasMoreBoards = false
  private var boardSize = 0
  private var trialCount = 0

  private struct StudyKey: Hashable {
    let name: String
    let hash: String?
  }

  /// Creates the tally for a store with these studies; `trim` excludes times of presses.
  package init(trim: LatencyTrim? = nil, studies: [ReportedStudy] = []) {
    for study in studies {
      let key = StudyKey(name: study.name, hash: study.hash)
      enrolled[key] = study.enrolled
      plans[key] = study.plan
      answers[key] = study.plan.map { AnswerTally($0, study.answers) }
      comparisons[key] = study.comparisons(trim)
      let count = study.conditions.count
      uncompared[key] = count > TrialCondition.most ? count : nil
    }
    effects = EffectsTally(trim: trim, regresses: false)
    counts = SummaryTally(by: .count, trim: trim)
    holds = SummaryTally(by: .hold, trim: trim)
  }

  package mutating func prepare(for designs: [StudyText: StudyDesign], _ filter: TrialFilter) {
    counts.prepare(for: designs, filter)
    effects.prepare(for: designs, filter)
    comparisons = comparisons.mapValues { tallies in
      tallies.map { tally in
        var prepared = tally
        prepared.prepare(for: designs, filter)
        return prepared
      }
    }
  }

  package mutating func add(_ trial: ReadTrial) {
    counts.add(trial)
    if trial.condition == Trial.Condition.hold.rawValue { holds.add(trial) }
    participants.insert(trial.participant)
    if trial.agent != nil { agents.add(trial) }
    if let study = trial.study {
      let key = StudyKey(name: study, hash: trial.studyHash)
      studies[key, default: [:]][trial.participant] = .some(trial.group)
      answers[key]?.add(trial)
      if !trial.isLookEnded {
        effects.add(trial)
        reliability.add(trial)
      }
      for index in comparisons[key]?.indices ?? 0..<0 where !trial.isLookEnded {
        comparisons[key]?[index].add(trial)
      }
    }
    trialCount += 1
    guard !listed.contains(trial.board) else { return }
    let board = trial.seededBoard ?? trial.board
    boardSize += board.utf8.count + 5
    guard boardSize <= Self.boardSizeLimit else {
      hasMoreBoards = true
      return
    }
    boards.append(board)
    listed.insert(trial.board)
  }

  package var figures: ReportFigures {
    ReportFigures(
      counts: counts.figures, holds: holds.figures, participantCount: participants.count,
      trialCount: trialCount, boards: boards, hasMoreBoards: hasMoreBoards, studies: shownStudies,
      agents: agents.figures.agents)
  }

  private var shownStudies: [ReportFigures.Study] {
    let sorted = studies.sorted { first, second in
      (first.key.name, first.key.hash ?? "") < (second.key.name, second.key.hash ?? "")
    }
    let reliable = reliability.figures.tests
    return sorted.map { key, people in
      var counts: [String: Int] = [:]
      for case let group? in people.values { counts[group, default: 0] += 1 }
      let text = StudyText(study: key.name, hash: key.hash)
      return ReportFigures.Study(
        name: key.name, hash: key.hash, participantCount: people.count,
        groups: counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
        enrolled: enrolled[key], comparisons: (comparisons[key] ?? []).map(\.figures),
        uncomparedCount: uncompared[key], effects: effects.figures(of: text),
        reliability: reliable.filter { $0.kind.text == text }, plan: plans[key],
        answers: answers[key]?.figures ?? [])
    }
  }
}
