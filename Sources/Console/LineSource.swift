/// Where lines come from: a terminal with line editing, or bytes.
///
/// This is the only difference between a person and a script.
package protocol LineSource: AnyObject {
  /// Replaces the contents of `line` with the next line, without its line end.
  func nextLine(into line: inout OwnedBuffer<UInt8>) -> LineEvent

  /// Whether a whole line is there already, so that nobody waits for the reply before it.
  var hasLineReady: Bool { get }
}

extension LineSource { package var hasLineReady: Bool { false } }

/// What came of asking for a line.
package enum LineEvent: Equatable, Sendable {
  case line
  /// The line can't be taken; reading goes on behind it.
  case refused(LineFault)
  case end
  /// Reading failed with this error number.
  case failed(Int32)
}

/// Why a line can't be read as words; columns count characters from 1.
package enum LineFault: Error, Equatable, Sendable {
  case tooLong(limit: Int)
  /// The session takes no more lines.
  case tooMany(limit: Int)
  case notUnicode(column: Int)
  case nul(column: Int)
  case unterminatedQuote(column: Int)
  case badEscape(Unicode.Scalar?, column: Int)
}

/// Called while the user edits a line.
package protocol PromptAttention: AnyObject {
  /// Does what is due by now, and returns after how many milliseconds something is due again.
  func idle() -> Int?

  func noticePerson()

  /// Called before what was shown so far is written.
  func willShow()

  /// Called after it was written; returns whether to ask the terminal when it has read it.
  func didShow() -> Bool

  /// Called when the terminal has answered that it has read what was shown.
  func didAcknowledge()

  /// Whether the glance is open: from the fixation mark to the mask of a round whose numerals are
  /// shown for a time, on a real clock. Only the clock, the window's size, signals and presses on
  /// the board may act meanwhile.
  var isGlanceOpen: Bool { get }

  /// Whether a round may begin as time passes. No command may be running then: its reply, its
  /// question or its progress could hold the numerals on the screen.
  var isRoundExpected: Bool { get }

  /// Counts keys that were dropped because the glance was open.
  func countEarlyInputs(_ count: Int)

  /// Masks the numerals before their time, if they are shown; then stops the test, if that is
  /// asked for.
  func closeGlance(stopsTest: Bool)

  /// Called when the program goes on after it was suspended.
  func didContinue()
}

extension PromptAttention {
  /// Does what is due while a command runs; nothing while a round may begin.
  package func idleBehindCommand() -> Int? { isRoundExpected ? nil : idle() }
}

/// The lines of a text that is at hand.
package final class TextLines: LineSource {
  private let text: [UInt8]
  private var start = 0

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
