package import Examiner
import Records
import Shell

/// Takes rounds and presses that were exported into the store: all of a file, or nothing.
struct Import: StoreOperation {
  struct Report {
    var trialCount = 0
    var pressCount = 0
    /// How many trials were in the store already; they stay as they are there.
    var knownCount = 0
  }

  let source: StoreSource
  let file: FilePlace
  let format: ExchangeFormat

  func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    // What is no export at all makes nobody wait for the store.
    var trials = try ProvenTrials(ExchangePlaces(file, format), source, run)
    let size = trials.size
    return try run.gathering(source) { context throws(StoreWorkStop) in
      let taker = try TrialImporter(context, run)
      try run.overlap({ () throws(StoreWorkStop) in try trials.next() }) {
        1 + $0.presses.count
      } _: { trial throws(StoreWorkStop) in
        // What was taken before a trial that is refused goes with it.
        try taker.take(trial)
        try run.checkCancelled()
        run.report(completed: trial.end, of: size)
      }
      return taker.report
    }
  }
}

extension OperationRun<StoreWorkFault> {
  func bytes(of file: FilePlace, for source: StoreSource) throws(StoreWorkStop) -> FileBytes {
    // NB: closing any descriptor of the store's file drops all locks of this process on it.
    try check(file, of: source)
    let bytes: FileBytes
    do throws(SystemFault) { bytes = try FileBytes(file) } catch {
      throw .failed(.cannotRead(file.name, error))
    }
    guard bytes.isPlain else { throw .failed(.notPlain(file.name)) }
    return bytes
  }
}

/// A trial of a file, proven, with the places of its lines.
final class ProvenTrial: Sendable {
  let row: TrialRow
  let presses: [PressRow]
  let place: LinePlace
  fileprivate let pressPlaces: [LinePlace]
  /// How many bytes of the files come before the next one.
  fileprivate let end: Int

  fileprivate init(
    _ row: consuming TrialRow, _ presses: [PressRow], place: LinePlace,
    pressPlaces: [LinePlace] = [], end: Int = 0
  ) {
    (self.row, self.presses, self.place) = (row, presses, place)
    (self.pressPlaces, self.end) = (pressPlaces, end)
  }

  /// Makes one that has no lines.
  convenience init(_ trial: ExchangedTrial, named name: String) {
    self.init(trial.row, trial.presses, place: LinePlace(path: name, number: 0))
  }

  /// Where a press stands, counted from 0.
  func place(ofPress number: Int) -> LinePlace {
    number < pressPlaces.count ? pressPlaces[number] : place
  }
}

struct LinePlace {
  let path: String
  let number: Int

  func stop(_ reason: ContentReason) -> StoreWorkStop { stop(.content(reason)) }

  func stop(_ reason: LineReason) -> StoreWorkStop { .failed(.badLine(path, number, reason)) }
}

/// A file whose rows are read one after the other, in whatever format.
struct RowFile<Row> {
  let bytes: FileBytes
  /// The versions of the tables that have the columns of the file.
  let versions: [Int]
  // Closures over a reader of a known type: specialized code is three times as fast as
  // `any ExchangeReader`.
  private let readNext: () throws(LineReason) -> Row?
  private let findLine: () -> Int

  /// Begins to read; what the reader finds is made a row.
  init<Reader: ExchangeReader>(
    _ reader: Reader, _ makeRow: @escaping (consuming Reader.Row) -> Row
  ) throws(StoreWorkStop) {
    var reader = reader
    bytes = reader.bytes
    do throws(LineReason) { try reader.begin() } catch {
      throw LinePlace(path: reader.bytes.file.name, number: reader.lineNumber).stop(error)
    }
    versions = reader.versions
    readNext = { () throws(LineReason) in
      guard let row = try reader.next() else { return nil }
      return makeRow(row)
    }
    findLine = { reader.lineNumber }
  }

  var place: LinePlace { LinePlace(path: bytes.file.name, number: findLine()) }

  func next() throws(StoreWorkStop) -> Row? {
    do throws(LineReason) {
      if let row = try readNext() { return row }
    } catch { throw place.stop(error) }
    if let fault = bytes.fault { throw .failed(.cannotRead(bytes.file.name, fault)) }
    return nil
  }
}

/// Reads the trials of an export one after the other and proves each.
///
/// The presses have to stand in the order of the trials, as `export` writes them: so that files
/// which do not belong together are told apart, and large ones need no memory.
private struct ProvenTrials {
  private let trials: RowFile<ExchangedRow>
  /// The same file where there is but one.
  private let presses: RowFile<ExchangedRow>
  private var files: [FileBytes]
  /// The sessions that were read, where they stand, and whether a trial was played in them.
  private var sessions: [String: (row: SessionRow, place: LinePlace, isPlayed: Bool)] = [:]
  private let prover = TrialProver()
  private var entries = EntryProver()

  init(
    _ places: ExchangePlaces, _ source: StoreSource, _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) {
    files = [try run.bytes(of: places.trials, for: source)]
    guard let pressPlace = places.presses, let sessionPlace = places.sessions else {
      trials = try RowFile(JSONLinesReader<ExchangedRow>(files[0])) { $0 }
      presses = trials
      return
    }
    files.append(try run.bytes(of: pressPlace, for: source))
    trials = try RowFile(CSVReader<TrialRow>(files[0])) { .trial($0) }
    // Before there was a file of the sessions, the trials said it all.
    let hasSessions = trials.versions.last.map { $0 >= TableVersion.withSessions } == true
    if hasSessions { files.append(try run.bytes(of: sessionPlace, for: source)) }
    presses = try RowFile(CSVReader<PressRow>(files[1])) { .press($0) }
    guard hasSessions else { return }
    let lines = try RowFile(CSVReader<SessionLine>(files[2])) { $0.session }
    while let session = try lines.next() { try take(session, lines.place) }
  }

  var size: Int { files.reduce(0) { $0 + $1.size } }
  var position: Int { files.reduce(0) { $0 + $1.position } }

  /// The next trial; nil at the end of all files.
  mutating func next() throws(StoreWorkStop) -> ProvenTrial? {
    while let found = try trials.next() {
      switch found {
      case .session(let line): try take(line.session, trials.place)
      case .trial(let row): return try trial(row)
      case .press(let row): throw surplus(row, in: trials)
      }
    }
    if case .press(let row)? = try presses.next() { throw surplus(row, in: presses) }
    let unplayed = sessions.values.filter { !$0.isPlayed }
    if let first = unplayed.min(by: { $0.place.number < $1.place.number }) {
      throw first.place.stop(.surplusSession(first.row.sessionId))
    }
    return nil
  }

  private func surplus(_ row: PressRow, in file: RowFile<ExchangedRow>) -> StoreWorkStop {
    file.place.stop(.surplusPress(row.index, trialId: row.trialId))
  }

  private mutating func take(_ session: SessionRow, _ place: LinePlace) throws(StoreWorkStop) {
    guard sessions.updateValue((session, place, false), forKey: session.sessionId) == nil else {
      throw place.stop(.twice(.session, session.sessionId))
    }
  }

  /// Finds the sessions of a trial, which their own lines have to describe as its line does.
  private mutating func findSessions(of row: inout TrialRow) throws(LineReason) {
    guard row.version >= TableVersion.withSessions else { return }
    if let column = try session(row.session.sessionId).difference(from: row.session) {
      throw .content(.contradiction(column: column.name, of: .sessions))
    }
    if let id = row.resumption?.sessionId { row.resumption = try session(id) }
  }

  private mutating func session(_ id: String) throws(LineReason) -> SessionRow {
    guard let found = sessions[id] else { throw .content(.missingSession(id)) }
    if !found.isPlayed { sessions[id]?.isPlayed = true }
    return found.row
  }

  private mutating func trial(_ row: consuming TrialRow) throws(StoreWorkStop) -> ProvenTrial {
    let place = trials.place
    let proof: TrialProof
    do throws(LineReason) {
      try row.session.checkEntry()
      try findSessions(of: &row)
      try row.checkEntry()
      proof = try prover.prove(&row)
      try entries.prove(row, proof.round)
    } catch { throw place.stop(error) }
    var (rows, places) = ([PressRow](), [LinePlace]())
    rows.reserveCapacity(proof.presses.count)
    places.reserveCapacity(proof.presses.count)
    for number in proof.presses.indices {
      guard case .press(var press)? = try presses.next() else {
        throw presses.place.stop(.missingPress(number + 1, trialId: row.trialId))
      }
      let place = presses.place
      do throws(LineReason) { try proof.prove(&press, at: number, of: row.trialId) } catch {
        throw place.stop(error)
      }
      rows.append(press)
      places.append(place)
    }
    return ProvenTrial(
      consume row, rows, place: place, pressPlaces: places, end: position)
  }
}

/// Why a line of a file can't be taken.
package enum LineReason: Error, Equatable, Sendable {
  case notUnicode
  case tooLong(limit: Int)
  /// It can't be read at all; what was expected.
  case syntax(ExpectedSyntax)
  case columns(ColumnsReason)
  case value(ValueReason, column: String)
  /// The record itself says why it can't be.
  case refusedRecord(NewsFlaw)
  case content(ContentReason)
}

/// What has to stand in a line where something else stands; bytes are counted from 1.
package enum ExpectedSyntax: Equatable, Sendable {
  case commaOrEnd, noQuote, endOfQuote, nothing, noControl
  case sign(Unicode.Scalar, byte: Int)
  case value(byte: Int)
  case escape(byte: Int)
  case character(byte: Int)
  case digits(byte: Int)
}

/// What is wrong with the columns of a table.
package enum ColumnsReason: Equatable, Sendable {
  /// The name of a column, counted from 1, is another one, or there is none.
  case wrongHeader(place: Int, expected: String)
  case columnCount(Int, expected: Int)
  case unknownTable
  case otherTable(expected: String)
  case unknownColumn(String)
  case columnTwice(String)
  case missingColumn(String)
}

/// What is wrong with the value of a column.
package enum ValueReason: Equatable, Sendable {
  case noNumber, noText, tooLarge
  case unknownFormat(Int)
  /// It is none of those that the column may hold.
  case impossible
  case length(limit: Int)
  case noDate
  /// The code of a participant is none.
  case noCode
  /// There is a character that has to be written as an escape.
  case hiddenCharacter
  case badEscape
}

/// What of a row does not go together with the rest.
package enum ContentReason: Equatable, Sendable {
  /// One date is before another one, behind which it has to be.
  case descends(column: String, from: String)
  /// A move, counted from 1, is earlier than the one before.
  case earlyMove(Int)
  /// The examiner does not take a move.
  case refusedMove(Int, MoveFault)
  /// The value is not what follows from other columns.
  case contradiction(column: String, of: ColumnSource)
  /// The press of a trial, counted from 1, does not stand here.
  case missingPress(Int, trialId: String)
  /// No trial takes the press that stands here.
  case surplusPress(Int, trialId: String)
  /// No line says what a session was.
  case missingSession(String)
  /// No trial was played in a session.
  case surplusSession(String)
  /// A server has it otherwise than it was sent.
  case notAsSent
  /// Something of that name was there before.
  case twice(ExchangeObject, String)
  /// The store has something of that name, but with another value in the column.
  case differs(ExchangeObject, String, column: String)
}

/// What has a name of its own in an exchange.
package enum ExchangeObject: Sendable {
  case news, participant, session, trial, press
}
