import Game
public import Studies

/// The outcomes of practice in studies whose practice has a criterion: the passes in a row that end
/// it.
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
    let criterion: Int
    /// `true` for each trial that was passed; without those that missed their hold, which the test
    /// does not count.
    var passes: [Int: Bool] = [:]
    /// The number of the last trial, and the outcome of the test after it.
    var last = (number: 0, isOver: false)

    var isFailed: Bool {
      var run = 0
      for (_, isPassed) in passes.sorted(by: { $0.key < $1.key }) {
        run = isPassed ? run + 1 : 0
        if run == criterion { return false }
      }
      return true
    }
  }

  private struct Study {
    let hash: String
    let criteria: [String: Int]
    var practices: [Block: Practice] = [:]
  }

  private var studies: [String: Study] = [:]

  public init() {}

  /// `true` if no study has a criterion.
  public var isEmpty: Bool { studies.isEmpty }

  /// Adds a study; does nothing without a criterion.
  public mutating func add(_ plan: StudyPlan) {
    guard !plan.criteria.isEmpty else { return }
    studies[plan.name] = Study(hash: plan.hash, criteria: plan.criteria)
  }

  /// Adds a trial; does nothing unless it is practice of one of the studies.
  public mutating func add(_ trial: ReadTrial) {
    guard trial.phase == Trial.Phase.practice.rawValue, let name = trial.study,
      let study = studies[name], trial.studyHash == study.hash, let number = trial.studyBlock,
      let criterion = trial.studyCondition.flatMap({ study.criteria[$0] }),
      trial.testState != TestEnd.stale.rawValue
    else { return }
    let block = Block(participant: trial.participant, number: number)
    var practice = study.practices[block] ?? Practice(criterion: criterion)
    if trial.isOver, trial.holdMet != 0 { practice.passes[trial.trial] = trial.isCompleted }
    if trial.trial > practice.last.number {
      practice.last = (trial.trial, trial.testState != TestEnd.notYet)
    }
    studies[name]?.practices[block] = practice
  }

  /// Returns the number of a participant's finished blocks of practice without the criterion; `nil`
  /// if none is finished.
  public func failedCount(of participant: String, in study: String) -> Int? {
    let finished = (studies[study]?.practices ?? [:]).filter {
      $0.key.participant == participant && $0.value.last.isOver
    }
    return finished.isEmpty ? nil : finished.values.count(where: \.isFailed)
  }
}
