/// What is known of the files of an open store, so that it shows when somebody takes them away.
///
/// SQLite holds them open and would go on writing to what nobody finds again.
struct FileWatch {
  // NB: the second page has the dates of the migrations, which no two stores share.
  private static let startSize = 8192

  private let path: StorePath
  private let logPath: String
  private let indexPath: String
  private let log: FileFacts?
  private let index: FileFacts?
  private var file: FileFacts
  private var start: [UInt8]
  private var state: LogIndex

  /// Takes note of the files as they are, when the log is open.
  init(_ path: StorePath, _ connection: Connection) throws(StoreError) {
    // NB: where another connection of the process only reads the index, nobody can write it.
    guard let state = LogIndex(of: connection) else { throw .readOnly(path: path.name) }
    guard let file = FileFacts(path.file), !connection.hasMoved else {
      throw .moved(path: path.name)
    }
    self.path = path
    self.state = state
    self.file = file
    logPath = path.file + "-wal"
    indexPath = path.file + "-shm"
    log = FileFacts(logPath)
    index = FileFacts(indexPath)
    start = connection.fileStart(count: Self.startSize)
  }

  /// Finds out what has become of the files since the last look.
  mutating func look(_ connection: Connection) throws(StoreError) {
    guard let before = LogIndex(of: connection) else { return }
    guard let now = FileFacts(path.file), now.isSame(as: file) else {
      throw .moved(path: path.name)
    }
    guard let nowLog = FileFacts(logPath), let log, nowLog.isSame(as: log) else {
      throw .moved(path: logPath)
    }
    guard let nowIndex = FileFacts(indexPath), let index, nowIndex.isSame(as: index) else {
      throw .moved(path: indexPath)
    }
    let nowStart =
      now.isUnchanged(since: file) ? start : connection.fileStart(count: Self.startSize)
    let after = LogIndex(of: connection) ?? before
    // NB: somebody else may be writing pages or begin the log anew right now.
    guard after.hasMovedNothing(since: before) else { return }
    if nowLog.size < before.logSize { throw .cut(path: logPath) }
    if before.hasMovedNothing(since: state),
      nowStart[..<min(now.size, nowStart.count)]
        != start[..<min(now.size, start.count)]
    {
      throw .overwritten(path: path.name)
    }
    if now.size < file.size && (before.pageCount == 0 || now.size < before.fileSize) {
      throw .cut(path: path.name)
    }
    (file, start, state) = (now, nowStart, after)
  }

  /// Removes the log and the index where they are still the ones that the store has written, so
  /// that they are not taken for those of another file.
  func removeLog() {
    for (path, own) in [(logPath, log), (indexPath, index)] {
      if let own, FileFacts(path)?.isSame(as: own) ?? false { SystemFile.remove(path) }
    }
  }
}
