/// The typed answer to a yes-or-no question.
///
/// An empty line and Ctrl-C mean no. Any other line is returned, to be run as a command. A strict
/// question goes on until the answer is yes or no.
///
///     var line = AnswerLine()
///     line.append("y") == nil  // true
///     line.append("\r") == .yes  // true
package struct AnswerLine: Equatable, Sendable {
  /// A complete answer to a question.
  ///
  ///     func answer(_ text: String) -> AnswerLine.Answer? {
  ///       var line = AnswerLine()
  ///       return text.unicodeScalars.compactMap { line.append($0) }.first
  ///     }
  ///     answer("help\r") == .line("help")  // true
  package enum Answer: Equatable, Sendable {
    case yes, no
    /// Another line, which the caller must run as a command.
    case line(String)
  }

  package private(set) var text = ""
  private let isStrict: Bool

  /// Creates an empty answer; a strict one accepts only yes, no, Ctrl-C and Ctrl-D.
  package init(isStrict: Bool = false) { self.isStrict = isStrict }

  /// Appends a character; returns the answer when the character completes it.
  package mutating func append(_ scalar: Unicode.Scalar) -> Answer? {
    switch scalar {
    case "\r", "\n":
      guard isStrict, !["y", "yes", "n", "no"].contains(text.lowercased()) else { return answer }
      text = ""
    case "\u{3}": return .no
    case "\u{4}": if text.isEmpty { return .no }
    case "\u{8}", "\u{7f}": _ = text.popLast()
    case "\u{15}": text = ""
    case "\u{0}"..<" ": break
    default: text.unicodeScalars.append(scalar)
    }
    return nil
  }

  private var answer: Answer {
    switch text.lowercased() {
    case "y", "yes": .yes
    case "", "n", "no": .no
    default: .line(text)
    }
  }
}
