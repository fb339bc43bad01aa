/// An open database of records, in a file or in memory.
///
/// A store belongs to one thread; any number of processes may share its file. When a save returns,
/// it is on the disk.
///
///     let store = try Store.open(settings)
///     let context = try RecordContext(store, Schema([Note.self]))
public final class Store {
  /// The operations that a store allows, and the reason if it can't be written.
  ///
  ///     if case .damaged(let detail) = store.condition { print("only readable:", detail) }
  public enum Condition: Hashable, Sendable {
    case writable
    case readOnly
    /// Only readable, because the disk was full when it was opened.
    case full
    case damaged(detail: String)
    /// Its files were removed or replaced while it was open, as the error says.
    case lost(StoreError)
  }

  /// The path of the file as the caller gave it, or `:memory:`.
  public var path: String { storePath.name }
  let storePath: StorePath

  /// The current condition.
  public internal(set) var condition = Condition.writable { didSet { keepLogIfHarmful() } }

  /// True if the file was too large to be checked while it was opened.
  package internal(set) var needsCheck = false
  /// True if the disk was full at the last save.
  package private(set) var isDiskFull = false
  /// True if the disk was full and the reserve has been released.
  package private(set) var isReserveSpent = false

  /// True if saves are collected in one open transaction.
  private var isInBatch = false
  /// The opened files, or `nil` for a store in memory or one that is only read.
  var files: StoreFiles?
  /// The connection's `totalChangeCount` at the beginning of the transaction.
  private var changeCountAtBegin = 0

  let connection: Connection
  let settings: StoreSettings
  var isInMemory: Bool { settings.location == .memory }

  init(_ path: StorePath, connection: Connection, settings: StoreSettings) {
    storePath = path
    self.connection = connection
    self.settings = settings
  }

  /// The time in milliseconds since 1970, by the store's clock.
  package var now: Int { settings.environment.now() }

  /// Returns a number that changes when another connection has written.
  package func dataVersion() throws(StoreError) -> UInt32 {
    isInMemory ? 0 : UInt32(truncatingIfNeeded: try connection.integer("PRAGMA data_version"))
  }

  /// Returns a function that interrupts the store from any thread, while the store exists.
  package var interruption: @Sendable () -> Void { connection.interruption }

  /// Makes changes in one transaction, which is on the disk when the function returns.
  ///
  /// Within a batch the changes become part of the batch. If the body throws, they are undone.
  package func write<Result>(
    _ changes: () throws(RecordError) -> Result
  ) throws(RecordError) -> Result {
    if isInBatch { return try changes() }
    do throws(RecordError) {
      try storing(begin)
      isInBatch = true
      defer { isInBatch = false }
      let result = try changes()
      try storing(commit)
      return result
    } catch {
      if case .store(let cause) = error { throw .store(rolledBack(cause)) }
      connection.rollBack()
      throw error
    }
  }

  /// Collects all saves in one transaction from now on; after an error the batch must be abandoned.
  package func beginBatch() throws(StoreError) {
    do throws(StoreError) {
      try begin()
      isInBatch = true
    } catch { throw rolledBack(error) }
  }

  /// Commits the batch; when the function returns, its saves are on the disk.
  package func endBatch() throws(StoreError) {
    isInBatch = false
    do throws(StoreError) { try commit() } catch { throw rolledBack(error) }
  }

  /// Undoes all saves of the batch; the store's contexts must not be used any more.
  package func abandonBatch() {
    isInBatch = false
    connection.rollBack()
  }

  /// Starts to read the store as of this moment, regardless of later saves of other processes.
  package func beginReading() throws(StoreError) { try connection.run("BEGIN") }

  /// Ends reading as of one moment.
  package func endReading() { connection.rollBack() }

  /// Checks that the store's names still lead to the files that were opened.
  ///
  /// If they do not, throws `moved` or `linked` and sets the condition to `lost`. Throws the same
  /// error again if the store is lost already. Does nothing for a store that is only read.
  package func checkFiles() throws(StoreError) {
    if case .lost(let error) = condition { throw error }
    do throws(StoreError) { try files?.check() } catch {
      note(error)
      throw error
    }
  }

  /// Begins a write transaction and checks the files.
  private func begin() throws(StoreError) {
    try refuseIfNotWritable()
    try connection.run("BEGIN IMMEDIATE")
    try checkFiles()
    changeCountAtBegin = connection.totalChangeCount
  }

  /// Commits the transaction and checks the files again.
  private func commit() throws(StoreError) {
    let hasChanged = connection.totalChangeCount != changeCountAtBegin
    if hasChanged && !isInMemory { try StoreIdentity.writeAgain(connection) }
    try connection.run("COMMIT")
    isDiskFull = false
    // If the files were replaced during the commit, the rows are lost with them.
    try checkFiles()
  }

  /// Throws the error of the current condition unless it is `writable`.
  private func refuseIfNotWritable() throws(StoreError) {
    switch condition {
    case .writable: break
    case .readOnly: throw .readOnly(path: path)
    case .full: throw .full(path: path)
    case .damaged(let detail): throw .damaged(path: path, detail: detail)
    case .lost(let error): throw error
    }
  }

  /// Rolls back after an error, records its consequences and returns it.
  private func rolledBack(_ error: StoreError) -> StoreError {
    connection.rollBack()
    note(error)
    return error
  }

  /// Prevents the log from being copied into a damaged file, or into one that replaced the store's.
  private func keepLogIfHarmful() {
    switch condition {
    case .lost: connection.keepLog()
    case .damaged where FileFacts(storePath.log)?.size ?? 0 > 0: connection.keepLog()
    default: break
    }
  }

  /// Records the consequences of an error; a damaged or lost file is not written any more.
  func note(_ error: StoreError) {
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
