/// An open file of records, or records in memory.
///
/// A store is used by one thread. What it acknowledges is on the disk.
public final class Store {
  /// What can be done with the store.
  public enum Condition: Hashable, Sendable {
    case writable, readOnly
    /// It can only be read, because there was no room on the disk when it was opened.
    case full
    case damaged(detail: String)
    /// Its files were taken away while it was open, as the error says.
    case lost(StoreError)
  }

  /// The path of the file as it was given; `:memory:` for none.
  public var path: String { storePath.name }
  let storePath: StorePath

  /// What can be done with the store.
  public internal(set) var condition = Condition.writable { didSet { keepLogIfHarmful() } }

  /// Whether the file is too large to be checked while it is opened, so that it should be later.
  package internal(set) var wantsCheck = false
  /// Whether the disk was full when something was saved last.
  package private(set) var isDiskFull = false
  /// Whether the disk was full and the room that was kept back has been given free.
  package private(set) var isReserveSpent = false
  /// Whether all that is saved belongs to one transaction that somebody has begun.
  private var isGathering = false
  /// The files that were opened; nil for a store in memory and for one that is only read.
  var files: StoreFiles?
  /// The connection's `totalChangeCount` when the present transaction began.
  private var changeCountAtBegin = 0

  let connection: Connection
  let settings: StoreSettings
  var isInMemory: Bool { settings.place == .memory }

  init(_ path: StorePath, connection: Connection, settings: StoreSettings) {
    storePath = path
    (self.connection, self.settings) = (connection, settings)
  }

  /// The time in milliseconds since 1970, by the store's clock.
  package var now: Int { settings.environment.now() }

  /// Changes whenever another connection has written.
  package func dataVersion() throws(StoreError) -> UInt32 {
    isInMemory ? 0 : UInt32(truncatingIfNeeded: try connection.integer("PRAGMA data_version"))
  }

  /// Ends from another thread what the store is doing; not to be called when the store is gone.
  package var interruption: @Sendable () -> Void { connection.interruption }

  /// Makes changes in one transaction; when it returns, they are on the disk.
  package func write<Result>(
    _ changes: () throws(RecordError) -> Result
  ) throws(RecordError) -> Result {
    if isGathering { return try changes() }
    do throws(RecordError) {
      try storing(begin)
      isGathering = true
      defer { isGathering = false }
      let result = try changes()
      try storing(commit)
      return result
    } catch {
      if case .store(let cause) = error { throw .store(undone(cause)) }
      connection.rollBack()
      throw error
    }
  }

  /// Makes one transaction of all saves from now on; after an error it is to be abandoned.
  package func beginGathering() throws(StoreError) {
    do throws(StoreError) {
      try begin()
      isGathering = true
    } catch { throw undone(error) }
  }

  /// Ends that transaction; when this returns, all is on the disk.
  package func endGathering() throws(StoreError) {
    isGathering = false
    do throws(StoreError) { try commit() } catch { throw undone(error) }
  }

  /// Takes back what was saved in that transaction; the contexts must not be used any more.
  package func abandonGathering() {
    isGathering = false
    connection.rollBack()
  }

  /// From now on everything is read as the store holds it now, whatever others save meanwhile.
  package func beginReading() throws(StoreError) { try connection.run("BEGIN") }

  /// Reads again what is newest.
  package func endReading() { connection.rollBack() }

  /// Checks that the store's names still lead to the files that were opened.
  ///
  /// Throws `moved` or `linked`, and marks the store as lost, if they do not; throws the same error
  /// again for a store that is lost already. Does nothing for a store that is only read.
  package func checkFiles() throws(StoreError) {
    if case .lost(let error) = condition { throw error }
    do throws(StoreError) { try files?.check() } catch {
      note(error)
      throw error
    }
  }

  private func begin() throws(StoreError) {
    try refuseIfNotWritable()
    try connection.run("BEGIN IMMEDIATE")
    try checkFiles()
    changeCountAtBegin = connection.totalChangeCount
  }

  private func commit() throws(StoreError) {
    let hasChanged = connection.totalChangeCount != changeCountAtBegin
    if hasChanged && !isInMemory { try StoreIdentity.writeAgain(connection) }
    try connection.run("COMMIT")
    isDiskFull = false
    // The files may have gone while the disk was busy; the rows would be lost with them.
    try checkFiles()
  }

  private func refuseIfNotWritable() throws(StoreError) {
    switch condition {
    case .writable: break
    case .readOnly: throw .readOnly(path: path)
    case .full: throw .full(path: path)
    case .damaged(let detail): throw .damaged(path: path, detail: detail)
    case .lost(let error): throw error
    }
  }

  /// Takes back what was begun, and draws the consequences of an error.
  private func undone(_ error: StoreError) -> StoreError {
    connection.rollBack()
    note(error)
    return error
  }

  /// Keeps the log from being written into a damaged file, or into one that has replaced the store's.
  private func keepLogIfHarmful() {
    switch condition {
    case .lost: connection.keepLog()
    case .damaged where FileFacts(storePath.log)?.size ?? 0 > 0: connection.keepLog()
    default: break
    }
  }

  /// Draws the consequences of an error: a file that is damaged or lost is not written again.
  func note(_ error: StoreError) {
    if case .full = error { isDiskFull = true }
    switch error {
    case .damaged, .notADatabase, .inputOutput:
      // Damage may be the contents of a file that took the place of ours.
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
