package import Archive
import Game
import Records
package import Shell

/// The operation of `import`: adds exported rounds to the store, either all of a file or none.
///
///     let operation = Import(source: source, file: file, format: .csv)
///
/// Each trial is replayed, and must have the values and presses that follow from its board, rule
/// and moves. A trial that the store already has must be the same, or an earlier or later state of
/// it; so a file can be imported twice. One thread reads and validates while another one writes.
package struct Import: StoreOperation {
  /// The result of the operation: the numbers of imported rows.
  ///
  ///     print(report.trialCount, "new trials,", report.knownCount, "known ones")
  package struct Report {
    package var trialCount = 0
    package var pressCount = 0
    /// The number of trials that the store already had.
    package var knownCount = 0
    /// The number of skipped trials, whose participants have withdrawn their data.
    package var withdrawnCount = 0
    /// The number of skipped trials of simulated participants whom the store has under other
    /// identifiers, as programs of other versions gave them.
    package var doubledCount = 0
    /// The number of the file's trials with answers, which are not read.
    package var answeredCount = 0
    /// The number of participants with answers in the file beside it, which is not read.
    package var answeredPeopleCount = 0

    package init() {}
  }

  package let source: StoreSource
  package let file: NamedFile
  package let format: ExchangeFormat

  package init(source: StoreSource, file: NamedFile, format: ExchangeFormat) {
    self.source = source
    self.file = file
    self.format = format
  }

  /// Imports the file in one transaction.
  ///
  /// - Throws: An error with the first invalid line; the store is then unchanged.
  package func perform(_ run: OperationRun) throws -> Report {
    // A file that is no export is refused without waiting for the store.
    let files = ExchangeFiles(file, format)
    var trials = try ImportedTrials(files, source, run)
    let size = trials.size
    let isOther = (try? run.check(files.participants, of: source)) != nil
    let people = isOther ? UnreadAnswers.participants(in: files.participants, format) : []
    return try run.committing(source) { context in
      let importer = try TrialImporter(context)
      try run.overlap({ try trials.next() }) {
        1 + $0.row.presses.count
      } _: { trial in
        // A refused trial rolls back everything that was added before it.
        try importer.add(trial.row, from: trial.location)
        try run.checkCancelled()
        run.report(completed: trial.location.end, of: size)
      }
      var report = importer.report
      let withdrawals = try Withdrawals(context)
      report.answeredPeopleCount = people.count { !withdrawals.contains($0) }
      return report
    }
  }
}

extension OperationRun {
  /// Opens a file for reading.
  ///
  /// - Throws: An error if it belongs to the store, can't be read, or is not a regular file.
  func bytes(of file: NamedFile, for source: StoreSource) throws -> FileBytes {
    // NB: closing any descriptor of the store's file drops all locks of this process on it.
    try check(file, of: source)
    let bytes = try FileBytes(file)
    guard bytes.isPlain else { throw Refusal.notPlain(file.name) }
    return bytes
  }
}

/// The line numbers of a trial and its presses in their files.
struct TrialLocation {
  let trial: LineLocation
  /// The line numbers of the presses; empty if the trial's own line contains them.
  var presses: [LineLocation] = []
  /// The number of bytes of the files up to the next trial.
  var end = 0

  /// Returns the line number of a press; presses count from 0.
  func line(ofPress number: Int) -> LineLocation {
    number < presses.count ? presses[number] : trial
  }
}

/// The source of a row, for error messages: a line of a file, or a row of another store.
struct LineLocation {
  let path: String
  let number: Int
  /// The table name of the row; `nil` for a line of a file.
  var table: String?

  /// Returns the error that the line is invalid for a reason.
  func stop(_ reason: RowReason) -> RefusedRow {
    RefusedRow(table: table, number: number, reason: reason, in: path)
  }
}

/// A file of either format, whose rows are read one after the other.
struct RowFile<Row> {
  let bytes: FileBytes
  /// The versions of the columns in the file.
  let versions: [Int]
  // Closures over a reader of a known type: specialized code is three times as fast as
  // `any ExchangeReader`.
  private let readNext: () throws(RowReason) -> Row?
  private let findLine: () -> Int

  /// Creates a file of a reader; `makeRow` converts the reader's rows.
  init<Reader: ExchangeReader>(
    _ reader: Reader, _ makeRow: @escaping (consuming Reader.Row) -> Row
  ) throws {
    var reader = reader
    bytes = reader.bytes
    do { try reader.begin() } catch {
      throw LineLocation(path: reader.bytes.file.name, number: reader.lineNumber).stop(error)
    }
    versions = reader.versions
    readNext = { () throws(RowReason) in
      guard let row = try reader.next() else { return nil }
      return makeRow(row)
    }
    findLine = { reader.lineNumber }
  }

  /// The line of the row that was read last.
  var location: LineLocation { LineLocation(path: bytes.file.name, number: findLine()) }

  /// Returns the next row; `nil` at the end of the file.
  ///
  /// - Throws: An error for an invalid line, or for a file that can't be read.
  func next() throws -> Row? {
    do {
      if let row = try readNext() { return row }
    } catch { throw location.stop(error) }
    if let error = bytes.error { throw error }
    return nil
  }
}

/// Reads and validates the trials of an export in order.
///
/// The presses must be in the order of the trials, as `export` writes them, so that files which
/// don't belong together are detected, and large ones need no memory.
private struct ImportedTrials {
  typealias Item = (row: TrialRow, location: TrialLocation)
  /// A session that was read, with its column `simulated`, and whether one of the trials belongs to
  /// it.
  private typealias ReadSession = (
    row: SessionRow, simulated: Int?, location: LineLocation, isPlayed: Bool
  )

  /// The file of trials; in JSON Lines, of all rows.
  private let trials: RowFile<ExchangedRow>
  /// The file of presses; in JSON Lines, the same as `trials`.
  private let presses: RowFile<ExchangedRow>
  private var files: [FileBytes]
  /// The sessions that were read, by identifier.
  private var sessions: [String: ReadSession] = [:]
  /// The file of sessions; `nil` in JSON Lines, and in early versions without one.
  private var sessionFile: String?
  /// The marks of the exports from which the sessions are; `nil` for those without a mark.
  private var sessionMarks: Set<String?> = []
  private let validator = TrialValidator()
  /// Validates each trial against the earlier ones.
  private var entries = EntryValidator()

  /// Opens the files of an export and reads the sessions.
  init(
    _ paths: ExchangeFiles, _ source: StoreSource, _ run: OperationRun
  ) throws {
    files = [try run.bytes(of: paths.trials, for: source)]
    guard let pressFile = paths.presses, let sessionFile = paths.sessions else {
      trials = try RowFile(JSONLinesReader<ExchangedRow>(files[0])) { $0 }
      presses = trials
      return
    }
    files.append(try run.bytes(of: pressFile, for: source))
    trials = try RowFile(CSVReader<TrialRow>(files[0])) { .trial($0) }
    // In earlier versions, the trials contained the columns of their sessions.
    let hasSessions = trials.versions.last.map { $0 >= TableVersion.withSessions } == true
    if hasSessions { files.append(try run.bytes(of: sessionFile, for: source)) }
    presses = try RowFile(CSVReader<PressRow>(files[1])) { .press($0) }
    guard hasSessions else { return }
    let lines = try RowFile(CSVReader<SessionLine>(files[2])) { $0 }
    self.sessionFile = sessionFile.name
    while let line = try lines.next() { try addSession(line, lines.location) }
  }

  /// The total size of the files in bytes, for the progress.
  var size: Int { files.reduce(0) { $0 + $1.size } }
  /// The number of bytes read so far, for the progress.
  var position: Int { files.reduce(0) { $0 + $1.position } }

  /// Returns the next trial; `nil` at the end of the files.
  mutating func next() throws -> Item? {
    while let found = try trials.next() {
      switch found {
      case .session(let line): try addSession(line, trials.location)
      case .trial(let row): return try trial(row)
      case .press(let row): throw surplus(row, in: trials)
      }
    }
    if case .press(let row)? = try presses.next() { throw surplus(row, in: presses) }
    let unplayed = sessions.values.filter { !$0.isPlayed }
    if let first = unplayed.min(by: { $0.location.number < $1.location.number }) {
      throw first.location.stop(
        RowReason(
          "session \"\(first.row.sessionId)\" belongs to no trial",
          "セッション \(first.row.sessionId) の試行がありません"))
    }
    return nil
  }

  /// Returns the error for a press that belongs to no trial.
  private func surplus(_ row: PressRow, in file: RowFile<ExchangedRow>) -> RefusedRow {
    isOneFile || row.exportId == nil || sessionMarks.contains(row.exportId)
      ? file.location.stop(.surplusPress(row.index, trialId: row.trialId))
      : otherExport(file.location)
  }

  /// `true` for a file that has all rows.
  private var isOneFile: Bool { presses.bytes === trials.bytes }

  /// Returns the error for a line that has another mark than the trials.
  private func otherExport(_ location: LineLocation) -> RefusedRow {
    location.stop(.otherExport(file: trials.bytes.file.name))
  }

  /// Adds a session; throws if its identifier occurred before.
  private mutating func addSession(_ line: SessionLine, _ location: LineLocation)
    throws
  {
    let session = line.session
    let read = (session, line.simulated, location, false)
    sessionMarks.insert(line.exportId)
    guard sessions.updateValue(read, forKey: session.sessionId) == nil else {
      throw location.stop(.twice(.session, session.sessionId))
    }
  }

  /// Sets the sessions of a trial; throws if its own columns contradict them.
  private mutating func findSessions(of row: inout TrialRow) throws(RowReason) {
    guard row.version >= TableVersion.withSessions else { return }
    if let column = try session(row.session.sessionId).difference(from: row.session) {
      throw .contradiction(column.name, .sessions)
    }
    if let id = row.resumption?.sessionId { row.resumption = try session(id) }
  }

  /// Returns the session with an identifier, and marks it as used; throws if there is none.
  private mutating func session(_ id: String) throws(RowReason) -> SessionRow {
    guard let found = sessions[id] else {
      throw RowReason(
        "session \"\(id)\" is missing before it", "その前にセッション \(id) がありません")
    }
    if !found.isPlayed { sessions[id]?.isPlayed = true }
    return found.row
  }

  /// Validates a trial and reads the presses that follow it.
  private mutating func trial(_ row: consuming TrialRow) throws -> Item {
    var location = TrialLocation(trial: trials.location)
    let report: RoundReport
    do throws(RowReason) {
      if let sessionFile, !sessionMarks.isEmpty, !sessionMarks.contains(row.exportId) {
        throw .otherExport(file: sessionFile)
      }
      try row.session.checkEntry()
      try findSessions(of: &row)
      try row.checkEntry()
      report = try validator.validate(&row)
      try entries.validate(row, report)
    } catch { throw location.trial.stop(error) }
    row.presses.reserveCapacity(report.presses.count)
    location.presses.reserveCapacity(report.presses.count)
    for expected in report.presses {
      guard case .press(var press)? = try presses.next() else {
        throw presses.location.stop(.missingPress(expected.index, trialId: row.trialId))
      }
      let line = presses.location
      guard press.exportId == row.exportId || isOneFile else { throw otherExport(line) }
      do {
        try validator.validate(
          &press, as: expected, of: row.trialId, isInTurns: row.values.exposure.isInTurns)
      } catch { throw line.stop(error) }
      row.presses.append(press)
      location.presses.append(line)
    }
    do {
      try row.checkMarks(ofSession: sessions[row.session.sessionId]?.simulated)
    } catch { throw location.trial.stop(error) }
    location.end = position
    return (consume row, location)
  }
}
