import Terminal

/// Keys that mean something to the stage before the line editor sees them.
extension EditLineSource {
  /// Ends the editing of a line that is not typed: the key that gives a line up.
  private static let end: Unicode.Scalar = "\u{3}"

  private var stage: (any Stage)? {
    guard let stage = sink.stage, stage.isOpen, isEditing, !isSearching else { return nil }
    return stage
  }

  /// Takes what was decoded; answers what the editor gets.
  func take(_ answer: KeyDecoder.Answer) -> Unicode.Scalar? {
    if isDroppingPaste {
      if case .pasted = answer { return nil }
      isDroppingPaste = false
    }
    switch answer {
    case .character(let scalar):
      guard let stage, scalar != Self.end else { return scalar }
      return take(.character(scalar), stage) ? following : scalar
    case .pasted(let scalar):
      // Behind a prompt with a board it is text, if anything.
      guard let stage else { return scalar }
      guard stage.takesPastes || !typed.isEmpty else { return nil }
      return scalar == "\n" ? " " : scalar
    case .key(let key): return take(key)
    case .needsMore, .mayContinue: return nil
    }
  }

  private func take(_ key: TerminalKey) -> Unicode.Scalar? {
    if let stage, case .known(let known) = key.meaning, take(known, stage) { return following }
    switch key.meaning {
    case .noise, .known(.click): break
    case .other where !editor.knows(key.bytes): break
    case .other, .known: decoder.pass(key, isSearching: isSearching)
    }
    return nil
  }

  private func take(_ key: StageKey, _ stage: any Stage) -> Bool {
    switch stage.take(key, typed: typed) {
    case .passed: return false
    case .taken: sink.drawStage()
    case .line(let line, let origin): staged = (line, origin)
    }
    return true
  }

  private var following: Unicode.Scalar? { staged == nil ? nil : Self.end }

  var typed: String {
    let (before, behind) = editor.line
    return before + behind
  }
}
