import Glibc

/// Which pages a write-ahead log has; the file format of SQLite says how it is laid out.
struct LogPages {
  /// How many pages the file has with the log; nil where the log has no whole transaction.
  private(set) var pageCount: Int?
  private var pages: Set<Int> = []

  /// Reads the heads of the frames up to the end of the last transaction.
  init(_ path: String, pageSize: Int) {
    // NB: nobody keeps a lock on the log, which to close it would drop.
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    guard let head = Self.bytes(of: file, at: 0, count: 32) else { return }
    var transaction: [Int] = []
    var place = 32
    while let frame = Self.bytes(of: file, at: place, count: 24), frame[8..<16] == head[16..<24] {
      transaction.append(Self.number(in: frame, at: 0))
      let count = Self.number(in: frame, at: 4)
      if count > 0 {
        pageCount = count
        pages.formUnion(transaction)
        transaction = []
      }
      place += 24 + pageSize
    }
  }

  /// Whether the log has a page; they are counted from 1.
  func has(_ page: Int) -> Bool { pages.contains(page) }

  private static func bytes(of file: Int32, at place: Int, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(file, &bytes, count, place) == count ? bytes : nil
  }

  private static func number(in bytes: [UInt8], at place: Int) -> Int {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
