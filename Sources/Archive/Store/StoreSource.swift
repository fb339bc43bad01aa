package import Console
import Game
package import Operations
package import Records
import SystemCalls

/// An operation on the whole store, which runs while the session continues.
///
/// It opens its own connection to the store:
///
///     struct CountRows: StoreOperation {
///       let source: StoreSource
///
///       func perform(_ run: OperationRun<ArchiveError>) throws(ArchiveStop) -> Int {
///         try run.withStore(of: source) { store throws(ArchiveStop) in
///           try run.mappingErrors(store.rowCount(of: StoreLayout.schema))
///         }
///       }
///     }
package protocol StoreOperation: Operation where Failure == ArchiveError {
  /// The store that the operation uses.
  var source: StoreSource { get }

  /// The files or folders that the operation creates; empty by default.
  var targets: [NamedFile] { get }

  /// Returns whether the operation skipped damaged rows, which the exit status must report; `false`
  /// by default.
  func skippedDamagedRows(_ success: Success) -> Bool
}

extension StoreOperation {
  package var targets: [NamedFile] { [] }

  package func skippedDamagedRows(_ success: Success) -> Bool { false }
}

extension StoreOperation where Success: ExclusionReport {
  package func skippedDamagedRows(_ success: Success) -> Bool { success.skippedDamagedRows }
}

/// The result of an operation that can skip damaged rows, which the exit status then reports.
///
///     struct Count: ExclusionReport {
///       var rowCount = 0
///       var skippedDamagedRows = false
///     }
package protocol ExclusionReport { var skippedDamagedRows: Bool { get } }

/// The error type of an operation on the store: an `ArchiveError`, or a cancellation.
///
///     do throws(ArchiveStop) { try perform() } catch {
///       if case .failed(let cause) = error { print(cause) }
///     }
package typealias ArchiveStop = OperationError<ArchiveError>

/// Access to the store for operations.
///
/// An operation runs on its own thread, so it opens a second connection to a file. A store in
/// memory is used directly.
///
///     let source = StoreSource(path: "rounds.db", like: StoreLayout.settings(.file("rounds.db")))
package struct StoreSource: Sendable {
  /// The path of the store's file; empty for a store in memory.
  package let path: String
  /// Returns the progress text for a stage of an operation.
  package let describe: @Sendable (StoreWorkStage) -> String
  private var fileSystem: String?
  private var waitLimit = 0
  /// Returns the store in memory; guarded because operations may run on any thread.
  private var openMemory: Guarded<() throws(RecordError) -> Store>?
  /// The number of rounds that the session without a file has discarded.
  package var forgottenCount = 0

  /// Creates access to a store file.
  package init(
    path: String, like settings: StoreSettings,
    describing describe: @escaping @Sendable (StoreWorkStage) -> String = { _ in "" }
  ) {
    self.path = path
    self.describe = describe
    fileSystem = settings.fileSystem
    waitLimit = settings.waitLimit
  }

  /// Creates access to a store in memory, whose operations must run on the calling thread.
  package init(
    inMemory open: @escaping () throws(RecordError) -> Store,
    describing describe: @escaping @Sendable (StoreWorkStage) -> String = { _ in "" }
  ) {
    path = ""
    self.describe = describe
    openMemory = Guarded(open)
  }

  /// Returns whether a path leads to the store, or to a file that belongs to it.
  fileprivate func isAt(_ path: String) -> Bool {
    openMemory == nil && Store.isFile(path, ofStore: self.path)
  }

  /// Opens the store for one operation.
  ///
  /// If it is locked, waits as long as `isWorthwhile` returns `true`.
  fileprivate func open(
    while isWorthwhile: @escaping (StoreWait) -> Bool
  ) throws(RecordError) -> Store {
    if let openMemory {
      return try openMemory.use { open in Result { () throws(RecordError) in try open() } }.get()
    }
    var settings = StoreLayout.settings(.file(path, mustExist: true))
    settings.fileSystem = fileSystem
    settings.waitLimit = waitLimit
    settings.isWaitWorthwhile = isWorthwhile
    return try Store.open(settings)
  }
}

/// A stage of an operation, for its progress text.
///
///     let source = delegate.storeSource { stage in
///       if case .waiting(let wait) = stage { "waiting for \(wait.path)" } else { "reading" }
///     }
package enum StoreWorkStage: Sendable {
  case waiting(StoreWait)
  case file, rows, trials, savedRows
}

extension OperationRun<ArchiveError> {
  /// Runs a closure with the store.
  ///
  /// Cancelling the operation interrupts database calls immediately.
  package func withStore<Result>(
    of source: StoreSource, _ work: (Store) throws(ArchiveStop) -> Result
  ) throws(ArchiveStop) -> Result {
    let store = try mappingErrors(
      source.open { wait in
        if wait.shouldNotify { report(completed: 0, of: 1, source.describe(.waiting(wait))) }
        return !isCancelled
      })
    return try interrupting(by: store.interruption) { () throws(ArchiveStop) in
      try checkCancelled()
      return try work(store)
    }
  }

  /// Runs a closure with a record context that shows the store at one moment.
  package func reading<Result>(
    _ source: StoreSource, _ work: (RecordContext) throws(ArchiveStop) -> Result
  ) throws(ArchiveStop) -> Result {
    try withStore(of: source) { store throws(ArchiveStop) in
      let context = try mappingErrors(RecordContext(store, StoreLayout.schema))
      // Rows are read in their order, so no page is read twice.
      try mappingErrors(store.limitCache(1000))
      try mappingErrors(store.beginReading())
      defer { store.endReading() }
      return try work(context)
    }
  }

  /// Runs a closure that changes records, and saves all of its changes in one transaction.
  package func committing<Result>(
    _ source: StoreSource, _ work: (RecordContext) throws(ArchiveStop) -> Result
  ) throws(ArchiveStop) -> Result {
    try withStore(of: source) { store throws(ArchiveStop) in
      let context = try mappingErrors(RecordContext(store, StoreLayout.schema))
      try mappingErrors(store.beginBatch())
      do throws(ArchiveStop) {
        let result = try work(context)
        try checkCancelled()
        try mappingErrors(store.endBatch())
        return result
      } catch {
        store.abandonBatch()
        throw error
      }
    }
  }

  /// Calls `handle` with each trial that `next` returns, and reports the progress.
  package func forEachTrial<Trial>(
    in context: RecordContext, of source: StoreSource,
    _ next: () throws(RecordError) -> Trial?, _ handle: (Trial) throws(ArchiveStop) -> Void
  ) throws(ArchiveStop) {
    let total = try mappingErrors(context.store.rowCount(of: Schema([RoundRecord.self])))
    var count = 0
    while let trial = try mappingErrors(next()) {
      if count % 64 == 0 {
        try checkCancelled()
        report(completed: min(count, total), of: total, source.describe(.trials))
      }
      count += 1
      try handle(trial)
    }
    report(completed: total, of: total, source.describe(.trials))
  }

  /// Evaluates an expression on the store or its records, and converts its error.
  ///
  /// An error that a cancellation has caused is thrown as `cancelled`.
  package func mappingErrors<Result>(
    _ work: @autoclosure () throws(RecordError) -> Result
  ) throws(ArchiveStop) -> Result { try mappingErrors(work) }

  /// Runs a closure on the store or its records, and converts its error.
  package func mappingErrors<Result>(
    _ work: () throws(RecordError) -> Result
  ) throws(ArchiveStop) -> Result {
    do throws(RecordError) { return try work() } catch {
      try checkCancelled()
      throw .failed(.record(error))
    }
  }

  /// Throws if an operation must not write the file, because it belongs to the store.
  package func check(_ file: NamedFile, of source: StoreSource) throws(ArchiveStop) {
    if file.name.isEmpty { throw .failed(.noName) }
    if file.leadsOut { throw .failed(.outside(file.name)) }
    if source.isAt(file.path) { throw .failed(.isStore(file.name)) }
  }

  /// Evaluates an expression that creates a file, and converts its error.
  ///
  /// The error names the file as the user did.
  package func mappingFileErrors<Result>(
    _ file: NamedFile, _ work: @autoclosure () throws(RecordError) -> Result
  ) throws(ArchiveStop) -> Result {
    do throws(ArchiveStop) { return try mappingErrors(work()) } catch {
      guard file.isInFolder, case .failed(.record(let fault)) = error else { throw error }
      throw .failed(.file(file, fault))
    }
  }
}
