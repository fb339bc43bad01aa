/// What the index says that all users of a write-ahead log share; the file format of SQLite has it.
struct LogIndex: Equatable {
  /// How long the index is at least, where somebody uses the log.
  static let size = 32_768

  /// How often the index is read again where somebody is just writing it.
  private static let attemptLimit = 100

  /// How many frames of the log are valid.
  let frameCount: Int

  /// How many pages the file has with the last of them; 0 where there has been none.
  let pageCount: Int
  let pageSize: Int

  /// The marks of the log, which change when it begins anew.
  let marks: UInt64

  /// The checksum of the last valid frame and of all before it.
  let checksum: UInt64

  /// How many frames have gone to the file, and how many are to go there.
  private let moved: UInt32
  private let toBeMoved: UInt32

  /// Reads the index; nil where the connection has none, or where it can't be read whole.
  init?(of connection: Connection) {
    for _ in 0..<Self.attemptLimit {
      guard let words = connection.logIndexWords() else { return nil }
      // A writer writes one copy after the other, so equal copies are whole.
      guard words[..<12].elementsEqual(words[12..<24]) else { continue }
      self.init(words)
      return
    }
    return nil
  }

  private init(_ words: [UInt32]) {
    frameCount = Int(words[4])
    pageCount = Int(words[5])
    let size = Int(words[3] >> 16)
    pageSize = size == 1 ? 65_536 : size
    checksum = UInt64(words[6]) << 32 | UInt64(words[7])
    marks = UInt64(words[8].byteSwapped) << 32 | UInt64(words[9].byteSwapped)
    (moved, toBeMoved) = (words[24], words[32])
  }

  /// How long the log is at least.
  var logSize: Int { frameCount == 0 ? 0 : 32 + frameCount * (24 + pageSize) }

  /// Whether the next transaction may begin the log anew.
  var mayBeginAnew: Bool { Int(moved) == frameCount }
}
