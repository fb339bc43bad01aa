import CSQLite
import ChimpSystem

/// The header of a database file.
///
/// They are read as from an immutable file: without a lock and without the log, so that nothing is
/// created beside a file that may belong to another program.
struct FileHeader {
  /// The smallest page size of SQLite, which is also that of the smallest database.
  private static let smallestPage = 512

  /// The application identifier, by which a program recognizes its files.
  let application: Int
  /// The number of migrations that the file has; negative only if it is damaged.
  let version: Int
  /// The number that identifies the store; 0 if it has none yet.
  let identity: Int
  /// `false` for a copy that was not opened yet: a log beside it belongs to another file.
  let usesLog: Bool

  /// Reads the header of a file.
  ///
  /// Throws `notADatabase` for a file of another kind, or the reason why a file can't be a store.
  init(_ storePath: StorePath, _ settings: StoreSettings) throws(RecordError) {
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
    usesLog = connection.usesLog
  }

  /// Throws if the file belongs to another program, or to a newer version of this one.
  func check(_ path: String, _ settings: StoreSettings) throws(RecordError) {
    if application != settings.application { throw .foreign(path: path, application: application) }
    if version < 0 { throw .damaged(path: path, detail: "its version is \(version)") }
    if version > settings.migrations.count {
      throw .newer(path: path, version: version, ours: settings.migrations.count)
    }
  }
}

/// The random identifier of a store, which shares a header field with the version.
///
/// Each transaction writes the header again, so the write-ahead log contains the identifier of its
/// store.
enum StoreIdentity {
  private static let versionBits = 8

  /// Returns the version part of the header field.
  static func version(in number: Int) -> Int { number & (1 << versionBits - 1) }

  /// Returns the identifier part of the header field; 0 if the store has none.
  static func identity(in number: Int) -> Int { max(0, number) >> versionBits }

  /// Returns an identifier for a new store.
  ///
  /// The environment's random numbers may be the same in two scripts, so they are not used here.
  static func random() -> Int { .random(in: 1..<1 << (31 - versionBits)) }

  /// Writes the identifier and the version to the header, within the current transaction.
  static func write(_ identity: Int, version: Int, _ connection: Connection) throws(RecordError) {
    // A pragma can't have bound values; this number is not external input.
    try connection.runOnce("PRAGMA user_version = \(identity << versionBits | version)")
  }

  /// Gives a copy of a store another identifier than the store's.
  static func renew(_ connection: Connection) throws(RecordError) {
    let number = try connection.integer("PRAGMA user_version")
    try write(random(), version: version(in: number), connection)
  }

  /// Writes the header field again, so that the write-ahead log contains it.
  static func writeAgain(_ connection: Connection) throws(RecordError) {
    let number = try connection.integer("PRAGMA user_version")
    try connection.runOnce("PRAGMA user_version = \(number)")
  }
}
