import Glibc
import Records
import Shell

/// Writes the rounds and their presses to files that other programs read.
struct Export: StoreOperation {
  struct Report: LeavingOutReport {
    let trialCount: Int
    let pressCount: Int
    let left: LeftRounds
    let paths: [String]
    var hasLeftOutDamaged: Bool { !left.damaged.isEmpty }
  }

  let source: StoreSource
  let file: FilePlace
  let format: ExchangeFormat
  let replaces: Bool
  /// The numbers of the rounds that are played now, and whose solution nobody is told.
  var played: Set<Int> = []

  func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    let places = ExchangePlaces(file, format)
    for file in places.all.reversed() { try run.checkTarget(file, of: source, replaces: replaces) }
    let writer = try ExportWriter(places, format)
    let left = try run.forEachTrial(of: source, except: played, writer.write)
    try writer.finish()
    try run.checkCancelled()
    try writer.publish(replacing: replaces)
    return Report(
      trialCount: writer.trialCount, pressCount: writer.pressCount, left: left,
      paths: places.all.reversed().map(\.name))
  }
}

struct LeftRounds {
  var damaged: [Int] = []
  var playedCount = 0
}

extension OperationRun<StoreWorkFault> {
  /// Takes the trials that are what was written and are not played now, and answers which are not.
  func forEachTrial(
    of source: StoreSource, except played: Set<Int>,
    _ take: (ExchangedTrial) throws(StoreWorkStop) -> Void
  ) throws(StoreWorkStop) -> LeftRounds {
    try reading(source) { context throws(StoreWorkStop) in
      let trials = try tryingRecords(StoredTrials(context))
      var left = LeftRounds()
      try forEachTrial(in: context, of: source, trials.next) { found throws(StoreWorkStop) in
        if played.contains(found.number) {
          left.playedCount += 1
        } else if let trial = found.trial {
          try take(trial)
        } else {
          left.damaged.append(found.number)
        }
      }
      return left
    }
  }

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
  private let checkedColumns: [TableColumn<TrialRow>]
  private let checkedSessionColumns = SessionRow.columns.checked()
  // Other words can't be read of a store.
  private let checkedTrialColumns = Trial.columns.checked().filter { $0.range.isOfWords == nil }
  private let checkedPressColumns = PressRow.columns.checked().filter {
    !["format", "trial_id"].contains($0.name)
  }
  private let prover = TrialProver()
  private let numbers: SessionNumbers
  /// Held, because the next trial usually belongs to it, too; no row where it can't be imported.
  private var session: (record: Session, row: SessionRow?)?

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

  var record: RoundRecord { rounds.record }

  /// The number of the next round with its rows, or without them where it, or what belongs to it,
  /// is not what was written; nil behind the last.
  func next() throws(RecordError) -> (number: Int, trial: ExchangedTrial?)? {
    guard let isAsWritten = try rounds.next() else { return nil }
    return (rounds.record.row, isAsWritten ? try trial(rounds.record) : nil)
  }

  private func trial(_ round: RoundRecord) throws(RecordError) -> ExchangedTrial? {
    guard let session = try existing(round.session) else { return nil }
    let resumption = try existing(round.resumption)
    guard let sessionRow = row(of: session) else { return nil }
    var row = TrialRow(round, sessionRow, resumption: resumption.map { SessionRow($0) })
    if row.sessionNumber == nil { row.sessionNumber = try numbers.number(of: session) }
    let trial = ExchangedTrial(row: consume row)
    trial.presses.reserveCapacity(16)
    try presses.begin(leadingTo: RecordReference(round))
    defer { presses.end() }
    while let isAsWritten = try presses.next() {
      guard isAsWritten else { return nil }
      trial.presses.append(PressRow(presses.record, trialId: trial.row.trialId))
    }
    do throws(LineReason) { try prove(trial) } catch { return nil }
    return trial
  }

  /// A session that a round leads to; nil where there is none, or one that is not what was written.
  private func existing(_ session: Session?) throws(RecordError) -> Session? {
    if session == nil, case .store(let error) = context.relationFailure { throw .store(error) }
    return session
  }

  private func row(of record: Session) -> SessionRow? {
    if let session, session.record === record { return session.row }
    var row = SessionRow(record)
    let isPossible =
      (try? row.check(checkedSessionColumns)) != nil && (try? row.checkOrder()) != nil
    session = (record, isPossible ? row : nil)
    return session?.row
  }

  /// Finds out whether an import would take the trial, once it has what later columns say.
  private func prove(_ trial: ExchangedTrial) throws(LineReason) {
    try trial.row.check(checkedColumns)
    try trial.row.values.check(checkedTrialColumns)
    try trial.row.resumption?.checkOrder()
    let proof = try prover.prove(&trial.row, mayLack: true)
    guard proof.presses.count == trial.presses.count else {
      throw .content(.missingPress(trial.presses.count, trialId: trial.row.trialId))
    }
    for place in trial.presses.indices {
      try trial.presses[place].check(checkedPressColumns)
      try proof.prove(&trial.presses[place], at: place, of: trial.row.trialId, mayLack: true)
    }
  }
}

/// Writes one trial after the other, each with its presses; none of them is held.
final class ExportWriter {
  private(set) var trialCount = 0
  private(set) var pressCount = 0
  private let trials: FileDraft
  /// The files of a CSV; all is in one where there are none.
  private let tables: (presses: FileDraft, sessions: FileDraft, long: FileDraft)?
  private let dictionary: FileDraft
  private let trialColumns = TrialRow.columns
  private let pressColumns = PressRow.columns
  private let sessionColumns = SessionLine.columns
  private var lines = TrialLines()
  private var written: Set<String> = []

  init(_ places: ExchangePlaces, _ format: ExchangeFormat) throws(StoreWorkStop) {
    dictionary = try FileDraft(places.dictionary)
    try dictionary.write { $0 += "\(DataDictionary(places, format))".utf8 }
    trials = try FileDraft(places.trials)
    guard let presses = places.presses, let sessions = places.sessions, let long = places.long
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

  func write(_ trial: ExchangedTrial) throws(StoreWorkStop) {
    trialCount += 1
    pressCount += trial.presses.count
    try write(trial.row.session)
    if let resumption = trial.row.resumption { try write(resumption) }
    guard let tables else {
      try trials.write { bytes in
        JSONLine.append(trial.row, trialColumns, to: &bytes)
        for press in trial.presses { JSONLine.append(press, pressColumns, to: &bytes) }
      }
      return
    }
    lines.take(trial)
    try trials.write { $0 += lines.trial }
    try tables.presses.write { $0 += lines.presses }
    try tables.long.write { $0 += lines.long }
  }

  private func write(_ session: SessionRow) throws(StoreWorkStop) {
    guard written.insert(session.sessionId).inserted else { return }
    let line = SessionLine(session: session)
    guard let tables else {
      return try trials.write { JSONLine.append(line, sessionColumns, to: &$0) }
    }
    try tables.sessions.write { CSVText.append(line, sessionColumns, to: &$0) }
  }

  /// Brings all files to the disk.
  func finish() throws(StoreWorkStop) { for draft in drafts { try draft.finish() } }

  /// Gives the files their names; where one can't have its own, all is as it was before.
  ///
  /// A program that is killed meanwhile leaves new presses beside old trials at the worst, which
  /// an import tells apart unless they are the same.
  func publish(replacing: Bool, name: ((String, String) -> Int32)? = nil) throws(StoreWorkStop) {
    var published: [FileDraft] = []
    for draft in drafts {
      do throws(StoreWorkStop) { try draft.publish(replacing: replacing, name) } catch {
        for other in published.reversed() { other.retract() }
        throw error
      }
      published.append(draft)
    }
    for draft in drafts { draft.settle() }
  }

  /// The file that the user named is the last to be there.
  private var drafts: [FileDraft] {
    [dictionary] + (tables.map { [$0.long, $0.sessions, $0.presses] } ?? []) + [trials]
  }
}
