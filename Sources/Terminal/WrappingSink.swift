package import ChimpSystem
package import Shell

/// A sink for a terminal on which replies are only appended: it wraps long lines between words.
///
/// An incomplete line, such as a question, passes unchanged; so does everything while the width is
/// unknown.
///
///     let sink = WrappingSink(screen) { 12 }
///     _ = sink.write(Array("one two three\n".utf8))
///     // one two
///     //   three
package final class WrappingSink: OutputSink {
  private let sink: any OutputSink
  /// Returns the width of the terminal; `nil` if it is unknown.
  private let columns: () -> Int?
  private var pages = ReplyPages()

  /// Wraps a sink that handles no marks.
  package init(_ sink: any OutputSink, columns: @escaping () -> Int?) {
    self.sink = sink
    self.columns = columns
  }

  package var supportsMarks: Bool { false }

  package func write(_ bytes: Span<UInt8>, marks: [OutputMark]) -> SystemError? {
    guard let columns = columns() else { return sink.write(bytes, marks: marks) }
    let text = ScreenText(columns: columns, width: \.displayWidth)
    return sink.write(pages.append([UInt8](bytes), text))
  }
}
