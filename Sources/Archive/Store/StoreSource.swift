import ChimpSystem
import Game
public import Records
public import Shell

/// An operation on the whole store, which runs while the session continues.
///
/// It opens its own connection to the store:
///
///     struct CountRows: StoreOperation {
///       let source: StoreSource
///
///       func perform(_ run: OperationRun) throws -> Int {
///         try run.withStore(of: source) { try $0.rowCount(of: StoreLayout.schema) }
///       }
///     }
///
public protocol StoreOperation: Operation {
  /// The store that the operation uses.
  var source: StoreSource { get }

  /// The files or folders that the operation creates, which appear only when they are complete;
  /// empty by default.
  var targets: [NamedFile] { get }
}

extension StoreOperation {
  /// Returns `true` for an error of the records: a cancellation interrupts their calls.
  public static func isInterruption(_ error: any Error) -> Bool { error is RecordError }

  public var targets: [NamedFile] { [] }
}

/// The result of an operation that can skip damaged rows, which the exit status then reports.
///
///     struct Count: DamageReport {
///       var rowCount = 0
///       var skippedDamagedRows = false
///     }
public protocol DamageReport { var skippedDamagedRows: Bool { get } }

/// Access to the store for operations.
///
/// An operation runs on its own thread, so it opens a second connection to a file. A store in
/// memory is used directly.
///
///     let source = StoreSource(path: "rounds.db", like: StoreLayout.settings(.file("rounds.db")))
public struct StoreSource: Sendable {
  /// The path of the store's file; empty for a store in memory.
  public let path: String
  /// Returns the progress text for a stage of an operation.
  public let describe: @Sendable (StoreWorkStage) -> String
  private var fileSystem: String?
  private var waitLimit = 0
  /// The store in memory, guarded because operations may run on any thread; `nil` for a file.
  private var memory: Guarded<Store>?
  /// The number of rounds that the session without a file has discarded.
  public var forgottenCount = 0

  /// Creates access to a store file.
  public init(
    path: String, like settings: StoreSettings,
    describing describe: @escaping @Sendable (StoreWorkStage) -> String = { _ in "" }
  ) {
    self.path = path
    self.describe = describe
    fileSystem = settings.fileSystem
    waitLimit = settings.waitLimit
  }

  /// Creates access to a store in memory, whose operations must run on the calling thread.
  public init(
    inMemory store: Store,
    describing describe: @escaping @Sendable (StoreWorkStage) -> String = { _ in "" }
  ) {
    path = ""
    self.describe = describe
    memory = Guarded(store)
  }

  /// Returns whether a path leads to the store, or to a file that belongs to it.
  fileprivate func isAt(_ path: String) -> Bool {
    memory == nil && Store.isFile(path, ofStore: self.path)
  }

  /// Opens the store for one operation.
  ///
  /// If it is locked, waits as long as `isWorthwhile` returns `true`.
  fileprivate func open(
    while isWorthwhile: @escaping (StoreWait) -> Bool
  ) throws(RecordError) -> Store {
    if let memory { return memory.use { $0 } }
    var settings = StoreLayout.settings(.file(path, mustExist: true))
    settings.fileSystem = fileSystem
    settings.waitLimit = waitLimit
    settings.isWaitWorthwhile = isWorthwhile
    return try Store.open(settings)
  }
}

/// A stage of an operation, for its progress text.
///
///     let source = try programStore.storeSource { stage in
///       if case .waiting(let wait) = stage { "waiting for \(wait.path)" } else { "reading" }
///     }
public enum StoreWorkStage: Sendable {
  case waiting(StoreWait)
  case file, rows, trials, savedRows
}

extension OperationRun {
  /// Runs a closure with the store.
  ///
  /// Cancelling the operation interrupts database calls immediately.
  public func withStore<Result>(
    of source: StoreSource, _ work: (Store) throws -> Result
  ) throws -> Result {
    let store = try source.open { wait in
      if wait.shouldNotify { report(completed: 0, of: 1, source.describe(.waiting(wait))) }
      return !isCancelled
    }
    return try interrupting(by: store.interruption) {
      try checkCancelled()
      return try work(store)
    }
  }

  /// Runs a closure with a record context that shows the store at one moment.
  public func reading<Result>(
    _ source: StoreSource, _ work: (RecordContext) throws -> Result
  ) throws -> Result {
    try withStore(of: source) { store in
      let context = try RecordContext(store, StoreLayout.schema)
      // Rows are read in their order, so no page is read twice.
      try store.limitCache(1000)
      try store.beginReading()
      defer { store.endReading() }
      return try work(context)
    }
  }

  /// Runs a closure that changes records, and saves all of its changes in one transaction.
  public func committing<Result>(
    _ source: StoreSource, _ work: (RecordContext) throws -> Result
  ) throws -> Result {
    try withStore(of: source) { store in
      let context = try RecordContext(store, StoreLayout.schema)
      try store.beginBatch()
      do {
        let result = try work(context)
        try checkCancelled()
        try store.endBatch()
        return result
      } catch {
        store.abandonBatch()
        throw error
      }
    }
  }

  /// Calls `handle` with each trial that `next` returns, and reports the progress.
  public func forEachTrial<Trial>(
    in context: RecordContext, of source: StoreSource,
    _ next: () throws(RecordError) -> Trial?, _ handle: (Trial) throws -> Void
  ) throws {
    let total = try context.store.rowCount(ofTable: RoundRecord.entity)
    var count = 0
    while let trial = try next() {
      try note(count, of: total, source)
      count += 1
      try handle(trial)
    }
    report(completed: total, of: total, source.describe(.trials))
  }

  /// Reports how many trials were read and checks for cancellation, once in so many trials.
  func note(_ count: Int, of total: Int, _ source: StoreSource) throws {
    guard count % 64 == 0 else { return }
    try checkCancelled()
    report(completed: min(count, total), of: total, source.describe(.trials))
  }

  /// Throws if an operation must not write the file, because it belongs to the store.
  public func check(_ file: NamedFile, of source: StoreSource) throws {
    if file.name.isEmpty {
      throw Refusal("no-name", "the name of the file is missing", "ファイルの名前がありません")
    }
    if file.leadsOut { throw Refusal.outside(file.name, column: nil) }
    if source.isAt(file.path) { throw Refusal.isStore(file.name) }
  }
}

extension NamedFile {
  /// Returns an error of a store at the path of the file; in the folder of a restricted session it
  /// names the file as the user did.
  public func naming(_ error: any Error) -> any Error {
    guard isInFolder, let error = error as? RecordError else { return error }
    return Refusal(error, in: self)
  }

  /// Runs a closure that opens or creates a store at the path of the file, whose errors name the
  /// file.
  public func namingErrors<Result>(_ work: () throws -> Result) throws -> Result {
    do { return try work() } catch { throw naming(error) }
  }
}
