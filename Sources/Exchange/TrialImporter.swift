import Archive
import Game
import Records

/// Adds validated trials to a store, within one transaction.
///
///     let importer = try TrialImporter(context)
///     try importer.add(trial.row, from: trial.location)
///
/// A trial that the store already has is only compared. Missing presses, sessions and participants
/// are added, too.
final class TrialImporter {
  /// The numbers of rows so far.
  private(set) var report = Import.Report()
  private let context: RecordContext
  /// Writes new rounds without creating a record for each.
  private let rounds: RowWriter<RoundRecord>
  private let presses: RowWriter<PressRecord>
  /// A record that is reused for each new round, outside of any context.
  private let round = RoundRecord()
  private let press = PressRecord()
  private let validator = TrialValidator()
  /// The session numbers of the participants, for trials of early versions that did not store them.
  private let numbers: SessionNumbers
  /// The number of the last trial before the import; a trial with a higher number was added by this
  /// import.
  private let lastTrial: Int
  private let lastSession: Int
  /// The participants whose data was erased; old files may still have their trials.
  private let withdrawals: Withdrawals
  /// The cached results of `hasWithdrawn(_:)`, by participant code.
  private var hasWithdrawn: [String: Bool] = [:]
  /// The orders of the participants who are enrolled in a text of a study, by its hash, then by
  /// code.
  private var orders: [String: [String: Int]] = [:]
  /// The cached results of `isDoubled(_:)`, by the identifier of the participant.
  private var isDoubled: [String: Bool] = [:]
  /// The numbers of the file's trials that the store already had.
  private var known: Set<Int> = []
  /// The session of the last trial, cached because the next trial usually has the same one.
  private var session: (record: Session, row: SessionRow)?

  /// Creates an importer for the records of a store.
  init(_ context: RecordContext) throws(RecordError) {
    self.context = context
    numbers = SessionNumbers(context)
    withdrawals = try Withdrawals(context)
    rounds = try RowWriter(context)
    presses = try RowWriter(context)
    lastTrial = try context.store.newestRow(of: "Round")
    lastSession = try context.store.newestRow(of: "Session")
  }

  /// Adds a trial and its presses, or compares it if the store already has it.
  ///
  /// Does nothing if the participant's data was erased, or for a simulated participant whom the
  /// store has from another simulation.
  ///
  /// - Throws: An error with the reason `differs` for a trial that the store has with other values;
  ///   the trial is then as before.
  func add(_ row: TrialRow, from location: TrialLocation) throws {
    guard !hasWithdrawn(row.session.participant) else {
      report.withdrawnCount += 1
      return
    }
    guard try !isDoubled(row.session) else {
      report.doubledCount += 1
      return
    }
    var row = row
    if row.answers != nil {
      report.answeredCount += 1
      row.answers = nil
    }
    hideWithdrawnResumption(of: &row)
    try checkOrder(of: row, location.trial)
    let session = try session(row.session, location.trial)
    let resumption = try row.resumption.map { try self.session($0, location.trial) }
    // A used identifier is rare, so the store is left to refuse it.
    guard try write(row, session, resumption) else {
      let found = try context.record(RoundRecord.self, objectId: row.trialId)
      guard let found else { throw omission() ?? location.trial.stop(.twice(.trial, row.trialId)) }
      return try reconcile(found, resumption, row, location)
    }
    try writePresses(of: row, from: 0, to: round, location)
    report.trialCount += 1
    report.pressCount += row.presses.count
  }

  /// Returns whether the participant's data was erased from this store.
  ///
  /// The result for a code is cached, because it requires a hash.
  private func hasWithdrawn(_ code: String) -> Bool {
    if withdrawals.isEmpty { return false }
    if let known = hasWithdrawn[code] { return known }
    let hasWithdrawn = withdrawals.contains(code)
    self.hasWithdrawn[code] = hasWithdrawn
    return hasWithdrawn
  }

  /// Replaces the session of a withdrawn participant who resumed another participant's trial by the
  /// one in which the trial began, as a withdrawal does in the store.
  private func hideWithdrawnResumption(of row: inout TrialRow) {
    if let resumption = row.resumption, hasWithdrawn(resumption.participant) {
      row.resumption = row.session
    }
  }

  /// Throws if the participant of a trial is enrolled in its study, but in another order.
  private func checkOrder(of row: TrialRow, _ location: LineLocation) throws {
    guard let position = row.values.studyPosition,
      let order = try orders(of: position)[row.session.participant]
    else { return }
    guard order == position.order else {
      throw location.stop(.contradiction("study_order", .study))
    }
  }

  /// Returns the orders of the participants who are enrolled in the study of a trial, by code; none
  /// if the store has another text of the study.
  private func orders(of position: StudyPosition) throws(RecordError) -> [String: Int] {
    if let known = orders[position.hash] { return known }
    var found: [String: Int] = [:]
    if let study = try context.study(named: position.study), study.hash == position.hash {
      let variables = ["study": RecordReference(study)]
      for enrolment in try context.readable(EnrolmentRecord.self, "enrolmentsOf", variables)
      where !enrolment.isSimulated {
        found[enrolment.code] = enrolment.order
      }
    }
    orders[position.hash] = found
    return found
  }

  /// Returns whether the store has the simulated participant of a session from another simulation.
  ///
  /// Such a participant has the same code, and a session with the same seed, but was created at
  /// another time, or by a version of the program that gives other identifiers.
  private func isDoubled(_ row: SessionRow) throws(RecordError) -> Bool {
    guard ParticipantCode.isSimulated(row.participant) else { return false }
    if let known = isDoubled[row.participantId] { return known }
    let others = try context.readable(Participant.self, "withCode", ["code": row.participant])
      .filter { $0.objectId != row.participantId || $0.dateCreated != row.participantCreated }
    let isDoubled = try context.hasSession(of: others, seed: row.values.seed)
    self.isDoubled[row.participantId] = isDoubled
    return isDoubled
  }

  /// Adds a round; returns `false` if its identifier exists already.
  private func write(
    _ row: TrialRow, _ session: Session, _ resumption: Session?
  ) throws(RecordError) -> Bool {
    round.values = row.values
    if round.sessionNumber == nil {
      round.sessionNumber = try numbers.number(of: session)
    }
    round.session = session
    round.resumption = resumption
    let date = max(context.store.now, row.created)
    do {
      try rounds.write(
        round, (objectId: row.trialId, dateCreated: row.created, dateUpdated: date))
      return true
    } catch {
      guard case .constraint = error else { throw error }
      return false
    }
  }

  /// Adds the presses of a round from an index on.
  private func writePresses(
    of trial: TrialRow, from first: Int, to round: RoundRecord, _ location: TrialLocation
  ) throws {
    press.round = round
    let now = context.store.now
    do {
      let rows = trial.presses[first...]
      try presses.write(rows.count, press) { number in
        let row = rows[first + number]
        press.values = row.values
        return (
          objectId: row.pressId, dateCreated: row.created, dateUpdated: max(now, row.created)
        )
      }
    } catch {
      guard case .constraint = error, let duplicate = try duplicate(in: trial, location) else {
        throw error
      }
      throw duplicate
    }
  }

  /// Compares a stored trial with the imported one, and throws if they differ.
  ///
  /// If one of them is an earlier state of the trial, the later state is stored.
  private func reconcile(
    _ found: RoundRecord, _ resumption: Session?, _ trial: TrialRow, _ location: TrialLocation
  ) throws {
    var row = trial
    guard found.row <= lastTrial, known.insert(found.row).inserted else {
      throw location.trial.stop(.twice(.trial, row.trialId))
    }
    guard found.session?.objectId == row.session.sessionId else {
      throw omission() ?? location.trial.stop(.differs(.trial, row.trialId, column: "session_id"))
    }
    // The sessions were compared before.
    var stored = TrialRow(found, row.session, resumption: found.resumption.map { SessionRow($0) })
    // Another store may have erased a participant who is still in this one.
    hideWithdrawnResumption(of: &stored)
    validator.complete(&stored.values, from: row.values)
    // The store may have computed the number of the session itself.
    if row.study == nil { row.sessionNumber = stored.sessionNumber }
    let count = try comparePresses(of: found, row, location)
    if row.isEarlier(than: stored) {
      report.knownCount += 1
    } else if stored.isEarlier(than: row) {
      found.change { $0 = row.values }
      found.resumption = resumption
      try context.save()
      try writePresses(of: row, from: count, to: found, location)
      report.trialCount += 1
      report.pressCount += row.presses.count - count
    } else {
      // The identifiers are equal; the session itself may have continued meanwhile.
      if stored.resumption?.sessionId == row.resumption?.sessionId {
        stored.resumption = row.resumption
      }
      try compare(stored, row, found.objectId, location.trial)
      report.knownCount += 1
    }
  }

  /// Compares the presses that both have, and returns the number of stored presses.
  private func comparePresses(
    of round: RoundRecord, _ trial: TrialRow, _ location: TrialLocation
  ) throws -> Int {
    let presses = try context.fetch(
      PressRecord.self, "pressesOfRound", ["round": RecordReference(round)])
    let isInTurns = round.values.exposure.isInTurns
    let stored = presses.map {
      PressRow($0, trialId: round.objectId, isInTurns: isInTurns)
    }
    for (number, (row, press)) in zip(trial.presses, stored).enumerated() {
      var press = press
      press.values.complete(from: row.values)
      try compare(press, row, round.objectId, location.line(ofPress: number))
    }
    return stored.count
  }

  /// Throws an error with the first column in which two rows differ.
  private func compare<Row: ExchangeRow>(
    _ stored: Row, _ row: Row, _ trialId: String, _ location: LineLocation
  ) throws {
    if let column = stored.difference(from: row) {
      throw location.stop(.differs(.trial, trialId, column: column.name))
    }
  }

  /// Returns the stored session of a row, or adds it.
  private func session(_ row: SessionRow, _ location: LineLocation) throws -> Session {
    if let session, session.row == row { return session.record }
    if let found = try context.record(Session.self, objectId: row.sessionId) {
      try reconcile(found, row, location)
      session = (found, row)
      return found
    }
    let record = Session()
    let owner = try participant(of: row, location)
    record.values = row.values
    try context.insert(record, objectId: row.sessionId, dateCreated: row.created)
    record.participant = owner
    try context.save()
    session = (record, row)
    return record
  }

  /// Compares a stored session with an imported one, and throws if they differ.
  ///
  /// The end of the session is adopted if the store has it without one.
  private func reconcile(
    _ found: Session, _ row: SessionRow, _ location: LineLocation
  ) throws {
    var stored = SessionRow(found)
    let isNew = found.row > lastSession
    // An export omits the host's name unless it was requested.
    if stored.values.machine == nil || row.values.machine == nil {
      stored.values.machine = row.values.machine
    }
    // The session may have ended since the export, or since the store received it.
    if !isNew && (stored.dateEnded == nil || row.dateEnded == nil) {
      stored.dateEnded = row.dateEnded
    }
    if let column = stored.difference(from: row) {
      throw omission()
        ?? location.stop(
          isNew
            ? .contradiction(column.name, .earlierLine)
            : .differs(.session, row.sessionId, column: column.name))
    }
    if found.dateEnded == nil, let end = row.dateEnded {
      found.dateEnded = end
      try context.save()
    }
  }

  /// Returns the error for a damaged row that a query skipped; `nil` if none was.
  private func omission() -> RecordError? {
    context.consumeOmissions().first
  }

  /// Returns the stored participant of a session, or adds it; throws if their properties differ.
  private func participant(
    of row: SessionRow, _ location: LineLocation
  ) throws -> Participant {
    let found = try context.record(Participant.self, objectId: row.participantId)
    guard let found else {
      let participant = Participant()
      participant.code = row.participant
      return try context.insert(
        participant, objectId: row.participantId, dateCreated: row.participantCreated)
    }
    for (column, isEqual) in [
      ("participant", found.code == row.participant),
      ("participant_created", found.dateCreated == row.participantCreated),
    ] where !isEqual {
      throw location.stop(.differs(.participant, row.participantId, column: column))
    }
    return found
  }

  /// Returns the error for the first press whose identifier exists already; `nil` if there is none.
  private func duplicate(
    in trial: TrialRow, _ location: TrialLocation
  ) throws(RecordError) -> RefusedRow? {
    var names: Set<String> = []
    for (number, row) in trial.presses.enumerated()
    where !names.insert(row.pressId).inserted {
      return location.line(ofPress: number).stop(.twice(.press, row.pressId))
    }
    for (number, row) in trial.presses.enumerated() {
      // The presses before the failing one were written, and will be rolled back.
      let other = try context.record(PressRecord.self, objectId: row.pressId)?.round?.objectId
      if let other, other != row.trialId {
        return location.line(ofPress: number).stop(.twice(.press, row.pressId))
      }
    }
    return nil
  }
}
