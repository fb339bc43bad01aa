/// What the Tab key does to a line.
package enum LineCompletion: Equatable {
  case nothing
  /// The last so many characters give way to the text.
  case replace(count: Int, text: String)
  /// Several things can stand there, and the line has all that they share.
  case list([Completion.Candidate])

  package init(of line: String, _ table: CommandTable, _ context: any CompletionContext) {
    let isOpen = Self.hasOpenQuote(line)
    let completion = table.completion(of: isOpen ? line + "\"" : line, context)
    let length = completion.replacedLength - (isOpen ? 1 : 0)
    let typed = String(decoding: Array(line.utf8.suffix(max(0, length))), as: UTF8.self)
    guard let first = completion.candidates.first else {
      self = .nothing
      return
    }
    let isOne = completion.candidates.count == 1
    let isWhole = isOne && first.isWhole
    let text = isOne ? first.text : completion.commonPrefix
    let replacement = Self.quoted(text, isWhole: isWhole, isOpen: isOpen)
    if replacement != typed && replacement.utf8.count >= typed.utf8.count {
      self = .replace(count: typed.unicodeScalars.count, text: replacement)
    } else if isOne {
      self = .nothing
    } else {
      self = .list(completion.candidates)
    }
  }

  /// A word as it has to be typed; one that goes on keeps its quote open.
  private static func quoted(_ text: String, isWhole: Bool, isOpen: Bool) -> String {
    let needsQuotes = text.unicodeScalars.contains { " \t\"\n".unicodeScalars.contains($0) }
    guard needsQuotes || isOpen else { return isWhole ? text + " " : text }
    let quoted = Invocation.quoted(text, isClosed: false)
    return isWhole ? quoted + "\" " : quoted
  }

  private static func hasOpenQuote(_ line: String) -> Bool {
    do throws(LineFault) { _ = try Invocation(line: line) } catch {
      if case .unterminatedQuote = error { return true }
    }
    return false
  }
}
