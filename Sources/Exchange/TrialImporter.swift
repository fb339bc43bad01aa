import Archive
import Game
import Operations
import Records

/// Inserts validated trials into a store, within one transaction.
///
///     let importer = try TrialImporter(context, run)
///     try importer.add(trial.row, from: trial.location)
///
/// A trial that the store has is compared and not inserted. Everything that is missing is added
/// with it: presses, sessions and participants.
final class TrialImporter {
  /// The numbers so far.
  private(set) var report = Import.Report()
  private let context: RecordContext
  private let run: OperationRun<StoreWorkFault>
  /// The writers of new rows, which avoid a record for each.
  private let rounds: RowWriter<RoundRecord>
  private let presses: RowWriter<PressRecord>
  /// A reused record for the next row, which belongs to no context.
  private let round = RoundRecord()
  private let press = PressRecord()
  private let validator = TrialValidator()
  /// The numbers of the participants' sessions, for trials of older programs, which did not store
  /// them.
  private let numbers: SessionNumbers
  /// The newest trial before the import; a later one of the same name comes from this file.
  private let lastTrial: Int
  private let lastSession: Int
  /// The participants who have withdrawn; their trials may still be in old files.
  private let withdrawals: Withdrawals
  /// The cached results of `hasWithdrawn(_:)`, by code.
  private var hasWithdrawn: [String: Bool] = [:]
  /// The trials of the file that were in the store already.
  private var known: Set<Int> = []
  /// The last session, because the next trial usually belongs to it, too.
  private var session: (record: Session, row: SessionRow)?

  /// Begins an import into the records of a store.
  init(_ context: RecordContext, _ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) {
    self.context = context
    self.run = run
    numbers = SessionNumbers(context)
    withdrawals = try run.tryingRecords(Withdrawals(context))
    rounds = try run.tryingRecords(RowWriter(context))
    presses = try run.tryingRecords(RowWriter(context))
    lastTrial = try run.trying(context.store.newestRow(of: "Round"))
    lastSession = try run.trying(context.store.newestRow(of: "Session"))
  }

  /// Adds a trial and its presses, unless the store has them.
  ///
  /// Does nothing for a withdrawn participant.
  func add(_ row: TrialRow, from location: TrialLocation) throws(StoreWorkStop) {
    guard !hasWithdrawn(row.session.participant) else {
      report.withdrawnCount += 1
      return
    }
    let session = try session(row.session, location.trial)
    var resumption: Session?
    if let row = row.resumption {
      // A withdrawn participant may have resumed another participant's trial.
      resumption =
        hasWithdrawn(row.participant) ? session : try self.session(row, location.trial)
    }
    // A used identifier is rare, so the store is left to refuse it.
    guard try write(row, session, resumption) else {
      let found = try run.tryingRecords(context.record(RoundRecord.self, objectId: row.trialId))
      guard let found else { throw omission() ?? location.trial.stop(.twice(.trial, row.trialId)) }
      return try reconcile(found, resumption, row, location)
    }
    try writePresses(of: row, from: 0, to: round, location)
    report.trialCount += 1
    report.pressCount += row.presses.count
  }

  /// Returns whether a participant has withdrawn from this store; each code is hashed only once.
  private func hasWithdrawn(_ code: String) -> Bool {
    if withdrawals.isEmpty { return false }
    if let known = hasWithdrawn[code] { return known }
    let hasWithdrawn = withdrawals.contains(code)
    self.hasWithdrawn[code] = hasWithdrawn
    return hasWithdrawn
  }

  /// Writes a new round.
  ///
  /// Returns `false` if its name is in use.
  private func write(
    _ row: TrialRow, _ session: Session, _ resumption: Session?
  ) throws(StoreWorkStop) -> Bool {
    round.values = row.values
    if round.sessionNumber == nil {
      round.sessionNumber = try run.tryingRecords(numbers.number(of: session))
    }
    round.session = session
    round.resumption = resumption
    let date = max(context.store.now, row.created)
    do throws(StoreWorkStop) {
      try run.tryingRecords(
        rounds.write(
          round, (objectId: row.trialId, dateCreated: row.created, dateUpdated: date)))
      return true
    } catch {
      if case .failed(.store(.constraint)) = error { return false }
      throw error
    }
  }

  /// Writes the presses of a round from a number on.
  private func writePresses(
    of trial: TrialRow, from first: Int, to round: RoundRecord, _ location: TrialLocation
  ) throws(StoreWorkStop) {
    press.round = round
    let now = context.store.now
    do throws(StoreWorkStop) {
      try run.tryingRecords { () throws(RecordError) in
        let rows = trial.presses[first...]
        try presses.write(rows.count, press) { number in
          let row = rows[first + number]
          press.values = row.values
          return (
            objectId: row.pressId, dateCreated: row.created, dateUpdated: max(now, row.created)
          )
        }
      }
    } catch {
      guard case .failed(.store(.constraint)) = error else { throw error }
      throw try duplicate(in: trial, location) ?? error
    }
  }

  /// Compares a trial of the store with one of the file.
  ///
  /// Throws if they differ.
  ///
  /// If one of them was written before the trial was over, the more advanced one is stored.
  private func reconcile(
    _ found: RoundRecord, _ resumption: Session?, _ trial: TrialRow, _ location: TrialLocation
  ) throws(StoreWorkStop) {
    var row = trial
    guard found.row <= lastTrial, known.insert(found.row).inserted else {
      throw location.trial.stop(.twice(.trial, row.trialId))
    }
    guard found.session?.objectId == row.session.sessionId else {
      throw omission() ?? location.trial.stop(.differs(.trial, row.trialId, column: "session_id"))
    }
    // The sessions were compared before.
    var stored = TrialRow(found, row.session, resumption: found.resumption.map { SessionRow($0) })
    validator.complete(&stored.values, from: row.values)
    // The store may have computed the number of the session itself.
    if row.study == nil { row.sessionNumber = stored.sessionNumber }
    let count = try comparePresses(of: found, row, location)
    if row.isEarlier(than: stored) {
      report.knownCount += 1
    } else if stored.isEarlier(than: row) {
      try run.tryingRecords { () throws(RecordError) in
        found.change { $0 = row.values }
        found.resumption = resumption
        try context.save()
      }
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

  /// Compares the presses that exist on both sides, and returns the number of presses in the store.
  private func comparePresses(
    of round: RoundRecord, _ trial: TrialRow, _ location: TrialLocation
  ) throws(StoreWorkStop) -> Int {
    let presses = try run.tryingRecords { () throws(RecordError) in
      try context.fetch(PressRecord.self, "pressesOfRound", ["round": RecordReference(round)])
    }
    let stored = presses.map { PressRow($0, trialId: round.objectId) }
    for (number, (row, press)) in zip(trial.presses, stored).enumerated() {
      var press = press
      press.values.complete(from: row.values)
      try compare(press, row, round.objectId, location.line(ofPress: number))
    }
    return stored.count
  }

  /// Throws with the first column in which two rows differ.
  private func compare<Row: ExchangeRow>(
    _ stored: Row, _ row: Row, _ trialId: String, _ location: LineLocation
  ) throws(StoreWorkStop) {
    if let column = stored.difference(from: row) {
      throw location.stop(.differs(.trial, trialId, column: column.name))
    }
  }

  /// Returns the session of a row: the one of the store, or a new one.
  private func session(_ row: SessionRow, _ location: LineLocation) throws(StoreWorkStop) -> Session
  {
    if let session, session.row == row { return session.record }
    if let found = try run.tryingRecords(context.record(Session.self, objectId: row.sessionId)) {
      try reconcile(found, row, location)
      session = (found, row)
      return found
    }
    let record = Session()
    let owner = try participant(of: row, location)
    try run.tryingRecords { () throws(RecordError) in
      record.values = row.values
      try context.insert(record, objectId: row.sessionId, dateCreated: row.created)
      record.participant = owner
      try context.save()
    }
    session = (record, row)
    return record
  }

  /// Compares a session of the store, or of an earlier line, with one of a line.
  ///
  /// Throws if they differ.
  private func reconcile(
    _ found: Session, _ row: SessionRow, _ location: LineLocation
  ) throws(StoreWorkStop) {
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
            ? .content(.contradiction(column: column.name, of: .earlierLine))
            : .content(.differs(.session, row.sessionId, column: column.name)))
    }
  }

  /// Returns the error of a comparison that failed because a row was skipped.
  private func omission() -> StoreWorkStop? {
    context.consumeOmissions().first.map { .failed(.record($0)) }
  }

  /// Returns the participant of a session: the one of the store, or a new one; throws if they
  /// differ.
  private func participant(
    of row: SessionRow, _ location: LineLocation
  ) throws(StoreWorkStop) -> Participant {
    let found = try run.tryingRecords(context.record(Participant.self, objectId: row.participantId))
    guard let found else {
      let participant = Participant()
      participant.code = row.participant
      return try run.tryingRecords(
        context.insert(
          participant, objectId: row.participantId, dateCreated: row.participantCreated))
    }
    for (column, isEqual) in [
      ("participant", found.code == row.participant),
      ("participant_created", found.dateCreated == row.participantCreated),
    ] where !isEqual {
      throw location.stop(.differs(.participant, row.participantId, column: column))
    }
    return found
  }

  /// Returns the first press of a trial whose name is in use, in the file or in the store.
  private func duplicate(
    in trial: TrialRow, _ location: TrialLocation
  ) throws(StoreWorkStop) -> StoreWorkStop? {
    var names: Set<String> = []
    for (number, row) in trial.presses.enumerated()
    where !names.insert(row.pressId).inserted {
      return location.line(ofPress: number).stop(.twice(.press, row.pressId))
    }
    for (number, row) in trial.presses.enumerated() {
      // The presses before the failing one were written, and will be rolled back.
      let other = try run.tryingRecords(
        context.record(PressRecord.self, objectId: row.pressId)?.round?.objectId)
      if let other, other != row.trialId {
        return location.line(ofPress: number).stop(.twice(.press, row.pressId))
      }
    }
    return nil
  }
}
