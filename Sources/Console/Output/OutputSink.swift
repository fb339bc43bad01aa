import Glibc
package import SystemCalls

/// The destination of an `OutputWriter`: a descriptor, a terminal, or memory in a test.
package protocol OutputSink: AnyObject {
  /// Whether the sink interprets marks. If not, none are made.
  var supportsMarks: Bool { get }

  /// Writes a piece with its marks in ascending order.
  ///
  /// - Returns: The error of the system; `nil` if everything was written. The writer then writes
  ///   nothing more.
  func write(_ bytes: Span<UInt8>, marks: [OutputMark]) -> SystemError?
}

extension OutputSink {
  /// Writes bytes without marks.
  package func write(_ bytes: [UInt8]) -> SystemError? { write(bytes.span, marks: []) }
}

/// A mark on a range of the output that a terminal treats in a special way.
package enum OutputMark: Equatable, Sendable {
  /// These bytes show the numerals, and must be gone from the screen when the round is masked.
  case concealed(Range<Int>)

  /// These bytes are a board that may always be seen; a terminal with a stage leaves them out,
  /// because the stage shows it.
  case picture(Range<Int>)

  /// These bytes are a result that a terminal's stage shows, too: only the main screen gets them.
  case result(Range<Int>)

  /// These bytes matter only while the stage is shown: the main screen does not get them.
  case remark(Range<Int>)

  /// From this offset on, nothing that was concealed may be on the screen or in the scrollback.
  case concealmentEnds(at: Int)

  /// The first byte of the range.
  package var start: Int {
    switch self {
    case .concealed(let range), .picture(let range), .result(let range), .remark(let range):
      range.lowerBound
    case .concealmentEnds(let offset): offset
    }
  }
}

/// A sink that writes to an open descriptor, however slow its reader is.
package final class DescriptorSink: OutputSink {
  package var supportsMarks: Bool { false }
  /// The open descriptor.
  private let descriptor: Int32

  /// Creates a sink for a descriptor, which remains the caller's to close.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  package func write(_ bytes: Span<UInt8>, marks: [OutputMark]) -> SystemError? {
    var rest = bytes
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written >= 0 {
        rest = rest.extracting(droppingFirst: written)
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      } else if errno != EINTR {
        return SystemError(number: errno)
      }
    }
    return nil
  }
}

extension [UInt8] {
  /// Copies the bytes of a span.
  package init(_ bytes: Span<UInt8>) { self = bytes.withUnsafeBufferPointer(Array.init) }

  /// Reads from a descriptor into the bytes from an offset on, until something has come.
  ///
  /// - Returns: The number of bytes read; 0 at the end of the file.
  /// - Throws: The error of the system, except `EINTR`, after which it reads again.
  package mutating func read(_ descriptor: Int32, from offset: Int) throws(SystemError) -> Int {
    let count = self[offset...].withUnsafeMutableBytes {
      Glibc.read(descriptor, $0.baseAddress, $0.count)
    }
    if count < 0 && errno == EINTR { return try read(descriptor, from: offset) }
    guard count >= 0 else { throw SystemError(number: errno) }
    return count
  }
}

/// A sink that discards everything.
package final class DiscardingSink: OutputSink {
  /// Creates the sink.
  package init() {}

  package var supportsMarks: Bool { false }

  package func write(_ bytes: Span<UInt8>, marks: [OutputMark]) -> SystemError? { nil }
}
