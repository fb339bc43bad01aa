import Analysis
import Archive
import Console
import Game
import Operations
import Records

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
  }

  /// The reason why a round can't be returned.
  private enum Failure: Error {
    /// A row of the trial is damaged or invalid, so the trial is skipped.
    case refused(RefusedRow)
    /// The store can't be read, so the whole operation fails.
    case failed(RecordError)
  }

  /// The trial that was read last, in a reused row.
  var row = TrialRow()
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
  private var session: (record: Session, row: Result<SessionRow, Failure>)?

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
    guard let reading = try rounds.next() else { return nil }
    var found = Found(number: record.row)
    if case .faulty(let fault) = reading {
      found.refusal = RefusedRow(record, fault)
      return found
    }
    do throws(Failure) { found.report = try readTrial(of: record) } catch {
      switch error {
      case .refused(let row): found.refusal = row
      case .failed(let error): throw error
      }
    }
    return found
  }

  /// Fills the row with a round and its presses; returns the replay of the round.
  private func readTrial(of round: RoundRecord) throws(Failure) -> RoundReport {
    guard let session = round.session else {
      throw failure(to: Session.self, round.$session, "session", of: round)
    }
    var resumption: SessionRow?
    if round.$resumption != 0 {
      guard let session = round.resumption else {
        throw failure(to: Session.self, round.$resumption, "resumption", of: round)
      }
      resumption = try checkedRow(of: session)
    }
    var row = TrialRow(round, try row(of: session), resumption: resumption)
    if row.sessionNumber == nil {
      row.sessionNumber = try reading { () throws(RecordError) in try numbers.number(of: session) }
    }
    row.presses.reserveCapacity(16)
    let reference = RecordReference(round)
    try reading { () throws(RecordError) in try presses.begin(leadingTo: reference) }
    defer { presses.end() }
    while let found = try reading({ () throws(RecordError) in try presses.next() }) {
      if case .faulty(let fault) = found { throw .refused(RefusedRow(presses.record, fault)) }
      row.presses.append(PressRow(presses.record, trialId: row.trialId))
    }
    do throws(LineReason) {
      let played = try validate(&row)
      self.row = consume row
      return played
    } catch { throw refusal(of: round, error) }
  }

  /// Runs a closure, and converts its error to a `Failure`.
  private func reading<Result>(
    _ work: () throws(RecordError) -> Result
  ) throws(Failure) -> Result {
    do throws(RecordError) { return try work() } catch { throw .failed(error) }
  }

  /// Returns the failure of a record with an invalid value.
  private func refusal<Owner: Record>(of record: Owner, _ reason: LineReason) -> Failure {
    .refused(RefusedRow(table: Owner.entity, number: record.row, reason: reason))
  }

  /// Returns the failure of a reference whose target is damaged or missing.
  private func failure<Target: Record>(
    to target: Target.Type, _ row: Int, _ column: String, of owner: some Record
  ) -> Failure {
    let reason: LineReason
    switch context.relationFailure {
    case let error? where error.concernsStore: return .failed(error)
    case .unreadable(_, _, let column)?: reason = .value(.impossible, column: column)
    case .notAsWritten?: reason = .content(.notAsWritten)
    default: return refusal(of: owner, .value(.impossible, column: column))
    }
    return .refused(RefusedRow(table: Target.entity, number: row, reason: reason))
  }

  /// Returns the row of a session, which is checked only once for all of its trials.
  private func row(of record: Session) throws(Failure) -> SessionRow {
    if let session, session.record === record { return try session.row.get() }
    let row = Result { () throws(Failure) in try checkedRow(of: record) }
    session = (record, row)
    return try row.get()
  }

  /// Checks a session and returns its row.
  private func checkedRow(of record: Session) throws(Failure) -> SessionRow {
    guard record.participant != nil else {
      throw failure(to: Participant.self, record.$participant, "participant", of: record)
    }
    var row = SessionRow(record)
    do throws(LineReason) {
      try row.check(checkedSessionColumns)
      try row.checkOrder()
    } catch { throw refusal(of: record, error) }
    return row
  }

  /// Computes missing columns of later versions, validates the trial, and returns its replay.
  private func validate(_ row: inout TrialRow) throws(LineReason) -> RoundReport {
    try row.check(checkedColumns)
    try row.values.check(checkedTrialColumns)
    let report = try validator.validate(&row, mayLack: true)
    let count = row.presses.count
    let expected = report.presses.count
    let id = row.trialId
    if count < expected { throw .content(.missingPress(count + 1, trialId: id)) }
    if count > expected { throw .content(.surplusPress(expected + 1, trialId: id)) }
    for index in row.presses.indices {
      try row.presses[index].check(checkedPressColumns)
      try validator.validate(
        &row.presses[index], as: report.presses[index], of: id, mayLack: true)
    }
    return report
  }
}
