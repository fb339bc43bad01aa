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

  /// Simulates the participants and stores their trials.
  ///
  /// Eight participants are stored in one transaction, and other processes can write in between.
  /// After a cancellation or an error, those already stored stay in the store.
  package func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    try run.withStore(of: source) { store throws(StoreWorkStop) in
      let context = try run.trying(RecordContext(store, StoreLayout.schema))
      let count = try run.trying(context.store.newestRow(of: "Round"))
      var people = SimulatedGroup(
        plan: plan, study: try study(in: context, run), seed: plan.seed(after: count))
      let keeper = try run.tryingRecords(
        SimulationKeeper(context, Report(name: people.name, seed: people.seed)))
      try play(&people, run, keeper)
      return keeper.report
    }
  }

  /// Returns the study to simulate, from the store or else from a file; `nil` to simulate a test.
  private func study(
    in context: RecordContext, _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) -> StudyPlan? {
    guard case .study(let file) = plan.subject else { return nil }
    let known = try run.tryingRecords(context.study(named: file.name))
    guard let known else {
      do throws(StudyFault) { return try StudyFile.read(file).0 } catch {
        throw .failed(.study(error))
      }
    }
    do throws(StudyFileFault) { return try StudyFile.read(stored: known.text) } catch {
      throw .failed(.study(.content(error)))
    }
  }

  /// Simulates participants in groups of eight; while one group is stored, another thread simulates
  /// the next.
  private func play(
    _ people: inout SimulatedGroup, _ run: OperationRun<StoreWorkFault>, _ keeper: SimulationKeeper
  ) throws(StoreWorkStop) {
    let plan = plan
    let portionSize = 256
    var storedCount = 0
    for first in stride(from: 1, through: plan.count, by: portionSize) {
      let numbers = first...min(first + portionSize - 1, plan.count)
      var waiting = try participants(numbers, of: &people, run, keeper)[...]
      try run.overlap({ () throws(StoreWorkStop) -> [PlayedParticipant]? in
        let group = waiting.prefix(8)
        waiting = waiting.dropFirst(group.count)
        var played: [PlayedParticipant] = []
        for participant in group { played.append(try plan.play(participant)) }
        return played.isEmpty ? nil : played
      }) { _ in
        // Four groups wait at most.
        64
      } _: { group throws(StoreWorkStop) in
        try run.checkCancelled()
        try run.tryingRecords { () throws(RecordError) in try keeper.keep(group) }
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
      let next = try run.tryingRecords(
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
private typealias PlayedParticipant = (
  participant: SimulatedGroup.Participant, blocks: [[PlayedTrial]]
)

/// A simulated trial, with the values of its row except those about its session.
private struct PlayedTrial: Sendable {
  let report: RoundReport
  let values: Trial

  init(_ round: KeptRound) {
    report = RoundReport(round)
    values = Trial(report)
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
    memory.capacity = people.groups[0].draw(using: &generator)
    var session = SimulatedSession(memory, people.latencies, drawnFrom: seed)
    var played: [[PlayedTrial]] = []
    do throws(RoundFault) {
      for (index, block) in participant.blocks.enumerated() {
        if index > 0, block.session != participant.blocks[index - 1].session {
          session.beginSession()
        }
        var trials: [PlayedTrial] = []
        try session.play(block.series) {
          trials.append(PlayedTrial($0))
          return true
        }
        played.append(trials)
      }
    } catch { throw .failed(.round(error)) }
    return (participant, played)
  }
}

/// A test with the number of its session.
typealias SimulatedBlock = (session: Int, series: TestSeries)

/// The participants of a simulation, who are created one after the other.
struct SimulatedGroup {
  /// A participant to simulate, with its blocks and seed.
  struct Participant {
    /// The participant code, which begins with ``ParticipantCode/simulatedPrefix``.
    let code: String
    let seed: Seed
    let blocks: [SimulatedBlock]
    /// The time between two sessions, in milliseconds.
    let gap: Int
    /// Creates record identifiers, the same ones for the same plan and seed.
    let names: StoreEnvironment
  }

  let plan: SimulationPlan
  let study: StudyPlan?
  let seed: SessionSeed
  /// The number of participants so far with each order of the study.
  var orderCounts: [Int: Int] = [:]

  var name: String {
    if case .test(let series) = plan.subject { series.preset.name } else { study?.name ?? "" }
  }

  /// Returns the participant with a number; the numbers must be passed in ascending order.
  ///
  /// A code for which `isKnown` returns `true` is replaced by another one. Returns `nil` if that
  /// happens for the first participant, because the store then has the results of this simulation.
  mutating func participant(
    _ number: Int, unless isKnown: (String) throws(RecordError) -> Bool
  ) throws(RecordError) -> Participant? {
    let own = seed.seed(forRound: number)
    var generator = Generator(text: "names/" + description + own.text)
    let names = StoreEnvironment(now: { 0 }, random: { generator.next() }, sleep: { _ in })
    var code = ""
    repeat {
      if number == 1, !code.isEmpty { return nil }
      code = ParticipantCode.simulatedPrefix + names.newIdentifier().prefix(ParticipantCode.length)
    } while try isKnown(code)
    return Participant(
      code: code, seed: own, blocks: blocks(of: code), gap: study?.gap ?? 0, names: names)
  }

  /// Returns the blocks of a participant, whose order is assigned as for an enrolled one.
  private mutating func blocks(of code: String) -> [SimulatedBlock] {
    if case .test(let series) = plan.subject { return [(1, series)] }
    guard let study else { return [] }
    let order = study.order(for: code, counts: orderCounts)
    orderCounts[order, default: 0] += 1
    return study.blocks(of: code, order: order).map {
      ($0.session, TestSeries($0.condition.preset, $0.settings))
    }
  }

  /// A text that identifies the plan, so that the same seed gives other codes in other plans.
  private var description: String {
    let people = plan.people
    let model = people.model
    let group = people.groups[0]
    let latencies = people.latencies
    let numbers = [
      group.median, group.deviation, model.timeConstant, model.decay, model.slip, model.spread,
      latencies.first, latencies.later, latencies.spread,
    ]
    let settings =
      if case .test(let series) = plan.subject { "\(series.settings)" } else { study?.hash ?? "" }
    return "\(name) \(settings) \(group.scale) " + numbers.map { "\($0)/" }.joined()
  }
}

/// Writes simulated trials to a store.
private final class SimulationKeeper {
  /// The result so far: participants, trials, passes and presses.
  private(set) var report: Simulate.Report
  private let context: RecordContext
  private let rounds: RowWriter<RoundRecord>
  private let presses: RowWriter<PressRecord>
  /// The records that are reused for each row of their table.
  private let record = RoundRecord()
  private let press = PressRecord()

  /// Creates a writer that continues a result.
  init(_ context: RecordContext, _ report: Simulate.Report) throws(RecordError) {
    self.context = context
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
      for (participant, blocks) in played { try keep(participant, blocks) }
    }
  }

  /// Stores the trials of a participant, with one session for each session of the study.
  private func keep(
    _ participant: SimulatedGroup.Participant, _ played: [[PlayedTrial]]
  ) throws(RecordError) {
    let code = participant.code
    let names = participant.names
    report.codes.append(code)
    let owner = Participant()
    owner.code = code
    try context.insert(owner, objectId: names.newIdentifier())
    var session: Session?
    var number = 0
    for (index, (block, trials)) in zip(participant.blocks, played).enumerated() {
      if session == nil || block.session != participant.blocks[index - 1].session {
        let date = session?.dateEnded.map { $0 + participant.gap }
        session = try begin(owner, participant, at: date)
        number = 0
      }
      number += 1
      guard let session else { continue }
      try keep(trials, in: session, block: number, number: block.session, names)
      session.dateEnded = session.dateCreated + (trials.last?.report.round.moves.last?.time ?? 0)
      try context.save()
    }
  }

  /// Inserts a session that begins at a date; `nil` for now.
  private func begin(
    _ owner: Participant, _ participant: SimulatedGroup.Participant, at date: Int?
  ) throws(RecordError) -> Session {
    let session = Session()
    session.programVersion = ProgramVersion.current
    session.inputMode = .pipe
    session.clockKind = SessionClock.Kind.virtual.rawValue
    session.seed = participant.seed.text
    try context.insert(session, objectId: participant.names.newIdentifier(), dateCreated: date)
    session.participant = owner
    try context.save()
    return session
  }

  /// Stores the trials of a block.
  private func keep(
    _ trials: [PlayedTrial], in session: Session, block: Int, number: Int,
    _ names: StoreEnvironment
  ) throws(RecordError) {
    let testId = names.newIdentifier()
    var last: Trial?
    for played in trials {
      let round = played.report.round
      let name = last == nil ? testId : names.newIdentifier()
      let date = InstantText(milliseconds: session.dateCreated + round.onset).description
      record.values = played.values
      record.session = session
      record.change {
        $0.block = block
        $0.trial = round.test?.number ?? 1
        $0.sessionNumber = number
        $0.onsetDate = date
        $0.beginTest(after: last, named: name)
        $0.endTest(.complete)
      }
      last = record.values
      try rounds.write(record, identity(name))
      press.round = record
      try presses.write(played.report.presses.count, press) { index in
        press.values = played.report.presses[index]
        return identity(names.newIdentifier())
      }
      report.trialCount += 1
      let hasError = played.report.presses.contains { $0.judgement == .wrong }
      report.passedCount += played.report.outcome == .passed && !hasError ? 1 : 0
      report.continuedCount += round.rule.wrong == .again ? 1 : 0
      report.pressCount += played.report.presses.count
    }
  }

  /// Returns the identifier and the dates of a new row.
  private func identity(_ name: String) -> RowWriter<RoundRecord>.Identity {
    (name, dateCreated: context.store.now, dateUpdated: context.store.now)
  }
}
