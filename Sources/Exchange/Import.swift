package import Archive
package import Console
import Game
package import Operations
import SystemCalls

/// Imports exported rounds and presses into the store: all of a file, or nothing.
///
///     let operation = Import(source: source, file: file, format: .csv)
///
/// Each trial is replayed: its values and presses must follow from the board, the rule and the
/// moves. A trial that the store has already must be the same, or an earlier or later state of it;
/// so the same file can be imported twice. Reading and validating overlap with writing, on two
/// threads.
package struct Import: StoreOperation {
  /// The numbers of imported rows; rows that the store had already count as known.
  ///
  ///     print(report.trialCount, "new trials,", report.knownCount, "known ones")
  package struct Report {
    package var trialCount = 0
    package var pressCount = 0
    /// The number of trials that were in the store already and are unchanged.
    package var knownCount = 0
    /// The number of trials of participants who have withdrawn, which are skipped.
    package var withdrawnCount = 0

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
  /// - Throws: `StoreWorkStop` with the first line that is refused; the store is then unchanged.
  package func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    // A file that is no export is refused without waiting for the store.
    var trials = try ImportedTrials(ExchangeFiles(file, format), source, run)
    let size = trials.size
    return try run.committing(source) { context throws(StoreWorkStop) in
      let importer = try TrialImporter(context, run)
      try run.overlap({ () throws(StoreWorkStop) in try trials.next() }) {
        1 + $0.row.presses.count
      } _: { trial throws(StoreWorkStop) in
        // A refused trial rolls back everything that was added before it.
        try importer.add(trial.row, from: trial.location)
        try run.checkCancelled()
        run.report(completed: trial.location.end, of: size)
      }
      return importer.report
    }
  }
}

extension OperationRun<StoreWorkFault> {
  /// Opens a file to read.
  ///
  /// - Throws: `StoreWorkStop` if it is one of the store's, can't be read, or is no plain file.
  func bytes(of file: NamedFile, for source: StoreSource) throws(StoreWorkStop) -> FileBytes {
    // NB: closing any descriptor of the store's file drops all locks of this process on it.
    try check(file, of: source)
    let bytes: FileBytes
    do throws(SystemError) { bytes = try FileBytes(file) } catch {
      throw .failed(.cannotRead(file.name, error))
    }
    guard bytes.isPlain else { throw .failed(.notPlain(file.name)) }
    return bytes
  }
}

/// The positions of a trial and its presses in their files.
struct TrialLocation {
  let trial: LineLocation
  /// The positions of the presses; empty if they have no separate lines.
  var presses: [LineLocation] = []
  /// The number of bytes of the files before the next trial.
  var end = 0

  /// Returns the position of a press, counted from 0.
  func line(ofPress number: Int) -> LineLocation {
    number < presses.count ? presses[number] : trial
  }
}

/// The line of a file, or the row of another store, that is the source of a row.
struct LineLocation {
  let path: String
  let number: Int
  /// The table of the row; `nil` for a line.
  var table: String?

  /// Returns the error message for the line, with a contradiction as its reason.
  func stop(_ reason: ContentReason) -> StoreWorkStop { stop(.content(reason)) }

  /// Returns the error message for the line or row.
  func stop(_ reason: LineReason) -> StoreWorkStop {
    guard let table else { return .failed(.badLine(path, number, reason)) }
    return .failed(.badRow(path, RefusedRow(table: table, number: number, reason: reason)))
  }
}

/// A file of any format whose rows are read one after the other.
struct RowFile<Row> {
  let bytes: FileBytes
  /// The versions of the tables that have the columns of the file.
  let versions: [Int]
  // Closures over a reader of a known type: specialized code is three times as fast as
  // `any ExchangeReader`.
  private let readNext: () throws(LineReason) -> Row?
  private let findLine: () -> Int

  /// Creates a file; `makeRow` converts the rows of the reader.
  init<Reader: ExchangeReader>(
    _ reader: Reader, _ makeRow: @escaping (consuming Reader.Row) -> Row
  ) throws(StoreWorkStop) {
    var reader = reader
    bytes = reader.bytes
    do throws(LineReason) { try reader.begin() } catch {
      throw LineLocation(path: reader.bytes.file.name, number: reader.lineNumber).stop(error)
    }
    versions = reader.versions
    readNext = { () throws(LineReason) in
      guard let row = try reader.next() else { return nil }
      return makeRow(row)
    }
    findLine = { reader.lineNumber }
  }

  /// The line of the last row.
  var location: LineLocation { LineLocation(path: bytes.file.name, number: findLine()) }

  /// Returns the next row; `nil` at the end of the file.
  ///
  /// - Throws: The refusal of the line, or the error of the file.
  func next() throws(StoreWorkStop) -> Row? {
    do throws(LineReason) {
      if let row = try readNext() { return row }
    } catch { throw location.stop(error) }
    if let fault = bytes.fault { throw .failed(.cannotRead(bytes.file.name, fault)) }
    return nil
  }
}

/// Reads the trials of an export in order and validates each.
///
/// The presses must be in the order of the trials, as `export` writes them, so that files that do
/// not belong together are detected, and large ones need no memory.
private struct ImportedTrials {
  typealias Item = (row: TrialRow, location: TrialLocation)
  /// A session of the files, with the mark of its line and whether a trial has referred to it.
  private typealias ReadSession = (
    row: SessionRow, simulated: Int?, location: LineLocation, isPlayed: Bool
  )

  /// The file of the trials, or of all rows.
  private let trials: RowFile<ExchangedRow>
  /// The presses; the same file as the trials if there is only one.
  private let presses: RowFile<ExchangedRow>
  private var files: [FileBytes]
  /// The sessions that were read, with their positions, and whether a trial was played in them.
  private var sessions: [String: ReadSession] = [:]
  private let validator = TrialValidator()
  /// The checks of a trial against the earlier ones of the files.
  private var entries = EntryValidator()

  /// Opens the files of an export; the sessions are read immediately.
  init(
    _ paths: ExchangeFiles, _ source: StoreSource, _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) {
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
    while let line = try lines.next() { try addSession(line, lines.location) }
  }

  /// The size of all files, for the progress.
  var size: Int { files.reduce(0) { $0 + $1.size } }
  /// The number of bytes that have been read of all files.
  var position: Int { files.reduce(0) { $0 + $1.position } }

  /// Returns the next trial; `nil` at the end of all files.
  mutating func next() throws(StoreWorkStop) -> Item? {
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
      throw first.location.stop(.surplusSession(first.row.sessionId))
    }
    return nil
  }

  /// Returns the error message for a press that belongs to no trial.
  private func surplus(_ row: PressRow, in file: RowFile<ExchangedRow>) -> StoreWorkStop {
    file.location.stop(.surplusPress(row.index, trialId: row.trialId))
  }

  /// Adds a session; throws if the name occurred before.
  private mutating func addSession(_ line: SessionLine, _ location: LineLocation)
    throws(StoreWorkStop)
  {
    let session = line.session
    let read = (session, line.simulated, location, false)
    guard sessions.updateValue(read, forKey: session.sessionId) == nil else {
      throw location.stop(.twice(.session, session.sessionId))
    }
  }

  /// Finds the sessions of a trial.
  ///
  /// Throws if their own lines contradict its line.
  private mutating func findSessions(of row: inout TrialRow) throws(LineReason) {
    guard row.version >= TableVersion.withSessions else { return }
    if let column = try session(row.session.sessionId).difference(from: row.session) {
      throw .content(.contradiction(column: column.name, of: .sessions))
    }
    if let id = row.resumption?.sessionId { row.resumption = try session(id) }
  }

  /// Returns the session with a name and records that it has a trial; throws if there is none.
  private mutating func session(_ id: String) throws(LineReason) -> SessionRow {
    guard let found = sessions[id] else { throw .content(.missingSession(id)) }
    if !found.isPlayed { sessions[id]?.isPlayed = true }
    return found.row
  }

  /// Validates a trial and the presses that follow it.
  private mutating func trial(_ row: consuming TrialRow) throws(StoreWorkStop) -> Item {
    var location = TrialLocation(trial: trials.location)
    let report: RoundReport
    do throws(LineReason) {
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
      do throws(LineReason) {
        try validator.validate(&press, as: expected, of: row.trialId)
      } catch { throw line.stop(error) }
      row.presses.append(press)
      location.presses.append(line)
    }
    do throws(LineReason) {
      try row.checkMarks(ofSession: sessions[row.session.sessionId]?.simulated)
    } catch { throw location.trial.stop(error) }
    location.end = position
    return (consume row, location)
  }
}
