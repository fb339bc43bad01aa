package import Records
package import Shell

/// An operation on the store as a whole.
package protocol StoreOperation: Operation where Failure == StoreWorkFault {
  var source: StoreSource { get }
}

/// Why an operation on the store as a whole stops.
package typealias StoreWorkStop = OperationStop<StoreWorkFault>

/// Where an operation finds the store: it opens a file for itself, because it has a thread of its
/// own; records in memory it uses where they are.
package struct StoreSource: Sendable {
  package let path: String
  private let fileSystem: String?
  private let waitLimit: Int
  // NB: operations on records in memory run inline, on the thread that the store belongs to.
  nonisolated(unsafe) private let openMemory: (() throws(StoreError) -> Store)?

  /// Makes a source of a file that is opened as the settings say.
  package init(path: String, like settings: StoreSettings) {
    self.path = path
    fileSystem = settings.fileSystem
    waitLimit = settings.waitLimit
    openMemory = nil
  }

  /// Makes a source of records in memory; whoever runs its operations runs them inline.
  package init(inMemory open: @escaping () throws(StoreError) -> Store) {
    path = ""
    fileSystem = nil
    waitLimit = 0
    openMemory = open
  }

  /// Whether a path leads to the store, or to a file that belongs to it.
  fileprivate func isAt(_ path: String) -> Bool {
    openMemory == nil && Store.isFile(path, ofStore: self.path)
  }

  fileprivate func open(
    while isWorthwhile: @escaping (StoreWait) -> Bool
  ) throws(StoreError) -> Store {
    if let openMemory { return try openMemory() }
    var settings = StoreSettings(
      place: .file(path, mustExist: true), application: StoreLayout.application,
      migrations: StoreLayout.migrations, environment: .system())
    settings.fileSystem = fileSystem
    settings.waitLimit = waitLimit
    settings.isWaitWorthwhile = isWorthwhile
    settings.checkedRowLimit = 0
    settings.reserve = 0
    return try Store.open(settings)
  }
}

extension OperationRun<StoreWorkFault> {
  /// Works with the store; a wish to end ends at once whatever it is doing.
  func withStore<Result>(
    of source: StoreSource, _ work: (Store) throws(StoreWorkStop) -> Result
  ) throws(StoreWorkStop) -> Result {
    let store = try trying { () throws(StoreError) in
      try source.open { wait in
        if wait.isToBeTold { report(completed: 0, of: 1, "\(wait)") }
        return !isCancelled
      }
    }
    return try interrupting(by: store.interruption) { () throws(StoreWorkStop) in
      try checkCancelled()
      return try work(store)
    }
  }

  /// Does something with the store; what goes wrong because the user wants an end is no fault.
  func trying<Result>(
    _ work: () throws(StoreError) -> Result
  ) throws(StoreWorkStop) -> Result {
    do throws(StoreError) { return try work() } catch {
      try checkCancelled()
      throw .failed(.store(error))
    }
  }

  /// Does something with records, as `trying` does with the store.
  func tryingRecords<Result>(
    _ work: () throws(RecordError) -> Result
  ) throws(StoreWorkStop) -> Result {
    do throws(RecordError) { return try work() } catch {
      try checkCancelled()
      if case .store(let fault) = error { throw .failed(.store(fault)) }
      throw .failed(.record(error))
    }
  }

  /// Refuses a file that no operation may use.
  func check(_ file: FilePlace, of source: StoreSource) throws(StoreWorkStop) {
    if file.name.isEmpty { throw .failed(.noName) }
    if file.leadsOut { throw .failed(.outside(file.name)) }
    if source.isAt(file.path) { throw .failed(.isStore(file.name)) }
  }

  /// Does something with the store that makes a file; what is wrong with the file names it as the
  /// user does.
  func making<Result>(
    _ file: FilePlace, _ work: () throws(StoreError) -> Result
  ) throws(StoreWorkStop) -> Result {
    do throws(StoreWorkStop) { return try trying(work) } catch {
      guard file.isInFolder, case .failed(.store(let fault)) = error else { throw error }
      throw .failed(.file(file, fault))
    }
  }
}
