import CEditLine
import ChimpSystem
import Glibc
import Screens
import Shell
import Terminal

/// Waiting for keys, timers, background jobs and signals.
extension EditLineSource {
  /// The milliseconds to wait for the rest of a key, to distinguish Escape from an escape sequence.
  private static var keyTimeout: Int { 100 }

  /// The milliseconds to wait for the rest of an escape sequence that has begun.
  ///
  /// Its beginning can't be a key by itself, so there is time for a slow link.
  private static var sequenceTimeout: Int { 400 }

  /// The milliseconds to wait for more of a paste.
  private static var pasteTimeout: Int { 1_000 }

  /// The milliseconds until the rest of what was read is lost; 0 if it is.
  private var restDelay: Int {
    let timeout =
      decoder.isPasting
      ? Self.pasteTimeout : decoder.isAmidSequence ? Self.sequenceTimeout : Self.keyTimeout
    return max(0, readTime + timeout - milliseconds)
  }

  /// Returns the time to wait for the rest of a key or a paste, up to a limit; `nil` is none.
  func waitTime(behind answer: KeyDecoder.Answer, atMost limit: Int?) -> Int? {
    guard answer == .mayContinue || decoder.isPasting else { return limit }
    return min(restDelay, limit ?? .max)
  }

  /// Returns whether the rest of a key will not come, after a wait for it.
  ///
  /// A paste whose end was lost must not swallow all later keys, and ends.
  func isRestLost(behind answer: KeyDecoder.Answer, _ result: chimp_wait_result) -> Bool {
    guard result == CHIMP_WAIT_TIME, answer == .mayContinue || decoder.isPasting, restDelay == 0
    else { return false }
    if decoder.isPasting { decoder.endPaste() }
    return true
  }

  /// Waits for the next character for the editor; returns `nil` at the end of the input.
  func nextCharacter() -> Unicode.Scalar? {
    typedText.recordInsertion(in: editor)
    guard let scalar = nextTypedCharacter() else { return nil }
    if case .line(isHidden: true) = lastRow { showHiddenLine() }
    typedText.record(scalar, before: editor)
    return scalar
  }

  /// Waits for the next character; meanwhile runs glances and inserts pasted text.
  private func nextTypedCharacter() -> Unicode.Scalar? {
    var isFinal = false
    if !console.program.glance.isOpen { makeRoom() }
    while true {
      if console.program.glance.isOpen {
        runGlance()
        guard staged == nil else { return ControlKey.interrupt }
        guard endingSignal == nil else { return nil }
      }
      if insertText() { continue }
      let answer = decoder.next(isFinal: isFinal)
      isFinal = false
      guard answer == .needsMore || answer == .mayContinue else {
        if let scalar = handle(answer), !isBeyondLine(scalar) { return scalar }
        continue
      }
      let result = waitForMore(behind: answer)
      if result == CHIMP_WAIT_SIGNAL, chimp_signal_consume(SIGINT) != 0 {
        decoder.clear()
        return ControlKey.interrupt
      }
      guard result != CHIMP_WAIT_FAILED, endingSignal == nil else { return nil }
      isFinal = isRestLost(behind: answer, result)
    }
  }

  /// Waits for the rest of a key or a paste, or for the next key.
  private func waitForMore(behind answer: KeyDecoder.Answer) -> chimp_wait_result {
    if isAmidText {
      let result = wait(Self.textTimeout)
      guard result == CHIMP_WAIT_TIME else { return result }
    }
    typedText.waitCount = 0
    return waitIdly(behind: answer)
  }

  /// Waits for a key while timers and background jobs run.
  private func waitIdly(behind answer: KeyDecoder.Answer) -> chimp_wait_result {
    if let beginning {
      guard beginning.prepare() else {
        hideLine()
        return CHIMP_WAIT_FAILED
      }
      self.beginning = nil
      guard decoder.isEmpty else { return CHIMP_WAIT_INPUT }
    }
    var delay: Int?
    repeat {
      draw()
      delay = console.program.glance.idle()
      if console.program.glance.isOpen { return CHIMP_WAIT_TIME }
    } while output.hasUnwritten || sink.stage?.isOutdated == true
    if case .line(isHidden: true) = lastRow { showHiddenLine() } else { makeRoom() }
    placeCursor()
    showHint()
    defer { eraseHint() }
    return wait(waitTime(behind: answer, atMost: delay) ?? -1)
  }

  /// Waits for a character or a key while no line is edited; Ctrl-Z suspends the program.
  ///
  /// Returns `nil` for Ctrl-C as a signal, and at the end of the input. Timers and background jobs
  /// run meanwhile; their output is written at once if `showsOutput`.
  func nextKey(showsOutput: Bool) -> KeyDecoder.Answer? {
    var isFinal = false
    while endingSignal == nil {
      let answer = decoder.next(isFinal: isFinal)
      isFinal = false
      switch answer {
      case .character(ControlKey.suspension): stopAtNotice()
      case .character, .pasted, .key: return answer
      case .needsMore, .mayContinue:
        let delay = console.program.glance.idleBehindCommand()
        if showsOutput { output.flush() }
        let result = wait(waitTime(behind: answer, atMost: delay) ?? -1)
        isFinal = isRestLost(behind: answer, result)
        let isInterrupted = result == CHIMP_WAIT_SIGNAL && chimp_signal_consume(SIGINT) != 0
        if result == CHIMP_WAIT_FAILED || isInterrupted { return nil }
      }
    }
    return nil
  }

  /// Waits once for input, a background job, a signal or a time.
  func wait(_ milliseconds: Int) -> chimp_wait_result {
    lineTime = nil
    let result = chimp_wait(STDIN_FILENO, console.jobDescriptor, Int32(clamping: milliseconds))
    if result == CHIMP_WAIT_SIGNAL { handleSignals() }
    if result == CHIMP_WAIT_OTHER { console.collectJobs() }
    guard result == CHIMP_WAIT_INPUT else { return result }
    return readInput()
  }

  /// Reads available input into the decoder.
  func readInput() -> chimp_wait_result {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    guard count > 0 else {
      // A terminal that was closed may be noticed here before its signal arrives.
      if count == 0 || errno == EIO { endingSignal = endingSignal ?? SIGHUP }
      let isRepeated = count < 0 && (errno == EINTR || errno == EAGAIN)
      return isRepeated ? CHIMP_WAIT_INPUT : CHIMP_WAIT_FAILED
    }
    readTime = self.milliseconds
    decoder.append(bytes.prefix(count))
    if let question, decoder.consumeAnswer(Array("\u{1b}[2;\(question)R".utf8)) {
      console.program.glance.didAcknowledge()
      guard !decoder.isEmpty else { return CHIMP_WAIT_OTHER }
    }
    console.program.noticePerson()
    return CHIMP_WAIT_INPUT
  }

  /// Writes all pending output and draws the stage.
  func draw() {
    lineTime = nil
    console.program.glance.willShow()
    sink.stage?.noteTyped(isEditing ? typed : "")
    output.flush()
    if !sink.isReviewing { sink.drawStage() }
    if console.program.glance.didShow() { askWhenRead() }
  }

  /// Requests the cursor position, whose report tells when the output has been displayed.
  ///
  /// Each request uses another column, so that reports can be told apart.
  private func askWhenRead() {
    let column = (question ?? 0) % Terminal.knownSize.columns + 1
    sink.send("\u{1b}7\u{1b}[2;\(column)H\u{1b}[6n\u{1b}8")
    question = column
  }

  /// Handles the signals that have arrived, except SIGINT.
  func handleSignals() {
    eraseHint()
    for number in [SIGTERM, SIGHUP] where chimp_signal_consume(number) != 0 {
      endingSignal = number
    }
    guard endingSignal == nil else { return }
    if closedStage != nil { return handleClosedSignals() }
    if chimp_signal_consume(SIGTSTP) != 0 { stop() }
    if chimp_signal_consume(SIGCONT) != 0 { resume() }
    if chimp_signal_consume(SIGWINCH) != 0 { resize() }
  }

  /// Redraws the line after the terminal was resized.
  func resize() {
    // There is no line while a reply waits for a key, or a command runs.
    let hasLine = isEditing && !sink.isReviewing
    if hasLine { hideLine() }
    editor.resize()
    sink.adapt(hasColor: output.hasColor)
    console.program.glance.noteWindow()
    if hasLine { showLine() }
    // The terminal itself wraps the main screen anew.
    if !sink.isMainScreenShown, case .notice(_, let draw) = lastRow { draw() }
  }

  /// `true` during the editor's incremental search.
  var isSearching: Bool { editor.isSearching }

  /// Redraws the line after other output.
  func showLine() {
    lastRow = .line(isHidden: false)
    editor.refresh()
  }

  /// Restores the line after other output was written there.
  private func showHiddenLine() {
    _ = sink.makeRoom(for: Self.prompt + typed)
    showLine()
  }

  /// Scrolls and redraws if the line needs another row.
  private func makeRoom() { if sink.makeRoom(for: Self.prompt + typed) { showLine() } }

  /// Moves the cursor to its column in a line with wide characters, whose width libedit doesn't
  /// know.
  ///
  /// libedit moves back only one column over a wide character that it has just moved.
  private func placeCursor() {
    let (before, behind) = editor.line
    let hasWideText = !behind.utf8.allSatisfy({ $0 < 0x80 })
    guard decoder.isEmpty, hasWideText, !isSearching else { return }
    let text = Terminal.screenText
    let position = text.cursorPosition(after: Self.prompt + before, before: behind)
    sink.send("\u{1b}[\(position.column + 1)G")
  }

  /// Shows the missing arguments of the command in gray after the cursor.
  private func showHint() {
    guard output.hasColor, decoder.isEmpty, !isSearching else { return }
    let (before, behind) = editor.line
    guard behind.isEmpty, case let hint = table.hint(for: before), !hint.isEmpty else { return }
    let text = Terminal.screenText
    let column = text.cursorPosition(after: Self.prompt + before).column
    let gap = before.utf8.last == 0x20 ? "" : " "
    let shown = text.wholeWords(of: gap + hint, columns: text.columns - 1 - column)
    hintWidth = text.width(of: shown)
    guard hintWidth > 0 else { return }
    sink.send("\u{1b}7\u{1b}[90m\(shown)\u{1b}[0m\u{1b}8")
  }

  /// Erases the missing arguments after the cursor.
  private func eraseHint() {
    guard hintWidth > 0 else { return }
    sink.send("\u{1b}[\(hintWidth)X")
    hintWidth = 0
  }
}

/// The terminal while a command runs.
extension EditLineSource: JobTerminal {
  /// `true` if the user has pressed Ctrl-C since the command began.
  ///
  /// A pending Ctrl-Z suspends the program first.
  var isInterrupted: Bool {
    if isEditing {
      // While a line is edited, the interrupt key sends no signal.
      _ = wait(0)
      return decoder.hasInterrupt
    }
    if chimp_signal_consume(SIGTSTP) != 0 { stopBetweenLines() }
    return wasInterrupted || chimp_signal_is_pending(SIGINT) != 0
  }

  var screenText: ScreenText { Terminal.screenText }

  var milliseconds: Int { monotonicMilliseconds() }

  var endsBySignal: Bool { endingSignal != nil }

  /// Shows the progress of an operation instead of the line; an empty text removes it.
  func show(_ line: String) {
    sink.send("\r\u{1b}[K" + line)
    lastRow = line.isEmpty ? .output : .progress
  }

  /// Waits until a descriptor is readable; returns `true` if the user presses Ctrl-C, or if a signal
  /// ends the program.
  func waits(for descriptor: Int32, milliseconds: Int?) -> Bool {
    let delay = [console.program.glance.idleBehindCommand(), milliseconds].compactMap(\.self).min()
    output.flush()
    let result = chimp_wait(-1, descriptor, Int32(clamping: delay ?? -1))
    guard result == CHIMP_WAIT_SIGNAL else { return false }
    for number in [SIGTERM, SIGHUP] where chimp_signal_consume(number) != 0 {
      endingSignal = number
    }
    if chimp_signal_consume(SIGTSTP) != 0 {
      show("")
      stopBetweenLines()
    }
    if chimp_signal_consume(SIGCONT) != 0 { resume() }
    if chimp_signal_consume(SIGWINCH) != 0 { resize() }
    guard chimp_signal_consume(SIGINT) != 0 else { return endingSignal != nil }
    wasInterrupted = true
    return true
  }
}

/// Questions during a command.
extension EditLineSource {
  /// Asks a yes-or-no question, which one key answers.
  func confirm(_ question: String) -> Bool {
    let asked = question + " (y/n) "
    // The stage has room for the question, the rows below it perhaps not.
    let stage = sink.stage?.refresh() == true ? sink.stage : nil
    stage?.question = question + " (y/n)"
    if stage == nil { output.write(text: asked) }
    output.flush()
    sink.endPages()
    if stage != nil { sink.drawQuestion() }
    editor.prepare(isEditing: true)
    let text = stage == nil ? asked : ""
    let before = lastRow
    lastRow = .notice(text) { [unowned self] in
      if sink.isMainScreenShown { sink.send(text) } else { sink.drawStage() }
    }
    let answer = nextAnswer()
    lastRow = before
    editor.prepare(isEditing: false)
    stage?.question = nil
    if stage != nil { output.write(text: asked) }
    let words = language.pick(answer.isYes ? "yes" : "no", answer.isYes ? "はい" : "いいえ")
    output.write(text: words + "\n")
    sink.stage?.noteAnswer(answer)
    return answer.isYes
  }

  /// Drops what was typed before a question that no command asks, and so can't be its answer.
  func dropInput() {
    _ = wait(0)
    decoder.clear()
  }

  /// Waits for the key that answers a question, and ignores all others.
  ///
  /// Ctrl-C and the end of the input mean no.
  private func nextAnswer() -> AnswerKey {
    while let key = nextKey(showsOutput: false) {
      let answer: AnswerKey? =
        switch key {
        case .character(let scalar), .pasted(let scalar): AnswerKey(.character(scalar))
        case .key(let key):
          if case .known(let known) = key.meaning { AnswerKey(known) } else { nil }
        case .needsMore, .mayContinue: nil
        }
      if let answer { return answer }
    }
    return .cancelled
  }
}
