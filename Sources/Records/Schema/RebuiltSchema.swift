import CSQLite
import Glibc

/// A copy of a damaged file whose list of tables is lost, with the list of a new file in its place.
///
/// Every file is created by the same steps, so its first tables usually begin at the same pages as
/// those of a new file. If they don't, the checksums of the rows reveal it.
struct RebuiltSchema {
  private let path: String
  private let pattern: String

  /// Creates the copy beside a newly created file, whose list of tables it uses.
  init(beside pattern: String) {
    path = pattern + "-pages"
    self.pattern = pattern
  }

  func connection(for store: Store) throws(RecordError) -> Connection? {
    do throws(RecordError) {
      try copyPages(of: store)
      try replaceSchema()
      let copy = try connect(store, SQLITE_OPEN_READONLY)
      try copy.tolerateDamage()
      return copy
    } catch {
      guard error.damage == nil else { return nil }
      throw error
    }
  }

  func remove() {
    for ending in ["", "-wal", "-shm", "-journal"] { unlink(path + ending) }
  }

  // The connection must be closed before the file is written directly.
  private func copyPages(of store: Store) throws(RecordError) {
    let pages = try connect(store, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    try store.connection.copy(to: pages, pages: 64) { _, _ in true }
  }

  private func connect(_ store: Store, _ flags: Int32) throws(RecordError) -> Connection {
    try Store.connect(path, Store.plainName(path), flags, store.settings)
  }

  /// Overwrites the pages with the list of tables in the copy by those of the new file.
  private func replaceSchema() throws(RecordError) {
    let from = open(pattern, O_RDONLY | O_CLOEXEC)
    let to = open(path, O_RDWR | O_CLOEXEC)
    defer {
      close(from)
      close(to)
    }
    guard let first = PatternPage(from, number: 1), let header = PatternPage(to, number: 1) else {
      return
    }
    for number in [1] + first.children {
      guard var page = PatternPage(from, number: number)?.bytes else { continue }
      if number == 1 {
        let headerBytes = header.bytes.prefix(PatternPage.headerSize)
        page.replaceSubrange(..<PatternPage.headerSize, with: headerBytes)
        // The copy has no log, and the number of its pages follows from its length.
        page[18] = 1
        page[19] = 1
        page.replaceSubrange(28..<32, with: [0, 0, 0, 0])
      }
      guard pwrite(to, page, page.count, (number - 1) * page.count) == page.count else {
        throw .failed(path, errno)
      }
    }
  }
}

/// A page of the newly created file, parsed by SQLite's file format.
private struct PatternPage {
  /// The size of the file header, which is part of the first page.
  static let headerSize = 100

  let bytes: [UInt8]
  private let start: Int

  /// Reads a page; returns `nil` if there is none, or if the page size is unexpected.
  init?(_ file: Int32, number: Int) {
    let size = 4096
    var bytes = [UInt8](repeating: 0, count: size)
    guard pread(file, &bytes, size, (number - 1) * size) == size else { return nil }
    if number == 1 && Self.number(in: bytes, at: 16, size: 2) != size { return nil }
    self.bytes = bytes
    start = number == 1 ? Self.headerSize : 0
  }

  /// The numbers of an interior page's child pages, counted from 1.
  var children: [Int] {
    guard bytes[start] == 5 else { return [] }
    let count = Self.number(in: bytes, at: start + 3, size: 2)
    let cells = (0..<count).map { Self.number(in: bytes, at: start + 12 + 2 * $0, size: 2) }
    let offsets = (cells + [start + 8]).filter { $0 + 4 <= bytes.count }
    return offsets.map { Self.number(in: bytes, at: $0, size: 4) }
  }

  /// Returns the big-endian number at an offset.
  private static func number(in bytes: [UInt8], at offset: Int, size: Int) -> Int {
    bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
  }
}
