import CChimpSystem
public import ChimpSystem
import Glibc

/// A source of lines that reads a file descriptor in large chunks.
///
///     let end = console.run(ByteReader(descriptor: STDIN_FILENO, flushing: output))
///
/// A byte order mark and carriage returns at line ends are dropped. A line longer than
/// `longestLine` is an error, and reading continues after it. The output is flushed before each
/// read, because the other side may wait for a reply before it writes.
public final class ByteReader: LineSource {
  /// The maximum length of a line in bytes.
  public static let longestLine = 1 << 20

  /// The size of the read buffer in bytes.
  private static let pieceSize = 1 << 14

  private let descriptor: Int32
  /// `true` if the reader closes the descriptor when it is freed.
  private let ownsDescriptor: Bool
  /// The output to flush before each read; `nil` if there is none.
  private let output: OutputWriter?
  /// The receiver of calls while the reader waits for input; `nil` if there is none.
  private weak var attention: (any PromptAttention)?
  /// The read buffer, whose bytes from `start` to `end` are not consumed yet.
  private let piece = UnsafeMutablePointer<UInt8>.allocate(capacity: pieceSize)
  private var start = 0
  private var end = 0
  /// `true` before the first line, which may begin with a byte order mark.
  private var isAtBeginning = true

  /// Creates a reader of an open descriptor, which the caller must close.
  public init(
    descriptor: Int32, flushing output: OutputWriter?, attention: (any PromptAttention)? = nil
  ) {
    self.descriptor = descriptor
    self.attention = attention
    self.output = output
    ownsDescriptor = false
  }

  /// Opens a file; it may be a pipe or a device.
  ///
  /// - Throws: The error of the system.
  public convenience init(path: String) throws(SystemError) {
    try self.init(path, flags: 0) { !$0.isDirectory }
  }

  /// Opens a regular file; throws for a pipe or a device, which may never end.
  ///
  /// - Throws: `SystemError.notPlain`, or the error of the system.
  public convenience init(plain path: String) throws(SystemError) {
    try self.init(path, flags: O_NONBLOCK | O_NOCTTY) { $0.isPlain }
  }

  /// Opens a file; `accepts` decides by its type, such as a regular file or a pipe.
  private init(_ path: String, flags: Int32, accepts: (FileFacts) -> Bool) throws(SystemError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | flags)
    output = nil
    ownsDescriptor = descriptor >= 0
    guard descriptor >= 0, let facts = FileFacts(descriptor: descriptor) else { throw .last }
    guard accepts(facts) else {
      throw facts.isDirectory ? SystemError(number: EISDIR) : .notPlain
    }
  }

  deinit {
    if ownsDescriptor { _ = close(descriptor) }
    piece.deallocate()
  }

  public var hasLineReady: Bool { lineEnd != nil }

  public func nextLine(into line: inout [UInt8]) -> LineEvent {
    line.removeAll(keepingCapacity: true)
    var isTooLong = false
    var isComplete = false
    while !isComplete {
      if start == end {
        let count = fill()
        guard count >= 0 else { return .failed(errno) }
        if count == 0 && line.isEmpty && !isTooLong { return .end }
      }
      let lineEnd = lineEnd
      let stop = lineEnd ?? end
      isTooLong = isTooLong || line.count + stop - start > Self.longestLine
      if isTooLong {
        line.removeAll()
      } else {
        line += UnsafeBufferPointer(start: piece + start, count: stop - start)
      }
      start = min(stop + 1, end)
      // The last line needs no line feed.
      isComplete = lineEnd != nil || end == 0
    }
    line.dropCarriageReturn()
    if isAtBeginning {
      isAtBeginning = false
      if line.starts(with: [0xef, 0xbb, 0xbf]) { line.removeFirst(3) }
    }
    return isTooLong ? .tooLong : .line
  }

  /// The offset of the next line feed in the read buffer; `nil` if there is none.
  private var lineEnd: Int? {
    guard start < end, let found = memchr(piece + start, 0x0a, end - start) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(piece)
  }

  /// Reads the next bytes into the buffer; returns their number, or -1 for an error.
  private func fill() -> Int {
    if attention == nil { output?.flush() } else { awaitInput() }
    var count = read(descriptor, piece, Self.pieceSize)
    while count < 0 && (errno == EINTR || errno == EAGAIN) {
      // A pipe whose other end does not block may be empty: wait for it.
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if errno == EAGAIN { poll(&waiting, 1, -1) }
      count = read(descriptor, piece, Self.pieceSize)
    }
    start = 0
    end = max(0, count)
    return count
  }

  /// Waits until the descriptor is readable, and calls `attention` whenever it has work to do.
  ///
  /// Ctrl-C is blocked except during the wait, so that none arrives between the call of
  /// `didInterrupt` and the wait, and stays unnoticed.
  private func awaitInput() {
    var interrupt = sigset_t()
    var before = sigset_t()
    sigemptyset(&interrupt)
    sigaddset(&interrupt, SIGINT)
    pthread_sigmask(SIG_BLOCK, &interrupt, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var count: Int32 = 0
    var wasInterrupted = false
    repeat {
      attention?.didInterrupt()
      var delay: Int?
      // What becomes due is shown before the wait, too, since a look begins when it is written.
      repeat {
        attention?.willShow()
        output?.flush()
        _ = attention?.didShow()
        delay = attention?.idle()
      } while output?.hasUnwritten == true
      let time = delay.map { Int32(clamping: $0) } ?? -1
      count = chimp_poll_with_signals(descriptor, time, &before)
      wasInterrupted = count < 0 && errno == EINTR
    } while count == 0 || wasInterrupted
  }
}

extension [UInt8] {
  /// Removes a carriage return at the end.
  mutating func dropCarriageReturn() { if last == 0x0d { removeLast() } }
}
