import Terminal
import TestSupport
import Testing

/// Tests of the line in which a participant answers a question, key by key.
struct AnswerLineTests {
  /// Returns the answer that keys enter; `nil` if they enter none, or if keys are left over.
  private func answer(_ keys: String) -> AnswerLine.Answer? {
    var line = AnswerLine()
    var rest = keys.unicodeScalars[...]
    while let key = rest.popFirst() {
      if let answer = line.append(key) { return rest.isEmpty ? answer : nil }
    }
    return nil
  }

  @Test(arguments: ["y\r", "Y\n", "yes\r", "YES\r", "n\u{7f}y\r", "no\u{15}y\r"])
  func `y and yes answer a question with yes`(keys: String) {
    #expect(answer(keys) == .yes)
  }

  @Test(arguments: [
    "\r", "n\r", "No\r", "\u{3}", "yes\u{3}", "\u{4}", "\u{7f}\u{4}", "n\u{1b}\r",
  ])
  func `n, an empty line, Ctrl-C and Ctrl-D answer a question with no`(keys: String) {
    #expect(answer(keys) == .no)
  }

  @Test(arguments: [
    ("start 5 4 6\r", "start 5 4 6"), ("yess\r", "yess"), ("日\r", "日"), ("x\u{4}\t\r", "x"),
    (" y\r", " y"),
  ])
  func `A line that is neither yes nor no is returned as a line`(keys: String, text: String) {
    #expect(answer(keys) == .line(text))
  }

  @Test(arguments: ["", "y", "yes", "\u{1b}", "y\u{4}"])
  func `An unfinished line is no answer yet`(keys: String) {
    #expect(answer(keys) == nil)
  }
}
