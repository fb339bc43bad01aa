import CSQLite

/// The numbers in the header of a database file.
///
/// They are read as from an immutable file: without a lock and without the log, so that nothing is
/// created beside a file that may belong to another program.
struct FileHeader {
  /// The size of SQLite's smallest page, and so of the smallest database.
  private static let smallestPage = 512

  /// The application number, by which a program recognizes its own files.
  let application: Int
  /// The number of migrations that the file has gone through; negative only if it is damaged.
  let version: Int
  /// The number that identifies the store; 0 if it has none yet.
  let identity: Int

  /// Reads the header of a regular file.
  ///
  /// Throws `notADatabase` for a file of another kind, or the reason why a file can't be a store.
  init(_ storePath: StorePath, _ settings: StoreSettings) throws(StoreError) {
    let path = storePath.name
    let file = storePath.file
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
    // A good file may have its last pages still in its log, so that its header counts more pages.
    try connection.tolerateDamage()
    application = try connection.integer("PRAGMA application_id")
    let number = try connection.integer("PRAGMA user_version")
    version = number < 0 ? number : StoreIdentity.version(in: number)
    identity = StoreIdentity.identity(in: number)
  }

  /// Throws for a file of another program or of a newer version.
  func check(_ path: String, _ settings: StoreSettings) throws(StoreError) {
    if application != settings.application { throw .foreign(path: path, application: application) }
    if version < 0 { throw .damaged(path: path, detail: "its version is \(version)") }
    if version > settings.migrations.count {
      throw .newer(path: path, version: version, ours: settings.migrations.count)
    }
  }
}

/// The number that identifies a store, which shares a header field with the version.
///
/// Each transaction writes the header again, so every log contains the identity of its store.
enum StoreIdentity {
  private static let versionBits = 8

  /// Returns the version in the header's number.
  static func version(in number: Int) -> Int { number & (1 << versionBits - 1) }

  /// Returns the identity in the header's number; 0 if the store has none.
  static func identity(in number: Int) -> Int { max(0, number) >> versionBits }

  /// Returns an identity for a new store.
  ///
  /// The environment's random numbers may be the same in two scripts, so they are not used here.
  static func random() -> Int { .random(in: 1..<1 << (31 - versionBits)) }

  /// Writes the identity and the version into the header, within the current transaction.
  static func write(_ identity: Int, version: Int, _ connection: Connection) throws(StoreError) {
    // A pragma can't have bound values; this number is not external input.
    try connection.runOnce("PRAGMA user_version = \(identity << versionBits | version)")
  }

  /// Writes the header's number again, so that it becomes part of the log.
  static func writeAgain(_ connection: Connection) throws(StoreError) {
    let number = try connection.integer("PRAGMA user_version")
    try connection.runOnce("PRAGMA user_version = \(number)")
  }
}
