import Glibc
package import SystemCalls

/// The destination of an `OutputWriter`: a descriptor, a terminal, or memory in a test.
///
///     final class Collector: OutputSink {
///       var text = ""
///       let supportsMarks = false
///
///       func write(_ bytes: Span<UInt8>, marks: [OutputMark]) -> SystemError? {
///         text += String(decoding: [UInt8](bytes), as: UTF8.self)
///         return nil
///       }
///     }
package protocol OutputSink: AnyObject {
  /// `true` if the sink interprets marks. If not, it gets none.
  var supportsMarks: Bool { get }

  /// Writes a piece with its marks in ascending order.
  ///
  /// - Returns: The error of the system; `nil` if everything was written. After an error, the
  ///   writer writes nothing more.
  func write(_ bytes: Span<UInt8>, marks: [OutputMark]) -> SystemError?
}

extension OutputSink {
  /// Writes bytes without marks.
  package func write(_ bytes: [UInt8]) -> SystemError? { write(bytes.span, marks: []) }
}

/// A mark on a range of the output that a terminal treats in a special way.
///
/// Offsets count from the first byte of the piece that is written with the mark. A sink that
/// doesn't support marks gets none.
///
///     let marks: [OutputMark] = [.concealed(24..<310), .concealmentEnds(at: 310)]
///     marks.map(\.start)  // [24, 310]
package enum OutputMark: Equatable, Sendable {
  /// These bytes show the numerals, and must be gone from the screen when the round is masked.
  case concealed(Range<Int>)

  /// These bytes are a board that may always be seen; a terminal with a stage omits them, because
  /// the stage shows the board.
  case picture(Range<Int>)

  /// These bytes are a result that a terminal's stage shows, too: only the main screen gets them.
  case result(Range<Int>)

  /// These bytes are about the last move: a stage shows them until its next board. The main screen
  /// gets them only if they are kept.
  case remark(Range<Int>, isKept: Bool)

  /// From this offset on, nothing that was concealed may be on the screen or in the scrollback.
  case concealmentEnds(at: Int)

  /// The first byte of the range.
  package var start: Int {
    switch self {
    case .concealed(let range), .picture(let range), .result(let range), .remark(let range, _):
      range.lowerBound
    case .concealmentEnds(let offset): offset
    }
  }
}

/// A sink that writes to an open descriptor, and waits if its reader is slow.
///
///     let output = OutputWriter(sink: DescriptorSink(descriptor: STDOUT_FILENO))
///     output.write("ready\n")
///     output.flush()
package final class DescriptorSink: OutputSink {
  package var supportsMarks: Bool { false }
  /// The open descriptor.
  private let descriptor: Int32

  /// Creates a sink for a descriptor, which the caller still has to close.
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

  /// Reads from a descriptor into the bytes from an offset on; blocks until there is at least one.
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

/// A sink that discards everything, for a session whose replies nobody reads.
///
///     let output = OutputWriter(sink: DiscardingSink())
///     output.write("unread\n")
package final class DiscardingSink: OutputSink {
  /// Creates the sink.
  package init() {}

  package var supportsMarks: Bool { false }

  package func write(_ bytes: Span<UInt8>, marks: [OutputMark]) -> SystemError? { nil }
}
