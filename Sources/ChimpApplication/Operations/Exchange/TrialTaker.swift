import Records
import Shell

/// Puts trials that are proven into a store, within one transaction.
final class TrialTaker {
  private(set) var report = Import.Report()
  private let context: RecordContext
  private let run: OperationRun<StoreWorkFault>
  /// The last rows before the import.
  private let lastTrial: Int
  private let lastSession: Int
  /// The trials of the file that were in the store already.
  private var known: Set<Int> = []
  /// Held, because the next trial usually belongs to it, too.
  private var session: (record: Session, row: SessionRow)?

  init(_ context: RecordContext, _ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) {
    self.context = context
    self.run = run
    (lastTrial, lastSession) = try run.tryingRecords { () throws(RecordError) in
      (
        try context.lastRow(RoundRecord.self, "newestRounds"),
        try context.lastRow(Session.self, "newestSession")
      )
    }
  }

  /// Takes a trial and its presses, unless the store has them.
  func take(_ trial: ProvenTrial) throws(StoreWorkStop) {
    let session = try session(trial.row.session, trial.place)
    let resumption: Session? =
      if let row = trial.row.resumption { try self.session(row, trial.place) } else { nil }
    let found = try run.tryingRecords { () throws(RecordError) in
      try context.record(RoundRecord.self, objectId: trial.row.trialId)
    }
    if let found { return try meet(found, resumption, trial) }
    try save(trial) { () throws(RecordError) in
      let round = RoundRecord()
      trial.row.fill(round)
      round.session = session
      round.resumption = resumption
      try context.insert(round, objectId: trial.row.trialId, dateCreated: trial.row.created)
      try insert(trial.presses[...], of: round)
    }
    report.trialCount += 1
    report.pressCount += trial.presses.count
  }

  /// Finds out whether a trial of the store is the same as one of the file.
  ///
  /// Where it was not over when one of them was written, the one that has come further counts.
  private func meet(
    _ found: RoundRecord, _ resumption: Session?, _ trial: ProvenTrial
  ) throws(StoreWorkStop) {
    let row = trial.row
    guard found.row <= lastTrial, known.insert(found.row).inserted else {
      throw trial.place.stop(.twice(.trial, row.trialId))
    }
    guard found.session?.objectId == row.session.sessionId else {
      throw omission() ?? trial.place.stop(.differs(.trial, row.trialId, column: "session_id"))
    }
    // NB: the sessions were compared before.
    let stored = TrialRow(
      found, row.session, resumption: found.resumption.map { SessionRow($0) })
    let presses = try presses(of: found)
    for ((row, place), stored) in zip(trial.presses, presses) {
      try compare(stored, row, found.objectId, place)
    }
    if row.isEarlier(than: stored) {
      report.knownCount += 1
    } else if stored.isEarlier(than: row) {
      try save(trial) { () throws(RecordError) in
        row.fill(found)
        found.resumption = resumption
        try insert(trial.presses.dropFirst(presses.count), of: found)
      }
      report.trialCount += 1
      report.pressCount += trial.presses.count - presses.count
    } else {
      var stored = stored
      // NB: it was compared by its name; itself, it may have gone on meanwhile.
      if stored.resumption?.sessionId == row.resumption?.sessionId {
        stored.resumption = row.resumption
      }
      try compare(stored, row, found.objectId, trial.place)
      report.knownCount += 1
    }
  }

  private func presses(of round: RoundRecord) throws(StoreWorkStop) -> [PressRow] {
    var presses: [PressRow] = []
    try run.tryingRecords { () throws(RecordError) in
      let variables = ["round": RecordReference(round)]
      try context.forEach(PressRecord.self, "pressesOfRound", variables) { press in
        presses.append(PressRow(press, trialId: round.objectId))
        return true
      }
    }
    return presses
  }

  private func insert(
    _ presses: ArraySlice<ProvenTrial.Press>, of round: RoundRecord
  ) throws(RecordError) {
    for (row, _) in presses {
      let press = PressRecord()
      row.fill(press, round)
      try context.insert(press, objectId: row.pressId, dateCreated: row.created)
    }
  }

  private func compare<Row: ExchangeRow>(
    _ stored: Row, _ row: Row, _ trialId: String, _ place: LinePlace
  ) throws(StoreWorkStop) {
    if stored == row { return }
    for column in Row.columns where column.cell(of: stored) != column.cell(of: row) {
      throw place.stop(.differs(.trial, trialId, column: column.name))
    }
  }

  private func session(_ row: SessionRow, _ place: LinePlace) throws(StoreWorkStop) -> Session {
    if let session, session.row == row { return session.record }
    let found = try run.tryingRecords { () throws(RecordError) in
      try context.record(Session.self, objectId: row.sessionId)
    }
    if let found {
      try meet(found, row, place)
      session = (found, row)
      return found
    }
    let record = Session()
    let owner = try participant(of: row, place)
    try run.tryingRecords { () throws(RecordError) in
      row.fill(record, owner)
      try context.insert(record, objectId: row.sessionId, dateCreated: row.created)
      try context.save()
    }
    session = (record, row)
    return record
  }

  /// Finds out whether a session of the store, or of an earlier line, is the same as one of a line.
  private func meet(
    _ found: Session, _ row: SessionRow, _ place: LinePlace
  ) throws(StoreWorkStop) {
    var stored = SessionRow(found)
    let isNew = found.row > lastSession
    // NB: it may have ended since the export, or since the store got it.
    if !isNew && (stored.ended == nil || row.ended == nil) { stored.ended = row.ended }
    for column in SessionRow.columns where column.cell(of: stored) != column.cell(of: row) {
      throw omission()
        ?? place.stop(
          isNew
            ? .contradiction(column: column.name, of: "an earlier line")
            : .differs(.session, row.sessionId, column: column.name))
    }
  }

  /// Why something of the store could not be compared: a row was left out.
  private func omission() -> StoreWorkStop? {
    context.takeOmissions().first.map { .failed(.record($0)) }
  }

  private func participant(
    of row: SessionRow, _ place: LinePlace
  ) throws(StoreWorkStop) -> Participant {
    let found = try run.tryingRecords { () throws(RecordError) in
      try context.record(Participant.self, objectId: row.participantId)
    }
    guard let found else {
      let participant = Participant()
      participant.code = row.participant
      return try run.tryingRecords { () throws(RecordError) in
        try context.insert(
          participant, objectId: row.participantId, dateCreated: row.participantCreated)
      }
    }
    for (column, isEqual) in [
      ("participant", found.code == row.participant),
      ("participant_created", found.dateCreated == row.participantCreated),
    ] where !isEqual {
      throw place.stop(.differs(.participant, row.participantId, column: column))
    }
    return found
  }

  /// Saves a trial; a press whose name is taken is found out behind that, because it is rare.
  private func save(
    _ trial: ProvenTrial, _ body: () throws(RecordError) -> Void
  ) throws(StoreWorkStop) {
    do throws(StoreWorkStop) {
      try run.tryingRecords { () throws(RecordError) in
        try body()
        try context.save()
      }
    } catch {
      guard case .failed(.store(.constraint)) = error else { throw error }
      context.rollback()
      throw try taken(trial) ?? error
    }
  }

  /// The press of a trial whose name is another's, in the file or in the store.
  private func taken(_ trial: ProvenTrial) throws(StoreWorkStop) -> StoreWorkStop? {
    var names: Set<String> = []
    for (row, place) in trial.presses where !names.insert(row.pressId).inserted {
      return place.stop(.twice(.press, row.pressId))
    }
    for (row, place) in trial.presses {
      // NB: those before the one that failed have been written; all is taken back soon.
      let other = try run.tryingRecords { () throws(RecordError) in
        try context.record(PressRecord.self, objectId: row.pressId)?.round?.objectId
      }
      if let other, other != row.trialId { return place.stop(.twice(.press, row.pressId)) }
    }
    return nil
  }
}

extension RecordContext {
  /// The number of the first row that a template finds, whatever is in it; 0 where there is none.
  fileprivate func lastRow<Owner: Record>(
    _ type: Owner.Type, _ template: String
  ) throws(RecordError) -> Int {
    var row = 0
    try forEachRow(type, template) { record, _ in
      row = record.row
      return false
    }
    return row
  }
}
