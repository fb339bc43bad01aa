/// A source of lines: a terminal with line editing, a descriptor, or a text.
///
/// The console performs the lines of a person and of a script in the same way, whatever their
/// source.
///
///     let end = console.run(TextLines(Array("version\nquit\n".utf8)))
public protocol LineSource: AnyObject {
  /// Reads the next line into `line`, without its line end.
  ///
  /// May block. A source writes pending output before it does.
  func nextLine(into line: inout [UInt8]) -> LineEvent

  /// `true` if a whole line can be read without blocking, so that the current reply may be delayed.
  ///
  /// Lines that are available may share one commit.
  var hasLineReady: Bool { get }
}

extension LineSource { public var hasLineReady: Bool { false } }

/// The result of reading a line: a line, the end, or an error.
///
///     var line: [UInt8] = []
///     switch source.nextLine(into: &line) {
///     case .line: print(line.count, "bytes")
///     case .tooLong: print("a line is longer than", ByteReader.longestLine, "bytes")
///     case .end: print("the last line was read")
///     case .failed(let number): print(SystemError(number: number))
///     }
public enum LineEvent: Equatable, Sendable {
  case line
  /// The line is longer than `ByteReader.longestLine`; reading continues after it.
  case tooLong
  case end
  /// Reading failed with this error number.
  case failed(Int32)
}

/// Receives calls while a source without line editing waits for the user.
///
/// A source calls `idle` before it blocks, and again after the time that `idle` returned:
///
///     let milliseconds = attention.idle()  // nil: nothing will be due
///     attention.willShow()
public protocol PromptAttention: AnyObject {
  /// Does all work that is due now, such as advancing the clock.
  ///
  /// - Returns: The milliseconds until something is due again; `nil` if nothing is.
  func idle() -> Int?

  /// Called before pending output is written to the terminal.
  func willShow()

  /// Called after output was written to the terminal.
  ///
  /// - Returns: `true` to ask the terminal for an acknowledgement, which measures its delay.
  func didShow() -> Bool

  /// Called before the prompt of a line is written, and after the line was read.
  func awaitsLine(_ isWaiting: Bool)

  /// Called before each wait for input, and after a signal has interrupted it.
  func didInterrupt()
}

/// A source of the lines of a text in memory, such as the argument of the option `--command`.
///
/// The last line needs no line feed. A line that is too long is an error, and reading continues
/// after it.
///
///     let source = TextLines(Array("start 3 5 5\npress 1 1".utf8))
///     var line: [UInt8] = []
///     source.nextLine(into: &line)  // line
///     source.nextLine(into: &line)  // line
///     source.nextLine(into: &line)  // end
public final class TextLines: LineSource {
  /// The whole text.
  private let text: [UInt8]
  /// The offset of the next line in the text.
  private var start = 0

  /// Creates a source of the lines of a text; a last line without a line feed counts.
  public init(_ text: [UInt8]) { self.text = text }

  public func nextLine(into line: inout [UInt8]) -> LineEvent {
    line.removeAll()
    guard start < text.count else { return .end }
    let end = text[start...].firstIndex(of: 0x0a) ?? text.count
    defer { start = end + 1 }
    guard end - start <= ByteReader.longestLine else { return .tooLong }
    line += text[start..<end]
    line.dropCarriageReturn()
    return .line
  }
}

/// The position of a line in its source, for error messages.
struct LinePosition {
  /// The line number, from 1; 0 for a line that was not read from a source.
  var number: Int

  /// The name of the file that the line comes from; `nil` if errors are not written to the
  /// diagnostics.
  let fileName: String?
}
