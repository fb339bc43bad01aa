import CSQLite

/// The beginning of a database file, read before SQLite is let near the rest.
struct FileHeader {
  static let size = 100
  private static let magic = Array("SQLite format 3".utf8) + [0]

  let application: Int
  let version: Int
  /// The number that tells the store from others; 0 where it has none yet.
  let identity: Int
  private let pageSize: Int
  private let pageCount: Int
  /// How long the file was when the header was read.
  private let fileSize: Int

  /// Reads the header of a file that seems to be a database; nothing is touched.
  init(_ storePath: StorePath, _ settings: StoreSettings) throws(StoreError) {
    let (path, file) = (storePath.name, storePath.file)
    guard let facts = FileFacts(file) else { throw .missing(path: path) }
    if facts.isDirectory { throw .cannotOpen(path: path, reason: "it is a folder") }
    if !facts.isPlain { throw .cannotOpen(path: path, reason: "it is no plain file") }
    if facts.size == 0 { throw .empty(path: path) }
    if facts.hasOtherNames { throw .linked(path: path) }
    if !SystemFile.isReadable(file) { throw .cannotOpen(path: path, reason: "permission denied") }
    var bytes = [UInt8](repeating: 0, count: Self.size)
    var size: Int64 = 0
    let code = chimp_sqlite_read_start(
      settings.fileSystem, Store.plainName(file), &bytes, Int32(bytes.count), &size)
    if code != SQLITE_OK { throw .inputOutput(path: path, code: Int(code)) }
    if Array(bytes[..<16]) != Self.magic { throw .notADatabase(path: path) }
    if size < Self.size { throw .damaged(path: path, detail: "it ends amid its header") }
    application = bytes.signedNumber(at: 68)
    let number = bytes.signedNumber(at: 60)
    version = number < 0 ? number : StoreIdentity.version(in: number)
    identity = StoreIdentity.identity(in: number)
    pageSize = Self.pageSize(in: bytes)
    pageCount = bytes.signedNumber(at: 28)
    fileSize = Int(size)
  }

  func check(_ path: String, _ settings: StoreSettings) throws(StoreError) {
    if application != settings.application { throw .foreign(path: path, application: application) }
    if version < 0 { throw .damaged(path: path, detail: "its version is \(version)") }
    if pageSize < 512 { throw .damaged(path: path, detail: "its page size is \(pageSize)") }
    if version > settings.migrations.count {
      throw .newer(path: path, version: version, ours: settings.migrations.count)
    }
  }

  /// Refuses a log that belongs to another file, which was there before.
  func checkLog(_ path: StorePath) throws(StoreError) {
    // A file that was in the place of a link has left its log there, which SQLite would not see.
    let passed = path.name + "-wal"
    if passed != path.log, FileFacts(passed)?.size ?? 0 > 0 { throw .foreignLog(path: passed) }
    let other = LogPages(path.log, pageSize: pageSize, limit: StoreIdentity.frameLimit).identity
    if let other, other != 0, identity != 0, other != identity { throw .foreignLog(path: path.log) }
  }

  /// Refuses a file that is shorter than it says, unless the rest is in its log.
  func checkLength(_ path: StorePath) throws(StoreError) {
    if fileSize == pageCount * pageSize { return }
    let log = LogPages(path.log, pageSize: pageSize)
    let wholeCount = fileSize / pageSize
    let count = log.pageCount ?? pageCount
    if fileSize % pageSize == 0 && wholeCount >= count { return }
    if wholeCount < count, (wholeCount + 1...count).allSatisfy({ log.has($0) }) { return }
    let whole = max(count, wholeCount + 1) * pageSize
    throw .damaged(path: path.name, detail: "it ends after \(fileSize) of \(whole) bytes")
  }

  static func pageSize(in header: [UInt8]) -> Int {
    let number = Int(header.number(at: 16, 2))
    return number == 1 ? 65_536 : number
  }

  /// The identity that a first page has, which begins at a place.
  static func identity(in bytes: [UInt8], at place: Int) -> Int {
    StoreIdentity.identity(in: bytes.signedNumber(at: place + 60))
  }
}

/// Numbers as SQLite's files have them, the highest byte first.
extension [UInt8] {
  func number(at place: Int, _ count: Int = 4) -> UInt64 {
    self[place..<place + count].reduce(0) { $0 << 8 | UInt64($1) }
  }

  func signedNumber(at place: Int) -> Int { Int(Int32(truncatingIfNeeded: number(at: place))) }
}

/// The number that tells a store from all others; it stands beside the version in the header.
///
/// The first transaction of each log writes the header again, which says whose log it is.
enum StoreIdentity {
  /// Among how many frames of a log the first page is looked for.
  static let frameLimit = 64

  private static let versionBits = 8

  static func version(in number: Int) -> Int { number & (1 << versionBits - 1) }

  /// The identity in the number that the header has; 0 where the store has none.
  static func identity(in number: Int) -> Int { max(0, number) >> versionBits }

  /// An identity for a new store.
  // The environment's random numbers may be the same in two scripts, so they are not used here.
  static func random() -> Int { .random(in: 1..<1 << (31 - versionBits)) }

  /// Writes the identity and the version into the header; a part of a transaction.
  static func write(_ identity: Int, version: Int, _ connection: Connection) throws(StoreError) {
    // A pragma takes no bound values; this number is our own.
    try connection.runOnce("PRAGMA user_version = \(identity << versionBits | version)")
  }

  static func writeAgain(_ connection: Connection) throws(StoreError) {
    let number = try connection.integer("PRAGMA user_version")
    try connection.runOnce("PRAGMA user_version = \(number)")
  }
}
