public import Events
public import Examiner
public import Observing
public import Records
public import Shell

/// The owner of the store, its record context, and the queue of operations.
///
/// The store is opened at its first use. `perform` throws if it can't be opened.
///
///     let news = try programStore.perform { context throws(RecordError) in
///       try context.fetch(News.self, "allNews")
///     }
public final class ProgramStore: Observable {
  /// The date at which the virtual clock starts, in milliseconds since 1970: the year 2000.
  private static var virtualBeginning: Int { 946_684_800_000 }

  /// The states of the store and of its server, as an observable property.
  @Observed public private(set) var reachability = Reachability()
  public let observation = ObservationTable()
  /// `true` once the store had an error that the exit status must report.
  public private(set) var hasFailed = false
  public let environment: RecordsEnvironment

  /// The queue that runs the operations of commands.
  ///
  /// With a store in memory, operations run on the calling thread.
  public private(set) lazy var operationQueue = OperationQueue(
    width: 2, executor: environment.path == nil ? InlineExecutor() : environment.makeExecutor())
  /// Passes a notice about the store to the user.
  public let report: (StoreNotice) -> Void
  private let clock: SessionClock
  private let seed: () -> Seed
  private var openedStore: Store?
  private var openedContext: RecordContext?
  private var check: BackgroundCheck?
  /// `true` while all saves are collected for one commit.
  private(set) var isBatching = false
  private var batchError: RecordError?
  private var reportedOmissions: Set<RecordError> = []
  private lazy var wallClock = settings.environment.now
  private lazy var server = makeServerMonitor()

  /// Creates an owner of a store that is not open yet.
  ///
  /// Notices about the store are passed to `report`. The record identifiers of a script without a
  /// store are derived from the seed.
  public init(
    _ environment: RecordsEnvironment, clock: SessionClock,
    report: @escaping (StoreNotice) -> Void = { _ in }, seed: @escaping () -> Seed
  ) {
    self.environment = environment
    self.clock = clock
    self.seed = seed
    self.report = report
  }

  /// Returns the store, and opens it at the first call.
  ///
  /// If its file is too large to be checked while it is opened, a background check begins.
  ///
  /// - Throws: `RecordError` if it can't be opened; then the next call tries again.
  public func open() throws(RecordError) -> Store {
    if let openedStore { return openedStore }
    let store = try openOrRestore()
    openedStore = store
    finishWithdrawals(in: store)
    reportCondition(of: store)
    if store.needsCheck, let path = environment.path { check = BackgroundCheck(path: path) }
    return store
  }

  /// Opens the store; a log of another file that was at its path before gets another name.
  private func openOrRestore() throws(RecordError) -> Store {
    do throws(RecordError) { return try Store.open(settings) } catch {
      guard case .foreignLog(let path) = error else { throw error }
      if let aside = try Store.setForeignLogAside(settings) {
        report(.setLogAside(path: path, aside: aside))
      }
      return try Store.open(settings)
    }
  }

  /// Overwrites the data of erased participants in the files, if that is pending.
  public func finishWithdrawals() { if let openedStore { finishWithdrawals(in: openedStore) } }

  private func finishWithdrawals(in store: Store) {
    guard let path = environment.path, store.condition == .writable,
      (try? Withdrawals.arePending(in: store)) == true
    else { return }
    do throws(RecordError) {
      let unclean = try Withdrawals.clean(
        store, path: path, like: settings, environment.eraseHistory)
      for case .file(let path) in unclean { report(.withdrawalPending(path: path)) }
    } catch { report(.withdrawalPending(path: path)) }
  }

  /// Runs a closure with the record context; if it throws, its changes are rolled back.
  public func perform<Result>(
    _ work: (RecordContext) throws(RecordError) -> Result
  ) throws(RecordError) -> Result {
    if let batchError { throw batchError }
    if openedStore?.condition == .full { openAgain() }
    let context: RecordContext
    do { context = try openContext() } catch {
      note(error)
      throw error
    }
    defer {
      reportOmissions(context.consumeOmissions())
      reportCondition(of: context.store)
    }
    do throws(RecordError) { return try work(context) } catch {
      context.rollback()
      if isBatching {
        batchError = error
      } else {
        note(error)
      }
      throw error
    }
  }

  /// Starts to collect all saves for one commit; returns `false` if that is impossible.
  public func beginBatch() -> Bool {
    if isBatching { return true }
    guard let store = try? openContext().store, store.condition == .writable,
      (try? store.beginBatch()) != nil
    else { return false }
    isBatching = true
    return true
  }

  /// Commits all saves since `beginBatch`.
  ///
  /// If that fails, nothing was saved, and all records are invalid: a new context replaces the old
  /// one.
  public func commitBatch() throws(RecordError) {
    guard isBatching, let store = openedStore else { return }
    defer { reportCondition(of: store) }
    var fault = batchError
    isBatching = false
    batchError = nil
    if fault == nil { do throws(RecordError) { try openedContext?.save() } catch { fault = error } }
    if fault == nil {
      do throws(RecordError) { try store.endBatch() } catch { fault = error }
    } else {
      store.abandonBatch()
    }
    guard let fault else { return }
    openedContext = nil
    note(fault)
    throw fault
  }

  /// Reports rows that a query has skipped, each reason once.
  func reportOmissions(_ omissions: [RecordError]) {
    for fault in omissions where reportedOmissions.insert(fault).inserted {
      hasFailed = true
      // Damage of the whole store was reported when it was found.
      if case .damaged = fault { continue }
      report(.omitted(fault))
    }
  }

  /// Returns the date at a time of the session, in milliseconds since 1970; the current date for
  /// `nil`.
  public func date(at time: Int?) -> Int { wallClock() - (time.map { clock.now - $0 } ?? 0) }

  /// Reports the problems that the background check has found, once it has finished.
  public func reportFindings(waiting: Bool = false) {
    guard let check, let findings = waiting ? check.wait() : check.findings else { return }
    self.check = nil
    guard let store = openedStore else { return }
    do {
      store.note(try findings.get())
      reportCondition(of: store)
    } catch { if let error = error as? RecordError { note(error) } }
  }

  /// Throws if the store's path no longer leads to the open file, because it was removed or
  /// replaced.
  ///
  /// The contents are then saved to another file first.
  public func checkFiles() throws(RecordError) {
    guard let store = openedStore else { return }
    defer { reportCondition(of: store) }
    try store.checkFiles()
  }

  /// Returns the store as operations access it; opens it if it is in memory.
  ///
  /// `describe` returns the progress text for a stage.
  public func storeSource(
    describing describe: @escaping @Sendable (StoreWorkStage) -> String
  ) throws(RecordError) -> StoreSource {
    guard let path = environment.path else {
      return StoreSource(inMemory: try open(), describing: describe)
    }
    return StoreSource(path: path, like: settings, describing: describe)
  }

  /// Handles the problems that a check has found: reports them, and makes a damaged store
  /// read-only.
  public func record(_ findings: [Store.Finding]) {
    guard !findings.isEmpty else { return }
    hasFailed = true
    guard let store = openedStore else { return }
    store.note(findings)
    reportCondition(of: store)
  }

  /// Makes the exit status report damaged rows; the store stays writable.
  public func noteDamagedRows() { hasFailed = true }

  /// Makes the exit status report an error of the store.
  ///
  /// Does nothing for an error of records, which the caller reports.
  public func note(_ error: RecordError) {
    guard error.concernsStore else { return }
    switch error {
    // A damaged or lost store is reported once, when it is found.
    case .readOnly, .waitStopped, .interrupted, .damaged: return
    case .locked(_, let holder?) where holder.isThisProcess: return
    case .moved, .linked: return (try? checkFiles()) ?? ()
    default: break
    }
    hasFailed = true
    if !environment.isPerson { report(.failed(error)) }
  }

  /// Reopens for writing a store that is read-only because the disk was full, if there is space
  /// again.
  private func openAgain() {
    guard let store = try? Store.open(settings), store.condition == .writable else { return }
    // No transaction can begin while the old connection reads the log through another program's
    // index, because SQLite shares one index among all connections of a process.
    guard (try? store.write {}) != nil else { return }
    openedStore = store
    openedContext = nil
    report(.hasRoomAgain(path: store.path))
    reportCondition(of: store)
  }

  /// Returns the records of the store; they are created with the first use, because that takes
  /// longer than opening the store.
  private func openContext() throws(RecordError) -> RecordContext {
    if let openedContext { return openedContext }
    let context = try RecordContext(try open(), StoreLayout.schema)
    openedContext = context
    return context
  }

  /// Reports that the store's state has become worse, for example read-only.
  private func reportCondition(of store: Store) {
    let condition = store.isDiskFull && store.condition == .writable ? .full : store.condition
    guard condition != reachability.store else { return }
    reachability.store = condition
    switch store.condition {
    case .writable: break
    case .readOnly: report(.canOnlyBeRead(path: store.path))
    case .full: report(.diskIsFull(path: store.path))
    case .damaged(let detail):
      hasFailed = true
      report(.failed(.damaged(path: store.path, detail: detail)))
      report(.onlyReadFromNowOn)
    case .lost(let error):
      hasFailed = true
      let rescue = store.rescue(schema: StoreLayout.schema)
      report(.lost(error))
      report(.rescued(rescue))
    }
  }

  /// The settings with which the store is opened: its location, clock and identifiers.
  ///
  /// In a script without a store file, dates and identifiers are the same on every machine.
  private var settings: StoreSettings {
    var settings = StoreSettings(
      location: environment.path.map { .file($0) } ?? .memory,
      application: StoreLayout.application, migrations: StoreLayout.migrations,
      environment: environment.path == nil && clock.kind == .virtual
        ? virtualEnvironment : .system())
    settings.isWaitWorthwhile = { [environment, report] wait in
      if wait.shouldNotify { report(.waiting(wait)) }
      return !environment.isInterrupted()
    }
    if environment.path != nil { environment.configure(&settings) }
    return settings
  }

  /// Creates dates and identifiers that are the same on every machine, for stores in memory.
  ///
  /// In a file, two sessions with the same seed would create equal identifiers.
  private var virtualEnvironment: StoreEnvironment {
    var generator = Generator(text: "records/\(seed().text)")
    return StoreEnvironment(
      now: { [clock] in Self.virtualBeginning + clock.now }, random: { generator.next() },
      sleep: { _ in })
  }

  /// The state of the store, for the command `status`.
  public var status: StoreStatus {
    try? checkFiles()
    askServer()
    var status = StoreStatus()
    status.path = environment.path
    status.condition = reachability.store
    status.server = reachability.server
    if reachability.store != nil { status.rowCount = try? open().rowCount(of: StoreLayout.schema) }
    if let path = environment.path { status.others = LockHolder.otherProcesses(at: path) }
    return status
  }
}

extension ProgramStore {
  private static var serverName: String { "server" }

  /// The address of the server to which the store is sent; `nil` if there is none.
  public var serverAddress: ServerAddress? { environment.keepsForAll ? server.address : nil }

  /// Creates the monitor of the lab's server, with the stored address.
  private func makeServerMonitor() -> ServerMonitor {
    let monitor = ServerMonitor(
      environment, clock: clock, date: { [unowned self] in date(at: nil) }
    ) { [unowned self] in reachability.server = $0 }
    let text = lastingSettings.value(Self.serverName)
    monitor.configure(text.flatMap { try? ServerAddress($0) })
    return monitor
  }

  /// Sets the address of the server for this session only, because `send` uses it now.
  public func noteServer(_ address: ServerAddress) {
    guard (try? configureServer(address)) == nil else { return }
    server.configure(address)
  }

  /// Stores the address of the server, or removes it for `nil`.
  public func configureServer(_ address: ServerAddress?) throws {
    guard environment.keepsForAll, address != server.address else { return }
    try lastingSettings.keep(address?.description ?? "", as: Self.serverName)
    server.configure(address)
  }

  /// Starts a check whether the server is reachable.
  ///
  /// Does nothing without a server.
  public func askServer() { if environment.keepsForAll { server.ask() } }

  /// Reads the result of that check, and repeats the check from time to time.
  public func refreshServer() {
    guard environment.keepsForAll, openedStore != nil else { return }
    server.refresh()
  }
}
