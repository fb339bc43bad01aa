import Screens
import Terminal

/// Keys that the stage (the live picture above the prompt) handles before the line editor.
extension EditLineSource {
  /// The stage that currently gets keys; `nil` while no line is edited, or the history is searched.
  private var stage: LiveStage? {
    guard let stage = sink.stage, stage.refresh(), isEditing, !isSearching else { return nil }
    return stage
  }

  /// Handles a decoded key; returns the character for the editor, if any.
  func handle(_ answer: KeyDecoder.Answer) -> Unicode.Scalar? {
    if isDroppingPaste {
      if case .pasted = answer { return nil }
      isDroppingPaste = false
    }
    switch answer {
    case .character(let scalar):
      if sink.stage?.isRestOfAnswer(.character(scalar)) == true { return nil }
      // The line editor takes eight-bit control characters for keys with Alt.
      guard !(0x80...0x9f).contains(scalar.value) else { return nil }
      guard let stage else { return scalar }
      if stage.continuesCommand(scalar) {
        decoder.prepend("s" + String(scalar))
        return nil
      }
      // Letters that arrive at once are a command.
      if scalar == "s", decoder.hasCharacter { stage.beginsCommand = true }
      return handle(.character(scalar), stage) ? following : scalar
    case .pasted(let scalar):
      // A paste at a prompt with a board is text, if the stage allows pastes at all; an empty line
      // of it is no key of the board.
      guard let stage else { return scalar }
      guard stage.acceptsPastes || !typed.isEmpty, scalar != "\n" || !typed.isEmpty else {
        return nil
      }
      return scalar
    case .key(let key): return handle(key)
    case .needsMore, .mayContinue: return nil
    }
  }

  /// Passes a key to the stage, or else to the editor.
  private func handle(_ key: TerminalKey) -> Unicode.Scalar? {
    if key.meaning == .known(.escape), clearLine() { return nil }
    if let stage, case .known(let known) = key.meaning, handle(known, stage) { return following }
    if let bytes = bytesForEditor(key) { decoder.pass(bytes, isSearching: isSearching) }
    return nil
  }

  /// Returns the bytes with which the line editor performs a key; `nil` for a key without a
  /// function, as all are that would edit an empty line below the stage.
  private func bytesForEditor(_ key: TerminalKey) -> [UInt8]? {
    switch key.meaning {
    case .noise, .known(.click): return nil
    case .known: return key.bytes
    case .editing, .other:
      guard stage == nil || !typed.isEmpty else { return nil }
      // With vi's keys, Escape and a character are two keys.
      if editor.usesVi, key.isAltCharacter { return key.bytes }
      if editor.isBound(key.bytes) { return key.bytes }
      guard case .editing(let editing) = key.meaning else { return nil }
      return Array(editing.rawValue.utf8)
    }
  }

  /// Passes a key to the stage; returns `false` if the stage does not handle it.
  func handle(_ key: StageKey, _ stage: LiveStage) -> Bool {
    let answer = stage.handle(key, typed: typed)
    noteDigit(key, answer)
    switch answer {
    case .passed: return false
    case .handled: sink.drawStage()
    case .line(let line, let device): staged = (line, device)
    }
    return true
  }

  /// Notes the time of a digit that may be the first of a press, or how long before the second it
  /// was typed.
  private func noteDigit(_ key: StageKey, _ answer: StageAnswer) {
    guard case .character(let scalar) = key, ("1"..."9").contains(scalar) else { return }
    if case .line = answer { digitDelay = readTime - digitTime } else { digitTime = readTime }
  }

  /// Clears the line for Escape; returns `false` if the editor must handle the key.
  ///
  /// With the user's own settings or vi's keys, Escape belongs to the editor.
  private func clearLine() -> Bool {
    guard isEditing, !isSearching, !editor.hasUserSettings, !editor.usesVi else { return false }
    let (before, behind) = editor.line
    guard !before.isEmpty || !behind.isEmpty else { return stage == nil }
    hideLine()
    let rest = behind.unicodeScalars.count
    editor.moveCursor(by: rest)
    editor.replace(before.unicodeScalars.count + rest, with: "")
    return true
  }

  /// The key that ends editing if the stage has returned a command line; otherwise `nil`.
  private var following: Unicode.Scalar? { staged == nil ? nil : ControlKey.interrupt }

  /// The text of the line.
  var typed: String {
    let (before, behind) = editor.line
    return before + behind
  }
}
