import Shell

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
    let stageKey: StageKey?
    switch key.meaning {
    case .escape: stageKey = .escape
    case .arrow(let direction): stageKey = .arrow(direction)
    case .click(let column, let row): stageKey = .click(column: column, row: row)
    case .other, .noise: stageKey = nil
    }
    if let stage, let stageKey, take(stageKey, stage) { return following }
    switch key.meaning {
    case .escape: decoder.pass(key)
    case .arrow: decoder.pass(key, isSearching: isSearching)
    case .other: if editor.knows(key.bytes) { decoder.pass(key, isSearching: isSearching) }
    case .click, .noise: break
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
