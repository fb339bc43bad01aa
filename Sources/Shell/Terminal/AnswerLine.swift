/// The answer to a question that wants a yes or a no, as it is typed.
package struct AnswerLine: Equatable, Sendable {
  package enum Answer: Equatable, Sendable {
    case yes, no
    /// Something else was typed, which nobody has answered yet.
    case line(String)
  }

  package private(set) var text = ""

  package init() {}

  package mutating func take(_ scalar: Unicode.Scalar) -> Answer? {
    switch scalar {
    case "\r", "\n": return answer
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
