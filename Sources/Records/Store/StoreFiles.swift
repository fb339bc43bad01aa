/// The three files of an open store, and whether anyone has harmed them.
///
/// Other programs may use the store at the same time. Only what none of them can have done is told:
/// as long as a store is open, SQLite neither replaces one of its files, nor cuts the log or its
/// index, nor writes over what was committed to the log.
struct StoreFiles {
  private let path: StorePath
  private let file: FileFacts
  private let log: FileFacts
  private let index: FileFacts
  /// What the header says as long as the file lives.
  private let marks: FileMarks
  /// How often the process had met an index that was cut when the files were opened.
  private let indexFaultCount = Connection.indexFaultCount
  /// How long the file was at the last look.
  private var fileSize: Int
  /// The end of the log and when the log was written, at the last look.
  private var lastLog: (end: LogIndex, time: Int)?

  /// Takes note of the files as they are when the log is open.
  init(_ path: StorePath, _ connection: Connection) throws(StoreError) {
    // If another connection of the process only reads the index, nobody can write it.
    guard LogIndex(of: connection) != nil else { throw .readOnly(path: path.name) }
    guard let file = FileFacts(path.file), !connection.hasMoved else {
      throw .moved(path: path.name)
    }
    guard let log = FileFacts(path.log) else { throw .moved(path: path.log) }
    guard let index = FileFacts(path.index) else { throw .moved(path: path.index) }
    (self.path, self.file, self.log, self.index) = (path, file, log, index)
    fileSize = file.size
    marks = FileMarks(of: connection)
  }

  var logMayBeginAnew: Bool { lastLog?.end.mayBeginAnew ?? true }

  /// Finds out whether the files are those that were opened, and as long as they have to be.
  ///
  /// The log is read only where somebody has written to it without committing anything.
  mutating func look(_ connection: Connection) throws(StoreError) {
    let before = LogIndex(of: connection)
    // A link may have taken the place of the file and lead to it, where it has another log.
    if StorePath(path.name).file != path.file { throw .moved(path: path.name) }
    let file = try current(path.file, file, named: path.name)
    if file.hasOtherNames { throw .linked(path: path.name) }
    let log = try current(path.log, log, named: path.log)
    let index = try current(path.index, index, named: path.index)
    if index.size < LogIndex.size || Connection.indexFaultCount != indexFaultCount {
      throw .cut(path: path.index)
    }
    // While another program moves pages or begins the log anew, nothing is certain; the next look
    // decides.
    let isQuiet = before != nil && LogIndex(of: connection) == before
    if let before, isQuiet {
      if log.size < before.logSize { throw .cut(path: path.log) }
      if file.size < fileSize && isCut(file, before) { throw .cut(path: path.name) }
    }
    if !FileMarks(of: connection).agree(with: marks) { throw .overwritten(path: path.name) }
    guard let before, isQuiet else { return }
    if let lastLog, lastLog.end == before, lastLog.time != log.time { try prove(connection) }
    fileSize = file.size
    lastLog = (before, log.time)
  }

  /// Reads the log and compares all that was committed to it with its checksums.
  func prove(_ connection: Connection) throws(StoreError) {
    guard let end = LogIndex(of: connection), end.frameCount > 0 else { return }
    if LogPages(path.log, pageSize: end.pageSize, limit: end.frameCount).ends(with: end) { return }
    // If the log began anew meanwhile, it was read in part only.
    if LogIndex(of: connection)?.marks == end.marks { throw .overwritten(path: path.log) }
  }

  private func current(
    _ path: String, _ known: FileFacts, named name: String
  ) throws(StoreError) -> FileFacts {
    guard let now = FileFacts(path), now.isSame(as: known) else { throw .moved(path: name) }
    return now
  }

  /// Whether pages are neither in the file, which is shorter than it was, nor in the log.
  private func isCut(_ file: FileFacts, _ end: LogIndex) -> Bool {
    // An index without frames does not know the page size.
    let pageSize = marks.pageSize
    let count = end.pageCount > 0 ? end.pageCount : fileSize / pageSize
    let present = file.size / pageSize
    guard present < count else { return false }
    let pages = LogPages(path.log, pageSize: pageSize, limit: end.frameCount)
    return !(present + 1...count).allSatisfy { pages.has($0) }
  }
}

/// What the header of a store says as long as it lives.
private struct FileMarks {
  let pageSize: Int
  private let bytes: [UInt8]
  private let identity: Int

  init(of connection: Connection) {
    let header = connection.fileBytes(at: 0, count: FileHeader.size)
    bytes = Array(header[..<18] + header[68..<72])
    identity = FileHeader.identity(in: header, at: 0)
    pageSize = FileHeader.pageSize(in: header)
  }

  /// Whether two headers may be those of one store; an old one may be given its identity late.
  func agree(with other: Self) -> Bool {
    bytes == other.bytes && (identity == other.identity || identity == 0 || other.identity == 0)
  }
}

extension Store {
  /// Refuses a log of which a part that had been committed can't be read any more.
  func checkLog() throws(StoreError) {
    guard let size = FileFacts(storePath.log)?.size, size > 0 else { return }
    do throws(StoreError) { try files?.prove(connection) } catch {
      throw .damaged(
        path: storePath.log,
        detail: "its pages are not what was written: the newest saves in the log can't be read")
    }
    let pageSize = try connection.integer("PRAGMA page_size")
    guard LogPages(storePath.log, pageSize: pageSize).isLost(to: connection) else { return }
    // Nobody else can write now, so the answer is certain.
    try connection.run("BEGIN IMMEDIATE")
    defer { connection.rollBack() }
    let pages = LogPages(storePath.log, pageSize: pageSize)
    guard pages.isLost(to: connection) else { return }
    throw .damaged(path: storePath.log, detail: "\(pages.lostCount) saves in the log can't be read")
  }
}
