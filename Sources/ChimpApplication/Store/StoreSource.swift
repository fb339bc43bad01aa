package import Records
package import Shell

/// An operation on the store as a whole.
package protocol StoreOperation: Operation where Failure == StoreWorkFault {
  var source: StoreSource { get }
}

/// Why an operation on the store as a whole stops.
package typealias StoreWorkStop = OperationStop<StoreWorkFault>

/// Where an operation finds the store.
///
/// It runs on its own thread, so it opens a file for itself; records in memory are used where they
/// are.
package struct StoreSource: Sendable {
  package let path: String
  /// The language in which operations tell how far they are.
  private let language: Language
  private let fileSystem: String?
  private let waitLimit: Int
  // NB: safe because operations on records in memory run inline, on the thread of the store.
  nonisolated(unsafe) private let openMemory: (() throws(StoreError) -> Store)?

  /// Makes a source of a file that is opened as the settings say.
  package init(path: String, like settings: StoreSettings, in language: Language = .english) {
    self.path = path
    self.language = language
    fileSystem = settings.fileSystem
    waitLimit = settings.waitLimit
    openMemory = nil
  }

  /// Makes a source of records in memory; whoever runs its operations runs them inline.
  package init(
    inMemory open: @escaping () throws(StoreError) -> Store, in language: Language = .english
  ) {
    path = ""
    self.language = language
    fileSystem = nil
    waitLimit = 0
    openMemory = open
  }

  /// What an operation works on.
  func words(for stage: StoreWorkStage) -> String { language.words(for: stage) }

  /// Whom an operation waits for.
  fileprivate func words(for wait: StoreWait) -> String { language.words(for: wait) }

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

/// What an operation works on, while it tells how far it is.
enum StoreWorkStage {
  case file
  case rows
  case trials
  case savedRows
}

extension OperationRun<StoreWorkFault> {
  /// Works with the store; a cancellation ends at once whatever it is doing.
  func withStore<Result>(
    of source: StoreSource, _ work: (Store) throws(StoreWorkStop) -> Result
  ) throws(StoreWorkStop) -> Result {
    let store = try trying { () throws(StoreError) in
      try source.open { wait in
        if wait.isToBeTold { report(completed: 0, of: 1, source.words(for: wait)) }
        return !isCancelled
      }
    }
    return try interrupting(by: store.interruption) { () throws(StoreWorkStop) in
      try checkCancelled()
      return try work(store)
    }
  }

  /// Does something with the store; what fails because of a cancellation is no fault.
  func trying<Result>(_ work: () throws(StoreError) -> Result) throws(StoreWorkStop) -> Result {
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

  /// Does something with the store that makes a file; a fault of the file names it as the user
  /// did.
  func making<Result>(
    _ file: FilePlace, _ work: () throws(StoreError) -> Result
  ) throws(StoreWorkStop) -> Result {
    do throws(StoreWorkStop) { return try trying(work) } catch {
      guard file.isInFolder, case .failed(.store(let fault)) = error else { throw error }
      throw .failed(.file(file, fault))
    }
  }
}

/// Why an operation about the store is refused, or fails.
package enum StoreWorkFault: Error, Equatable, Sendable {
  case restricted(String)
  case notInFile
  case testGoesOn
  /// A path that is empty.
  case noName
  /// A file that belongs to the store.
  case isStore(String)
  /// A file that is not in the folder of the session's own.
  case outside(String)
  case exists(String)
  case notPlain(String)
  case noFormat(String)
  case cannotRead(String, SystemFault)
  case cannotWrite(String, SystemFault)
  /// A line of a file, counted from 1.
  case badLine(String, Int, LineReason)
  case store(StoreError)
  /// What went wrong with a file in the folder of the session's own.
  case file(FilePlace, StoreError)
  case record(RecordError)
  /// Why a round can't be played.
  case round(RoundFault)
  /// What was simulated with this seed is in the store.
  case simulatedAlready(String)
  /// A program that is not installed.
  case noLab
  /// A store that is to be merged has no study, or another one of this name.
  case noStudies(String)
  case otherStudy(String, String)
  /// What the program says that sends the store; nil where it says nothing.
  case lab(String?)
}
