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

/// Somebody who has things to do while a line is typed.
package protocol PromptAttention: AnyObject {
  /// Does what is due by now; answers after how many milliseconds something is due again.
  func idle() -> Int?

  func noticePerson()

  /// All that was to be shown so far has been written; answers whether the terminal is to say when
  /// it has read it.
  func didShow() -> Bool

  /// The terminal had read it so long after it was asked.
  func didAcknowledge(after milliseconds: Int)
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
