/// A source of lines: a terminal with line editing, a descriptor, or a text.
///
/// The source is the only difference between a person and a script: all other code is the same for
/// both.
///
///     let end = console.run(TextLines(Array("version\nquit\n".utf8)))
package protocol LineSource: AnyObject {
  /// Replaces the contents of `line` with the next line, without its line end.
  ///
  /// May block. A source writes pending output before it does.
  func nextLine(into line: inout OwnedBuffer<UInt8>) -> LineEvent

  /// `true` if a whole line can be read without blocking, so that nobody is waiting for the
  /// previous reply.
  ///
  /// Lines that are available may share one commit.
  var hasLineReady: Bool { get }
}

extension LineSource { package var hasLineReady: Bool { false } }

/// The result of asking a source for a line.
///
///     var line = OwnedBuffer<UInt8>(capacity: 64)
///     switch source.nextLine(into: &line) {
///     case .line: print(line.count, "bytes")
///     case .refused(let fault): print("error:", fault)
///     case .end: print("the last line was read")
///     case .failed(let number): print(SystemError(number: number))
///     }
package enum LineEvent: Equatable, Sendable {
  case line
  /// The line can't be accepted; reading continues after it.
  case refused(LineFault)
  case end
  /// Reading failed with this error number.
  case failed(Int32)
}

/// The reason why a line can't be split into words; columns count characters from 1.
///
///     do throws(LineFault) {
///       _ = try Invocation(line: "label \"two")
///     } catch { print(error) }  // the quote at column 7 is not closed
package enum LineFault: Error, Equatable, Sendable {
  case tooLong(limit: Int)
  /// The session accepts no more lines.
  case tooMany(limit: Int)
  case notUnicode(column: Int)
  case nul(column: Int)
  case unterminatedQuote(column: Int)
  case badEscape(Unicode.Scalar?, column: Int)
}

/// The part of a program that acts while a source waits for the user: clocks, jobs, and the glance.
///
/// A source calls it on its own thread, before it blocks and then as often as `idle` asks for:
///
///     let milliseconds = attention.idle()  // nil: nothing will be due
///     attention.willShow()
package protocol PromptAttention: AnyObject {
  /// Performs everything that is due by now.
  ///
  /// - Returns: The milliseconds until something is due again; `nil` if nothing is.
  func idle() -> Int?

  /// Notes that a person is at the terminal, because there was input.
  func noticePerson()

  /// Notes that the pending output is about to be written.
  func willShow()

  /// Notes that the output was written.
  ///
  /// - Returns: Whether to ask the terminal to acknowledge that it has read it.
  func didShow() -> Bool

  /// Notes that the terminal has answered that it has read what was shown.
  func didAcknowledge()

  /// `true` if a glance is in progress: the time from the fixation mark to the mask of a round
  /// whose numerals are shown for a limited time, on a real clock. During it, only the clock, the
  /// window's size, signals and presses on the board may act.
  var isGlanceOpen: Bool { get }

  /// `true` if a test is in progress on a real clock, which asks before it is left.
  var isTimedTest: Bool { get }

  /// `true` if a round may begin as time passes.
  ///
  /// No command may run meanwhile: its reply, its question or its progress could hold the numerals
  /// on the screen.
  var isRoundExpected: Bool { get }

  /// Counts keys that were dropped because the glance was open.
  func countEarlyInputs(_ count: Int)

  /// Masks the numerals before their time, if they are shown; then stops the test, if asked to.
  func closeGlance(stopsTest: Bool)

  /// Notes that the program was resumed after a suspension.
  func didContinue()
}

extension PromptAttention {
  /// Performs everything that is due while a command runs.
  ///
  /// Returns `nil`, and does nothing, while a round may begin.
  package func idleBehindCommand() -> Int? { isRoundExpected ? nil : idle() }
}

/// A source of the lines of a text in memory, such as the argument of `--command`.
///
/// A last line counts without a line feed, too. A line that is too long is refused, and reading
/// continues after it.
///
///     let source = TextLines(Array("start 3 5 5\npress 1 1".utf8))
///     var line = OwnedBuffer<UInt8>(capacity: 64)
///     source.nextLine(into: &line)  // line
///     source.nextLine(into: &line)  // line
///     source.nextLine(into: &line)  // end
package final class TextLines: LineSource {
  /// The whole text.
  private let text: [UInt8]
  /// The offset of the next line.
  private var start = 0

  /// Creates a source of the lines of a text; a last line without a line feed counts.
  package init(_ text: [UInt8]) { self.text = text }

  package func nextLine(into line: inout OwnedBuffer<UInt8>) -> LineEvent {
    line.removeAll()
    guard start < text.count else { return .end }
    let end = text[start...].firstIndex(of: 0x0a) ?? text.count
    defer { start = end + 1 }
    guard end - start <= ByteReader.longestLine else {
      return .refused(.tooLong(limit: ByteReader.longestLine))
    }
    line.append(text[start..<end].span)
    line.dropCarriageReturn()
    return .line
  }
}
