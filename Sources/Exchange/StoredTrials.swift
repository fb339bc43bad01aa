import Archive
import Game
import Records
import Shell

/// Reads the trials of a store in order, and validates each like an imported one.
final class StoredTrials {
  /// The result of reading one round.
  struct Found {
    /// The number of the round in the store.
    let number: Int
    /// The replay of the round; `nil` if the trial is invalid.
    var report: RoundReport?
    /// The row that is damaged or invalid; `nil` if all are valid.
    var refusal: RefusedRow?
    /// `true` for a trial that was not read, because it is not selected.
    var isOther = false
  }

  /// The value of a row, or the damaged or invalid row because of which the trial is skipped.
  private enum Reading<Value> {
    case valid(Value)
    case refused(RefusedRow)
  }

  /// The trial that was read last, in a reused row.
  var row = TrialRow()
  /// Selects the trials of simulated participants, or all others; `nil` for all.
  var selectsSimulated: Bool?
  private let context: RecordContext
  private let rounds: RowReader<RoundRecord>
  private let presses: RowReader<PressRecord>

  /// The columns of the trial that have a range of values; those of sessions are checked once for
  /// each session.
  private let checkedColumns: [TableColumn<TrialRow>]

  private let checkedSessionColumns = SessionRow.columns.checked()
  // The store itself refuses other words.
  private let checkedTrialColumns = Trial.columns.checked().filter { $0.range.isOfWords == nil }
  private let checkedPressColumns = PressRow.columns.checked().filter {
    !["format", "trial_id"].contains($0.name)
  }
  private let validator = TrialValidator()
  private let numbers: SessionNumbers
  /// The session of the last trial, cached because the next trial usually has the same one.
  private var session: (record: Session, code: String?, row: Reading<SessionRow>)?

  /// Creates a reader of the rounds that a query returns.
  init(
    _ context: RecordContext, _ template: String = "allRounds",
    _ variables: [String: any RecordValue] = [:]
  ) throws(RecordError) {
    self.context = context
    let others = Set(SessionRow.columns.map(\.name) + Trial.columns.map(\.name))
    checkedColumns = TrialRow.columns.checked().filter { !others.contains($0.name) }
    numbers = SessionNumbers(context)
    rounds = try RowReader(context, template)
    presses = try RowReader(context, "pressesOfRound")
    try rounds.begin(variables)
  }

  /// The record of the last trial.
  var record: RoundRecord { rounds.record }

  /// Reads the next trial into `row`; returns `nil` after the last one.
  func next() throws(RecordError) -> Found? {
    guard try rounds.step() else { return nil }
    var found = Found(number: rounds.rowNumber)
    if let selectsSimulated, try isSimulated() != selectsSimulated {
      found.isOther = true
      return found
    }
    if case .faulty(let fault) = rounds.read() {
      found.refusal = RefusedRow(record, fault)
      return found
    }
    switch try readTrial(of: record) {
    case .valid(let report): found.report = report
    case .refused(let row): found.refusal = row
    }
    return found
  }

  /// Returns whether the current round, which is not read yet, is that of a simulated participant.
  ///
  /// Returns `false` if its session or its participant is missing or damaged.
  private func isSimulated() throws(RecordError) -> Bool {
    guard let code = try session(inRow: rounds.target(of: "session"))?.code else { return false }
    return ParticipantCode.isSimulated(code)
  }

  /// Fills the row with a round and its presses; returns the replay of the round.
  private func readTrial(of round: RoundRecord) throws(RecordError) -> Reading<RoundReport> {
    guard let session = try session(inRow: round.$session) else {
      return .refused(try refusal(to: Session.self, round.$session, "session", of: round))
    }
    var resumption: SessionRow?
    if round.$resumption != 0 {
      guard let session = round.resumption else {
        return .refused(try refusal(to: Session.self, round.$resumption, "resumption", of: round))
      }
      switch try checkedRow(of: session) {
      case .valid(let row): resumption = row
      case .refused(let row): return .refused(row)
      }
    }
    let sessionRow: SessionRow
    switch session.row {
    case .valid(let row): sessionRow = row
    case .refused(let row): return .refused(row)
    }
    var row = TrialRow(round, sessionRow, resumption: resumption)
    if row.sessionNumber == nil { row.sessionNumber = try numbers.number(of: session.record) }
    if let refused = try readPresses(of: round, &row) { return .refused(refused) }
    do {
      let played = try validate(&row)
      self.row = consume row
      return .valid(played)
    } catch { return .refused(refusal(of: round, error)) }
  }

  /// Adds the presses of a round to its row; returns the first damaged one, if any.
  private func readPresses(
    of round: RoundRecord, _ row: inout TrialRow
  ) throws(RecordError) -> RefusedRow? {
    row.presses.reserveCapacity(16)
    try presses.begin(leadingTo: RecordReference(round))
    defer { presses.end() }
    while let found = try presses.next() {
      if case .faulty(let fault) = found { return RefusedRow(presses.record, fault) }
      row.presses.append(
        PressRow(
          presses.record, trialId: row.trialId, isInTurns: row.values.exposure.isInTurns))
    }
    return nil
  }

  /// Returns the record as an invalid row.
  private func refusal<Owner: Record>(of record: Owner, _ reason: RowReason) -> RefusedRow {
    RefusedRow(table: Owner.entity, number: record.row, reason: reason)
  }

  /// Returns the damaged or missing row to which a reference leads; throws if the store can't be
  /// read.
  private func refusal<Target: Record>(
    to target: Target.Type, _ row: Int, _ column: String, of owner: some Record
  ) throws(RecordError) -> RefusedRow {
    let reason: RowReason
    switch context.relationFailure {
    case let error? where error.concernsStore: throw error
    case .unreadable(_, _, let column)?: reason = .impossible(column)
    case .notAsWritten?: reason = .notAsWritten
    default: return refusal(of: owner, .impossible(column))
    }
    return RefusedRow(table: Target.entity, number: row, reason: reason)
  }

  /// Returns the session in a row with its participant's code, checked only once for all of its
  /// trials; `nil` if it is missing or damaged.
  private func session(
    inRow number: Int
  ) throws(RecordError) -> (record: Session, code: String?, row: Reading<SessionRow>)? {
    if let session, session.record.row == number { return session }
    guard let record = context.target(Session.self, row: number) else { return nil }
    session = (record, record.participant?.code, try checkedRow(of: record))
    return session
  }

  /// Checks a session and returns its row.
  private func checkedRow(of record: Session) throws(RecordError) -> Reading<SessionRow> {
    guard record.participant != nil else {
      return .refused(
        try refusal(to: Participant.self, record.$participant, "participant", of: record))
    }
    var row = SessionRow(record)
    do {
      try row.check(checkedSessionColumns)
      try row.checkOrder()
      return .valid(row)
    } catch { return .refused(refusal(of: record, error)) }
  }

  /// Computes missing columns of later versions, validates the trial, and returns its replay.
  private func validate(_ row: inout TrialRow) throws(RowReason) -> RoundReport {
    try row.check(checkedColumns)
    try row.values.check(checkedTrialColumns)
    let report = try validator.validate(&row, mayLack: true)
    let count = row.presses.count
    let expected = report.presses.count
    let id = row.trialId
    if count < expected { throw .missingPress(count + 1, trialId: id) }
    if count > expected { throw .surplusPress(expected + 1, trialId: id) }
    for index in row.presses.indices {
      try row.presses[index].check(checkedPressColumns)
      try validator.validate(
        &row.presses[index], as: report.presses[index], of: id,
        isInTurns: row.values.exposure.isInTurns, mayLack: true)
    }
    return report
  }
}
