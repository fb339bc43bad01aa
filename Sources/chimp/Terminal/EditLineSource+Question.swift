import Shell

/// Asks the user what only he can know.
extension EditLineSource {
  /// Whether the next key is a yes.
  func confirm(_ question: String) -> Bool {
    output.write(text: question + " (y/n) ")
    output.flush()
    editor.prepare(isEditing: true)
    let answer = nextKey()
    editor.prepare(isEditing: false)
    let isYes = answer == "y" || answer == "Y"
    output.write(isYes ? "yes\n" : "no\n")
    return isYes
  }
}
