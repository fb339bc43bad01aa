import CSQLite

/// The beginning of a database file, read before SQLite is let near the rest.
enum FileHeader {
  private static let magic = Array("SQLite format 3".utf8) + [0]

  /// Refuses a file that is not ours to read; nothing is touched.
  static func check(_ path: String, _ settings: StoreSettings) throws(StoreError) {
    guard let facts = FileFacts(path) else { throw .missing(path: path) }
    if facts.isDirectory { throw .cannotOpen(path: path, reason: "it is a folder") }
    if facts.size == 0 { throw .empty(path: path) }
    if !SystemFile.isReadable(path) {
      throw .cannotOpen(path: path, reason: "permission denied")
    }
    var bytes = [UInt8](repeating: 0, count: 100)
    var size: Int64 = 0
    let code = chimp_sqlite_read_start(
      settings.fileSystem, Store.plainName(path), &bytes, Int32(bytes.count), &size)
    if code != SQLITE_OK { throw .inputOutput(path: path, code: Int(code)) }
    if Array(bytes[..<16]) != magic { throw .notADatabase(path: path) }
    let application = number(in: bytes, at: 68)
    if application != settings.application {
      throw .foreign(path: path, application: application)
    }
    let version = number(in: bytes, at: 60)
    if version > settings.migrations.count {
      throw .newer(path: path, version: version, ours: settings.migrations.count)
    }
  }

  private static func number(in bytes: [UInt8], at place: Int) -> Int {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
