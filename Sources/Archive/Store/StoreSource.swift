package import Console
import Game
package import Operations
package import Records
package import SystemCalls

/// An operation on the store as a whole.
///
/// It opens the store for itself, so that a person can play while it runs:
///
///     struct CountRows: StoreOperation {
///       let source: StoreSource
///
///       func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Int {
///         try run.withStore(of: source) { store throws(StoreWorkStop) in
///           try run.trying(store.rowCount(of: StoreLayout.schema))
///         }
///       }
///     }
package protocol StoreOperation: Operation where Failure == StoreWorkFault {
  /// The store that the operation works on.
  var source: StoreSource { get }

  /// The files or folders that the operation creates; most create none.
  var targets: [NamedFile] { get }

  /// Returns whether the operation skipped damaged rows; `false` by default.
  func skippedDamagedRows(_ success: Success) -> Bool
}

extension StoreOperation {
  package var targets: [NamedFile] { [] }

  package func skippedDamagedRows(_ success: Success) -> Bool { false }
}

extension StoreOperation where Success: ExclusionReport {
  package func skippedDamagedRows(_ success: Success) -> Bool { success.skippedDamagedRows }
}

/// The result of an operation that may have skipped damaged rows; the exit status then reports it.
///
///     struct Count: ExclusionReport {
///       var rowCount = 0
///       var skippedDamagedRows = false
///     }
package protocol ExclusionReport { var skippedDamagedRows: Bool { get } }

/// The error of an operation on the store as a whole.
package typealias StoreWorkStop = OperationError<StoreWorkFault>

/// The access of an operation to the store.
///
/// It runs on its own thread, so it opens a file for itself; records in memory are used directly.
///
///     let source = StoreSource(path: "rounds.db", like: StoreLayout.settings(.file("rounds.db")))
package struct StoreSource: Sendable {
  /// The path of the store; empty for records in memory.
  package let path: String
  /// Returns the text for a stage of an operation.
  package let describe: @Sendable (StoreWorkStage) -> String
  private var fileSystem: String?
  private var waitLimit = 0
  /// Returns the store in memory, guarded because an operation runs on any thread.
  private var openMemory: Guarded<() throws(StoreError) -> Store>?
  /// The number of the session's rounds that were discarded.
  package var forgottenCount = 0

  /// Creates a source of a file that is opened with the settings.
  package init(
    path: String, like settings: StoreSettings,
    describing describe: @escaping @Sendable (StoreWorkStage) -> String = { _ in "" }
  ) {
    self.path = path
    self.describe = describe
    fileSystem = settings.fileSystem
    waitLimit = settings.waitLimit
  }

  /// Creates a source of records in memory, whose operations must run inline.
  package init(
    inMemory open: @escaping () throws(StoreError) -> Store,
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

  /// Opens the store for one operation, and waits for other processes as long as `isWorthwhile`
  /// allows.
  fileprivate func open(
    while isWorthwhile: @escaping (StoreWait) -> Bool
  ) throws(StoreError) -> Store {
    if let openMemory {
      return try openMemory.use { open in Result { () throws(StoreError) in try open() } }.get()
    }
    var settings = StoreLayout.settings(.file(path, mustExist: true))
    settings.fileSystem = fileSystem
    settings.waitLimit = waitLimit
    settings.isWaitWorthwhile = isWorthwhile
    return try Store.open(settings)
  }
}

/// The stage of an operation, as a fact for the words of its progress.
///
///     let source = delegate.storeSource { stage in
///       if case .waiting(let wait) = stage { "waiting for \(wait.path)" } else { "reading" }
///     }
package enum StoreWorkStage: Sendable {
  case waiting(StoreWait)
  case file, rows, trials, savedRows
}

extension OperationRun<StoreWorkFault> {
  /// Performs work with the store.
  ///
  /// A cancellation interrupts it immediately.
  package func withStore<Result>(
    of source: StoreSource, _ work: (Store) throws(StoreWorkStop) -> Result
  ) throws(StoreWorkStop) -> Result {
    let store = try trying(
      source.open { wait in
        if wait.shouldNotify { report(completed: 0, of: 1, source.describe(.waiting(wait))) }
        return !isCancelled
      })
    return try interrupting(by: store.interruption) { () throws(StoreWorkStop) in
      try checkCancelled()
      return try work(store)
    }
  }

  /// Reads the records of the store at one moment.
  package func reading<Result>(
    _ source: StoreSource, _ work: (RecordContext) throws(StoreWorkStop) -> Result
  ) throws(StoreWorkStop) -> Result {
    try withStore(of: source) { store throws(StoreWorkStop) in
      let context = try trying(RecordContext(store, StoreLayout.schema))
      // Rows are read in their order, so no page is read twice.
      try trying(store.limitCache(1000))
      try trying(store.beginReading())
      defer { store.endReading() }
      return try work(context)
    }
  }

  /// Changes the records of the store in one transaction: all changes of the work are saved, or
  /// none.
  package func committing<Result>(
    _ source: StoreSource, _ work: (RecordContext) throws(StoreWorkStop) -> Result
  ) throws(StoreWorkStop) -> Result {
    try withStore(of: source) { store throws(StoreWorkStop) in
      let context = try trying(RecordContext(store, StoreLayout.schema))
      try trying(store.beginBatch())
      do throws(StoreWorkStop) {
        let result = try work(context)
        try checkCancelled()
        try trying(store.endBatch())
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
    _ next: () throws(RecordError) -> Trial?, _ handle: (Trial) throws(StoreWorkStop) -> Void
  ) throws(StoreWorkStop) {
    let total = try trying(context.store.rowCount(of: Schema([RoundRecord.self])))
    var count = 0
    while let trial = try tryingRecords(next()) {
      if count % 64 == 0 {
        try checkCancelled()
        report(completed: min(count, total), of: total, source.describe(.trials))
      }
      count += 1
      try handle(trial)
    }
    report(completed: total, of: total, source.describe(.trials))
  }

  /// Performs work with the store.
  ///
  /// An error caused by a cancellation is thrown as `cancelled`.
  package func trying<Result>(
    _ work: @autoclosure () throws(StoreError) -> Result
  ) throws(StoreWorkStop) -> Result {
    try tryingRecords { () throws(RecordError) in try storing(work) }
  }

  /// Performs work with records, as `trying` does with the store.
  package func tryingRecords<Result>(
    _ work: @autoclosure () throws(RecordError) -> Result
  ) throws(StoreWorkStop) -> Result { try tryingRecords(work) }

  /// Performs several steps of work with records.
  package func tryingRecords<Result>(
    _ work: () throws(RecordError) -> Result
  ) throws(StoreWorkStop) -> Result {
    do throws(RecordError) { return try work() } catch {
      try checkCancelled()
      if case .store(let fault) = error { throw .failed(.store(fault)) }
      throw .failed(.record(error))
    }
  }

  /// Throws if operations must not write the file.
  package func check(_ file: NamedFile, of source: StoreSource) throws(StoreWorkStop) {
    if file.name.isEmpty { throw .failed(.noName) }
    if file.leadsOut { throw .failed(.outside(file.name)) }
    if source.isAt(file.path) { throw .failed(.isStore(file.name)) }
  }

  /// Performs work with the store that creates a file.
  ///
  /// Errors name the file as the user did.
  package func making<Result>(
    _ file: NamedFile, _ work: @autoclosure () throws(StoreError) -> Result
  ) throws(StoreWorkStop) -> Result {
    do throws(StoreWorkStop) { return try trying(work()) } catch {
      guard file.isInFolder, case .failed(.store(let fault)) = error else { throw error }
      throw .failed(.file(file, fault))
    }
  }
}

/// The reason why an operation on the store is refused, or fails.
///
///     queue.enqueue(QueuedOperation(operation) { result in
///       if case .failure(.badLine(let file, let line, _)) = result { print(file, line) }
///     })
package enum StoreWorkFault: Error, Equatable, Sendable {
  /// A command that a restricted session doesn't have.
  case restricted(String)
  case notInFile, testGoesOn
  /// The test in progress gives no feedback, so its trials are not shown before its end.
  case testIsSilent
  /// A path that is empty.
  case noName
  /// A file that belongs to the store.
  case isStore(String)
  /// A file outside of the session's private folder.
  case outside(String)
  /// A file that exists and was not to be replaced.
  case exists(String)
  /// An export of which some files exist: a missing one, and those that exist.
  case exportIsIncomplete(String, [String])
  case notPlain(String)
  /// A file whose format can't be derived from its name.
  case noFormat(String)
  case cannotRead(String, SystemError)
  case cannotWrite(String, SystemError)
  /// A line of a file, counted from 1.
  case badLine(String, Int, LineReason)
  /// A row of another store, by the name of its file.
  case badRow(String, RefusedRow)
  case store(StoreError)
  /// An error of a file in the folder of a restricted session.
  case file(NamedFile, StoreError)
  case record(RecordError)
  /// The reason why a round can't be played.
  case round(RoundFault)
  indirect case study(StudyFault)
  /// The results of a simulation with this seed are in the store already.
  case simulatedAlready(String)
  /// A test or condition whose number of trials isn't fixed, so that its power can't be computed.
  case noFixedTrials(String)
  /// A study with a single condition, which can't be compared.
  case singleCondition(String)
  /// A program that is not installed.
  case noLab
  /// A store to merge without studies, or without one of this name.
  case noStudies(String)
  case otherStudy(String, String)
  /// The message of the program that sends the store; `nil` if there is none.
  case lab(String?)
}

/// The state of the store, for `status`.
///
///     let status = delegate.status
///     print(status.path ?? "in memory", status.rowCount ?? 0, status.others.count)
package struct StoreStatus {
  /// The file of the store; nil where it is in memory.
  package var path: String?
  /// The condition of the store; `nil` if it has not been opened.
  package var condition: Store.Condition?
  /// The number of rows; `nil` if they can't be counted.
  package var rowCount: Int?
  /// The other processes that have the store open.
  package var others: [LockHolder] = []
  /// The state of the store's server; `nil` if none is configured.
  package var server: ServerReachability?

  package init() {}
}

/// A notice about the store that is no reply to a command, such as a full disk.
///
///     let show = { (notice: StoreNotice) in
///       if case .diskIsFull(let path) = notice { print("the disk of", path, "is full") }
///     }
///     show(.diskIsFull(path: "rounds.db"))  // the disk of rounds.db is full
package enum StoreNotice: Equatable, Sendable {
  case failed(StoreError)
  /// Rows were skipped that no reply mentions.
  case omitted(RecordError)
  /// The store is in use, and the program waits for it.
  case waiting(StoreWait)
  /// The disk has room again after it was full.
  case hasRoomAgain(path: String)
  case canOnlyBeRead(path: String)
  case diskIsFull(path: String)
  case onlyReadFromNowOn
  case lost(StoreError)
  /// The presses of a store that was removed while it was open were saved to another file.
  case rescued(Store.Rescue)
  /// A run that was killed while it created the store has left a file.
  case leftBehind(path: String)
  /// A file beside the store has presses that an earlier program rescued.
  case hasRescued(path: String, pressCount: Int)
  /// A file still has bytes of a participant who has withdrawn.
  case withdrawalPending(path: String)
  case endNotKept(RoundFault)
  case settingNotRestored(String, ArgumentFault)
  case settingNotKept(String, RecordError)
}
