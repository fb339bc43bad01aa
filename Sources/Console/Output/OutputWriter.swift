package import SystemCalls

/// The only writer of replies: it collects them and writes them to the sink in large pieces.
///
///     output.compose { bytes in
///       bytes.append("right: ")
///       bytes.append(decimal: count)
///     }
///     output.endLine()
///
/// If the changes that a reply reports must be committed before it is written, `commit` is set, and
/// `flush` calls it first. Pieces are written in order; after an error of the sink nothing more is
/// written, and `fault` has the reason.
public final class OutputWriter {
  /// The number of bytes from which a piece is written to the sink.
  @usableFromInline package static var pieceSize: Int { 1 << 15 }

  /// The output that has not been written to the sink.
  @usableFromInline var bytes: OwnedBuffer<UInt8>
  /// `true` if the output is being captured, and so must not be written to the sink.
  private var isCapturing = false

  /// Commits the changes that the unwritten replies report; `nil` if there is nothing to commit.
  var commit: (() -> Void)?

  /// `true` if a reply is being composed that waits for a commit; it must not be flushed before its
  /// end.
  var isInReply = false

  /// The offset of the beginning of the open concealment; `nil` if none is open.
  private var concealStart: Int?
  /// The marks of the output that has not been written to the sink.
  private var marks: [OutputMark] = []
  /// The destination.
  private let sink: any OutputSink
  /// `true` if styles are written as colours.
  package var hasColor = false
  /// The beginning of refusals in a sourced file: its name and the line.
  package var refusalOrigin = ""
  /// The word before each refusal, in the language of the session.
  var refusalMark: StaticString = "error:"
  /// The number of refusals so far.
  package internal(set) var refusalCount = 0
  /// The words of the last refusal.
  package private(set) var lastRefusal = ""
  /// The error of the sink, after which nothing is written any more.
  package private(set) var fault: SystemError?

  /// Creates a writer; `room` is its initial capacity in bytes.
  package init(sink: any OutputSink, room: Int = pieceSize + pieceSize / 16) {
    self.sink = sink
    bytes = OwnedBuffer(capacity: room)
  }

  /// Writes the bytes that the body appends, for replies composed of several pieces.
  ///
  /// The body appends to the buffer itself, so that the pieces are copied once.
  @inlinable
  public func compose(_ body: (inout OwnedBuffer<UInt8>) -> Void) {
    if bytes.count >= Self.pieceSize { flush() }
    body(&bytes)
  }

  /// Writes bytes.
  package func write(_ piece: UnsafeBufferPointer<UInt8>) {
    if bytes.count >= Self.pieceSize { flush() }
    bytes.append(piece)
  }

  /// Writes a literal of the program.
  package func write(_ text: StaticString) { compose { $0.append(text) } }

  /// Writes a text as it is; anything that came from a user must pass through `escaped` first.
  package func write(text: String) { text.utf8Span.span.withUnsafeBufferPointer { write($0) } }

  /// Writes a text as UTF-8.
  package func write(bytes: [UInt8]) { bytes.withUnsafeBufferPointer(write) }

  /// Writes a byte.
  package func write(byte: UInt8) { compose { $0.append(byte) } }

  /// Writes a number in decimal.
  package func write(_ number: Int) { compose { $0.append(decimal: number) } }

  /// Ends the line.
  package func endLine() { write(byte: 0x0a) }

  /// Writes a refusal as one line, with hidden characters escaped, and counts it.
  package func refuse(_ words: String) {
    noteRefusal()
    lastRefusal = escaped(refusalOrigin + words)
    write(refusalMark, .bad)
    write(byte: 0x20)
    write(text: lastRefusal)
    endLine()
  }

  /// Counts a refusal that is written in another form.
  func noteRefusal() { refusalCount += 1 }

  /// Marks the output of the body as something that must not stay on a terminal once the round is
  /// masked.
  ///
  /// Only runs the body if the sink supports no marks.
  package func conceal(_ body: () -> Void) {
    guard sink.supportsMarks else { return body() }
    concealStart = bytes.count
    body()
    if let start = concealStart { marks.append(.concealed(start..<bytes.count)) }
    concealStart = nil
  }

  /// Marks the last bytes as something that the stage of a terminal shows instead: a board, or a
  /// line about it.
  package func notePicture(byteCount: Int) { mark(byteCount, OutputMark.picture) }

  /// Marks the last bytes as a result that the stage of a terminal shows, too.
  package func noteResult(byteCount: Int) { mark(byteCount, OutputMark.result) }

  /// Marks the last bytes as a remark about what the stage of a terminal shows.
  package func noteRemark(byteCount: Int) { mark(byteCount, OutputMark.remark) }

  /// Marks the last bytes; does nothing for bytes that are concealed anyway.
  private func mark(_ byteCount: Int, _ kind: (Range<Int>) -> OutputMark) {
    guard sink.supportsMarks, concealStart == nil else { return }
    marks.append(kind(bytes.count - byteCount..<bytes.count))
  }

  /// Marks the point in the output at which everything concealed must be gone from the terminal.
  package func endConcealment() {
    if sink.supportsMarks { marks.append(.concealmentEnds(at: bytes.count)) }
  }

  /// Commits what the replies report, then writes them to the sink.
  ///
  /// Does nothing in the middle of a captured or uncommitted reply.
  @usableFromInline package func flush() {
    guard !bytes.isEmpty || !marks.isEmpty, !isCapturing, !isInReply else { return }
    commit?()
    if let start = concealStart { marks.append(.concealed(start..<bytes.count)) }
    if fault == nil { fault = sink.write(bytes.elements.span, marks: marks) }
    bytes.removeAll()
    marks.removeAll(keepingCapacity: true)
    if concealStart != nil { concealStart = 0 }
  }

  /// `true` if there is unwritten output that can still be written.
  package var hasUnwritten: Bool { !bytes.isEmpty && fault == nil }

  /// The number of unwritten bytes, which is the position of the next reply.
  var count: Int { bytes.count }

  /// `true` if the unwritten replies are so long that they should be written before the next line.
  var isLong: Bool { bytes.count >= Self.pieceSize * 8 }

  /// Removes the unwritten replies from a position on, because their commit has failed.
  func removeReplies(from start: Int) {
    bytes.removeLast(bytes.count - start)
    marks.removeAll { start <= $0.start }
  }

  /// Runs the body and returns what it wrote.
  ///
  /// The output keeps it only if `keeping` is true.
  package func capture(keeping: Bool, _ body: () -> Void) -> [UInt8] {
    let start = bytes.count
    let wasCapturing = isCapturing
    isCapturing = true
    body()
    isCapturing = wasCapturing
    let written = Array(bytes.elements(start..<bytes.count))
    if !keeping {
      bytes.removeLast(written.count)
      if !marks.isEmpty { marks.removeAll { $0.start >= start } }
    }
    return written
  }
}
