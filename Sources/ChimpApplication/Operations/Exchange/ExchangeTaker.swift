import Records
import Shell

/// Puts rows that were exported into a store, within one transaction.
final class ExchangeTaker {
  private(set) var report = Import.Report()
  private let context: RecordContext
  private let run: OperationRun<StoreWorkFault>
  private var sessions: [String: Session] = [:]
  /// The trials so far, and whether they are new to the store.
  private var trials: [String: Bool] = [:]
  /// The trial of the press before, where it is new.
  private var round: RoundRecord?
  private var trialId = ""
  /// Which trials were taken up by which sessions, which may come later.
  private var resumptions: [(trialId: String, sessionId: String)] = []
  private var path = ""
  private var lineNumber = 0

  init(_ context: RecordContext, _ run: OperationRun<StoreWorkFault>) {
    self.context = context
    self.run = run
  }

  /// Takes a row of a line.
  func take(
    _ row: ExchangedRow, from path: String, _ lineNumber: Int
  ) throws(StoreWorkStop) {
    (self.path, self.lineNumber) = (path, lineNumber)
    switch row {
    case .trial(let trial): try take(trial)
    case .press(let press): try take(press)
    }
  }

  /// Does what could not be done before all rows were known.
  func finish() throws(StoreWorkStop) {
    for (trialId, sessionId) in resumptions {
      try saving { () throws(RecordError) in
        let round = try context.record(RoundRecord.self, objectId: trialId)
        round?.resumption = try session(sessionId)
      }
    }
  }

  private func take(_ row: TrialRow) throws(StoreWorkStop) {
    guard trials[row.trialId] == nil else { throw line(.trialTwice(row.trialId)) }
    var isNew = false
    var isWhole = true
    try saving { () throws(RecordError) in
      isNew = try context.record(RoundRecord.self, objectId: row.trialId) == nil
      guard isNew else { return }
      let session = try session(of: row)
      let round = RoundRecord()
      row.fill(round, session)
      isWhole = round.kept != nil
      guard isWhole else { return }
      try context.insert(round, objectId: row.trialId, dateCreated: row.created)
      self.round = round
    }
    guard isWhole else { throw line(.badValue(column: "seeded_board")) }
    trials[row.trialId] = isNew
    trialId = row.trialId
    if isNew, let sessionId = row.resumedBy { resumptions.append((row.trialId, sessionId)) }
    if isNew {
      report.trialCount += 1
    } else {
      round = nil
      report.knownCount += 1
    }
  }

  private func take(_ row: PressRow) throws(StoreWorkStop) {
    if row.trialId != trialId { try find(row.trialId) }
    guard let round else { return }
    try saving { () throws(RecordError) in
      let press = PressRecord()
      row.fill(press, round)
      try context.insert(press, objectId: row.pressId, dateCreated: row.created)
    }
    report.pressCount += 1
  }

  private func find(_ trialId: String) throws(StoreWorkStop) {
    guard let isNew = trials[trialId] else { throw line(.noTrial(trialId)) }
    self.trialId = trialId
    round =
      try isNew
      ? run.tryingRecords { () throws(RecordError) in
        try context.record(RoundRecord.self, objectId: trialId)
      } : nil
  }

  private func session(of row: TrialRow) throws(RecordError) -> Session {
    if let known = try session(row.sessionId) { return known }
    let session = Session()
    row.fill(session, try participant(of: row))
    try context.insert(session, objectId: row.sessionId, dateCreated: row.sessionCreated)
    sessions[row.sessionId] = session
    return session
  }

  private func session(_ objectId: String) throws(RecordError) -> Session? {
    if let known = sessions[objectId] { return known }
    let found = try context.record(Session.self, objectId: objectId)
    sessions[objectId] = found
    return found
  }

  private func participant(of row: TrialRow) throws(RecordError) -> Participant {
    if let known = try context.record(Participant.self, objectId: row.participantId) {
      return known
    }
    let participant = Participant()
    participant.code = row.participant
    return try context.insert(
      participant, objectId: row.participantId, dateCreated: row.participantCreated)
  }

  /// Saves what the body does, so that whatever the store refuses is told with its line.
  private func saving(_ body: () throws(RecordError) -> Void) throws(StoreWorkStop) {
    do throws(StoreWorkStop) {
      try run.tryingRecords { () throws(RecordError) in
        try body()
        try context.save()
      }
    } catch {
      switch error {
      case .failed(.store(.constraint(let detail))): throw line(.refused(detail))
      case .failed(.record(let fault)): throw line(.refused("\(fault)"))
      default: throw error
      }
    }
  }

  private func line(_ reason: LineReason) -> StoreWorkStop {
    .failed(.badLine(path, lineNumber, reason))
  }
}
