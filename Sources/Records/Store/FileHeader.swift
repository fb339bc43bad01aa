import CSQLite

/// The numbers in the header of a database file.
///
/// SQLite reads them as from a file that never changes: without a lock and without the log, so that
/// nothing is created beside a file that may belong to another program.
struct FileHeader {
  /// The size of the smallest page that SQLite knows, and so of the smallest database.
  private static let smallestPage = 512

  /// The number by which a program knows its own files.
  let application: Int
  /// The number of migrations that the file has gone through; below zero in no good store.
  let version: Int
  /// The number that tells the store from all others; 0 if it has none yet.
  let identity: Int

  /// Reads the header of a plain file.
  ///
  /// Throws `notADatabase` for a file of another kind, and the reason why a file can't be a store.
  init(_ storePath: StorePath, _ settings: StoreSettings) throws(StoreError) {
    let (path, file) = (storePath.name, storePath.file)
    guard let facts = FileFacts(file) else { throw .missing(path: path) }
    if facts.isDirectory { throw .cannotOpen(path: path, reason: "it is a folder") }
    if !facts.isPlain { throw .cannotOpen(path: path, reason: "it is no plain file") }
    if facts.size == 0 { throw .empty(path: path) }
    if facts.size < Self.smallestPage { throw .notADatabase(path: path) }
    if facts.hasOtherNames { throw .linked(path: path) }
    if SystemFile.isMountedAlone(file) { throw .mounted(path: path) }
    try SystemFile.checkFreeDescriptors(for: path)
    if !SystemFile.isReadable(file) { throw .cannotOpen(path: path, reason: "permission denied") }
    let connection = try Store.connect(
      path, Store.uri(of: file, "immutable=1"), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, settings)
    // The end of a good file may still be in its log, so that its header counts more pages.
    try connection.tolerateDamage()
    application = try connection.integer("PRAGMA application_id")
    let number = try connection.integer("PRAGMA user_version")
    version = number < 0 ? number : StoreIdentity.version(in: number)
    identity = StoreIdentity.identity(in: number)
  }

  /// Refuses a file of another program or of a newer version.
  func check(_ path: String, _ settings: StoreSettings) throws(StoreError) {
    if application != settings.application { throw .foreign(path: path, application: application) }
    if version < 0 { throw .damaged(path: path, detail: "its version is \(version)") }
    if version > settings.migrations.count {
      throw .newer(path: path, version: version, ours: settings.migrations.count)
    }
  }
}

/// The number that tells a store from all others; it stands beside the version in the header.
///
/// Each transaction writes the header again, so that every log says to which store it belongs.
enum StoreIdentity {
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
