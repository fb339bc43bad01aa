import Glibc
package import SystemCalls

/// Where the pieces of the output go.
package protocol OutputSink: AnyObject {
  /// Whether the marks mean anything to this sink.
  var takesMarks: Bool { get }

  /// Takes a piece with its marks in ascending order. Answers what went wrong.
  func write(_ bytes: Span<UInt8>, marks: [OutputMark]) -> SystemError?
}

extension OutputSink {
  /// Takes bytes without marks.
  package func write(_ bytes: [UInt8]) -> SystemError? { write(bytes.span, marks: []) }
}

/// What a terminal has to know of a piece of the output.
package enum OutputMark: Equatable, Sendable {
  /// These bytes tell where the numerals are: they may be seen now, and must be gone later.
  case concealed(Range<Int>)
  /// These bytes are a board that anybody may see; where it stands elsewhere, it is left out.
  case picture(Range<Int>)
  /// From this byte on nothing that was concealed may be on the screen, or in the scrollback.
  case concealmentEnds(at: Int)

  package var start: Int {
    switch self {
    case .concealed(let range), .picture(let range): range.lowerBound
    case .concealmentEnds(let offset): offset
    }
  }
}

/// Writes to an open file.
package final class DescriptorSink: OutputSink {
  package var takesMarks: Bool { false }
  private let descriptor: Int32

  /// Makes a sink of a descriptor, which stays the caller's.
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
  /// Copies what a span shows.
  package init(_ bytes: Span<UInt8>) { self = bytes.withUnsafeBufferPointer(Array.init) }

  /// Reads from a descriptor into the bytes from a place on; answers how many came, 0 at its end.
  package mutating func read(_ descriptor: Int32, from place: Int) throws(SystemError) -> Int {
    let count = self[place...].withUnsafeMutableBytes {
      Glibc.read(descriptor, $0.baseAddress, $0.count)
    }
    if count < 0 && errno == EINTR { return try read(descriptor, from: place) }
    guard count >= 0 else { throw SystemError(number: errno) }
    return count
  }
}

/// Takes what nobody wants to see.
package final class NoSink: OutputSink {
  package init() {}

  package var takesMarks: Bool { false }

  package func write(_ bytes: Span<UInt8>, marks: [OutputMark]) -> SystemError? { nil }
}
