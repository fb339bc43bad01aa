import ChimpSystem

/// An open database of records, in a file or in memory.
///
/// A store belongs to one thread; any number of processes may share its file. When a save returns,
/// it is on the disk.
///
///     let store = try Store.open(settings)
///     let context = try RecordContext(store, Schema([Note.self]))
public final class Store {
  /// The operations that a store allows; if it can't be written, the reason.
  ///
  ///     if case .damaged(let detail) = store.condition { print("only readable:", detail) }
  public enum Condition: Hashable, Sendable {
    case writable
    case readOnly
    /// Read-only, because the disk was full when the store was opened.
    case full
    case damaged(detail: String)
    /// Unusable, because its files were removed or replaced while it was open.
    case lost(RecordError)
  }

  /// The path as the caller gave it, or `:memory:`.
  public var path: String { storePath.name }
  let storePath: StorePath

  /// The current condition.
  public internal(set) var condition = Condition.writable { didSet { keepLogIfHarmful() } }

  /// True if the file was too large to be checked while it was opened.
  public internal(set) var needsCheck = false
  /// `true` if the disk was full at the last save.
  public private(set) var isDiskFull = false
  /// `true` if the reserve file was deleted, because the disk was full.
  public private(set) var isReserveSpent = false

  /// `true` while saves are collected in one transaction.
  private var isInBatch = false
  /// The open files; `nil` for a store in memory or a read-only one.
  var files: StoreFiles?
  /// The state of the files when they were opened without locks; `nil` for any other store.
  var unlockedMoment: FileMoment?
  /// The number of changes on the connection when the transaction began.
  private var changeCountAtBegin = 0

  let connection: Connection
  let settings: StoreSettings
  var isInMemory: Bool { settings.location == .memory }

  init(_ path: StorePath, connection: Connection, settings: StoreSettings) {
    storePath = path
    self.connection = connection
    self.settings = settings
  }

  deinit { emptyLog() }

  /// The current time by the store's clock, in milliseconds since 1970.
  public var now: Int { settings.environment.now() }

  /// Returns a new random identifier, such as those of the records.
  public func newIdentifier() -> String { settings.environment.newIdentifier() }

  /// Returns a number that changes when another connection has committed.
  public func dataVersion() throws(RecordError) -> UInt32 {
    isInMemory ? 0 : UInt32(truncatingIfNeeded: try connection.integer("PRAGMA data_version"))
  }

  /// Returns a closure that interrupts the store's statement from any thread.
  public var interruption: @Sendable () -> Void { connection.interruption }

  /// Runs a closure that writes in one transaction, which is on the disk when the function returns.
  ///
  /// If the closure throws, the changes are undone. Within a batch, they are committed with the
  /// batch; if the closure throws there, the caller must abandon the batch, which undoes them.
  public func write<Result>(
    _ changes: () throws(RecordError) -> Result
  ) throws(RecordError) -> Result {
    if isInBatch { return try changes() }
    do throws(RecordError) {
      try begin()
      isInBatch = true
      defer { isInBatch = false }
      let result = try changes()
      try commit()
      return result
    } catch { throw rolledBack(error) }
  }

  /// Begins a batch: collects all saves in one transaction until `endBatch`.
  ///
  /// After an error, `abandonBatch` must be called.
  public func beginBatch() throws(RecordError) {
    do throws(RecordError) {
      try begin()
      isInBatch = true
    } catch { throw rolledBack(error) }
  }

  /// Commits the batch; when the function returns, its saves are on the disk.
  public func endBatch() throws(RecordError) {
    isInBatch = false
    do throws(RecordError) { try commit() } catch { throw rolledBack(error) }
  }

  /// Undoes all saves of the batch; contexts of the store must not be used any more.
  public func abandonBatch() {
    isInBatch = false
    connection.rollBack()
  }

  /// Begins to read the store as of this moment, regardless of later saves by other processes.
  public func beginReading() throws(RecordError) { try connection.run("BEGIN") }

  /// Ends reading as of one moment, so that later saves become visible.
  public func endReading() { connection.rollBack() }

  /// Throws if the store's paths no longer lead to the files that were opened.
  ///
  /// It throws `moved` or `linked`, and sets the condition to `lost`. Throws the same error again
  /// if the store is lost already. Does nothing for a store that is only read.
  ///
  ///     try context.save()
  ///     try store.checkFiles()  // before the store is closed
  public func checkFiles() throws(RecordError) {
    if case .lost(let error) = condition { throw error }
    do throws(RecordError) { try files?.check() } catch {
      note(error)
      throw error
    }
  }

  /// Begins a write transaction and checks the files.
  private func begin() throws(RecordError) {
    try refuseIfNotWritable()
    try connection.run("BEGIN IMMEDIATE")
    try checkFiles()
    changeCountAtBegin = connection.totalChangeCount
  }

  /// Commits the transaction and checks the files again.
  private func commit() throws(RecordError) {
    let hasChanged = connection.totalChangeCount != changeCountAtBegin
    if hasChanged && !isInMemory { try StoreIdentity.writeAgain(connection) }
    try connection.run("COMMIT")
    isDiskFull = false
    // If the files were replaced during the commit, the rows are lost with them.
    try checkFiles()
  }

  /// Throws the reason if the store can't be written.
  private func refuseIfNotWritable() throws(RecordError) {
    switch condition {
    case .writable: break
    case .readOnly: throw .readOnly(path: path)
    case .full: throw .full(path: path)
    case .damaged(let detail): throw .damaged(path: path, detail: detail)
    case .lost(let error): throw error
    }
  }

  /// Rolls back the transaction after an error, handles the error's consequences and returns it.
  private func rolledBack(_ error: RecordError) -> RecordError {
    connection.rollBack()
    note(error)
    return error
  }

  /// Keeps the write-ahead log from being copied into a damaged file, or into one that replaced the
  /// store's.
  private func keepLogIfHarmful() {
    switch condition {
    case .lost: connection.keepLog()
    case .damaged where FileFacts(storePath.log)?.size ?? 0 > 0: connection.keepLog()
    default: break
    }
  }

  /// Handles the consequences of an error: a damaged or lost file is not written any more.
  func note(_ error: RecordError) {
    if case .full = error { isDiskFull = true }
    switch error {
    case .damaged, .notADatabase, .inputOutput:
      // The damage may be the contents of a file that has replaced the store's.
      if (try? checkFiles()) != nil, let detail = error.damage {
        condition = .damaged(detail: detail)
      }
    case .moved, .linked: condition = .lost(error)
    case .full where !isInMemory && !isReserveSpent:
      _ = DiskReserve(storePath).release()
      isReserveSpent = true
    default: break
    }
  }
}
