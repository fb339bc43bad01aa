package import Archive
package import Records
import Shell

/// A store whose trials are copied to and from other stores by `chimp-lab`.
///
///     let store = try PortableStore(path)
///     for item in try store.items(after: last) { send(item.trial) }
///
/// It only adds trials, and a running program may use the store at the same time.
package final class PortableStore {
  /// The number of trials that are read at a time.
  package static var batchSize: Int { RoundRecord.batchSize }

  /// A trial in its current state.
  ///
  ///     let trials = try store.items(after: 0).filter(\.isAtRest).compactMap(\.trial)
  package struct Item {
    /// The number of the trial in this store.
    package let number: Int
    /// The trial with its rows; `nil` if one of them is damaged.
    package let trial: PortableTrial?
    /// `true` if the trial has ended, or if no running program plays it.
    package let isAtRest: Bool
  }

  private let store: Store
  private let source: StoreSource
  private let tables = PortableTables()
  private var context: RecordContext
  /// The cached results of `RunningProgram.isRunning` by process, valid until `refresh`.
  private var isRunning: [String: Bool] = [:]
  /// Validates each added trial against those added before.
  private var entries = EntryValidator()

  /// Opens an existing store.
  package init(_ path: String) throws(RecordError) {
    let settings = StoreLayout.settings(.file(path, mustExist: true))
    source = StoreSource(path: path, like: settings)
    store = try Store.open(settings)
    context = try Self.context(store)
  }

  /// Creates an empty store; one that exists stays as it is.
  package static func make(_ path: String) throws(RecordError) {
    _ = try Store.open(StoreLayout.settings(.file(path)))
  }

  /// Returns a record context of the store.
  private static func context(_ store: Store) throws(RecordError) -> RecordContext {
    try RecordContext(store, StoreLayout.schema)
  }

  /// Returns a number that changes whenever another connection has committed.
  package func version() throws(RecordError) -> UInt32 {
    try store.checkFiles()
    return try store.dataVersion()
  }

  /// Returns the number of trials.
  package func count() throws(RecordError) -> Int {
    try store.rowCount(ofTable: RoundRecord.entity)
  }

  /// Discards the cached records, because other programs have committed changes.
  package func refresh() throws(RecordError) {
    isRunning = [:]
    context = try Self.context(store)
  }

  /// Returns the trials after a number, in order, at most `batchSize`.
  package func items(after number: Int) throws(RecordError) -> [Item] {
    try items("roundsAfter", ["row": number])
  }

  /// Returns the trial with a number.
  package func item(_ number: Int) throws(RecordError) -> Item? {
    try items("numbered", ["number": number]).first
  }

  /// Returns the trials in progress, each with a value that changes when its state does.
  ///
  /// Trials of a test in progress are included.
  package func openTrials() throws(RecordError) -> [Int: Int] {
    var marks: [Int: Int] = [:]
    for template in ["openRounds", "roundsOfOpenTests"] {
      try context.forEachRow(RoundRecord.self, template) { round, fault in
        guard fault == nil else { return true }
        let state = (round.outcome == nil ? 0 : 2) + (isBeingPlayed(round) ? 1 : 0)
        marks[round.row] = round.moves.utf8.count * 4 + state
        return true
      }
    }
    return marks
  }

  /// Returns the row with the end of a session; `nil` if the session has not ended.
  package func sessionEnd(_ id: String) throws(RecordError) -> PortableRow? {
    guard let end = try context.record(Session.self, objectId: id)?.dateEnded else { return nil }
    return PortableRow(id: id, number: 0, values: [.integer(end)])
  }

  /// Returns the trials that a query finds, all from the same state of the store.
  private func items(
    _ template: String, _ variables: [String: any RecordValue]
  ) throws(RecordError) -> [Item] {
    try store.beginReading()
    defer { store.endReading() }
    let trials = try StoredTrials(context, template, variables)
    var items: [Item] = []
    while let found = try trials.next() {
      let isAtRest = trials.record.outcome != nil || !isBeingPlayed(trials.record)
      let trial = found.report.map { _ in
        PortableTrial(trials.row, number: found.number, tables)
      }
      items.append(Item(number: found.number, trial: trial, isAtRest: isAtRest))
    }
    return items
  }

  /// Returns whether a running process plays the round.
  ///
  /// Each process is checked only once.
  private func isBeingPlayed(_ round: RoundRecord) -> Bool {
    guard let session = round.resumption ?? round.session, session.dateEnded == nil,
      !session.process.isEmpty
    else { return false }
    if let known = isRunning[session.process] { return known }
    let isRunning = RunningProgram.isRunning(session.process, store: source.path)
    self.isRunning[session.process] = isRunning
    return isRunning
  }
}

extension PortableStore {
  /// The result of adding trials from another store.
  ///
  ///     let intake = try store.add([(name: "a1", trial: trial)])
  ///     print(intake.trialCount, "added,", intake.refused.count, "refused")
  package struct Intake: Sendable {
    package var trialCount = 0
    package var pressCount = 0
    /// The number of trials that the store already had.
    package var knownCount = 0
    /// The invalid trials, with the reasons.
    package var refused: [(name: String, reason: RowReason)] = []

    /// Creates an empty result.
    package init() {}
  }

  /// Validates and adds trials; invalid ones are listed in the result.
  package func add(
    _ trials: [(name: String, trial: PortableTrial)]
  ) throws -> Intake {
    var intake = Intake()
    var valid: [AddedTrial] = []
    for (name, trial) in trials {
      do {
        let (row, report) = try trial.imported(tables)
        try entries.validate(row, report)
        valid.append((row, TrialLocation(trial: LineLocation(path: name, number: 0))))
      } catch { intake.refused.append((name, error)) }
    }
    try add(valid, to: &intake)
    return intake
  }

  private typealias AddedTrial = (row: TrialRow, location: TrialLocation)

  /// Adds valid trials in one transaction; if that fails, adds each in its own transaction.
  private func add(_ trials: [AddedTrial], to intake: inout Intake) throws {
    guard !trials.isEmpty else { return }
    do {
      let report = try OperationRun().committing(source) { context in
        let importer = try TrialImporter(context)
        for trial in trials { try importer.add(trial.row, from: trial.location) }
        return importer.report
      }
      intake.trialCount += report.trialCount
      intake.pressCount += report.pressCount
      intake.knownCount += report.knownCount
    } catch {
      guard let line = error as? RefusedRow, let name = line.file else { throw error }
      guard trials.count > 1 else { return intake.refused.append((name, line.reason)) }
      for trial in trials { try add([trial], to: &intake) }
    }
  }
}
