public import ChimpSystem

/// The output buffer of a session: collects replies and writes them to a sink in large chunks.
///
///     output.write(text: "right: \(count)")
///     output.endLine()
///
/// If the changes that a reply reports must be committed before it is written, `commit` is set, and
/// `flush` calls it first. After an error of the sink nothing more is written, and `fault` has the
/// error.
public final class OutputWriter {
  /// The number of buffered bytes at which they are written to the sink.
  let pieceSize = 1 << 15

  /// The buffered output, not written to the sink yet.
  private var bytes: [UInt8] = []
  /// `true` during `capture`, so that nothing may be written to the sink.
  private var isCapturing = false

  /// Commits the changes that the buffered replies report; `nil` if there is nothing to commit.
  var commit: (() -> Void)?

  /// `true` while a reply is incomplete whose changes are not committed, so that it can't be
  /// flushed.
  var isInReply = false

  /// The offset at which the current concealed output begins; `nil` if there is none.
  private var concealStart: Int?
  /// The marks on the buffered output.
  private var marks: [OutputMark] = []
  /// The destination of the output.
  private let sink: any OutputSink
  /// `true` to write styles as terminal colours.
  public var hasColor = false
  /// The prefix of error messages in a sourced file, such as `script.txt:3: `.
  var refusalOrigin = ""
  /// The word before each error message, such as `error:`, in the language of the session.
  var refusalMark: String = "error:"
  /// The number of refusals so far.
  public internal(set) var refusalCount = 0
  /// An error message with its stable name and its column.
  package struct LastRefusal: Equatable {
    package var name = ""
    package var text = ""
    package var column: Int?
  }

  /// The last error message.
  package private(set) var lastRefused = LastRefusal()
  /// Frames what was written outside of a reply, before it is written to the sink; `nil` if it
  /// needs no frame.
  var completeFrame: (() -> Void)?
  /// The offset behind the last framed reply.
  private var framedCount = 0
  /// The error of the sink, after which nothing more is written; `nil` if there was none.
  public private(set) var fault: SystemError?

  public init(sink: any OutputSink) { self.sink = sink }

  /// The place where a terminal that shows a live picture writes a part of a reply.
  public enum Place: Sendable {
    /// Above the prompt, as every reply.
    case reply
    /// Nowhere, because the picture shows the same.
    case picture
    /// Once: in the picture or on the main screen.
    case result
    /// Below the board, until the next one; the main screen gets it only if it is kept.
    case remark(isKept: Bool = true)
  }

  /// Writes a text without escaping it; text from users must be passed through `escaped` first.
  public func write(text: String, at place: Place = .reply) {
    if bytes.count >= pieceSize { flush() }
    bytes += text.utf8
    if sink.supportsMarks { mark(text.utf8.count, place) }
  }

  /// Writes bytes, which must be UTF-8.
  public func write(_ piece: [UInt8], at place: Place = .reply) {
    if bytes.count >= pieceSize { flush() }
    bytes += piece
    if sink.supportsMarks { mark(piece.count, place) }
  }

  /// Writes a byte.
  public func write(byte: UInt8) { bytes.append(byte) }

  /// Writes a line feed.
  public func endLine() { bytes.append(0x0a) }

  /// Writes an error message as one line, with control characters escaped, and counts it.
  ///
  /// As a remark it is about a move: a stage shows it until the next board.
  public func refuse(
    _ words: String, named name: String, column: Int? = nil, asRemark isRemark: Bool = false
  ) {
    noteRefusal()
    lastRefused = LastRefusal(name: name, text: escaped(refusalOrigin + words), column: column)
    write(
      text: "\(styled(refusalMark, .bad)) \(lastRefused.text)\n", at: isRemark ? .remark() : .reply)
  }

  /// Counts an error whose message is written by the caller.
  public func noteRefusal() { refusalCount += 1 }

  /// Runs a closure and marks its output as concealed if it is secret: a terminal removes it when
  /// the round is masked.
  ///
  /// If the sink supports no marks, the output is written normally.
  public func conceal(if isSecret: Bool = true, _ body: () -> Void) {
    guard isSecret, sink.supportsMarks else { return body() }
    concealStart = bytes.count
    body()
    if let start = concealStart { marks.append(.concealed(start..<bytes.count)) }
    concealStart = nil
  }

  /// Marks the last bytes with their place; does nothing within concealed output.
  private func mark(_ byteCount: Int, _ place: Place) {
    guard concealStart == nil else { return }
    let range = bytes.count - byteCount..<bytes.count
    switch place {
    case .reply: break
    case .picture: marks.append(.picture(range))
    case .result: marks.append(.result(range))
    case .remark(let isKept): marks.append(.remark(range, isKept: isKept))
    }
  }

  /// Marks the offset at which all concealed output must be removed from the terminal.
  public func endConcealment() {
    if sink.supportsMarks { marks.append(.concealmentEnds(at: bytes.count)) }
  }

  /// Commits the changes that the buffered replies report, then writes the replies to the sink.
  ///
  /// Does nothing during `capture` and while a reply is incomplete.
  public func flush() {
    guard !bytes.isEmpty || !marks.isEmpty, !isCapturing, !isInReply else { return }
    commit?()
    completeFrame?()
    if let start = concealStart { marks.append(.concealed(start..<bytes.count)) }
    if fault == nil { fault = sink.write(bytes.span, marks: marks) }
    bytes.removeAll(keepingCapacity: true)
    marks.removeAll(keepingCapacity: true)
    if concealStart != nil { concealStart = 0 }
    framedCount = 0
  }

  /// Writes a framed reply or event.
  func writeFramed(_ text: String) {
    write(text: text)
    framedCount = bytes.count
  }

  /// Removes and returns what was written behind the last frame.
  func removeUnframed() -> [UInt8] {
    let written = Array(bytes[framedCount...])
    bytes.removeLast(written.count)
    return written
  }

  /// `true` if there is buffered output and no error prevents writing it.
  public var hasUnwritten: Bool { !bytes.isEmpty && fault == nil }

  /// The number of buffered bytes, which is the offset of the next reply.
  var count: Int { bytes.count }

  /// `true` if the buffered output is so long that it should be written before the next line.
  var isLong: Bool { bytes.count >= pieceSize * 8 }

  /// Removes the buffered replies from an offset on, because their commit has failed.
  func removeReplies(from start: Int) {
    bytes.removeLast(bytes.count - start)
    marks.removeAll { start <= $0.start }
    framedCount = min(framedCount, start)
  }

  /// Runs a closure and returns the bytes that it wrote.
  ///
  /// If `keeping` is false, they are removed from the output.
  public func capture(keeping: Bool, _ body: () -> Void) -> [UInt8] {
    let start = bytes.count
    let wasCapturing = isCapturing
    isCapturing = true
    body()
    isCapturing = wasCapturing
    let written = Array(bytes[start...])
    if !keeping {
      bytes.removeLast(written.count)
      if !marks.isEmpty { marks.removeAll { $0.start >= start } }
    }
    return written
  }
}
