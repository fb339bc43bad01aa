import Terminal
import Testing

/// Tests of the key that answers a yes-or-no question.
struct AnswerKeyTests {
  @Test(arguments: ["y", "Y"] as [Unicode.Scalar])
  func `y answers a question with yes`(key: Unicode.Scalar) {
    #expect(AnswerKey(.character(key)) == .yes)
  }

  @Test(arguments: ["n", "N", "\u{3}", "\u{4}"] as [Unicode.Scalar])
  func `n, Ctrl-C and Ctrl-D answer a question with no`(key: Unicode.Scalar) {
    #expect(AnswerKey(.character(key))?.isYes == false)
  }

  @Test func `Escape answers a question with no`() {
    #expect(AnswerKey(.escape) == .escaped)
    #expect(AnswerKey.escaped.isYes == false)
  }

  @Test(arguments: ["\r", "\n", " ", "x", "2", "q", "\u{1a}", "日"] as [Unicode.Scalar])
  func `Any other key leaves a question open`(key: Unicode.Scalar) {
    #expect(AnswerKey(.character(key)) == nil)
  }

  @Test func `A click leaves a question open`() {
    #expect(AnswerKey(.click(column: 3, row: 2)) == nil)
  }
}
