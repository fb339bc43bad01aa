import CSQLite
import Glibc

/// A write-ahead log as it is on the disk; the file format of SQLite says how it is laid out.
struct LogPages {
  /// How many pages the file has with the log; nil where the log has no whole transaction.
  private(set) var pageCount: Int?

  private(set) var wholeCount = 0
  /// The marks of the log, which change when it begins anew.
  private(set) var marks: UInt64 = 0
  /// The identity that the first page has; nil where it is not in the log.
  private(set) var identity: Int?

  private var pages: Set<Int> = []
  private var checksum: UInt64 = 0
  private var framesBehind = FramesBehind()
  private let file: LogFile

  /// Reads a log, or so many frames of it.
  init(_ path: String, pageSize: Int, limit: Int = .max) {
    file = LogFile(path, pageSize: pageSize)
    guard let head = file.head else { return }
    var isWhole = Self.isHead(head)
    if !isWhole { framesBehind.leastCount = 1 }
    // A damaged head does not tell the order: nearly every machine writes the lowest byte first.
    let order = isWhole ? head[3] & 1 : 0
    checksum = Self.sum(head, 0..<24, order, from: 0)
    marks = isWhole ? head.number(at: 16, 8) : Self.newestMarks(file, order)
    var (before, transaction, number) = (checksum, [Int](), 0)
    while number < limit, let frame = file.frame(number) {
      number += 1
      let sum = Self.sum(of: frame, order, from: before)
      before = frame.number(at: 16, 8)
      let hasMarks = frame.number(at: 8, 8) == marks
      let isNext = sum == before && hasMarks
      isWhole = isWhole && isNext
      if isWhole {
        (wholeCount, checksum) = (number, sum)
        take(frame, &transaction)
      } else {
        framesBehind.take(frame, number - 1, hasMarks: hasMarks, isNext: isNext)
      }
    }
  }

  /// Whether a log has a head, without which SQLite reads nothing of it.
  static func hasHead(_ log: String) -> Bool { LogFile(log, pageSize: 0).head.map(isHead) ?? false }

  private static func isHead(_ head: [UInt8]) -> Bool {
    [0x377F_0682, 0x377F_0683].contains(head.number(at: 0))
      && sum(head, 0..<24, head[3] & 1, from: 0) == head.number(at: 24, 8)
  }

  /// Whether something that was committed is behind a break, and not in the file of a connection.
  func isLost(to connection: Connection) -> Bool {
    guard lostCount > 0 else { return false }
    return framesBehind.newest.contains { page, number in
      guard let frame = file.frame(number) else { return false }
      let place = (page - 1) * file.pageSize
      return !frame[24...].elementsEqual(connection.fileBytes(at: place, count: file.pageSize))
    }
  }

  /// How many transactions stand behind a break although they had been committed: each began when
  /// the one before was on the disk.
  var lostCount: Int { framesBehind.lostCount }

  func has(_ page: Int) -> Bool { pages.contains(page) }

  /// Whether the log is whole up to the end that the index tells.
  func ends(with end: LogIndex) -> Bool {
    wholeCount == end.frameCount && marks == end.marks && checksum == end.checksum
  }

  private mutating func take(_ frame: [UInt8], _ transaction: inout [Int]) {
    let page = Int(frame.number(at: 0))
    transaction.append(page)
    if page == 1 && identity == nil { identity = FileHeader.identity(in: frame, at: 24) }
    let count = Int(frame.number(at: 4))
    if count > 0 {
      pageCount = count
      pages.formUnion(transaction)
      transaction = []
    }
  }

  /// The marks of the frames that were written last, where the head is damaged: those of the first
  /// two that follow one another.
  private static func newestMarks(_ file: LogFile, _ order: UInt8) -> UInt64 {
    guard var before = file.frame(0) else { return 0 }
    let first = before.number(at: 8, 8)
    var number = 1
    while let frame = file.frame(number) {
      let marks = frame.number(at: 8, 8)
      let sum = sum(of: frame, order, from: before.number(at: 16, 8))
      if sum == frame.number(at: 16, 8), marks == before.number(at: 8, 8) {
        // When a log begins anew, its first mark goes up by one; it may have one frame only.
        return first >> 32 == marks >> 32 &+ 1 ? first : marks
      }
      (before, number) = (frame, number + 1)
    }
    return first
  }

  private static func sum(of frame: [UInt8], _ order: UInt8, from start: UInt64) -> UInt64 {
    sum(frame, 24..<frame.count, order, from: sum(frame, 0..<8, order, from: start))
  }

  private static func sum(
    _ bytes: [UInt8], _ range: Range<Int>, _ order: UInt8, from start: UInt64
  ) -> UInt64 {
    chimp_sqlite_log_checksum(
      bytes, Int32(range.lowerBound), Int32(range.upperBound), Int32(order), start)
  }
}

private final class LogFile {
  let pageSize: Int
  private let descriptor: Int32

  init(_ path: String, pageSize: Int) {
    self.pageSize = pageSize
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
  }

  // NB: closing any descriptor of a file drops the process's locks on it; nobody locks the log.
  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The head; nil where there is no log.
  var head: [UInt8]? { bytes(at: 0, count: 32) }

  /// A frame, which is a page behind a head of its own; they are counted from 0.
  func frame(_ number: Int) -> [UInt8]? {
    bytes(at: 32 + number * (24 + pageSize), count: 24 + pageSize)
  }

  private func bytes(at place: Int, count: Int) -> [UInt8]? {
    guard descriptor >= 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(descriptor, &bytes, count, place) == count ? bytes : nil
  }
}

/// The frames behind a break of the log.
private struct FramesBehind {
  /// How many ends of transactions that follow one another tell that they had been committed.
  ///
  /// A program that is killed while it commits leaves one end, never two. But behind a damaged head
  /// one will do: SQLite writes nothing behind a head that is not on the disk.
  var leastCount = 2
  private(set) var newest: [Int: Int] = [:]
  private var count = 0
  private var finishedCount = 0

  /// How many transactions had been committed.
  var lostCount: Int { finishedCount + (count >= leastCount ? count : 0) }

  /// Takes a frame, which follows the one before or does not.
  mutating func take(_ frame: [UInt8], _ number: Int, hasMarks: Bool, isNext: Bool) {
    if !isNext { (finishedCount, count) = (lostCount, 0) }
    if isNext { newest[Int(frame.number(at: 0))] = number }
    // A damaged end of a transaction counts if other frames follow it.
    if hasMarks && Int(frame.number(at: 4)) > 0 { count += 1 }
  }
}

/// What the index says that all users of a write-ahead log share; the file format of SQLite has it.
struct LogIndex: Equatable {
  /// How long the index is at least, where somebody uses the log.
  static let size = 32_768
  /// How often the index is read again where somebody is just writing it.
  private static let attemptLimit = 100

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

  var logSize: Int { frameCount == 0 ? 0 : 32 + frameCount * (24 + pageSize) }

  var mayBeginAnew: Bool { Int(moved) == frameCount }
}
