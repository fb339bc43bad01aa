import Records
package import Shell

/// Takes rounds and presses that were exported into the store: all of a file, or nothing.
package struct Import: StoreOperation {
  /// What came of an import.
  package struct Report: Equatable, Sendable {
    package var trialCount = 0
    package var pressCount = 0
    /// How many trials were in the store already; they stay as they are there.
    package var knownCount = 0
  }

  package let source: StoreSource
  private let file: FilePlace
  private let format: ExchangeFormat

  /// Makes an import into a store.
  package init(_ source: StoreSource, from file: FilePlace, _ format: ExchangeFormat) {
    self.source = source
    self.file = file
    self.format = format
  }

  package func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    let places = ExchangePlaces(file, format)
    // The files come before the store, so that an unreadable one is told at once.
    _ = try files(places, run)
    return try run.withStore(of: source) { store throws(StoreWorkStop) in
      // All is proven before others have to wait. The second reading proves it again, because
      // the file may have changed.
      try read(places, isSecond: false, run) { _ in }
      let context = try run.trying { () throws(StoreError) in
        try RecordContext(store, StoreLayout.schema)
      }
      try run.trying { () throws(StoreError) in try store.beginGathering() }
      do throws(StoreWorkStop) {
        let taker = try TrialImporter(context, run)
        try read(places, isSecond: true, run, taker.take)
        try run.checkCancelled()
        try run.trying { () throws(StoreError) in try store.endGathering() }
        return taker.report
      } catch {
        store.abandonGathering()
        throw error
      }
    }
  }

  private func files(
    _ places: ExchangePlaces, _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) -> [FileBytes] {
    var files = [try run.bytes(of: places.trials, for: source)]
    if let presses = places.presses { files.append(try run.bytes(of: presses, for: source)) }
    guard let sessions = places.sessions else { return files }
    var trials = CSVReader<TrialRow>(try run.bytes(of: places.trials, for: source))
    try? trials.begin()
    // Before there was such a file, the trials said it all.
    if trials.versions.last == TableVersion.current {
      files.append(try run.bytes(of: sessions, for: source))
    }
    return files
  }

  /// Hands over one trial after the other.
  private func read(
    _ places: ExchangePlaces, isSecond: Bool, _ run: OperationRun<StoreWorkFault>,
    _ take: (ProvenTrial) throws(StoreWorkStop) -> Void
  ) throws(StoreWorkStop) {
    let files = try files(places, run)
    let total = files.reduce(0) { $0 + $1.size }
    let before = isSecond ? total : 0
    var trials = ProvenTrials(places, files)
    var count = 0
    while let trial = try trials.next() {
      try take(trial)
      count += 1
      guard count % 16 == 0 else { continue }
      try run.checkCancelled()
      run.report(completed: min(before + trials.position, 2 * total), of: 2 * total)
    }
    run.report(completed: before + total, of: 2 * total)
  }
}

extension OperationRun<StoreWorkFault> {
  /// Opens a file that is to be imported.
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
struct ProvenTrial {
  var trial: ExchangedTrial
  let place: LinePlace
  fileprivate let path: String
  fileprivate var pressLines: [Int] = []

  fileprivate init(trial: ExchangedTrial, place: LinePlace, path: String) {
    (self.trial, self.place, self.path) = (trial, place, path)
  }

  /// Makes one that has no lines.
  init(_ trial: ExchangedTrial, named name: String) {
    self.init(trial: trial, place: LinePlace(path: name, number: 0), path: name)
    pressLines = trial.presses.map { _ in 0 }
  }

  /// Where a press stands, counted from 0.
  func place(ofPress number: Int) -> LinePlace {
    LinePlace(path: path, number: pressLines[number])
  }
}

/// Where a row stands.
struct LinePlace {
  let path: String
  let number: Int

  func stop(_ reason: ContentReason) -> StoreWorkStop { stop(.content(reason)) }

  func stop(_ reason: LineReason) -> StoreWorkStop { .failed(.badLine(path, number, reason)) }
}

/// Reads the trials of an export one after the other and proves each; none is held.
///
/// The presses have to stand in the order of the trials, as `export` writes them: so that files
/// which do not belong together are told apart, and large ones need no memory.
private struct ProvenTrials {
  private enum File {
    case trials
    case presses
    case sessions
    case lines
  }

  // Three known types instead of `any ExchangeReader`: specialized code is three times as fast.
  private var trials: CSVReader<TrialRow>?
  private var presses: CSVReader<PressRow>?
  private var sessionLines: CSVReader<SessionLine>?
  private var lines: JSONLinesReader?
  /// The sessions that were read, where they stand, and whether a trial was played in them.
  private var sessions: [String: (row: SessionRow, place: LinePlace, isPlayed: Bool)] = [:]
  private var hasBegun = false
  private let laterColumns = Trial.columns.addedLater()

  init(_ places: ExchangePlaces, _ files: [FileBytes]) {
    if places.presses == nil {
      lines = JSONLinesReader(files[0])
    } else {
      trials = CSVReader(files[0])
      presses = CSVReader(files[1])
      if files.count > 2 { sessionLines = CSVReader(files[2]) }
    }
  }

  /// How many bytes have been read.
  var position: Int {
    (trials?.bytes.position ?? 0) + (presses?.bytes.position ?? 0) + (lines?.bytes.position ?? 0)
      + (sessionLines?.bytes.position ?? 0)
  }

  /// The next trial; nil at the end of all files.
  mutating func next() throws(StoreWorkStop) -> ProvenTrial? {
    let file = trials == nil ? File.lines : .trials
    if !hasBegun { try begin() }
    while let found = try row(file) {
      switch found {
      case .session(let line): try take(line.session, in: file)
      case .trial(let row): return try trial(row, in: file)
      case .press(let row): throw surplus(row, in: file)
      }
    }
    if presses != nil, case .press(let row)? = try row(.presses) {
      throw surplus(row, in: .presses)
    }
    let unplayed = sessions.values.filter { !$0.isPlayed }
    if let first = unplayed.min(by: { $0.place.number < $1.place.number }) {
      throw first.place.stop(.surplusSession(first.row.sessionId))
    }
    return nil
  }

  private mutating func take(_ session: SessionRow, in file: File) throws(StoreWorkStop) {
    let place = place(in: file)
    guard sessions.updateValue((session, place, false), forKey: session.sessionId) == nil else {
      throw place.stop(.twice(.session, session.sessionId))
    }
  }

  /// Finds the sessions of a trial, which their own lines have to describe as its line does.
  private mutating func findSessions(of row: inout TrialRow) throws(LineReason) {
    guard row.version == TableVersion.current else { return }
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

  private mutating func trial(_ row: TrialRow, in file: File) throws(StoreWorkStop) -> ProvenTrial {
    let pressFile = presses == nil ? file : .presses
    var row = row
    let path = bytes(of: pressFile)?.file.name ?? ""
    let place = place(in: file)
    let proof: TrialProof
    do throws(LineReason) {
      try row.session.checkEntry()
      try findSessions(of: &row)
      try row.checkEntry()
      proof = try row.prove(laterColumns)
      try proof.check(row)
    } catch { throw place.stop(error) }
    var trial = ProvenTrial(trial: ExchangedTrial(row: row), place: place, path: path)
    for number in proof.presses.indices {
      guard case .press(var press)? = try self.row(pressFile) else {
        throw self.place(in: pressFile).stop(.missingPress(number + 1, trialId: row.trialId))
      }
      press.renew(by: proof, at: number)
      do throws(LineReason) { try proof.check(press, at: number, of: row.trialId) } catch {
        throw self.place(in: pressFile).stop(error)
      }
      trial.trial.presses.append(press)
      trial.pressLines.append(lineNumber(in: pressFile))
    }
    return trial
  }

  private mutating func begin() throws(StoreWorkStop) {
    hasBegun = true
    do throws(LineReason) { try trials?.begin() } catch { throw place(in: .trials).stop(error) }
    do throws(LineReason) { try presses?.begin() } catch { throw place(in: .presses).stop(error) }
    guard sessionLines != nil else { return }
    do throws(LineReason) { try sessionLines?.begin() } catch {
      throw place(in: .sessions).stop(error)
    }
    while case .session(let line)? = try row(.sessions) { try take(line.session, in: .sessions) }
  }

  private mutating func row(_ file: File) throws(StoreWorkStop) -> ExchangedRow? {
    do throws(LineReason) {
      let row =
        switch file {
        case .trials: try trials?.next()
        case .presses: try presses?.next()
        case .sessions: try sessionLines?.next()
        case .lines: try lines?.next()
        }
      if let row { return row }
    } catch { throw place(in: file).stop(error) }
    if let bytes = bytes(of: file), let fault = bytes.fault {
      throw .failed(.cannotRead(bytes.file.name, fault))
    }
    return nil
  }

  private func bytes(of file: File) -> FileBytes? {
    switch file {
    case .trials: trials?.bytes
    case .presses: presses?.bytes
    case .sessions: sessionLines?.bytes
    case .lines: lines?.bytes
    }
  }

  private func lineNumber(in file: File) -> Int {
    switch file {
    case .trials: trials?.lineNumber ?? 0
    case .presses: presses?.lineNumber ?? 0
    case .sessions: sessionLines?.lineNumber ?? 0
    case .lines: lines?.lineNumber ?? 0
    }
  }

  private func place(in file: File) -> LinePlace {
    LinePlace(path: bytes(of: file)?.file.name ?? "", number: lineNumber(in: file))
  }

  private func surplus(_ row: PressRow, in file: File) -> StoreWorkStop {
    place(in: file).stop(.surplusPress(row.index, trialId: row.trialId))
  }
}
