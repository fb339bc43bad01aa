import Archive
import Events
import Examiner
import Game
import Records
import Studies

/// Writes simulated trials to a store.
final class SimulationKeeper {
  /// The result so far: participants, trials, passes and presses.
  private(set) var report: Simulate.Report
  private let context: RecordContext
  /// The study in which the participants are enrolled; `nil` for a test.
  private let study: StudyRecord?
  /// The hash of the text of the study that the participants play.
  private let studyHash: String?
  private let rounds: RowWriter<RoundRecord>
  private let presses: RowWriter<PressRecord>
  /// The records that are reused for each row of their table.
  private let record = RoundRecord()
  private let press = PressRecord()
  /// The codes of the simulation's participants in the store, by the identifier of their row.
  private var known: [String: String] = [:]
  /// The enrolments of the simulation's participants, by code.
  private var enrolments: [String: EnrolmentRecord] = [:]
  /// The enrolments of the study's other simulated participants.
  private(set) var others: [EnrolmentRecord] = []
  private let withdrawals: Withdrawals

  /// Creates a writer that adds to a report.
  ///
  /// The identifiers of all rows of the simulation begin with `prefix`.
  init(
    _ context: RecordContext, _ study: StudyRecord?, _ report: Simulate.Report, _ prefix: String
  ) throws(RecordError) {
    self.context = context
    self.study = study
    studyHash = study?.hash
    self.report = report
    rounds = try RowWriter(context)
    presses = try RowWriter(context)
    withdrawals = try Withdrawals(context)
    for person in try context.readable(Participant.self, "withIdentifier", ["prefix": prefix]) {
      known[person.objectId] = person.code
    }
    guard let study else { return }
    let all = ["study": RecordReference(study)]
    for enrolment in try context.readable(EnrolmentRecord.self, "enrolmentsOf", all)
    where enrolment.isSimulated {
      if enrolment.objectId.hasPrefix(prefix) {
        enrolments[enrolment.code] = enrolment
      } else {
        others.append(enrolment)
      }
    }
  }

  /// Returns the participant of a number with the first free code.
  ///
  /// Returns `nil` for one whom the store has already or who was withdrawn, and counts both.
  func participant(
    _ number: Int, of people: inout SimulatedGroup, except codes: Set<String>
  ) throws(RecordError) -> SimulatedGroup.Participant? {
    var identifiers = people.identifiers(of: number)
    if let code = known[identifiers.next()] {
      return skip(number, code, of: &people)
    }
    let seed = people.seed(of: number).text
    var candidates = people.codes(of: number)
    while true {
      let code = candidates.next()
      if !withdrawals.isEmpty, withdrawals.contains(code) {
        report.withdrawnCount += 1
        return nil
      }
      if codes.contains(code) { continue }
      let persons = try context.readable(Participant.self, "withCode", ["code": code])
      if persons.isEmpty { return people.participant(number, code: code) }
      // An earlier program gave the same participant other identifiers.
      if try context.hasSession(of: persons, seed: seed) {
        return skip(number, code, of: &people)
      }
    }
  }

  /// Counts a participant whom the store has already, also for the groups and orders of the next.
  private func skip(
    _ number: Int, _ code: String, of people: inout SimulatedGroup
  ) -> SimulatedGroup.Participant? {
    report.knownCount += 1
    if let enrolment = enrolments[code] {
      people.add([enrolment])
    } else {
      _ = people.participant(number, code: code)
    }
    return nil
  }

  /// Stores the trials of several participants in one transaction.
  ///
  /// Those whom another program has added or withdrawn since they were looked up are skipped.
  /// Throws `changedElsewhere` if another program has replaced the text of the study.
  func keep(_ people: [PlayedParticipant]) throws(RecordError) {
    try context.store.write { () throws(RecordError) in
      if let study, try context.study(named: study.name)?.hash != studyHash {
        throw .changedElsewhere(entity: StudyRecord.entity, objectId: study.objectId)
      }
      let withdrawals = try Withdrawals(context)
      for person in people {
        let code = person.participant.code
        if withdrawals.contains(code) {
          report.withdrawnCount += 1
        } else if try isTaken(person.participant) {
          report.knownCount += 1
        } else {
          try keep(person.participant, person.blocks)
        }
      }
    }
  }

  /// Returns whether the store has a participant's code or identifier.
  private func isTaken(_ participant: SimulatedGroup.Participant) throws(RecordError) -> Bool {
    var identifiers = participant.identifiers
    if try context.record(Participant.self, objectId: identifiers.next()) != nil { return true }
    let variables = ["code": participant.code]
    return try !context.readable(Participant.self, "withCode", variables).isEmpty
  }

  /// Stores the trials of a participant, with one session for each session of the study.
  private func keep(
    _ participant: SimulatedGroup.Participant, _ blocks: [PlayedBlock]
  ) throws(RecordError) {
    var identifiers = participant.identifiers
    report.codes.append(participant.code)
    let owner = Participant()
    owner.code = participant.code
    try context.insert(owner, objectId: identifiers.next())
    try enrol(participant, &identifiers)
    var session: Session?
    for (index, (block, played)) in zip(participant.blocks, blocks).enumerated() {
      if session == nil || block.session != participant.blocks[index - 1].session {
        let date = session?.dateEnded.map { $0 + participant.gap }
        session = try begin(owner, participant.seed, at: date, &identifiers)
      }
      guard let session else { continue }
      session.dateEnded = session.dateCreated + played.endTime
      try context.save()
      try keep(played, in: session, &identifiers)
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
    session.player = .simulated
    session.clockKind = SessionClock.Kind.virtual.rawValue
    session.seed = seed.text
    try context.insert(session, objectId: identifiers.next(), dateCreated: date)
    session.participant = owner
    return session
  }

  /// Stores the trials of a block.
  private func keep(
    _ block: PlayedBlock, in session: Session, _ identifiers: inout AscendingIdentifiers
  ) throws(RecordError) {
    let now = context.store.now
    let testId = identifiers.next()
    let began = session.dateCreated
    record.session = session
    let count = block.trials.count
    let lastRow = try rounds.write(count, record) { index in
      let trial = block.trials[index]
      add(trial)
      record.values = trial
      record.values.testId = testId
      record.values.onsetDate =
        InstantText(milliseconds: began + record.values.onset).description
      return (
        index == 0 ? testId : identifiers.next(), dateCreated: now, dateUpdated: now
      )
    }
    try keepPresses(of: block, inRowsFrom: lastRow - count + 1, at: now, &identifiers)
    report.pressCount += block.pressCount
  }

  /// Stores the presses of a block, whose trials have consecutive rows.
  private func keepPresses(
    of block: PlayedBlock, inRowsFrom firstRow: Int, at now: Int,
    _ identifiers: inout AscendingIdentifiers
  ) throws(RecordError) {
    var trial = -1
    /// The number of the trial's presses.
    var count = 0
    /// The number of them that were stored.
    var index = 0
    _ = try presses.write(block.pressCount, press) { _ in
      while index == count {
        trial += 1
        count = block.presses[trial].count
        index = 0
        rounds.identify(record, asRow: firstRow + trial)
        press.round = record
      }
      press.values = block.presses[trial][index]
      index += 1
      return (identifiers.next(), dateCreated: now, dateUpdated: now)
    }
  }

  /// Adds a stored trial to the report.
  private func add(_ trial: Trial) {
    // With `wrong=again` every round can be finished by trial and error.
    let isPassed = trial.isCompleted && trial.measures.rightBeforeError == trial.count
    let isContinued = Rule.parts(ofMistakes: trial.emptyCell)?.wrong == .again
    report.trialCount += 1
    report.passedCount += isPassed ? 1 : 0
    report.continuedCount += isContinued ? 1 : 0
  }
}
