import Examiner
import Records
import Science
package import Shell

/// Has participants who are made up play a test, and keeps their rounds, marked as simulated.
package struct Simulate: StoreOperation {
  /// What came of it.
  package struct Report: Sendable {
    package let codes: [String]
    package let roundCount: Int
    package let passedCount: Int
    package let pressCount: Int
    package let seed: SessionSeed
  }

  package let source: StoreSource
  let plan: SimulatedStudy

  package func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    try run.gathering(source) { context throws(StoreWorkStop) in
      let seed = plan.seed(after: try run.trying(context.store.newestRow(of: "Round")))
      let keeper = try run.tryingRecords(SimulationKeeper(context))
      try play(seed, run, keeper)
      return Report(
        codes: keeper.codes, roundCount: keeper.roundCount, passedCount: keeper.passedCount,
        pressCount: keeper.pressCount, seed: seed)
    }
  }

  /// Some participants play at a time, on all processors; none of their rounds is held for long.
  private func play(
    _ seed: SessionSeed, _ run: OperationRun<StoreWorkFault>, _ keeper: SimulationKeeper
  ) throws(StoreWorkStop) {
    let (plan, size) = (plan, 8)
    for first in stride(from: 0, to: plan.count, by: size) {
      let played = try run.spread(min(size, plan.count - first)) { number in
        Result { () throws(StoreWorkFault) in
          try plan.rounds(of: seed.seed(forRound: first + number + 1))
        }
      } telling: { number in
        run.report(completed: first + number, of: plan.count)
      }
      for (number, rounds) in played.enumerated() {
        let own = seed.seed(forRound: first + number + 1)
        guard
          try run.tryingRecords(keeper.keep(rounds, names: plan.description + own.text, own))
        else { throw .failed(.simulatedAlready(seed.seed.text)) }
      }
    }
  }
}

/// Who is to play what.
package struct SimulatedStudy: Equatable, Sendable {
  let count: Int
  let series: TestSeries
  let people: SimulatedPeople
  /// What a seed is made of where none is said.
  var sessionSeed: SessionSeed

  /// What is drawn from: where nobody says it, something that the store has not seen.
  func seed(after roundCount: Int) -> SessionSeed {
    people.seed ?? (try? SessionSeed("\(sessionSeed.seed.text)-\(roundCount)")) ?? sessionSeed
  }

  /// What tells the participants of a seed from those of another plan.
  var description: String {
    let (model, group, latencies) = (people.model, people.groups[0], people.latencies)
    let numbers = [
      group.capacity, group.deviation, model.timeConstant, model.decay, model.slip,
      latencies.first, latencies.later, latencies.spread,
    ]
    return "\(series.preset.name) \(series.settings) "
      + numbers.map { "\($0)/" }.joined()
  }

  /// The rounds of a participant.
  func rounds(of seed: Seed) throws(StoreWorkFault) -> [KeptRound] {
    var generator = Generator(text: "people/" + seed.text)
    var memory = people.model
    let group = people.groups[0]
    memory.capacity = max(0, group.capacity + group.deviation * generator.normal())
    var sitting = SimulatedSitting(memory, people.latencies, drawnFrom: seed)
    var rounds: [KeptRound] = []
    do throws(RoundFault) {
      try sitting.play(series) {
        rounds.append($0)
        return true
      }
    } catch { throw .round(error) }
    return rounds
  }
}

/// Puts the rounds of participants who are made up into a store, within one transaction.
private final class SimulationKeeper {
  private(set) var codes: [String] = []
  private(set) var roundCount = 0
  private(set) var passedCount = 0
  private(set) var pressCount = 0
  private let context: RecordContext
  private let rounds: RowWriter<RoundRecord>
  private let presses: RowWriter<PressRecord>
  /// What is written next, which no context has.
  private let record = RoundRecord()
  private let press = PressRecord()

  init(_ context: RecordContext) throws(RecordError) {
    self.context = context
    (rounds, presses) = (try RowWriter(context), try RowWriter(context))
  }

  /// Keeps the rounds of one participant; false where the store has that participant.
  func keep(_ played: [KeptRound], names: String, _ seed: Seed) throws(RecordError) -> Bool {
    var generator = Generator(text: "names/" + names)
    let names = StoreEnvironment(now: { 0 }, random: { generator.next() }, sleep: { _ in })
    let code = "SIM-" + names.newIdentifier().prefix(Participant.codeLength)
    guard try context.readable(Participant.self, "withCode", ["code": code]).isEmpty else {
      return false
    }
    codes.append(code)
    let session = try session(code, names, seed, length: played.last?.moves.last?.time ?? 0)
    let testId = names.newIdentifier()
    var failCount = 0
    for round in played {
      let report = RoundReport(round)
      record.session = session
      var trial = Trial()
      trial.describe(round)
      (trial.trial, trial.onset, trial.testId) = (round.test?.number ?? 1, round.onset, testId)
      let date = session.dateCreated + round.onset
      trial.onsetDate = InstantText(milliseconds: date).description
      trial.take(report.measures, report.outcome, moves: MoveText.text(of: round))
      trial.endTest(.complete)
      trial.sessionNumber = 1
      trial.strikes = round.test.flatMap { TestPreset.named($0.name)?.course.strikeLimit }
        .map { _ in failCount }
      if report.outcome != .passed, round.test?.isPractice == false { failCount += 1 }
      if let estimate = round.estimate { trial.take(estimate) }
      record.values = trial
      let name = round.test?.number == 1 ? testId : names.newIdentifier()
      try rounds.write(record, identity(name))
      press.round = record
      try presses.write(report.presses.count, press) { place in
        press.values = report.presses[place]
        return identity(names.newIdentifier())
      }
      roundCount += 1
      passedCount += report.outcome == .passed ? 1 : 0
      pressCount += report.presses.count
    }
    return true
  }

  private func identity(_ name: String) -> RowWriter<RoundRecord>.Identity {
    (name, dateCreated: context.store.now, dateUpdated: context.store.now)
  }

  private func session(
    _ code: String, _ names: StoreEnvironment, _ seed: Seed, length: Int
  ) throws(RecordError) -> Session {
    let participant = Participant()
    participant.code = code
    try context.insert(participant, objectId: names.newIdentifier())
    let session = Session()
    session.programVersion = Application.programVersion
    session.inputMode = .pipe
    session.clockKind = SessionClock.Kind.virtual.rawValue
    session.seed = seed.text
    try context.insert(session, objectId: names.newIdentifier())
    session.dateEnded = session.dateCreated + length
    session.participant = participant
    try context.save()
    return session
  }
}
