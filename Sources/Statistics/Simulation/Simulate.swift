package import Archive
import Events
import Examiner
package import Game
import Records
import Science
package import Shell
import Studies

/// The operation of `simulate`: simulated participants play a test or a study, and their trials are
/// stored.
///
/// The trials are marked as simulated. The same plan and seed give the same trials on every
/// machine.
///
///     queue.enqueue(QueuedOperation(Simulate(source: source, plan: plan)) { result in
///       if case .success(let report) = result { print(report.codes.count, report.trialCount) }
///     })
package struct Simulate: StoreOperation {
  /// The result of the operation: the numbers of stored trials and presses, and the participant
  /// codes.
  ///
  ///     print(report.passedCount, "of", report.trialCount, "trials passed")
  package struct Report: Sendable {
    package let name: String
    /// The codes of the participants, in the order in which they were simulated.
    package var codes: [String] = []
    /// The number of participants whom the store had already, perhaps from a run that was killed.
    package var knownCount = 0
    /// The number of participants who are not simulated again, because they were withdrawn.
    package var withdrawnCount = 0
    package var trialCount = 0
    /// The number of trials passed without an error.
    package var passedCount = 0
    /// The number of trials that went on after an error.
    package var continuedCount = 0
    package var pressCount = 0
    /// The seed with which the same simulation can be repeated.
    package let seed: SessionSeed
  }

  package let source: StoreSource
  package let plan: SimulationPlan

  package init(source: StoreSource, plan: SimulationPlan) {
    self.source = source
    self.plan = plan
  }

  /// The number of presses that are stored in one transaction, unless a participant has more.
  private static var transactionSize: Int { 32_768 }

  /// Plays and stores participants, several in each transaction.
  ///
  /// Other processes can write between two transactions. After a cancellation or an error, those
  /// already stored stay in the store, and the same plan adds the others.
  ///
  /// Throws a refusal if the store has all of them.
  package func perform(_ run: OperationRun) throws -> Report {
    try run.withStore(of: source) { store in
      let context = try RecordContext(store, StoreLayout.schema)
      while true {
        let count = try context.store.newestRow(of: "Round")
        let report = try simulate(after: count, in: context, run)
        guard report.codes.isEmpty else { return report }
        // Another program may have simulated with the same seed at the same time.
        let isTaken = try context.store.newestRow(of: "Round") != count
        if report.knownCount > 0, plan.people.seed == nil, isTaken { continue }
        let seed = report.seed.seed.text
        guard report.knownCount > 0 else {
          throw Refusal(
            "simulated-withdrawn",
            "the participants of seed \(seed) were withdrawn: choose another seed=",
            "シード \(seed) の参加者はすでに消されました。seed= で変えられます")
        }
        throw Refusal(
          "simulated-already",
          "the participants of seed \(seed) are already in the store: choose another seed=",
          "シード \(seed) の参加者はすでに記録にあります。seed= で変えられます")
      }
    }
  }

  /// Plays and stores those participants whom the store does not have.
  ///
  /// Without a seed of the user, theirs follows from the number of rounds in the store.
  private func simulate(
    after count: Int, in context: RecordContext, _ run: OperationRun
  ) throws -> Report {
    let study = try study(in: context)
    try plan.people.checkGroups(study?.plan.groups ?? [])
    var people = SimulatedGroup(plan: plan, study: study?.plan, seed: plan.seed(after: count))
    let keeper = try SimulationKeeper(
      context, study?.record, Report(name: people.name, seed: people.seed),
      people.identifierPrefix)
    people.add(keeper.others)
    try play(&people, run, keeper)
    return keeper.report
  }

  /// Returns the study with this name in the store, or else that of the file, which is added to the
  /// store; `nil` for a test.
  ///
  /// - Throws: A refusal if the file differs from the study in which people are enrolled.
  private func study(
    in context: RecordContext
  ) throws -> (plan: StudyPlan, record: StudyRecord)? {
    guard case .study(let file) = plan.subject else { return nil }
    if let known = try context.study(named: file.name) {
      return (try known.plan(), known)
    }
    let found: (plan: StudyPlan, text: String) = try StudyFile.read(file)
    let record = try context.inTransaction {
      let enrolled = try context.people(enrolledInOtherTextOf: found.plan)
      if let first = enrolled.first {
        throw Refusal.studyHasChanged(file.name, found.plan.name, since: first.code)
      }
      return try context.adopt(found.plan, text: found.text)
    }.get()
    return (found.plan, record)
  }

  /// Simulates participants one portion after the other: while one is stored, another thread plays
  /// the next.
  private func play(
    _ people: inout SimulatedGroup, _ run: OperationRun, _ keeper: SimulationKeeper
  ) throws {
    let plan = plan
    // The codes of a portion are looked up in the store before it is played.
    let portionSize = 8_192
    var storedCount = 0
    for first in stride(from: 1, through: plan.count, by: portionSize) {
      let numbers = first...min(first + portionSize - 1, plan.count)
      var waiting = try participants(numbers, of: &people, keeper)[...]
      try run.overlap({ () throws -> [PlayedParticipant]? in
        var played: [PlayedParticipant] = []
        var pressCount = 0
        while pressCount < Self.transactionSize, let participant = waiting.popFirst() {
          let next = try plan.play(participant)
          pressCount += next.pressCount
          played.append(next)
        }
        return played.isEmpty ? nil : played
      }) { _ in
        // While one group is stored, the next is played.
        256
      } _: { group in
        try run.checkCancelled()
        try keeper.keep(group)
        storedCount += group.count
        run.report(completed: storedCount, of: plan.count)
      }
    }
  }

  /// Returns those of the next participants whom the store does not have, with codes that are free.
  ///
  /// The others are counted in the report.
  private func participants(
    _ numbers: ClosedRange<Int>, of people: inout SimulatedGroup, _ keeper: SimulationKeeper
  ) throws(RecordError) -> [SimulatedGroup.Participant] {
    var participants: [SimulatedGroup.Participant] = []
    var codes: Set<String> = []
    for number in numbers {
      let next = try keeper.participant(number, of: &people, except: codes)
      guard let next else { continue }
      codes.insert(next.code)
      participants.append(next)
    }
    return participants
  }
}

/// A simulated participant with what was played in each block.
struct PlayedParticipant: Sendable {
  let participant: SimulatedGroup.Participant
  let blocks: [PlayedBlock]

  var pressCount: Int { blocks.reduce(0) { $0 + $1.pressCount } }
}

/// The trials of a simulated block, as they are stored.
///
///     var block = PlayedBlock()
///     block.add(RoundReport(round), block: 1, session: 1)
///     print(block.trials.count, block.presses[0].count, block.endTime)
struct PlayedBlock: Sendable {
  /// The columns of each trial, whose identifiers and date are still missing.
  private(set) var trials: [Trial] = []
  /// The presses of each trial.
  private(set) var presses: [[RoundMeasures.Press]] = []
  /// The time of the last move since the beginning of the session, in milliseconds.
  private(set) var endTime = 0

  var pressCount: Int { presses.reduce(0) { $0 + $1.count } }

  /// Adds a round; `block` counts the blocks of a session, from 1.
  mutating func add(_ report: RoundReport, block: Int, session: Int) {
    let last = trials.last
    var trial = Trial(report, after: last)
    trial.block = block
    trial.trial = report.round.test?.number ?? 1
    trial.sessionNumber = session
    // The block is a finished test.
    trial.beginTest(after: last, named: "")
    trial.endTest(.complete)
    trials.append(trial)
    presses.append(report.presses)
    endTime = report.round.moves.last?.time ?? 0
  }
}

/// The plan of a simulation: the participants and the test or study.
///
///     let plan = SimulationPlan(
///       count: 20, subject: .test(series), people: SimulatedPeople(), sessionSeed: .script)
package struct SimulationPlan: Equatable, Sendable {
  /// The test or the study to simulate.
  ///
  ///     let subject = SimulationPlan.Subject.study(NamedFile("memory.study"))
  package enum Subject: Equatable, Sendable {
    /// A test, which each participant plays once.
    case test(TestSeries)
    /// A study, in the store or in a file.
    case study(NamedFile)
  }

  package let count: Int
  /// The test or the study that all participants play.
  package let subject: Subject
  /// The parameters of the simulated participants.
  package let people: SimulatedPeople
  /// The seed of the session, the basis of the default seed.
  package var sessionSeed: SessionSeed

  package init(count: Int, subject: Subject, people: SimulatedPeople, sessionSeed: SessionSeed) {
    self.count = count
    self.subject = subject
    self.people = people
    self.sessionSeed = sessionSeed
  }

  /// Returns the user's seed, or one derived from the session's seed and the number of stored
  /// trials.
  fileprivate func seed(after trialCount: Int) -> SessionSeed {
    people.seed ?? (try? SessionSeed("\(sessionSeed.seed.text)-\(trialCount)")) ?? sessionSeed
  }

  /// Simulates the blocks of a participant, up to failed practice that ends the study.
  fileprivate func play(
    _ participant: SimulatedGroup.Participant
  ) throws -> PlayedParticipant {
    let seed = participant.seed
    var generator = Generator(text: "people/" + seed.text)
    var memory = people.model
    memory.capacity = participant.capacities.draw(using: &generator)
    let person = people.variation.person(memory, people.latencies, using: &generator)
    var session = SimulatedSession(person, people.variation, drawnFrom: seed)
    var played: [PlayedBlock] = []
    var number = 0
    for (index, block) in participant.blocks.enumerated() {
      if index > 0, block.session != participant.blocks[index - 1].session {
        session.beginSession()
        number = 0
      }
      number += 1
      var playedBlock = PlayedBlock()
      try session.play(block.series) { report in
        playedBlock.add(report, block: number, session: block.session)
        return true
      }
      played.append(playedBlock)
      guard let studyBlock = block.block else { continue }
      var state = BlockState()
      state.testState = playedBlock.trials.last?.testState
      state.practicePasses = playedBlock.trials.compactMap(\.practiceOutcome)
      if studyBlock.endsStudy(state) { break }
    }
    return PlayedParticipant(participant: participant, blocks: played)
  }
}
