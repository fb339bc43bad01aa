/// What the index says that all users of a write-ahead log share; the file format of SQLite has it.
struct LogIndex: Equatable {
  /// How long the index is at least, where somebody uses the log.
  static let size = 32_768

  /// How many frames of the log are valid.
  let frameCount: Int

  /// How many pages the file has with the last of them; 0 where there has been none.
  let pageCount: Int
  let pageSize: Int

  /// The marks of the log, which change when it begins anew.
  private let marks: UInt64

  /// How many frames have gone to the file, and how many are to go there.
  private let transfers: UInt64

  /// Reads the index; nil where the connection has none.
  init?(of connection: Connection) {
    var index: Self?
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 34) { words in
      if connection.readLogIndex(into: words) { index = Self(words) }
    }
    guard let index else { return nil }
    self = index
  }

  private init(_ words: UnsafeMutableBufferPointer<UInt32>) {
    frameCount = Int(words[4])
    pageCount = Int(words[5])
    let size = Int(UnsafeRawBufferPointer(words).load(fromByteOffset: 14, as: UInt16.self))
    pageSize = size == 1 ? 65_536 : size
    marks = UInt64(words[8]) << 32 | UInt64(words[9])
    transfers = UInt64(words[24]) << 32 | UInt64(words[32])
  }

  /// How long the log is at least.
  var logSize: Int { frameCount == 0 ? 0 : 32 + frameCount * (24 + pageSize) }

  /// How long the file is once all of the log has gone there.
  var fileSize: Int { pageCount * pageSize }

  /// Whether no page has gone from the log to the file since another look.
  func hasMovedNothing(since other: Self) -> Bool {
    marks == other.marks && transfers == other.transfers
  }
}
