import Game
public import Studies

/// The outcomes of practice in studies whose practice has a criterion that ends it.
///
/// Practice also ends after its last trial, with or without the criterion.
///
///     outcomes.failedCount(of: "P07", in: "memory")  // Optional(1): one block without it
public struct PracticeOutcomes: Sendable {
  private struct Block: Hashable {
    let participant: String
    let number: Int
  }

  /// The trials of a block by their numbers.
  private struct Practice {
    let criterion: PracticeCriterion
    /// `true` if the participant goes on to no block without the criterion.
    let stopsFailed: Bool
    /// `true` for each trial that was passed; without those that missed their hold, which the test
    /// does not count.
    var passes: [Int: Bool] = [:]
    /// The number of the last trial, and the outcome of the test after it.
    var last = (number: 0, isOver: false)

    var isFailed: Bool {
      !criterion.isMet(byAnyOf: passes.sorted { $0.key < $1.key }.map(\.value))
    }
  }

  private struct Study {
    let hash: String
    let criteria: [String: PracticeCriterion]
    let stoppingConditions: Set<String>
    var practices: [Block: Practice] = [:]
  }

  private var studies: [String: Study] = [:]

  public init() {}

  /// `true` if no study has a criterion.
  public var isEmpty: Bool { studies.isEmpty }

  /// Adds a study; does nothing without a criterion.
  public mutating func add(_ plan: StudyPlan) {
    guard !plan.criteria.isEmpty else { return }
    studies[plan.name] = Study(
      hash: plan.hash, criteria: plan.criteria, stoppingConditions: plan.stoppingConditions)
  }

  /// Adds a trial; does nothing unless it is practice of one of the studies.
  public mutating func add(_ trial: ReadTrial) {
    guard trial.isPractice, let name = trial.study,
      let study = studies[name], trial.studyHash == study.hash, let number = trial.studyBlock,
      let condition = trial.studyCondition, let criterion = study.criteria[condition],
      trial.testState != TestEnd.stale.rawValue
    else { return }
    let block = Block(participant: trial.participant, number: number)
    let stopsFailed = study.stoppingConditions.contains(condition)
    var practice =
      study.practices[block] ?? Practice(criterion: criterion, stopsFailed: stopsFailed)
    if let isPassed = trial.values.practiceOutcome { practice.passes[trial.trial] = isPassed }
    if trial.trial > practice.last.number {
      practice.last = (trial.trial, trial.testState != TestEnd.notYet)
    }
    studies[name]?.practices[block] = practice
  }

  /// `true` if failed practice ends a study for its participant.
  public var canStop: Bool { studies.values.contains { !$0.stoppingConditions.isEmpty } }

  /// Returns the number of a participant's finished blocks of practice without the criterion; `nil`
  /// if none is finished.
  public func failedCount(of participant: String, in study: String) -> Int? {
    let finished = finished(of: participant, in: study)
    return finished.isEmpty ? nil : finished.count(where: \.isFailed)
  }

  /// Returns whether failed practice has ended the study for a participant; `nil` if it can't.
  public func hasStopped(_ participant: String, in study: String) -> Bool? {
    guard studies[study]?.stoppingConditions.isEmpty == false else { return nil }
    return finished(of: participant, in: study).contains { $0.stopsFailed && $0.isFailed }
  }

  private func finished(of participant: String, in study: String) -> [Practice] {
    (studies[study]?.practices ?? [:]).filter {
      $0.key.participant == participant && $0.value.last.isOver
    }
    .map(\.value)
  }
}
