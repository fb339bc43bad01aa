import Examiner
import Records

/// Keeps rounds in the store: each beginning and each command's moves in one transaction.
package final class StoredRounds: RoundJournal {
  let delegate: ApplicationDelegate
  let facts: SessionFacts
  var session: Session?
  var record: RoundRecord?
  /// Makes the names of what is kept; nil where the store makes them.
  var makeName: (() -> String)?
  /// How many presses of the round are kept.
  var pressCount = 0

  /// Makes a journal of a session's rounds.
  package init(_ delegate: ApplicationDelegate, _ facts: SessionFacts) {
    self.delegate = delegate
    self.facts = facts
  }

  package func begin(
    _ round: KeptRound, leaving left: KeptRound?
  ) throws(RoundFault) -> Int {
    let (session, record) = try perform { context throws(RecordError) in
      if let left { self.record?.take(RoundReport(left)) }
      let session = try currentSession(in: context)
      let record = RoundRecord()
      record.session = session
      (record.block, record.trial) = place(of: round, in: session)
      record.describe(round, at: delegate.date(at: round.onset))
      record.take(RoundReport(round))
      try context.insert(record, objectId: makeName?())
      try context.save()
      return (session, record)
    }
    self.session = session
    self.record = record
    pressCount = 0
    return record.row
  }

  package func keep(_ round: KeptRound) throws(RoundFault) {
    guard let record else { return }
    let report = RoundReport(round)
    try perform { context throws(RecordError) in
      if delegate.surroundings.path != nil, let result = BestResult(report) {
        try tell(result, in: context)
      }
      record.take(report)
      for (place, press) in report.presses.enumerated().dropFirst(pressCount) {
        let kept = PressRecord()
        kept.describe(press, at: place, of: record)
        try context.insert(kept, objectId: makeName?())
      }
      try context.save()
    }
    pressCount = report.presses.count
  }

  package func resume(_ round: KeptRound, leaving left: KeptRound?) throws(RoundFault) {
    let report = RoundReport(round)
    let resumed = try perform { context throws(RecordError) in
      let found = try context.fetch(RoundRecord.self, "numbered", ["number": round.number]).first
      guard let found, isLeftBehind(found) else { return nil as (Session, RoundRecord)? }
      if let left { record?.take(RoundReport(left)) }
      let session = try currentSession(in: context)
      found.resumption = session
      found.take(report)
      try context.save()
      return (session, found)
    }
    guard let resumed else { throw .nothingLeftBehind }
    (session, record) = resumed
    pressCount = report.presses.count
  }

  /// Keeps that the session has ended, and with it the round.
  package func close() throws(RoundFault) {
    guard let session else { return }
    try perform { context throws(RecordError) in
      if let record, record.outcome == nil { record.outcome = .quit }
      end(session, at: nil)
      try context.save()
    }
  }

  /// NB: the machine's clock may have gone backwards.
  private func end(_ session: Session, at date: Int?) {
    session.dateEnded = max(date ?? delegate.date(at: nil), session.dateCreated)
  }

  /// Whether the program that played a round last was killed.
  func isLeftBehind(_ record: RoundRecord) -> Bool {
    guard record.outcome == nil, let session = record.resumption ?? record.session else {
      return false
    }
    // NB: a session without a process was imported: whoever played it may still do so elsewhere.
    return session.dateEnded == nil && !session.process.isEmpty
      && !delegate.surroundings.isRunning(session.process)
  }

  /// The session's record; another participant has another one.
  private func currentSession(in context: RecordContext) throws(RecordError) -> Session {
    try session(of: facts.participant(), seed: facts.seed(), since: nil, in: context)
  }

  func session(
    of code: String, seed: String, since date: Int?, in context: RecordContext
  ) throws(RecordError) -> Session {
    if let session, session.participant?.code == code { return session }
    if let session { end(session, at: date) }
    var participant = try context.readable(Participant.self, "withCode", ["code": code]).first
    if participant == nil {
      let owner = Participant()
      owner.code = code
      participant = try context.insert(owner, objectId: makeName?(), dateCreated: date)
    }
    let session = Session()
    session.process = delegate.surroundings.ownProcess()
    session.programVersion = facts.programVersion
    session.inputMode = facts.inputMode
    session.clockKind = facts.clockKind
    session.seed = seed
    try context.insert(session, objectId: makeName?(), dateCreated: date)
    session.participant = participant
    return session
  }

  /// The block and the trial of a round that follows the last one.
  func place(of round: KeptRound, in session: Session) -> (block: Int, trial: Int) {
    let trial = round.test?.number ?? 1
    guard let record, record.session === session || record.resumption === session else {
      return (1, trial)
    }
    guard record.test == round.test?.name, round.test == nil || record.trial + 1 == trial else {
      return (record.block + 1, trial)
    }
    return (record.block, record.trial + 1)
  }

  /// Makes news of a result that is better than all before.
  private func tell(_ result: BestResult, in context: RecordContext) throws(RecordError) {
    var isBest = true
    try context.forEachRow(RoundRecord.self, "bestRounds") { best, fault in
      // NB: better than what nobody can read is nobody's news.
      isBest = fault == nil && BestResult(best).map { result.isBetter(than: $0) } ?? true
      return false
    }
    guard isBest else { return }
    let last = try News.lastOrder(in: context)
    try context.insert(News.self) {
      $0.title = "A new best: \(result)"
      $0.sortOrder = NewsModel.order(after: last)
    }
  }

  func perform<Result>(
    _ work: (RecordContext) throws(RecordError) -> Result
  ) throws(RoundFault) -> Result {
    do throws(RecordError) { return try delegate.perform(work) } catch { throw .record(error) }
  }
}
