package import SystemCalls

/// The one thing that prints: replies are collected here and leave in large pieces.
///
/// What a reply reports may have to be committed before it leaves: then `commit` is set, and called
/// by `flush`.
public final class OutputWriter {
  /// How many bytes leave at once.
  @usableFromInline package static var pieceSize: Int { 1 << 15 }

  @usableFromInline var bytes: OwnedBuffer<UInt8>
  private var isCapturing = false

  /// Commits what the replies report that have not left; `nil` if there is nothing to commit.
  var commit: (() -> Void)?

  /// Whether a reply is being written that waits for a commit: it does not leave before its end.
  var isInReply = false

  private var concealStart: Int?
  private var marks: [OutputMark] = []
  private let sink: any OutputSink
  /// Whether styles are written as colours.
  package var hasColor = false
  /// What a refusal begins with: the file and the line where a file is sourced.
  package var refusalOrigin = ""
  /// What stands before each refusal.
  var refusalMark: StaticString = "error:"
  package internal(set) var refusalCount = 0
  /// What the last refusal said.
  package private(set) var lastRefusal = ""
  /// Why nothing can be written any more.
  package private(set) var fault: SystemError?

  /// Makes a writer that hands its pieces to the sink; it begins with room for so many bytes.
  package init(sink: any OutputSink, room: Int = pieceSize + pieceSize / 16) {
    self.sink = sink
    bytes = OwnedBuffer(capacity: room)
  }

  /// Writes what the body appends: the way for replies of several pieces.
  @inlinable
  public func compose(_ body: (inout OwnedBuffer<UInt8>) -> Void) {
    if bytes.count >= Self.pieceSize { flush() }
    body(&bytes)
  }

  package func write(_ piece: UnsafeBufferPointer<UInt8>) {
    if bytes.count >= Self.pieceSize { flush() }
    bytes.append(piece)
  }

  /// Writes words of the program's own.
  package func write(_ text: StaticString) { compose { $0.append(text) } }

  /// Writes a text as it is; what came from a user goes through `escaped` first.
  package func write(text: String) { text.utf8Span.span.withUnsafeBufferPointer { write($0) } }

  /// Writes a text as UTF-8.
  package func write(bytes: [UInt8]) { bytes.withUnsafeBufferPointer(write) }

  package func write(byte: UInt8) { compose { $0.append(byte) } }

  /// Writes a number in decimal.
  package func write(_ number: Int) { compose { $0.append(decimal: number) } }

  package func endLine() { write(byte: 0x0a) }

  /// Writes a refusal as one line, and counts it.
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

  /// Writes what must not stay on a terminal once the round is masked.
  package func conceal(_ body: () -> Void) {
    guard sink.takesMarks else { return body() }
    concealStart = bytes.count
    body()
    if let start = concealStart { marks.append(.concealed(start..<bytes.count)) }
    concealStart = nil
  }

  /// Marks the last bytes as something that the stage of a terminal shows in a place of its own: a
  /// board, or a line about it.
  package func notePicture(byteCount: Int) {
    guard sink.takesMarks, concealStart == nil else { return }
    marks.append(.picture(bytes.count - byteCount..<bytes.count))
  }

  /// Says that what was concealed so far must be gone from the terminal by now.
  package func endConcealment() {
    if sink.takesMarks { marks.append(.concealmentEnds(at: bytes.count)) }
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

  /// Whether something has not left yet.
  package var hasUnwritten: Bool { !bytes.isEmpty && fault == nil }

  var count: Int { bytes.count }

  /// Whether so many bytes have not left that nobody should wait for more of them.
  var isLong: Bool { bytes.count >= Self.pieceSize * 8 }

  /// Removes the replies from a position on, which have not left.
  func removeReplies(from start: Int) {
    bytes.removeLast(bytes.count - start)
    marks.removeAll { start <= $0.start }
  }

  /// Runs the body and answers what it wrote, which is written only if it is to be kept.
  package func capture(keeping: Bool, _ body: () -> Void) -> [UInt8] {
    var written: [UInt8] = []
    capture(keeping: keeping, into: &written, body)
    return written
  }

  /// Runs the body and replaces the bytes by what it wrote, in the memory that they have.
  package func capture(keeping: Bool, into written: inout [UInt8], _ body: () -> Void) {
    let start = bytes.count
    let wasCapturing = isCapturing
    isCapturing = true
    body()
    isCapturing = wasCapturing
    written.removeAll(keepingCapacity: true)
    written.append(contentsOf: bytes.elements(start..<bytes.count))
    if !keeping {
      bytes.removeLast(written.count)
      if !marks.isEmpty { marks.removeAll { $0.start >= start } }
    }
  }
}
