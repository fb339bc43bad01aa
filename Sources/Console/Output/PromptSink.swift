package import SystemCalls

/// An output to a terminal whose cursor can't be moved: replies appear above a prompt.
///
/// Output that comes while a line is awaited takes the place of the prompt, which is written again
/// below it:
///
///     let sink = PromptSink(screen, prompt: "chimp> ")
///     sink.beginLine()                              // chimp> |
///     sink.write(Array("mask\n".utf8).span, marks: [])
///                                                   // mask
///                                                   // chimp> |
package final class PromptSink: OutputSink {
  /// The underlying sink.
  private let sink: any OutputSink
  /// The text before a line.
  private let prompt: String
  /// `true` if a line is awaited.
  private var isAwaitingLine = false

  package var supportsMarks: Bool { sink.supportsMarks }

  /// Wraps a sink; the prompt must be ASCII.
  package init(_ sink: any OutputSink, prompt: String) {
    self.sink = sink
    self.prompt = prompt
  }

  package func write(_ bytes: Span<UInt8>, marks: [OutputMark]) -> SystemError? {
    guard isAwaitingLine else { return sink.write(bytes, marks: marks) }
    let blanks = String(repeating: " ", count: prompt.utf8.count)
    let text = bytes.withUnsafeBufferPointer { Array($0) }
    return sink.write(Array("\r\(blanks)\r".utf8) + text + Array(prompt.utf8))
  }

  /// Writes the prompt; output takes its place until `endLine`.
  package func beginLine() {
    _ = sink.write(Array(prompt.utf8))
    isAwaitingLine = true
  }

  /// Ends the prompt and leaves the typed line as it is; at the end of the input, begins a new
  /// line.
  package func endLine(isLast: Bool) {
    isAwaitingLine = false
    if isLast { _ = sink.write([0x0a]) }
  }
}

/// The lines of a terminal whose cursor can't be moved, with a prompt before each.
///
/// The prompt is not written if a whole line is already available.
///
///     let sink = PromptSink(screen, prompt: "chimp> ")
///     let lines = PromptedLines(input, output: console.output, sink: sink)
///     let end = console.run(lines)
package final class PromptedLines: LineSource {
  /// The source of the lines.
  private let source: any LineSource
  /// The output, which is written before the prompt.
  private let output: OutputWriter
  /// The sink of the prompt.
  private let sink: PromptSink

  package init(_ source: any LineSource, output: OutputWriter, sink: PromptSink) {
    self.source = source
    self.output = output
    self.sink = sink
  }

  package var hasLineReady: Bool { source.hasLineReady }

  package func nextLine(into line: inout OwnedBuffer<UInt8>) -> LineEvent {
    guard !source.hasLineReady else { return source.nextLine(into: &line) }
    output.flush()
    sink.beginLine()
    let event = source.nextLine(into: &line)
    sink.endLine(isLast: event == .end)
    return event
  }
}
