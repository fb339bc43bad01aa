import Archive
import Game
import Operations
import Records

/// Puts trials that are proven into a store, within one transaction.
final class TrialImporter {
  private(set) var report = Import.Report()
  private let context: RecordContext
  private let run: OperationRun<StoreWorkFault>
  private let rounds: RowWriter<RoundRecord>
  private let presses: RowWriter<PressRecord>
  /// What is written next, which no context has.
  private let round = RoundRecord()
  private let press = PressRecord()
  private let prover = TrialProver()
  private let numbers: SessionNumbers
  private let lastTrial: Int
  private let lastSession: Int
  /// The trials of the file that were in the store already.
  private var known: Set<Int> = []
  /// Held, because the next trial usually belongs to it, too.
  private var session: (record: Session, row: SessionRow)?

  init(_ context: RecordContext, _ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) {
    (self.context, self.run, numbers) = (context, run, SessionNumbers(context))
    rounds = try run.tryingRecords(RowWriter(context))
    presses = try run.tryingRecords(RowWriter(context))
    lastTrial = try run.trying(context.store.newestRow(of: "Round"))
    lastSession = try run.trying(context.store.newestRow(of: "Session"))
  }

  /// Takes a trial and its presses, unless the store has them.
  func take(_ proven: ProvenTrial) throws(StoreWorkStop) {
    let row = proven.row
    let session = try session(row.session, proven.place)
    let resumption: Session? =
      if let row = row.resumption { try self.session(row, proven.place) } else { nil }
    // A taken identifier is rare, so the store is left to refuse it.
    guard try write(row, session, resumption) else {
      let found = try run.tryingRecords(context.record(RoundRecord.self, objectId: row.trialId))
      guard let found else { throw omission() ?? proven.place.stop(.twice(.trial, row.trialId)) }
      return try reconcile(found, resumption, proven)
    }
    try write(proven, from: 0, of: round)
    report.trialCount += 1
    report.pressCount += proven.presses.count
  }

  /// Writes a new round; false where its name is taken.
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
  private func write(
    _ proven: ProvenTrial, from first: Int, of round: RoundRecord
  ) throws(StoreWorkStop) {
    press.round = round
    let now = context.store.now
    do throws(StoreWorkStop) {
      try run.tryingRecords { () throws(RecordError) in
        let rows = proven.presses[first...]
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
      throw try taken(proven) ?? error
    }
  }

  /// Finds out whether a trial of the store is the same as one of the file.
  ///
  /// Where it was not over when one of them was written, the one that has come further counts.
  private func reconcile(
    _ found: RoundRecord, _ resumption: Session?, _ proven: ProvenTrial
  ) throws(StoreWorkStop) {
    var row = proven.row
    guard found.row <= lastTrial, known.insert(found.row).inserted else {
      throw proven.place.stop(.twice(.trial, row.trialId))
    }
    guard found.session?.objectId == row.session.sessionId else {
      throw omission() ?? proven.place.stop(.differs(.trial, row.trialId, column: "session_id"))
    }
    // The sessions were compared before.
    var stored = TrialRow(found, row.session, resumption: found.resumption.map { SessionRow($0) })
    prover.complete(&stored.values, from: row.values)
    // Which of the participant's sessions it was, a store may have found out for itself.
    if row.study == nil { row.sessionNumber = stored.sessionNumber }
    let count = try comparePresses(of: found, proven)
    if row.isEarlier(than: stored) {
      report.knownCount += 1
    } else if stored.isEarlier(than: row) {
      try run.tryingRecords { () throws(RecordError) in
        found.change { $0 = row.values }
        found.resumption = resumption
        try context.save()
      }
      try write(proven, from: count, of: found)
      report.trialCount += 1
      report.pressCount += proven.presses.count - count
    } else {
      // The identifiers were compared; the session itself may have gone on meanwhile.
      if stored.resumption?.sessionId == row.resumption?.sessionId {
        stored.resumption = row.resumption
      }
      try compare(stored, row, found.objectId, proven.place)
      report.knownCount += 1
    }
  }

  /// Compares the presses that both have, and answers how many the store has.
  private func comparePresses(
    of round: RoundRecord, _ proven: ProvenTrial
  ) throws(StoreWorkStop) -> Int {
    let presses = try run.tryingRecords { () throws(RecordError) in
      try context.fetch(PressRecord.self, "pressesOfRound", ["round": RecordReference(round)])
    }
    let stored = presses.map { PressRow($0, trialId: round.objectId) }
    for (number, (row, press)) in zip(proven.presses, stored).enumerated() {
      var press = press
      press.values.complete(from: row.values)
      try compare(press, row, round.objectId, proven.place(ofPress: number))
    }
    return stored.count
  }

  private func compare<Row: ExchangeRow>(
    _ stored: Row, _ row: Row, _ trialId: String, _ place: LinePlace
  ) throws(StoreWorkStop) {
    if let column = stored.difference(from: row) {
      throw place.stop(.differs(.trial, trialId, column: column.name))
    }
  }

  private func session(_ row: SessionRow, _ place: LinePlace) throws(StoreWorkStop) -> Session {
    if let session, session.row == row { return session.record }
    if let found = try run.tryingRecords(context.record(Session.self, objectId: row.sessionId)) {
      try reconcile(found, row, place)
      session = (found, row)
      return found
    }
    let record = Session()
    let owner = try participant(of: row, place)
    try run.tryingRecords { () throws(RecordError) in
      record.values = row.values
      try context.insert(record, objectId: row.sessionId, dateCreated: row.created)
      record.participant = owner
      try context.save()
    }
    session = (record, row)
    return record
  }

  /// Finds out whether a session of the store, or of an earlier line, is the same as one of a line.
  private func reconcile(
    _ found: Session, _ row: SessionRow, _ place: LinePlace
  ) throws(StoreWorkStop) {
    var stored = SessionRow(found)
    let isNew = found.row > lastSession
    // It may have ended since the export, or since the store got it.
    if !isNew && (stored.dateEnded == nil || row.dateEnded == nil) {
      stored.dateEnded = row.dateEnded
    }
    if let column = stored.difference(from: row) {
      throw omission()
        ?? place.stop(
          isNew
            ? .content(.contradiction(column: column.name, of: .earlierLine))
            : .content(.differs(.session, row.sessionId, column: column.name)))
    }
  }

  /// Why something of the store could not be compared: a row was left out.
  private func omission() -> StoreWorkStop? {
    context.consumeOmissions().first.map { .failed(.record($0)) }
  }

  private func participant(
    of row: SessionRow, _ place: LinePlace
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
      throw place.stop(.differs(.participant, row.participantId, column: column))
    }
    return found
  }

  /// The press of a trial whose name is another's, in the file or in the store.
  private func taken(_ proven: ProvenTrial) throws(StoreWorkStop) -> StoreWorkStop? {
    var names: Set<String> = []
    for (number, row) in proven.presses.enumerated()
    where !names.insert(row.pressId).inserted {
      return proven.place(ofPress: number).stop(.twice(.press, row.pressId))
    }
    for (number, row) in proven.presses.enumerated() {
      // The presses before the failing one are written; all of them are taken back soon.
      let other = try run.tryingRecords(
        context.record(PressRecord.self, objectId: row.pressId)?.round?.objectId)
      if let other, other != row.trialId {
        return proven.place(ofPress: number).stop(.twice(.press, row.pressId))
      }
    }
    return nil
  }
}

/// Proves rows that came from outside: what a trial and its presses say has to follow from the
/// board, the rule and the moves, played through the examiner once more.
struct TrialProver {
  private let laterColumns = Trial.columns.addedLater()

  /// Proves a row whose single values are possible.
  ///
  /// One that was written before some columns says then what they say, and so does one that
  /// `mayLack` them: a store keeps rows as they were written.
  func prove(_ row: inout TrialRow, mayLack: Bool = false) throws(LineReason) -> TrialProof {
    let isOld = row.version < TableVersion.current
    if isOld {
      if row.version < 3 { row.values.measures.linePresses = nil }
      row.version = TableVersion.current
      row.values.renew()
    }
    let proof = try TrialProof(row)
    if isOld || mayLack, row.values != proof.trial { complete(&row.values, from: proof.trial) }
    try proof.check(row)
    return proof
  }

  /// Gives a trial what columns that came later say of another one that is the same.
  func complete(_ trial: inout Trial, from other: Trial) { laterColumns.fill(&trial, from: other) }
}

/// A trial that was played once more.
struct TrialProof {
  fileprivate let trial: Trial
  /// The presses that have to stand behind it.
  let presses: [RoundMeasures.Press]
  let round: KeptRound

  fileprivate init(_ row: borrowing TrialRow) throws(LineReason) {
    let mode = Session.InputMode(rawValue: row.session.values.inputMode) ?? .pipe
    let round = try row.values.round(number: 0, onset: 0, usualInput: mode.usualInput)
    try Self.check(round.moves)
    let report = try RoundReport(consume round) { (place, fault) throws(LineReason) in
      throw .content(.refusedMove(place + 1, fault))
    }
    // The end of a session also ends its round, without a move.
    let wasQuit = row.outcome == RoundOutcome.quit.rawValue && report.outcome == nil
    var trial = row.values
    trial.describe(report.round)
    trial.take(report.measures, wasQuit ? .quit : report.outcome, moves: row.moves)
    self.trial = trial
    (presses, self.round) = (report.presses, report.round)
  }

  fileprivate func check(_ row: TrialRow) throws(LineReason) {
    if let column = row.values.difference(from: trial) { throw column.contradiction }
    let wasInterrupted = !round.gaps.isEmpty
    // NB: a session that took up a test may have found its last trial over.
    let mayBeTakenUp = wasInterrupted || row.outcome != nil && row.test != nil
    guard row.resumption == nil ? !wasInterrupted : mayBeTakenUp else {
      throw .content(.contradiction(column: "resumption_session_id", of: .movesColumn))
    }
  }

  /// Proves the row of a press at a place, counted from 0, as that of the trial was.
  func prove(
    _ row: inout PressRow, at place: Int, of trialId: String, mayLack: Bool = false
  ) throws(LineReason) {
    if mayLack || row.version < TableVersion.current {
      row.version = TableVersion.current
      row.values.complete(from: presses[place])
    }
    guard row.trialId == trialId, row.index == place + 1 else {
      throw .content(.missingPress(place + 1, trialId: trialId))
    }
    if let column = row.values.difference(from: presses[place]) { throw column.contradiction }
  }

  private static func check(_ moves: [TimedMove]) throws(LineReason) {
    var before = 0
    for (place, timed) in moves.enumerated() {
      guard timed.time >= before else { throw .content(.earlyMove(place + 1)) }
      guard timed.time <= TableColumn<Trial>.largestNumber else {
        throw .value(.tooLarge, column: "moves")
      }
      before = timed.time
    }
  }
}

extension TableColumn {
  /// Why a row is refused in which the column does not say what follows from others.
  fileprivate var contradiction: LineReason {
    .content(.contradiction(column: name, of: source ?? .otherColumns))
  }
}
