import Archive
import ChimpSystem
import Exchange
import Game
import Shell
import Statistics
import Studies

/// The operation of `study deviations`: what was done otherwise than a study's file says.
struct FindDeviations: StoreOperation {
  /// A participant's block that did not go from its beginning to its end.
  struct Block: Sendable {
    let code: String
    let number: Int
    let restartCount: Int
    /// The way in which it ended; `nil` if as planned.
    let end: End?
    /// `true` if it was interrupted and went on later.
    let wasResumed: Bool

    /// An end that is none of the test's own.
    enum End: Sendable, CaseIterable {
      /// The experimenter or the participant stopped it.
      case stopped
      /// The program stopped it, because holds were missed.
      case missedItsTime
      /// It was practice without its criterion, which ended the study for the participant.
      case failedPractice
      /// It was begun and not finished.
      case leftOpen
    }

    fileprivate init?(_ block: StudyBlock, _ state: BlockState, of code: String) {
      self.code = code
      number = block.number
      restartCount = state.restartCount
      wasResumed = state.wasResumed
      end =
        if block.endsStudy(state) { .failedPractice } else if state.missedItsTime {
          .missedItsTime
        } else if state.testState == TestEnd.stopped.rawValue {
          .stopped
        } else if state.testState == TestEnd.notYet { .leftOpen } else { nil }
      if end == nil, restartCount == 0, !wasResumed { return nil }
    }
  }

  /// The deviations of a study.
  struct Report: Sendable, DamageReport {
    let enrolledCount: Int
    /// The participants whose order or group was given by hand or from a list.
    let chosen: [StudyView.Enrolled]
    /// The participants who have not finished all blocks, with the number of finished ones.
    let unfinished: [(code: String, doneCount: Int, blockCount: Int)]
    let blocks: [Block]
    /// The number of participants who have withdrawn.
    let withdrawnCount: Int
    /// The notes about looks before all participants were complete.
    let looks: [String]
    /// The trials in figures whose window was smaller than the file requires.
    let smallWindows: SmallWindows
    /// The trials that all figures leave out.
    let exclusions: Exclusions
    let skippedDamagedRows: Bool
  }

  let source: StoreSource
  let plan: StudyPlan

  func perform(_ run: OperationRun) throws -> Report {
    var filter = TrialFilter()
    filter.study = plan.hash
    let tally = WindowTally(required: plan.presentation.window)
    let survey = try Survey(source: source, tally: tally, filter: filter).perform(run)
    var exclusions = survey.exclusions
    // Nobody has asked for this selection by a key.
    exclusions.unmatchedNames = []
    return try run.reading(source) { context in
      guard let study = try context.study(named: plan.name) else { throw Refusal.noStudy }
      let people = try context.enrolments(in: study, of: plan).filter { !$0.isSimulated }
      let progress = try context.progress(of: study)
      var unfinished: [(code: String, doneCount: Int, blockCount: Int)] = []
      var blocks: [Block] = []
      for person in people {
        let states = progress[person.code] ?? [:]
        let own = plan.blocks(of: person.code, order: person.order)
        let counted = own.filter { !$0.isPractice }
        let doneCount = counted.count { states[$0.number]?.isOver == true }
        if doneCount < counted.count { unfinished.append((person.code, doneCount, counted.count)) }
        blocks += own.compactMap { block in
          states[block.number].flatMap { Block(block, $0, of: person.code) }
        }
      }
      return Report(
        enrolledCount: people.count,
        chosen: people.filter { $0.assigned != nil }.map(StudyView.Enrolled.init),
        unfinished: unfinished, blocks: blocks,
        withdrawnCount: try StudyNote.withdrawal.all(ofStudy: study.hash, in: context).count,
        looks: try StudyNote.look.all(ofStudy: study.hash, in: context),
        smallWindows: survey.figures,
        exclusions: exclusions, skippedDamagedRows: survey.skippedDamagedRows)
    }
  }
}

/// The numbers of trials, and of their participants, in a window smaller than required.
struct SmallWindows: Equatable, Sendable {
  fileprivate(set) var trialCount = 0
  fileprivate var codes: Set<String> = []
  var participantCount: Int { codes.count }
}

/// Counts the trials of a survey in a small window.
private struct WindowTally: TrialTally {
  /// The required size; `nil` for any.
  let required: TerminalSize?
  private(set) var figures = SmallWindows()

  init(required: TerminalSize?) { self.required = required }

  mutating func add(_ trial: ReadTrial) {
    guard let required, trial.values.exposure.isSmaller(than: required) else { return }
    figures.trialCount += 1
    figures.codes.insert(trial.participant)
  }
}
