import CEditLine
import Shell

/// Asks the user what only he can know.
extension EditLineSource {
  /// Whether the user answers yes; a line that is no answer is a no, and then typed at the prompt.
  func confirm(_ question: String) -> Bool {
    output.write(text: question + " (y/n) ")
    output.flush()
    editor.prepare(isEditing: true)
    let answer = typedAnswer(behind: question + " (y/n) ")
    editor.prepare(isEditing: false)
    if case .line(let text) = answer { decoder.takeBack(text + "\r") }
    output.write(answer == .yes ? "yes\n" : "no\n")
    return answer == .yes
  }

  /// Shows the answer as it is typed, and nothing of it once it is complete.
  private func typedAnswer(behind question: String) -> AnswerLine.Answer {
    var line = AnswerLine()
    var shownWidth = 0
    func show(_ text: String) {
      sink.send(String(repeating: "\u{8}", count: shownWidth) + "\u{1b}[K" + text)
      shownWidth = Terminal.screenText.width(of: text)
    }
    defer { show("") }
    while let key = nextKey() {
      if let answer = line.take(key) { return answer }
      let text = Terminal.screenText
      let column = text.place(after: question).column
      show(text.words(of: line.text, columns: text.columns - 1 - column))
    }
    return .no
  }
}
