import Glibc
import Records
package import Shell

/// Writes the rounds and their presses to files that other programs read.
package struct Export: StoreOperation {
  /// What came of an export.
  package struct Report: Equatable, Sendable {
    package let trialCount: Int
    package let pressCount: Int
    /// The numbers of the rounds that are left out, because they are damaged.
    package let damagedRounds: [Int]
    /// How many rounds are left out, because they are played now.
    package let playedCount: Int
    package let paths: [String]
  }

  package let source: StoreSource
  private let format: ExchangeFormat
  private let places: ExchangePlaces
  /// Whether files that are there may be replaced.
  private let replaces: Bool
  /// The numbers of the rounds that are played now, and whose solution nobody is told.
  private let played: Set<Int>

  /// Makes an export of a store.
  package init(
    _ source: StoreSource, to file: FilePlace, _ format: ExchangeFormat, replaces: Bool,
    except played: Set<Int> = []
  ) {
    self.source = source
    self.played = played
    self.format = format
    places = ExchangePlaces(file, format)
    self.replaces = replaces
  }

  package func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    for file in places.all.reversed() {
      try run.checkTarget(file, of: source, replaces: replaces)
    }
    let writer = try ExportWriter(places, format)
    return try run.withStore(of: source) { store throws(StoreWorkStop) in
      let left = try write(store, writer, run)
      try writer.finish()
      try run.checkCancelled()
      try writer.publish(replacing: replaces) { replaces ? rename($0, $1) : link($0, $1) }
      return Report(
        trialCount: writer.trialCount, pressCount: writer.pressCount,
        damagedRounds: left.filter { !played.contains($0) },
        playedCount: left.count { played.contains($0) }, paths: places.all.reversed().map(\.name))
    }
  }

  /// Writes the rounds that are what was written and are not played now, and answers the numbers of
  /// the others.
  private func write(
    _ store: Store, _ writer: ExportWriter, _ run: OperationRun<StoreWorkFault>
  ) throws(StoreWorkStop) -> [Int] {
    let context = try run.trying { () throws(StoreError) in
      try RecordContext(store, StoreLayout.schema)
    }
    try run.trying { () throws(StoreError) in try store.beginReading() }
    defer { store.endReading() }
    let total = try run.trying { () throws(StoreError) in
      try store.rowCount(of: Schema([RoundRecord.self]))
    }
    let trials = try run.tryingRecords { () throws(RecordError) in try StoredTrials(context) }
    var (count, left) = (0, [Int]())
    while let found = try run.tryingRecords(trials.next) {
      if count % 64 == 0 {
        try run.checkCancelled()
        run.report(completed: min(count, total), of: total, source.words(for: .trials))
      }
      count += 1
      if let trial = found.trial, !played.contains(found.number) {
        try writer.write(trial)
      } else {
        left.append(found.number)
      }
    }
    run.report(completed: total, of: total, source.words(for: .trials))
    return left
  }
}

extension OperationRun<StoreWorkFault> {
  /// Finds out whether a file may be written.
  func checkTarget(
    _ file: FilePlace, of source: StoreSource, replaces: Bool
  ) throws(StoreWorkStop) {
    try check(file, of: source)
    var facts = stat()
    guard stat(file.path, &facts) == 0 else { return }
    switch facts.st_mode & S_IFMT {
    case S_IFREG where replaces: return
    case S_IFREG: throw .failed(.exists(file.name))
    case S_IFDIR: throw .failed(.cannotWrite(file.name, SystemFault(number: EISDIR)))
    default: throw .failed(.notPlain(file.name))
    }
  }
}

/// Makes rows of the rounds of a store, and proves that they can be imported.
final class StoredTrials {
  private let context: RecordContext
  private let rounds: RowReader<RoundRecord>
  private let presses: RowReader<PressRecord>
  private let checkedColumns = TrialRow.columns.checked()
  private let checkedPressColumns = PressRow.columns.checked()
  private let laterColumns = Trial.columns.addedLater()
  /// Held, because the next trial usually belongs to it, too.
  private var session: (record: Session, row: SessionRow)?

  init(_ context: RecordContext, _ template: String = "allRounds") throws(RecordError) {
    self.context = context
    rounds = try RowReader(context, template)
    presses = try RowReader(context, "pressesOfRound")
  }

  /// The record of the round that was read last.
  var record: RoundRecord { rounds.record }

  /// Begins with the first round for these variables.
  func begin(_ variables: [String: any RecordValue]) throws(RecordError) {
    try rounds.begin(variables)
  }

  /// The number of the next round with its rows, or without them where it, or what belongs to it,
  /// is not what was written; nil behind the last.
  func next() throws(RecordError) -> (number: Int, trial: ExchangedTrial?)? {
    guard let isAsWritten = try rounds.next() else { return nil }
    return (rounds.record.row, isAsWritten ? try trial(rounds.record) : nil)
  }

  private func trial(_ round: RoundRecord) throws(RecordError) -> ExchangedTrial? {
    guard let session = try existing(round.session) else { return nil }
    let resumption = try existing(round.resumption)
    let row = TrialRow(round, row(of: session), resumption: resumption.map { SessionRow($0) })
    var trial = ExchangedTrial(row: row)
    try presses.begin(["round": RecordReference(round)])
    defer { presses.end() }
    while let isAsWritten = try presses.next() {
      guard isAsWritten else { return nil }
      trial.presses.append(PressRow(presses.record, trialId: row.trialId))
    }
    do throws(LineReason) { try prove(&trial) } catch { return nil }
    return trial
  }

  /// A session that a round leads to; nil where there is none, or one that is not what was written.
  private func existing(_ session: Session?) throws(RecordError) -> Session? {
    if session == nil, case .store(let error) = context.relationFailure { throw .store(error) }
    return session
  }

  private func row(of record: Session) -> SessionRow {
    if let session, session.record === record { return session.row }
    let row = SessionRow(record)
    session = (record, row)
    return row
  }

  /// Finds out whether an import would take the trial, once it has what later columns say.
  private func prove(_ trial: inout ExchangedTrial) throws(LineReason) {
    try trial.row.check(checkedColumns)
    let proof = try TrialProof(trial.row)
    if trial.row.values != proof.trial {
      laterColumns.fill(&trial.row.values, from: proof.trial)
    }
    try proof.check(trial.row)
    guard proof.presses.count == trial.presses.count else {
      throw .content(.missingPress(trial.presses.count, trialId: trial.row.trialId))
    }
    for place in trial.presses.indices {
      trial.presses[place].values.complete(from: proof.presses[place])
      try trial.presses[place].check(checkedPressColumns)
      try proof.check(trial.presses[place], at: place, of: trial.row.trialId)
    }
  }
}

/// Writes one trial after the other, each with its presses; none of them is held.
final class ExportWriter {
  private(set) var trialCount = 0
  private(set) var pressCount = 0
  private let format: ExchangeFormat
  private let trials: FileDraft
  private let presses: FileDraft?
  private let sessions: FileDraft?
  private let long: FileDraft?
  private let dictionary: FileDraft
  private let trialColumns = TrialRow.columns
  private let pressColumns = PressRow.columns
  private let sessionColumns = SessionLine.columns
  private var lines = TrialLines()
  /// The sessions that are written.
  private var written: Set<String> = []

  init(_ places: ExchangePlaces, _ format: ExchangeFormat) throws(StoreWorkStop) {
    self.format = format
    dictionary = try Self.draft(places.dictionary)
    presses = if let file = places.presses { try Self.draft(file) } else { nil }
    sessions = if let file = places.sessions { try Self.draft(file) } else { nil }
    long = if let file = places.long { try Self.draft(file) } else { nil }
    trials = try Self.draft(places.trials)
    try Self.write(to: dictionary) {
      $0.append(contentsOf: "\(DataDictionary(places, format))".utf8)
    }
    guard let presses, let sessions, let long else { return }
    let headers = lines.headers
    for (draft, names) in [
      (trials, headers.trial), (presses, headers.press), (long, headers.long),
      (sessions, sessionColumns.map(\.name)),
    ] {
      try Self.write(to: draft) { CSVText.append(headerOf: names, to: &$0) }
    }
  }

  /// Writes a trial and its presses.
  func write(_ trial: ExchangedTrial) throws(StoreWorkStop) {
    trialCount += 1
    try write(trial.row.session)
    if let resumption = trial.row.resumption { try write(resumption) }
    pressCount += trial.presses.count
    guard let presses, let long else {
      try write(trial.row, trialColumns, to: trials)
      for press in trial.presses { try write(press, pressColumns, to: trials) }
      return
    }
    lines.take(trial)
    try Self.write(to: trials) { $0 += lines.trial }
    try Self.write(to: presses) { $0 += lines.presses }
    try Self.write(to: long) { $0 += lines.long }
  }

  /// Writes a session that was not yet.
  private func write(_ session: SessionRow) throws(StoreWorkStop) {
    guard written.insert(session.sessionId).inserted else { return }
    try write(SessionLine(session: session), sessionColumns, to: sessions ?? trials)
  }

  /// Brings all files to the disk.
  func finish() throws(StoreWorkStop) {
    for draft in drafts {
      do throws(SystemFault) { try draft.finish() } catch { throw Self.stop(draft, error) }
    }
  }

  /// Gives the files their names; where one can't have its own, all is as it was before.
  ///
  /// A program that is killed meanwhile leaves new presses beside old trials at the worst, which
  /// an import tells apart unless they are the same.
  func publish(replacing: Bool, name: (String, String) -> Int32) throws(StoreWorkStop) {
    var published: [FileDraft] = []
    for draft in drafts {
      do throws(SystemFault) { try draft.publish(replacing: replacing, name) } catch {
        for other in published.reversed() { other.retract() }
        throw Self.stop(draft, error)
      }
      published.append(draft)
    }
    for draft in drafts { draft.settle() }
  }

  /// The file that the user named is the last to be there.
  private var drafts: [FileDraft] {
    [dictionary] + [long, sessions, presses].compactMap(\.self) + [trials]
  }

  private func write<Row: ExchangeRow>(
    _ row: Row, _ columns: [TableColumn<Row>], to draft: FileDraft
  ) throws(StoreWorkStop) {
    try Self.write(to: draft) { bytes in
      switch format {
      case .csv: CSVText.append(row, columns, to: &bytes)
      case .jsonl: JSONLine.append(row, columns, to: &bytes)
      }
    }
  }

  private static func write(
    to draft: FileDraft, _ body: (inout [UInt8]) -> Void
  ) throws(StoreWorkStop) {
    do throws(SystemFault) { try draft.write(body) } catch { throw stop(draft, error) }
  }

  static func draft(_ file: FilePlace) throws(StoreWorkStop) -> FileDraft {
    do throws(SystemFault) { return try FileDraft(file) } catch {
      throw .failed(.cannotWrite(file.name, error))
    }
  }

  static func stop(_ draft: FileDraft, _ fault: SystemFault) -> StoreWorkStop {
    .failed(fault == .fileExists ? .exists(draft.file.name) : .cannotWrite(draft.file.name, fault))
  }
}
