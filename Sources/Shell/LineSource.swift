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
///     case .refused(let fault): print("error:", fault)
///     case .end: print("the last line was read")
///     case .failed(let number): print(SystemError(number: number))
///     }
public enum LineEvent: Equatable, Sendable {
  case line
  /// The line is invalid; reading continues after it.
  case refused(ConsoleError)
  case end
  /// Reading failed with this error number.
  case failed(Int32)
}

/// Receives calls while a source waits for the user: for clocks, background jobs and the screen.
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

  /// Called at the first input of a user at the terminal.
  func noticePerson()

  /// Called before pending output is written to the terminal.
  func willShow()

  /// Called after output was written to the terminal.
  ///
  /// - Returns: `true` to ask the terminal for an acknowledgement, which measures its delay.
  func didShow() -> Bool

  /// Called when the terminal has acknowledged the output.
  func didAcknowledge()

  /// `true` during a glance: the time from the fixation mark to the mask, if it is limited and
  /// timed by a real clock.
  ///
  /// During a glance only the clock, the window's size, signals and presses on the board are
  /// handled.
  var isGlanceOpen: Bool { get }

  /// `true` if a test is in progress on a real clock, which asks before it is left.
  var isTimedTest: Bool { get }

  /// `true` if the clock may begin a round at any time, so that no command may run.
  ///
  /// The reply, question or progress of a command could keep the numerals on the screen.
  var isRoundExpected: Bool { get }

  /// Adds to the number of keys that were dropped during a glance.
  func countEarlyInputs(_ count: Int)

  /// Masks the numerals immediately if they are visible; then stops the test if `stopsTest`.
  func closeGlance(stopsTest: Bool)

  /// Marks the round in progress as interrupted; a test then replaces its trial.
  func interruptTrial()

  /// Called after the program was resumed from a suspension, such as Ctrl-Z.
  func didContinue()

  /// Called when the size of the window has changed, which is stored with the round in progress.
  func noteWindow()

  /// Called before the prompt of a line without line editing is written, and after the line was
  /// read.
  func awaitsLine(_ isWaiting: Bool)

  /// Called before each wait for input without line editing, and after a signal has interrupted it.
  func didInterrupt()
}

extension PromptAttention {
  /// Does all work that is due while a command runs.
  ///
  /// Does nothing and returns `nil` while the clock may begin a round.
  public func idleBehindCommand() -> Int? { isRoundExpected ? nil : idle() }
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
    guard end - start <= ByteReader.longestLine else {
      return .refused(.lineTooLong(limit: ByteReader.longestLine))
    }
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
