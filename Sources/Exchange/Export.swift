package import Analysis
package import Archive
package import Console
import Game
import Glibc
package import Operations
import Records
import SystemCalls

/// The operation of `export`: writes all finished rounds and their presses to files.
///
///     let export = Export(source: source, file: file, format: .csv, replaces: false)
///
/// Every trial is validated like an imported one, so that the files can be imported. Damaged trials
/// are skipped and counted. The files are created together at the end: a cancelled or failed export
/// leaves nothing.
package struct Export: FileMakingOperation {
  /// The result of the operation: the numbers of written rows and of skipped trials.
  ///
  ///     print(report.trialCount, "trials in", report.paths, "without", report.skippedRounds.damaged.count)
  package struct Report: ExclusionReport {
    package let trialCount: Int
    package let pressCount: Int
    /// The skipped rounds, with the reasons.
    package let skippedRounds: SkippedRounds
    /// The paths of the files, the one that the user named first.
    package let paths: [String]
    /// The number of trials that the rules of studies exclude from analyses; the files contain them
    /// with a mark.
    package let excluded: RuleCounts
    package var skippedDamagedRows: Bool { !skippedRounds.damaged.isEmpty }
  }

  package let source: StoreSource
  /// The file that the user named, from which the other names are derived.
  package let file: NamedFile
  package let format: ExchangeFormat
  /// `true` to replace existing files; otherwise none of the files may exist.
  package let replaces: Bool
  /// The numbers of the rounds in progress, which are skipped because their solution is secret.
  package var played: Set<Int> = []
  package let options: ExportOptions

  package init(
    source: StoreSource, file: NamedFile, format: ExchangeFormat, replaces: Bool,
    played: Set<Int> = [], options: ExportOptions = ExportOptions()
  ) {
    self.source = source
    self.file = file
    self.format = format
    self.replaces = replaces
    self.played = played
    self.options = options
  }

  package var targets: [NamedFile] {
    let files = ExchangeFiles(file, format)
    return files.all.reversed() + [files.participants]
  }

  /// Writes all files.
  ///
  /// - Throws: `StoreWorkStop` if a target exists, if a file can't be written, or if the user has
  ///   cancelled.
  package func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    let files = ExchangeFiles(file, format)
    try checkTargets(run)
    let marks = try TrialMarks(of: source, options, run)
    let participants = try run.reading(source) { context throws(StoreWorkStop) in
      try run.mappingRecordErrors(ParticipantTable(context, marks))
    }
    let writer = try ExportWriter(files, format, participants, marks)
    let skippedRounds = try run.forEachTrial(of: source, except: played, writer.write)
    try writer.finish()
    try run.checkCancelled()
    try writer.publish(replacing: replaces)
    return Report(
      trialCount: writer.trialCount, pressCount: writer.pressCount, skippedRounds: skippedRounds,
      paths: files.all.reversed().map(\.name)
        + (participants.isEmpty ? [] : [files.participants.name]),
      excluded: writer.marks.counts)
  }
}

extension Export {
  /// Throws if a file can't be written, or if a killed export has left some of the files.
  private func checkTargets(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) {
    do throws(StoreWorkStop) {
      for file in targets { try run.checkTarget(file, of: source, replaces: replaces) }
    } catch {
      // The file that the user named is the last to get its name.
      guard case .failed(.exists) = error, access(file.path, F_OK) != 0 else { throw error }
      let present = targets.filter { access($0.path, F_OK) == 0 }
      throw .failed(.exportIsIncomplete(file.name, present.map(\.name)))
    }
  }
}

/// The rounds that an export or a merge has skipped, with the reasons.
package struct SkippedRounds {
  /// The maximum number of invalid rows that are listed.
  private static var mostNamedRows: Int { 1_000 }

  /// The numbers of the damaged rounds.
  package var damaged: [Int] = []
  /// The invalid rows with the reasons, each row once.
  package private(set) var refusedRows: [RefusedRow] = []
  /// The number of rounds in progress, which were skipped.
  package var playedCount = 0

  package init() {}

  /// Adds an invalid row.
  ///
  /// Does nothing for `nil`, and if the row was added before.
  mutating func refuse(_ row: RefusedRow?) {
    guard let row, refusedRows.count < Self.mostNamedRows, !refusedRows.contains(row) else {
      return
    }
    refusedRows.append(row)
  }
}

extension OperationRun<StoreWorkFault> {
  /// Calls a closure with each valid trial that is not in progress; returns the skipped rounds.
  ///
  /// The row is `inout` to avoid a copy; the closure must not change it.
  func forEachTrial(
    of source: StoreSource, except played: Set<Int>,
    _ body: (inout TrialRow) throws(StoreWorkStop) -> Void
  ) throws(StoreWorkStop) -> SkippedRounds {
    try reading(source) { context throws(StoreWorkStop) in
      let trials = try mappingRecordErrors(StoredTrials(context))
      var skipped = SkippedRounds()
      try forEachTrial(in: context, of: source, trials.next) { found throws(StoreWorkStop) in
        if played.contains(found.number) {
          skipped.playedCount += 1
        } else if found.report != nil {
          try body(&trials.row)
        } else {
          skipped.damaged.append(found.number)
          skipped.refuse(found.refusal)
        }
      }
      return skipped
    }
  }

  /// Throws unless a file can be written: it must not belong to the store and, if it exists, be
  /// replaceable.
  package func checkTarget(
    _ file: NamedFile, of source: StoreSource, replaces: Bool
  ) throws(StoreWorkStop) {
    try check(file, of: source)
    var facts = stat()
    guard stat(file.path, &facts) == 0 else { return }
    switch facts.st_mode & S_IFMT {
    case S_IFREG where replaces: return
    case S_IFREG: throw .failed(.exists(file.name))
    case S_IFDIR: throw .failed(.cannotWrite(file.name, SystemError(number: EISDIR)))
    default: throw .failed(.notPlain(file.name))
    }
  }
}

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
    case .store(let error)?: return .failed(.store(error))
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

/// Writes trials to the files of an export one by one, without keeping them in memory.
final class ExportWriter {
  private(set) var trialCount = 0
  private(set) var pressCount = 0
  /// The file with the trials; the only file in the JSON Lines format.
  private let trials: FileDraft
  /// The other CSV files; `nil` if everything is in one file.
  private let tables: (presses: FileDraft, sessions: FileDraft, long: FileDraft)?
  private let dictionary: FileDraft
  /// The file of participants; `nil` if the store has no studies.
  private var participants: FileDraft?
  private let trialColumns = TrialRow.columns
  private let pressColumns = PressRow.columns
  private let sessionColumns = SessionLine.columns
  /// The lines of the current trial, whose memory is reused.
  private var lines = TrialLines()
  /// The identifiers of the sessions that were already written.
  private var written: Set<String> = []
  /// Adds the columns `simulated` and `excluded` to each trial, and counts excluded trials.
  private(set) var marks: TrialMarks

  /// Creates the unpublished files with their headers.
  init(
    _ files: ExchangeFiles, _ format: ExchangeFormat, _ people: ParticipantTable? = nil,
    _ marks: TrialMarks = TrialMarks(includesHost: true)
  ) throws(StoreWorkStop) {
    self.marks = marks
    dictionary = try FileDraft(files.dictionary)
    try dictionary.write { $0 += "\(DataDictionary(files, format, people))".utf8 }
    if let people, !people.isEmpty {
      let draft = try FileDraft(files.participants)
      try draft.write { $0 += people.text(format) }
      participants = draft
    }
    trials = try FileDraft(files.trials)
    guard let presses = files.presses, let sessions = files.sessions, let long = files.long
    else {
      tables = nil
      return
    }
    let tables = try (
      presses: FileDraft(presses), sessions: FileDraft(sessions), long: FileDraft(long)
    )
    self.tables = tables
    let headers = lines.headers
    for (draft, names) in [
      (trials, headers.trial), (tables.presses, headers.press), (tables.long, headers.long),
      (tables.sessions, sessionColumns.map(\.name)),
    ] {
      try draft.write { CSVText.append(headerOf: names, to: &$0) }
    }
  }

  /// Writes the lines of a trial; sets the row's columns `simulated` and `excluded`.
  func write(_ row: inout TrialRow) throws(StoreWorkStop) {
    trialCount += 1
    pressCount += row.presses.count
    marks.mark(&row)
    try write(row.session, row.simulated)
    if let resumption = row.resumption { try write(resumption, row.simulated) }
    guard let tables else {
      return try trials.write { bytes in
        JSONLine.append(row, trialColumns, to: &bytes)
        for press in row.presses { JSONLine.append(press, pressColumns, to: &bytes) }
      }
    }
    lines.make(of: &row)
    try trials.write { $0 += lines.trial }
    try tables.presses.write { $0 += lines.presses }
    try tables.long.write { $0 += lines.long }
  }

  /// Writes the line of a session; does nothing if it was already written.
  private func write(_ session: SessionRow, _ simulated: Int?) throws(StoreWorkStop) {
    guard written.insert(session.sessionId).inserted else { return }
    let line = SessionLine(session: session, simulated: simulated)
    guard let tables else {
      return try trials.write { JSONLine.append(line, sessionColumns, to: &$0) }
    }
    try tables.sessions.write { CSVText.append(line, sessionColumns, to: &$0) }
  }

  /// Flushes all files to the disk.
  func finish() throws(StoreWorkStop) { for draft in drafts { try draft.finish() } }

  /// Makes the files appear under their names.
  ///
  /// If that fails for one of them, restores the previous files. If the program is killed
  /// meanwhile, there may be new presses beside old trials, which an import detects.
  func publish(
    replacing: Bool, isFailing: () -> Bool = { false }
  ) throws(StoreWorkStop) {
    var published: [FileDraft] = []
    for draft in drafts {
      do throws(StoreWorkStop) {
        try draft.publish(replacing: replacing, keepingOld: true, isFailing: isFailing)
      } catch {
        for other in published.reversed() { other.retract() }
        throw error
      }
      published.append(draft)
    }
    for draft in drafts { draft.commit() }
  }

  /// All files in the order of publication; the one that the user named is the last.
  private var drafts: [FileDraft] {
    [dictionary] + [participants].compactMap(\.self)
      + (tables.map { [$0.long, $0.sessions, $0.presses] } ?? []) + [trials]
  }
}
