public import ChimpSystem

/// A sink for a terminal without cursor movement, which keeps the prompt below all output.
///
/// Output during the input of a line erases the prompt and writes it again below:
///
///     let sink = PromptSink(screen, prompt: "chimp> ")
///     sink.beginLine()                              // chimp> |
///     sink.write(Array("mask\n".utf8).span, marks: [])
///                                                   // mask
///                                                   // chimp> |
public final class PromptSink: OutputSink {
  /// The sink to which output and prompts are written.
  private let sink: any OutputSink
  /// The prompt, such as `> `.
  private let prompt: String
  /// `true` while the prompt is shown and the user may type.
  private var isAwaitingLine = false

  public var supportsMarks: Bool { sink.supportsMarks }

  /// Wraps a sink; the prompt must be ASCII.
  public init(_ sink: any OutputSink, prompt: String) {
    self.sink = sink
    self.prompt = prompt
  }

  public func write(_ bytes: Span<UInt8>, marks: [OutputMark]) -> SystemError? {
    guard isAwaitingLine else { return sink.write(bytes, marks: marks) }
    let blanks = String(repeating: " ", count: prompt.utf8.count)
    let text = bytes.withUnsafeBufferPointer { Array($0) }
    return sink.write(Array("\r\(blanks)\r".utf8) + text + Array(prompt.utf8))
  }

  /// Writes the prompt; output until `endLine` appears above it.
  public func beginLine() {
    _ = sink.write(Array(prompt.utf8))
    isAwaitingLine = true
  }

  /// Ends the input of a line; at the end of all input, also writes a line feed.
  public func endLine(isLast: Bool) {
    isAwaitingLine = false
    if isLast { _ = sink.write([0x0a]) }
  }
}

/// A source of lines from a terminal without cursor movement, which writes a prompt before each.
///
/// The prompt is not written if a whole line is already available.
///
///     let sink = PromptSink(screen, prompt: "chimp> ")
///     let lines = PromptedLines(input, output: console.output, sink: sink, attention: application)
///     let end = console.run(lines)
public final class PromptedLines: LineSource {
  /// The source that reads the lines.
  private let source: any LineSource
  /// The output to flush before the prompt is written.
  private let output: OutputWriter
  /// The sink that writes the prompt.
  private let sink: PromptSink
  /// The receiver that is told while a line is awaited; `nil` for none.
  private weak var attention: (any PromptAttention)?

  public init(
    _ source: any LineSource, output: OutputWriter, sink: PromptSink,
    attention: (any PromptAttention)? = nil
  ) {
    self.source = source
    self.output = output
    self.sink = sink
    self.attention = attention
  }

  public var hasLineReady: Bool { source.hasLineReady }

  public func nextLine(into line: inout [UInt8]) -> LineEvent {
    guard !source.hasLineReady else { return source.nextLine(into: &line) }
    output.flush()
    // Before the prompt: who sees it may press Ctrl-C at once.
    attention?.awaitsLine(true)
    sink.beginLine()
    let event = source.nextLine(into: &line)
    attention?.awaitsLine(false)
    sink.endLine(isLast: event == .end)
    return event
  }
}
