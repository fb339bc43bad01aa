public import ChimpSystem

/// The destination of written output: a descriptor, a terminal, or memory in a test.
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
public protocol OutputSink: AnyObject {
  /// `true` if the sink handles marks, which never changes; otherwise it receives output without
  /// marks.
  var supportsMarks: Bool { get }

  /// Writes bytes; the marks are in ascending order.
  ///
  /// - Returns: The error of the system; `nil` if everything was written. After an error, the
  ///   writer writes nothing more.
  func write(_ bytes: Span<UInt8>, marks: [OutputMark]) -> SystemError?
}

extension OutputSink {
  /// Writes bytes without marks.
  public func write(_ bytes: [UInt8]) -> SystemError? { write(bytes.span, marks: []) }
}

/// A mark on a range of output bytes that a terminal treats in a special way, such as hiding them
/// later.
///
/// Offsets are relative to the bytes that are passed to `write` with the mark.
///
///     let marks: [OutputMark] = [.concealed(24..<310), .concealmentEnds(at: 310)]
///     marks.map(\.start)  // [24, 310]
public enum OutputMark: Equatable, Sendable {
  /// Bytes that show the numerals, which must be removed from the screen when the round is masked.
  case concealed(Range<Int>)

  /// Bytes of a board without secrets, which a terminal omits because its stage, the live picture,
  /// shows the board.
  case picture(Range<Int>)

  /// Bytes of a result that the live picture of a terminal shows as well; only the main screen
  /// writes them.
  case result(Range<Int>)

  /// These bytes are about the last move: a stage shows them until its next board. The main screen
  /// gets them only if they are kept.
  case remark(Range<Int>, isKept: Bool)

  /// The offset from which on no concealed bytes may remain on the screen or in the scrollback.
  case concealmentEnds(at: Int)

  /// The offset of the first marked byte.
  public var start: Int {
    switch self {
    case .concealed(let range), .picture(let range), .result(let range), .remark(let range, _):
      range.lowerBound
    case .concealmentEnds(let offset): offset
    }
  }
}

/// A sink that writes to a file descriptor, and blocks while its reader is slow.
///
///     let output = OutputWriter(sink: DescriptorSink(descriptor: STDOUT_FILENO))
///     output.write(text: "ready\n")
///     output.flush()
public final class DescriptorSink: OutputSink {
  public var supportsMarks: Bool { false }
  /// The file descriptor to write to.
  private let descriptor: Int32

  /// Creates a sink for a descriptor, which the caller still has to close.
  public init(descriptor: Int32) { self.descriptor = descriptor }

  public func write(_ bytes: Span<UInt8>, marks: [OutputMark]) -> SystemError? {
    do {
      try writeAll(bytes, to: descriptor)
      return nil
    } catch { return error }
  }
}

extension [UInt8] {
  /// Copies the bytes of a span.
  public init(_ bytes: Span<UInt8>) { self = bytes.withUnsafeBufferPointer(Array.init) }
}

/// A sink that discards everything that is written to it.
///
///     let output = OutputWriter(sink: DiscardingSink())
///     output.write(text: "unread\n")
public final class DiscardingSink: OutputSink {
  /// Creates the sink.
  public init() {}

  public var supportsMarks: Bool { false }

  public func write(_ bytes: Span<UInt8>, marks: [OutputMark]) -> SystemError? { nil }
}
