package import Archive
package import Console
import Events
import Examiner
import Exchange
package import Game
import Models
package import Operations
import Records
import Science
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
  /// Other processes can write between two transactions.
  /// After a cancellation or an error, those already stored stay in the store.
  package func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    try run.withStore(of: source) { store throws(StoreWorkStop) in
      let context = try run.mappingErrors(RecordContext(store, StoreLayout.schema))
      let count = try run.mappingErrors(context.store.newestRow(of: "Round"))
      let study = try study(in: context, run)
      let groupCount = plan.people.groups.count
      let groups = study?.plan.groups ?? []
      guard groupCount == 1 || groupCount == groups.count else {
        throw .failed(.study(.capacityCount(groupCount, groups: groups)))
      }
      var people = SimulatedGroup(plan: plan, study: study?.plan, seed: plan.seed(after: count))
      let prefix = people.identifierPrefix
      let known = try run.mappingRecordErrors(
        context.readable(Participant.self, "withIdentifier", ["prefix": prefix]))
      guard known.isEmpty else { throw .failed(.simulatedAlready(people.seed.seed.text)) }
      let keeper = try run.mappingRecordErrors { () throws(RecordError) in
        try SimulationKeeper(
          context, study?.record, Report(name: people.name, seed: people.seed))
      }
      try play(&people, run, keeper)
      return keeper.report
    }
  }

  /// Returns the study with this name in the store, or else that of the file, which is added to the
  /// store; `nil` for a test.
  ///
  /// - Throws: `changed` if the file differs from the study in which people are enrolled.
  private func study(
    in context: RecordContext, _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) -> (plan: StudyPlan, record: StudyRecord)? {
    guard case .study(let file) = plan.subject else { return nil }
    if let known = try run.mappingRecordErrors(context.study(named: file.name)) {
      do throws(StudyFileFault) { return (try StudyFile.read(stored: known.text), known) } catch {
        throw .failed(.study(.content(error)))
      }
    }
    let found: (plan: StudyPlan, text: String)
    do throws(StudyFault) { found = try StudyFile.read(file) } catch {
      throw .failed(.study(error))
    }
    let enrolled = try run.mappingRecordErrors(context.people(enrolledInOtherTextOf: found.plan))
    if let first = enrolled.first {
      throw .failed(.study(.changed(file.name, study: found.plan.name, since: first.code)))
    }
    let record = try run.mappingRecordErrors(context.adopt(found.plan, text: found.text))
    return (found.plan, record)
  }

  /// Simulates participants one portion after the other: while one is stored, another thread plays
  /// the next.
  private func play(
    _ people: inout SimulatedGroup, _ run: OperationRun<StoreWorkFault>, _ keeper: SimulationKeeper
  ) throws(StoreWorkStop) {
    let plan = plan
    // The codes of a portion are looked up in the store before it is played.
    let portionSize = 8_192
    var storedCount = 0
    for first in stride(from: 1, through: plan.count, by: portionSize) {
      let numbers = first...min(first + portionSize - 1, plan.count)
      var waiting = try participants(numbers, of: &people, run, keeper)[...]
      try run.overlap({ () throws(StoreWorkStop) -> [PlayedParticipant]? in
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
      } _: { group throws(StoreWorkStop) in
        try run.checkCancelled()
        try run.mappingRecordErrors { () throws(RecordError) in try keeper.keep(group) }
        storedCount += group.count
        run.report(completed: storedCount, of: plan.count)
      }
    }
  }

  /// Returns the next participants, with codes that the store does not have.
  ///
  /// Throws if the store already has the results of this simulation.
  private func participants(
    _ numbers: ClosedRange<Int>, of people: inout SimulatedGroup,
    _ run: OperationRun<StoreWorkFault>, _ keeper: SimulationKeeper
  ) throws(StoreWorkStop) -> [SimulatedGroup.Participant] {
    var participants: [SimulatedGroup.Participant] = []
    var codes: Set<String> = []
    for number in numbers {
      let next = try run.mappingRecordErrors(
        people.participant(number) { code throws(RecordError) in
          if codes.contains(code) { return true }
          return try keeper.knows(code)
        })
      guard let next else { throw .failed(.simulatedAlready(people.seed.seed.text)) }
      codes.insert(next.code)
      participants.append(next)
    }
    return participants
  }
}

/// A simulated participant with the trials of each block.
private struct PlayedParticipant: Sendable {
  let participant: SimulatedGroup.Participant
  let blocks: [[PlayedTrial]]

  var pressCount: Int { blocks.reduce(0) { $1.reduce($0) { $0 + $1.presses.count } } }
}

/// A trial that was played: the values of its row except its identifiers and its date, and its
/// presses.
///
/// It has nothing else of the round, which the thread that plays frees as well.
private struct PlayedTrial: Sendable {
  let values: Trial
  let presses: [RoundMeasures.Press]
  /// The time of the last move since the beginning of the session, in ms.
  let endTime: Int
  /// `true` if the trial was passed without an error.
  let isPassed: Bool
  /// `true` if the trial continues after an error.
  let isContinued: Bool

  /// Creates a trial after the last one of its block, which is a finished test; `block` counts the
  /// blocks of a session, from 1.
  init(_ round: KeptRound, block: Int, session: Int, after last: PlayedTrial?) {
    let report = RoundReport(round)
    presses = report.presses
    endTime = round.moves.last?.time ?? 0
    isPassed = report.outcome == .passed && !presses.contains { $0.judgement == .wrong }
    isContinued = round.rule.wrong == .again
    var values = Trial(report)
    values.block = block
    values.trial = round.test?.number ?? 1
    values.sessionNumber = session
    values.beginTest(after: last?.values, named: "")
    values.endTest(.complete)
    self.values = values
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

  /// Simulates all blocks of a participant.
  fileprivate func play(
    _ participant: SimulatedGroup.Participant
  ) throws(StoreWorkStop) -> PlayedParticipant {
    let seed = participant.seed
    var generator = Generator(text: "people/" + seed.text)
    var memory = people.model
    memory.capacity = participant.capacities.draw(using: &generator)
    var session = SimulatedSession(memory, people.latencies, drawnFrom: seed)
    var played: [[PlayedTrial]] = []
    var number = 0
    do throws(RoundFault) {
      for (index, block) in participant.blocks.enumerated() {
        if index > 0, block.session != participant.blocks[index - 1].session {
          session.beginSession()
          number = 0
        }
        number += 1
        var trials: [PlayedTrial] = []
        try session.play(block.series) { round in
          let trial = PlayedTrial(
            round, block: number, session: block.session, after: trials.last)
          trials.append(trial)
          return true
        }
        played.append(trials)
      }
    } catch { throw .failed(.round(error)) }
    return PlayedParticipant(participant: participant, blocks: played)
  }
}

/// A test with the number of its session.
typealias SimulatedBlock = (session: Int, series: TestSeries)

/// The participants of a simulation, who are created one after the other.
struct SimulatedGroup {
  /// A participant to simulate: the blocks, and the seed of all random numbers.
  struct Participant: Sendable {
    /// The code, which begins with ``ParticipantCode/simulatedPrefix``.
    let code: String
    let seed: Seed
    /// The order of the conditions; 0 for a test.
    let order: Int
    /// The group of the study; `nil` if the study has none.
    let group: String?
    /// The distribution from which the participant's capacity is drawn.
    let capacities: Capacities
    let blocks: [SimulatedBlock]
    /// The time between two sessions, in milliseconds.
    let gap: Int
    /// The identifiers of the participant's rows; the same plan and seed have the same ones.
    let identifiers: AscendingIdentifiers
  }

  let plan: SimulationPlan
  let study: StudyPlan?
  let seed: SessionSeed
  /// The first letters of all identifiers of the simulation.
  let identifierPrefix: String
  /// The numbers of participants of each group, and of each order in it.
  private var groupCounts: [String: Int] = [:]
  private var orderCounts: [String?: [Int: Int]] = [:]
  /// A text that differs between plans, so that the same seed gives different codes in each.
  private let description: String

  init(plan: SimulationPlan, study: StudyPlan?, seed: SessionSeed) {
    self.plan = plan
    self.study = study
    self.seed = seed
    description = Self.description(of: plan, study)
    let identifier = Self.identifier(drawnFrom: "rows/" + description + seed.seed.text)
    identifierPrefix = String(identifier.prefix(6))
  }

  var name: String { Self.name(of: plan, study) }

  private static func name(of plan: SimulationPlan, _ study: StudyPlan?) -> String {
    if case .test(let series) = plan.subject { series.preset.name } else { study?.name ?? "" }
  }

  /// Returns the identifier that a generator of a text draws first.
  private static func identifier(drawnFrom text: String) -> String {
    var generator = Generator(text: text)
    return identifier(&generator)
  }

  private static func identifier(_ generator: inout Generator) -> String {
    var next = generator
    let identifier =
      StoreEnvironment(now: { 0 }, random: { next.next() }, sleep: { _ in }).newIdentifier()
    generator = next
    return identifier
  }

  /// Returns the participant of a number; numbers must be passed in ascending order.
  ///
  /// A code for which `isKnown` returns `true` is replaced by another one. Returns `nil` if that
  /// happens for the first participant, because the store then has the results of this simulation.
  mutating func participant(
    _ number: Int, unless isKnown: (String) throws(RecordError) -> Bool
  ) throws(RecordError) -> Participant? {
    let own = seed.seed(forRound: number)
    var generator = Generator(text: "names/" + description + own.text)
    var code = ""
    repeat {
      if number == 1, !code.isEmpty { return nil }
      code =
        ParticipantCode.simulatedPrefix
        + Self.identifier(&generator).prefix(ParticipantCode.length)
    } while try isKnown(code)
    let (group, order) = assign(code)
    return Participant(
      code: code, seed: own, order: order, group: group, capacities: capacities(of: group),
      blocks: blocks(of: code, order: order), gap: study?.gap ?? 0,
      identifiers: AscendingIdentifiers(identifierPrefix, number: number))
  }

  /// Assigns a group and an order of the study, as the enrolment of a person does.
  private mutating func assign(_ code: String) -> (group: String?, order: Int) {
    guard case .study = plan.subject, let study else { return (nil, 0) }
    let group = study.smallestGroup(groupCounts, offset: 0)
    let order = study.order(for: code, counts: orderCounts[group] ?? [:])
    if let group { groupCounts[group, default: 0] += 1 }
    orderCounts[group, default: [:]][order, default: 0] += 1
    return (group, order)
  }

  /// Returns the capacities of a group: its own, or those of all participants.
  private func capacities(of group: String?) -> Capacities {
    let all = plan.people.groups
    let index = group.flatMap { study?.groups.firstIndex(of: $0) } ?? 0
    return all[all.indices.contains(index) ? index : 0]
  }

  private func blocks(of code: String, order: Int) -> [SimulatedBlock] {
    if case .test(let series) = plan.subject { return [(1, series)] }
    guard let study else { return [] }
    return study.blocks(of: code, order: order).map {
      ($0.session, TestSeries($0.condition.preset, $0.settings))
    }
  }

  /// Returns the name of the test or the study with all that determines how it is played.
  private static func description(of plan: SimulationPlan, _ study: StudyPlan?) -> String {
    let people = plan.people
    let model = people.model
    let group = people.groups[0]
    let latencies = people.latencies
    let numbers =
      [
        group.median, group.deviation, model.timeConstant, model.decay, model.slip, model.spread,
        latencies.first, latencies.later, latencies.spread,
      ] + people.groups.dropFirst().flatMap { [$0.median, $0.deviation] }
    let settings =
      if case .test(let series) = plan.subject { "\(series.settings)" } else { study?.hash ?? "" }
    return "\(name(of: plan, study)) \(settings) \(group.scale) "
      + numbers.map { "\($0)/" }.joined()
  }
}

/// Writes simulated trials to a store.
private final class SimulationKeeper {
  /// The result so far: participants, trials, passes and presses.
  private(set) var report: Simulate.Report
  private let context: RecordContext
  /// The study in which the participants are enrolled; `nil` for a test.
  private let study: StudyRecord?
  private let rounds: RowWriter<RoundRecord>
  private let presses: RowWriter<PressRecord>
  /// The records that are reused for each row of their table.
  private let record = RoundRecord()
  private let press = PressRecord()

  /// Creates a writer that adds to a report.
  init(
    _ context: RecordContext, _ study: StudyRecord?, _ report: Simulate.Report
  ) throws(RecordError) {
    self.context = context
    self.study = study
    self.report = report
    rounds = try RowWriter(context)
    presses = try RowWriter(context)
  }

  /// Returns `true` if the store has a participant with this code.
  func knows(_ code: String) throws(RecordError) -> Bool {
    try !context.readable(Participant.self, "withCode", ["code": code]).isEmpty
  }

  /// Stores the trials of several participants in one transaction.
  func keep(_ played: [PlayedParticipant]) throws(RecordError) {
    try context.store.write { () throws(RecordError) in
      for participant in played { try keep(participant.participant, participant.blocks) }
    }
  }

  /// Stores the trials of a participant, with one session for each session of the study.
  private func keep(
    _ participant: SimulatedGroup.Participant, _ played: [[PlayedTrial]]
  ) throws(RecordError) {
    var identifiers = participant.identifiers
    report.codes.append(participant.code)
    let owner = Participant()
    owner.code = participant.code
    try context.insert(owner, objectId: identifiers.next())
    try enrol(participant, &identifiers)
    var session: Session?
    for (index, (block, trials)) in zip(participant.blocks, played).enumerated() {
      if session == nil || block.session != participant.blocks[index - 1].session {
        let date = session?.dateEnded.map { $0 + participant.gap }
        session = try begin(owner, participant.seed, at: date, &identifiers)
      }
      guard let session else { continue }
      session.dateEnded = session.dateCreated + (trials.last?.endTime ?? 0)
      try context.save()
      try keep(trials, in: session, &identifiers)
    }
  }

  /// Enrols a participant in the study, if there is one.
  private func enrol(
    _ participant: SimulatedGroup.Participant, _ identifiers: inout AscendingIdentifiers
  ) throws(RecordError) {
    guard let study else { return }
    let enrolment = EnrolmentRecord()
    enrolment.code = participant.code
    enrolment.order = participant.order
    enrolment.group = participant.group
    try context.insert(enrolment, objectId: identifiers.next())
    enrolment.study = study
  }

  /// Inserts a session; `date` is its beginning, `nil` for now.
  private func begin(
    _ owner: Participant, _ seed: Seed, at date: Int?, _ identifiers: inout AscendingIdentifiers
  ) throws(RecordError) -> Session {
    let session = Session()
    session.programVersion = ProgramVersion.current
    session.inputMode = .pipe
    session.clockKind = SessionClock.Kind.virtual.rawValue
    session.seed = seed.text
    try context.insert(session, objectId: identifiers.next(), dateCreated: date)
    session.participant = owner
    return session
  }

  /// Stores the trials of a block.
  private func keep(
    _ trials: [PlayedTrial], in session: Session, _ identifiers: inout AscendingIdentifiers
  ) throws(RecordError) {
    let now = context.store.now
    let testId = identifiers.next()
    let began = session.dateCreated
    record.session = session
    let lastRow = try rounds.write(trials.count, record) { index in
      record.values = trials[index].values
      record.values.testId = testId
      record.values.onsetDate =
        InstantText(milliseconds: began + record.values.onset).description
      return (
        index == 0 ? testId : identifiers.next(), dateCreated: now, dateUpdated: now
      )
    }
    try keepPresses(of: trials, inRowsFrom: lastRow - trials.count + 1, at: now, &identifiers)
    for trial in trials { count(trial) }
  }

  /// Stores the presses of trials, whose rows are consecutive.
  private func keepPresses(
    of trials: [PlayedTrial], inRowsFrom firstRow: Int, at now: Int,
    _ identifiers: inout AscendingIdentifiers
  ) throws(RecordError) {
    let pressCount = trials.reduce(0) { $0 + $1.presses.count }
    var trial = -1
    /// The number of the trial's presses, and of those that were stored.
    var (count, index) = (0, 0)
    _ = try presses.write(pressCount, press) { _ in
      while index == count {
        trial += 1
        count = trials[trial].presses.count
        index = 0
        rounds.identify(record, asRow: firstRow + trial)
        press.round = record
      }
      press.values = trials[trial].presses[index]
      index += 1
      return (identifiers.next(), dateCreated: now, dateUpdated: now)
    }
  }

  /// Adds a stored trial to the report.
  private func count(_ trial: PlayedTrial) {
    report.trialCount += 1
    report.passedCount += trial.isPassed ? 1 : 0
    report.continuedCount += trial.isContinued ? 1 : 0
    report.pressCount += trial.presses.count
  }
}
