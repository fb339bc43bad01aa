package import Archive
package import Console
import Events
package import Examiner
import Exchange
package import Game
import Models
package import Operations
import Records
package import Science
import Studies

/// Has made-up participants play a test or a study, and keeps their trials, marked as simulated.
package struct Simulate: StoreOperation {
  package struct Report: Sendable {
    package let name: String
    package var codes: [String] = []
    package var trialCount = 0
    package var passedCount = 0
    package var pressCount = 0
    package let seed: SessionSeed
  }

  package let source: StoreSource
  package let plan: SimulationPlan

  package init(source: StoreSource, plan: SimulationPlan) {
    self.source = source
    self.plan = plan
  }

  /// Keeps some participants at a time, each in a transaction of all of them, so that nobody else
  /// waits for the whole; those that were kept before an end stay.
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

  /// The study that the store has by this name, or else that of the file.
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
    do throws(StudyFileFault) { return try StudyFile.read(known.text) } catch {
      throw .failed(.study(.content(error)))
    }
  }

  /// Some participants play at a time, on all processors; none of their trials is held for long.
  private func play(
    _ people: inout SimulatedGroup, _ run: OperationRun<StoreWorkFault>, _ keeper: SimulationKeeper
  ) throws(StoreWorkStop) {
    let plan = plan
    let size = 8
    for first in stride(from: 0, to: plan.count, by: size) {
      var group: [SimulatedGroup.Participant] = []
      for number in first + 1...min(first + size, plan.count) {
        let next = try run.tryingRecords(
          people.participant(number) { code throws(RecordError) in
            if group.contains(where: { $0.code == code }) { return true }
            return try keeper.knows(code)
          })
        guard let next else { throw .failed(.simulatedAlready(people.seed.seed.text)) }
        group.append(next)
      }
      let work = group.map { ($0.seed, $0.blocks) }
      let played = try run.spread(work.count) { place throws(StoreWorkFault) in
        try plan.play(work[place].1, of: work[place].0)
      } onStart: { place in
        run.report(completed: first + place, of: plan.count)
      }
      try run.checkCancelled()
      try run.tryingRecords { () throws(RecordError) in try keeper.keep(zip(group, played)) }
    }
  }
}

package struct SimulationPlan: Equatable, Sendable {
  package enum Subject: Equatable, Sendable {
    case test(TestSeries)
    /// A study that the store has by this name, or a file.
    case study(FilePlace)
  }

  package let count: Int
  package let subject: Subject
  package let people: SimulatedPeople
  /// What a seed is made of where none is said.
  package var sessionSeed: SessionSeed

  package init(count: Int, subject: Subject, people: SimulatedPeople, sessionSeed: SessionSeed) {
    self.count = count
    self.subject = subject
    self.people = people
    self.sessionSeed = sessionSeed
  }

  /// What is drawn from: where nobody says it, something that the store has not seen.
  fileprivate func seed(after trialCount: Int) -> SessionSeed {
    people.seed ?? (try? SessionSeed("\(sessionSeed.seed.text)-\(trialCount)")) ?? sessionSeed
  }

  fileprivate func play(
    _ blocks: [SimulatedBlock], of seed: Seed
  ) throws(StoreWorkFault) -> [[KeptRound]] {
    var generator = Generator(text: "people/" + seed.text)
    var memory = people.model
    let group = people.groups[0]
    memory.capacity = max(0, group.capacity + group.deviation * generator.normal())
    var sitting = SimulatedSitting(memory, people.latencies, drawnFrom: seed)
    var played: [[KeptRound]] = []
    do throws(RoundFault) {
      for (place, block) in blocks.enumerated() {
        if place > 0, block.session != blocks[place - 1].session { sitting.beginSession() }
        var trials: [KeptRound] = []
        try sitting.play(block.series) {
          trials.append($0)
          return true
        }
        played.append(trials)
      }
    } catch { throw .round(error) }
    return played
  }
}

/// A test that somebody plays without anything between.
typealias SimulatedBlock = (session: Int, series: TestSeries)

/// The participants of a simulation, before anything is played.
struct SimulatedGroup {
  /// The beginning of the code of every simulated participant.

  struct Participant {
    let code: String
    let seed: Seed
    let blocks: [SimulatedBlock]
    let gap: Int
    /// Makes the names of what is kept; the same ones for the same plan and seed.
    let names: StoreEnvironment
  }

  let plan: SimulationPlan
  let study: StudyPlan?
  let seed: SessionSeed
  var orderCounts: [Int: Int] = [:]

  var name: String {
    if case .test(let series) = plan.subject { series.preset.name } else { study?.name ?? "" }
  }

  /// The participant of a number, which are asked for one after the other.
  ///
  /// Of many, some codes are known already, and drawn again; where the first is, all are: nil.
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

  /// The blocks of a participant, who gets an order of the study as somebody who is enrolled.
  private mutating func blocks(of code: String) -> [SimulatedBlock] {
    if case .test(let series) = plan.subject { return [(1, series)] }
    guard let study else { return [] }
    let order = study.order(for: code, counts: orderCounts)
    orderCounts[order, default: 0] += 1
    return study.blocks(of: code, order: order).map {
      ($0.session, TestSeries($0.condition.preset, $0.settings))
    }
  }

  /// What tells the participants of a seed from those of another plan.
  private var description: String {
    let people = plan.people
    let model = people.model
    let group = people.groups[0]
    let latencies = people.latencies
    let numbers = [
      group.capacity, group.deviation, model.timeConstant, model.decay, model.slip,
      latencies.first, latencies.later, latencies.spread,
    ]
    let settings =
      if case .test(let series) = plan.subject { "\(series.settings)" } else { study?.hash ?? "" }
    return "\(name) \(settings) " + numbers.map { "\($0)/" }.joined()
  }
}

/// Puts the trials of simulated participants into a store, some participants at a time.
private final class SimulationKeeper {
  private(set) var report: Simulate.Report
  private let context: RecordContext
  private let rounds: RowWriter<RoundRecord>
  private let presses: RowWriter<PressRecord>
  private let record = RoundRecord()
  private let press = PressRecord()

  init(_ context: RecordContext, _ report: Simulate.Report) throws(RecordError) {
    self.context = context
    self.report = report
    rounds = try RowWriter(context)
    presses = try RowWriter(context)
  }

  func knows(_ code: String) throws(RecordError) -> Bool {
    try !context.readable(Participant.self, "withCode", ["code": code]).isEmpty
  }

  /// Keeps the trials of some participants in one transaction.
  func keep(
    _ played: some Sequence<(SimulatedGroup.Participant, [[KeptRound]])>
  ) throws(RecordError) {
    try context.store.write { () throws(RecordError) in
      for (participant, blocks) in played { try keep(participant, blocks) }
    }
  }

  /// Keeps the trials of one participant.
  private func keep(
    _ participant: SimulatedGroup.Participant, _ played: [[KeptRound]]
  ) throws(RecordError) {
    let code = participant.code
    let names = participant.names
    report.codes.append(code)
    let owner = Participant()
    owner.code = code
    try context.insert(owner, objectId: names.newIdentifier())
    var session: Session?
    var number = 0
    for (place, (block, trials)) in zip(participant.blocks, played).enumerated() {
      if session == nil || block.session != participant.blocks[place - 1].session {
        let date = session?.dateEnded.map { $0 + participant.gap }
        session = try begin(owner, participant, at: date)
        number = 0
      }
      number += 1
      guard let session else { continue }
      try keep(trials, in: session, block: number, number: block.session, names)
      session.dateEnded = session.dateCreated + (trials.last?.moves.last?.time ?? 0)
      try context.save()
    }
  }

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

  private func keep(
    _ trials: [KeptRound], in session: Session, block: Int, number: Int, _ names: StoreEnvironment
  ) throws(RecordError) {
    let testId = names.newIdentifier()
    var last: Trial?
    for round in trials {
      let measured = RoundReport(round)
      let name = last == nil ? testId : names.newIdentifier()
      record.values = Trial()
      record.session = session
      record.block = block
      record.trial = round.test?.number ?? 1
      record.describe(round, at: session.dateCreated + round.onset, inSession: number)
      record.take(measured)
      record.change {
        $0.beginTest(after: last, named: name)
        $0.endTest(.complete)
      }
      last = record.values
      try rounds.write(record, identity(name))
      press.round = record
      try presses.write(measured.presses.count, press) { place in
        press.values = measured.presses[place]
        return identity(names.newIdentifier())
      }
      report.trialCount += 1
      report.passedCount += measured.outcome == .passed ? 1 : 0
      report.pressCount += measured.presses.count
    }
  }

  private func identity(_ name: String) -> RowWriter<RoundRecord>.Identity {
    (name, dateCreated: context.store.now, dateUpdated: context.store.now)
  }
}

/// A simulated participant who plays tests through the same session as people do.
package struct SimulatedSitting {
  /// The time between two rounds, in milliseconds.
  private static var pause: Int { 1_000 }

  private var session = GameSession(usualInput: .script)
  private var time = 0

  private let memory: MemoryModel
  private let latencies: PressLatencies
  private let boards: Seed
  private var generator: Generator

  /// Creates a participant whose boards and presses follow from a seed.
  package init(_ memory: MemoryModel, _ latencies: PressLatencies, drawnFrom seed: Seed) {
    self.memory = memory
    self.latencies = latencies
    boards = seed
    generator = Generator(text: "presses/" + seed.text)
  }

  /// Begins another session: its rounds are numbered from 1, and its time from 0.
  mutating func beginSession() {
    session = GameSession(usualInput: .script)
    time = 0
  }

  /// Plays a test to its end, and passes each round to `record`, which returns whether to go on.
  package mutating func play(
    _ test: TestSeries, _ record: (KeptRound) -> Bool
  ) throws(RoundFault) {
    if session.isStarted { time += Self.pause }
    try handle(.start(try examiner(for: test), of: test))
    while true {
      try playRound()
      guard record(session.round), let test = session.test else { return }
      time += Self.pause
      try handle(.place(try examiner(for: test)))
      try handle(.begin)
    }
  }

  private mutating func handle(_ input: GameInput) throws(RoundFault) {
    _ = try session.handle(input, at: time, by: .simulated)
  }

  private func examiner(for test: TestSeries) throws(RoundFault) -> ChimpanzeeExaminer {
    let seed = Seed(test.settings.seed?.seed ?? boards, round: test.nextTrial.number)
    do throws(BoardError) {
      return .startGame(try test.plan.identifier(seed), rule: test.plan.rule)
    } catch { throw .board(error) }
  }

  private mutating func playRound() throws(RoundFault) {
    let board = session.board
    let rule = session.rule
    var maskTime: Int?
    if let hold = rule.hold {
      time += hold
      try handle(.move(.holdEnds))
      maskTime = time
    }
    let mind = SimulatedMemory(
      memory, count: board.count, hold: rule.hold.map(Double.init), using: &generator)
    for number in 1...board.count {
      let latency = latencies.draw(isFirst: number == 1, using: &generator)
      let pressTime = time + max(1, Int((1000 * latency).rounded()))
      if let end = session.deadlines.answer, pressTime > end {
        time = max(time, end)
        return try handle(.move(.timeOut))
      }
      time = pressTime
      let seconds = maskTime.map { Double(pressTime - $0) / 1000 }
      let error = mind.press(place: number, seconds: seconds, using: &generator)
      try handle(.press([board.cell(atIndex: number - 1 + error)]))
      guard session.isOpen else { return }
      if maskTime == nil, session.examiner.isMasked { maskTime = time }
    }
  }
}

extension ObservedTrials {
  /// Takes a round, or answers false where it can't be.
  ///
  /// Without a mask all presses were made on sight.
  mutating func add(
    count: Int, hold: Int?, maskTime: Int?, presses: [RoundMeasures.Press]
  ) -> Bool {
    var isMasked = hold != nil
    let observed = presses.filter { $0.judgement != .ignored }.map { press in
      // The press that masks is made on sight.
      let seconds = maskTime.map { Double(press.time - $0) / 1000 }
      let isSeen = !isMasked || seconds ?? -1 < 0
      if press.judgement == .right { isMasked = true }
      return ObservedPress(seconds: isSeen ? nil : seconds, isRight: press.judgement == .right)
    }
    let seen = hold.map { Double(min($0, maskTime ?? $0)) }
    return (try? add(count: count, hold: seen, presses: observed)) != nil
  }

  mutating func add(_ round: KeptRound) -> Bool {
    let report = RoundReport(round)
    return add(
      count: round.board.count, hold: round.rule.hold, maskTime: report.studyTime,
      presses: report.presses)
  }
}
