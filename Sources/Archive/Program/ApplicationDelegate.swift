package import Events
package import Examiner
package import Observing
package import Operations
package import Records

/// The global objects of a program: the store with its context, its reachability, and the queue of
/// the operations.
///
/// The store is opened when it is first needed. `perform` throws if it can't be opened.
///
///     let news = try delegate.perform { context throws(RecordError) in
///       try context.fetch(News.self, "allNews")
///     }
package final class ApplicationDelegate: Observable {
  /// The beginning of the virtual clock, in milliseconds since 1970: the year 2000.
  private static var virtualBeginning: Int { 946_684_800_000 }

  /// The condition of the store, and the reachability of its server.
  @Observed package private(set) var reachability = Reachability()
  package let observation = ObservationTable()
  /// True once the store has failed in a way that the exit status reports.
  package private(set) var hasFailed = false
  package let environment: RecordsEnvironment

  /// The queue of operations.
  ///
  /// Records in memory stay on their thread.
  package private(set) lazy var operationQueue = OperationQueue(
    width: 2, executor: environment.path == nil ? InlineExecutor() : environment.makeExecutor())
  private let notify: (StoreNotice) -> Void
  private let clock: SessionClock
  private let seed: () -> Seed
  private var openedStore: Store?
  private var openedContext: RecordContext?
  private var check: BackgroundCheck?
  /// True if all saves belong to one transaction until the batch is committed.
  private(set) var isBatching = false
  private var batchError: RecordError?
  private var reportedOmissions: Set<RecordError> = []
  private lazy var wallClock = settings.environment.now
  private lazy var server = makeServerMonitor()

  /// Creates a delegate that reports notices of the store with `report`.
  ///
  /// The record names of a script without a store are derived from the seed.
  package init(
    _ environment: RecordsEnvironment, clock: SessionClock,
    report: @escaping (StoreNotice) -> Void = { _ in }, seed: @escaping () -> Seed
  ) {
    self.environment = environment
    self.clock = clock
    self.seed = seed
    notify = report
  }

  /// Opens the store, the first time, and returns it.
  ///
  /// A store that was not closed properly is checked in the background.
  ///
  /// - Throws: `StoreError` if it can't be opened; then the next call tries again.
  package func open() throws(StoreError) -> Store {
    if let openedStore { return openedStore }
    let store = try Store.open(settings)
    openedStore = store
    finishWithdrawals(in: store)
    reportCondition(of: store)
    if store.needsCheck, let path = environment.path { check = BackgroundCheck(path: path) }
    return store
  }

  /// Removes the remains of withdrawn participants from the files, if that is pending.
  package func finishWithdrawals() { if let openedStore { finishWithdrawals(in: openedStore) } }

  private func finishWithdrawals(in store: Store) {
    guard let path = environment.path, store.condition == .writable,
      (try? Withdrawals.arePending(in: store)) == true
    else { return }
    do throws(StoreError) {
      let unclean = try Withdrawals.clean(
        store, path: path, like: settings, environment.eraseHistory)
      for case .file(let path) in unclean { report(.withdrawalPending(path: path)) }
    } catch { report(.withdrawalPending(path: path)) }
  }

  /// Performs work with the records; after an error, its changes are rolled back.
  package func perform<Result>(
    _ work: (RecordContext) throws(RecordError) -> Result
  ) throws(RecordError) -> Result {
    if let batchError { throw batchError }
    if openedStore?.condition == .full { openAgain() }
    let context: RecordContext
    do throws(StoreError) { context = try openContext() } catch {
      note(error)
      throw .store(error)
    }
    defer {
      report(context.consumeOmissions())
      reportCondition(of: context.store)
    }
    do throws(RecordError) { return try work(context) } catch {
      context.rollback()
      if isBatching {
        batchError = error
      } else if case .store(let fault) = error {
        note(fault)
      }
      throw error
    }
  }

  /// Begins a batch: all saves share one transaction from now on.
  ///
  /// Returns `false` if that is impossible.
  package func beginBatch() -> Bool {
    if isBatching { return true }
    guard let store = try? openContext().store, store.condition == .writable,
      (try? store.beginBatch()) != nil
    else { return false }
    isBatching = true
    return true
  }

  /// Commits the batch.
  ///
  /// If that fails, nothing was saved, and a new context replaces all records.
  package func commitBatch() throws(RecordError) {
    guard isBatching, let store = openedStore else { return }
    defer { reportCondition(of: store) }
    var fault = batchError
    isBatching = false
    batchError = nil
    if fault == nil { do throws(RecordError) { try openedContext?.save() } catch { fault = error } }
    if fault == nil {
      do throws(StoreError) { try store.endBatch() } catch { fault = .store(error) }
    } else {
      store.abandonBatch()
    }
    guard let fault else { return }
    openedContext = nil
    if case .store(let cause) = fault { note(cause) }
    throw fault
  }

  /// Reports each reason for skipped rows once, if no reply mentions it.
  func report(_ omissions: [RecordError]) {
    for fault in omissions where reportedOmissions.insert(fault).inserted {
      hasFailed = true
      // Damage of the whole store was reported when it was found.
      if case .store(.damaged) = fault { continue }
      report(.omitted(fault))
    }
  }

  /// Reports a notice of the store to the user.
  package func report(_ notice: StoreNotice) { notify(notice) }

  /// Returns the date of a moment of the session, or the current one, in milliseconds since 1970.
  package func date(at time: Int?) -> Int { wallClock() - (time.map { clock.now - $0 } ?? 0) }

  /// Reports the findings of the background check once it has finished.
  package func reportFindings(waiting: Bool = false) {
    guard let check, let findings = waiting ? check.wait() : check.findings else { return }
    self.check = nil
    do throws(StoreError) {
      guard let store = openedStore else { return }
      store.note(try findings.get())
      reportCondition(of: store)
    } catch { note(error) }
  }

  /// Checks that the store's names still lead to its files.
  ///
  /// If not, writes the content to another file and throws.
  package func checkFiles() throws(StoreError) {
    guard let store = openedStore else { return }
    defer { reportCondition(of: store) }
    try store.checkFiles()
  }

  /// Returns the source of the store for operations.
  ///
  /// `describe` returns the text for a stage.
  package func storeSource(
    describing describe: @escaping @Sendable (StoreWorkStage) -> String
  ) -> StoreSource {
    guard let path = environment.path else {
      return StoreSource(
        inMemory: { [unowned self] () throws(StoreError) in try open() }, describing: describe)
    }
    return StoreSource(path: path, like: settings, describing: describe)
  }

  /// Notes the findings of a check; from then on the exit status reports them, and a damaged store
  /// is only read.
  package func record(_ findings: [Store.Finding]) {
    guard !findings.isEmpty else { return }
    hasFailed = true
    guard let store = openedStore else { return }
    store.note(findings)
    reportCondition(of: store)
  }

  /// Makes the exit status report damaged rows; other rows can still be saved.
  package func noteDamagedRows() { hasFailed = true }

  /// Notes an error of the store for the exit status.
  package func note(_ fault: StoreError) {
    switch fault {
    // A damaged or lost store is reported once, when it is found.
    case .readOnly, .waitStopped, .interrupted, .damaged: return
    case .locked(_, let holder?) where holder.isThisProcess: return
    case .moved, .linked: return (try? checkFiles()) ?? ()
    default: break
    }
    hasFailed = true
    if !environment.isPerson { report(.failed(fault)) }
  }

  /// Reopens a store for writing that was opened on a full disk, if there is room again.
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

  // Created after the opening, because it takes longer. / Returns the records of the store, opened
  // with the first use.
  private func openContext() throws(StoreError) -> RecordContext {
    if let openedContext { return openedContext }
    let context = try RecordContext(try open(), StoreLayout.schema)
    openedContext = context
    return context
  }

  /// Reports when the store's condition becomes worse.
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

  /// The settings of the store: a file, or memory; in a script without a store, time and
  /// identifiers are virtual.
  private var settings: StoreSettings {
    var settings = StoreSettings(
      location: environment.path.map { .file($0) } ?? .memory,
      application: StoreLayout.application, migrations: StoreLayout.migrations,
      environment: environment.path == nil && clock.kind == .virtual
        ? virtualEnvironment : .system())
    settings.isWaitWorthwhile = { [environment, notify] wait in
      if wait.shouldNotify { notify(.waiting(wait)) }
      return !environment.isInterrupted()
    }
    if environment.path != nil { environment.configure(&settings) }
    return settings
  }

  /// Names and dates that are the same on every machine.
  ///
  /// A file does not use it: two sessions with one seed would create records of the same name.
  private var virtualEnvironment: StoreEnvironment {
    var generator = Generator(text: "records/\(seed().text)")
    return StoreEnvironment(
      now: { [clock] in Self.virtualBeginning + clock.now }, random: { generator.next() },
      sleep: { _ in })
  }

  /// The path, the condition, the size and the other users of the store.
  package var status: StoreStatus {
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

extension ApplicationDelegate {
  private static var serverName: String { "server" }

  /// The address of the server that receives the store; `nil` if none is configured.
  package var serverAddress: ServerAddress? { environment.keepsForAll ? server.address : nil }

  /// Creates the monitor of the lab's server, with the address that the store has.
  private func makeServerMonitor() -> ServerMonitor {
    let monitor = ServerMonitor(
      environment, clock: clock, date: { [unowned self] in date(at: nil) }
    ) { [unowned self] in reachability.server = $0 }
    let text = LastingSettings(self).value(Self.serverName)
    monitor.configure(text.flatMap { try? ServerAddress($0) })
    return monitor
  }

  /// Configures the server that is currently receiving the store, for this session.
  package func noteServer(_ address: ServerAddress) {
    guard (try? configureServer(address)) == nil else { return }
    server.configure(address)
  }

  /// Configures the server that receives the store, for later sessions, too.
  ///
  /// `nil` removes it.
  package func configureServer(_ address: ServerAddress?) throws(RecordError) {
    guard environment.keepsForAll, address != server.address else { return }
    try LastingSettings(self).keep(address?.description ?? "", as: Self.serverName)
    server.configure(address)
  }

  /// Asks whether the configured server is reachable.
  ///
  /// Does nothing without a server.
  package func askServer() { if environment.keepsForAll { server.ask() } }

  /// Adopts the latest answer of the server, and asks again from time to time.
  package func refreshServer() {
    guard environment.keepsForAll, openedStore != nil else { return }
    server.refresh()
  }
}
