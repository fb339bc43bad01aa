import CEditLine
import Characters
import ChimpApplication
import Console
import Glibc
import Terminal

/// Waits for keys, and for everything else that can happen meanwhile.
extension EditLineSource {
  /// How long the rest of a key may take: a lone Escape is told from the beginning of a paste.
  private static var restOfKey: Int { 20 }

  /// Waits for the next character, with the line to be seen; nil when there will be none.
  func nextCharacter() -> Unicode.Scalar? {
    typedText.recordInsertion(in: editor)
    guard let scalar = nextTypedCharacter() else { return nil }
    if isHidden { showHiddenLine() }
    typedText.record(scalar, before: editor)
    return scalar
  }

  private func nextTypedCharacter() -> Unicode.Scalar? {
    var isFinal = false
    if attention?.isGlanceOpen != true { makeRoom() }
    while true {
      if attention?.isGlanceOpen == true {
        runGlance()
        guard staged == nil else { return "\u{3}" }
        guard endingSignal == nil else { return nil }
      }
      if insertText() { continue }
      let answer = decoder.next(isFinal: isFinal)
      isFinal = false
      guard answer == .needsMore || answer == .mayContinue else {
        if let scalar = take(answer), !isBeyondLine(scalar) { return scalar }
        continue
      }
      let result = waitForRest(behind: answer)
      if result == CHIMP_WAIT_SIGNAL, chimp_signal_take(SIGINT) != 0 {
        decoder.clear()
        return "\u{3}"
      }
      guard result != CHIMP_WAIT_FAILED, endingSignal == nil else { return nil }
      isFinal = answer == .mayContinue && result == CHIMP_WAIT_TIME
    }
  }

  /// Waits for the rest of a key or of a paste, or for anything where neither was begun.
  private func waitForRest(behind answer: KeyDecoder.Answer) -> chimp_wait_result {
    if answer == .mayContinue { return wait(Self.restOfKey) }
    if isAmidText {
      let result = wait(Self.restOfText)
      guard result == CHIMP_WAIT_TIME else { return result }
    }
    typedText.waitCount = 0
    return waitIdly()
  }

  /// Waits for a key, with the hint to be seen, and does what is due meanwhile.
  private func waitIdly() -> chimp_wait_result {
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
      delay = attention?.idle()
      if attention?.isGlanceOpen == true { return CHIMP_WAIT_TIME }
    } while output.hasUnwritten
    if isHidden { showHiddenLine() } else { makeRoom() }
    placeCursor()
    showHint()
    defer { eraseHint() }
    return wait(delay ?? -1)
  }

  /// Waits for a key that is no part of a line; nil where the user gives up.
  func nextKey() -> Unicode.Scalar? {
    while endingSignal == nil {
      switch decoder.next(isFinal: true) {
      case .character(let scalar), .pasted(let scalar): return scalar
      case .key, .mayContinue: continue
      case .needsMore: break
      }
      let result = wait(attention?.idleBehindCommand() ?? -1)
      let isInterrupted = result == CHIMP_WAIT_SIGNAL && chimp_signal_take(SIGINT) != 0
      if result == CHIMP_WAIT_FAILED || isInterrupted { return nil }
    }
    return nil
  }

  /// Waits for a key after a reply that is too long for the look, unless more is typed already.
  func awaitReviewEnd() {
    editor.prepare(isEditing: true)
    while sink.isReviewing, decoder.isEmpty, endingSignal == nil {
      let delay = attention?.idleBehindCommand()
      output.flush()
      let result = wait(delay ?? -1)
      if result == CHIMP_WAIT_INPUT { decoder.clear() }
      let isInterrupted = chimp_signal_take(SIGINT) != 0
      if result == CHIMP_WAIT_INPUT || result == CHIMP_WAIT_FAILED || isInterrupted { break }
    }
    editor.prepare(isEditing: false)
    sink.endReview()
  }

  /// Waits once; what was typed is in the decoder then.
  func wait(_ milliseconds: Int) -> chimp_wait_result {
    lineTime = nil
    let result = chimp_wait(
      STDIN_FILENO, console?.jobDescriptor ?? -1, Int32(clamping: milliseconds))
    if result == CHIMP_WAIT_SIGNAL { takeSignals() }
    if result == CHIMP_WAIT_OTHER { console?.collectJobs() }
    guard result == CHIMP_WAIT_INPUT else { return result }
    return readInput()
  }

  /// Reads what was typed into the decoder.
  func readInput() -> chimp_wait_result {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    guard count > 0 else {
      return count < 0 && errno == EINTR ? CHIMP_WAIT_INPUT : CHIMP_WAIT_FAILED
    }
    readTime = self.milliseconds
    decoder.append(bytes.prefix(count))
    if let question, decoder.takeAnswer(Array("\u{1b}[2;\(question)R".utf8)) {
      attention?.didAcknowledge()
      guard !decoder.isEmpty else { return CHIMP_WAIT_OTHER }
    }
    attention?.noticePerson()
    return CHIMP_WAIT_INPUT
  }

  /// Writes all that is to be seen now.
  func draw() {
    lineTime = nil
    attention?.willShow()
    output.flush()
    if !sink.isReviewing { sink.drawStage() }
    if attention?.didShow() == true { askWhenRead() }
  }

  /// Asks where the cursor is, which stands in another column each time: so a late answer is not
  /// taken for that to a later question.
  private func askWhenRead() {
    let column = (question ?? 0) % Terminal.knownSize.columns + 1
    sink.send("\u{1b}7\u{1b}[2;\(column)H\u{1b}[6n\u{1b}8")
    question = column
  }

  func takeSignals() {
    eraseHint()
    for number in [SIGTERM, SIGHUP] where chimp_signal_take(number) != 0 { endingSignal = number }
    guard endingSignal == nil else { return }
    if chimp_signal_take(SIGTSTP) != 0 { _ = stop() }
    if chimp_signal_take(SIGCONT) != 0 {
      editor.prepare(isEditing: false)
      sink.suspend()
      sink.send("\r\u{1b}[K")
      attention?.didContinue()
      goOn()
    }
    if chimp_signal_take(SIGWINCH) != 0 { resize() }
  }

  /// Draws the line anew; the terminal has wrapped what it shows to its new width by itself.
  private func resize() {
    // There is no line to draw while a reply waits for a key, or a command runs.
    let hasLine = isEditing && !sink.isReviewing
    if hasLine { hideLine() }
    editor.resize()
    sink.adapt(hasColor: output.hasColor)
    if hasLine { showLine() }
  }

  var isSearching: Bool { editor.isSearching }

  private func showLine() {
    isHidden = false
    editor.refresh()
  }

  private func showHiddenLine() {
    _ = sink.makeRoom(for: Self.prompt + typed)
    showLine()
  }

  private func makeRoom() { if sink.makeRoom(for: Self.prompt + typed) { showLine() } }

  /// Puts the cursor where it belongs.
  // NB: moving back over a wide character that it has just moved, the editor goes one column only.
  private func placeCursor() {
    let (before, behind) = editor.line
    guard decoder.isEmpty, !behind.utf8.allSatisfy({ $0 < 0x80 }), !isSearching else { return }
    let place = Terminal.screenText.place(after: Self.prompt + before, before: behind)
    sink.send("\u{1b}[\(place.column + 1)G")
  }

  private func showHint() {
    guard output.hasColor, decoder.isEmpty, !isSearching else { return }
    let (before, behind) = editor.line
    guard behind.isEmpty, case let hint = table.hint(for: before), !hint.isEmpty else { return }
    let text = Terminal.screenText
    let column = text.place(after: Self.prompt + before).column
    let gap = before.utf8.last == 0x20 ? "" : " "
    let shown = text.words(of: gap + hint, columns: text.columns - 1 - column)
    hintWidth = text.width(of: shown)
    guard hintWidth > 0 else { return }
    sink.send("\u{1b}7\u{1b}[90m\(shown)\u{1b}[0m\u{1b}8")
  }

  private func eraseHint() {
    guard hintWidth > 0 else { return }
    sink.send("\u{1b}[\(hintWidth)X")
    hintWidth = 0
  }
}

/// What happens on the terminal while a command runs.
extension EditLineSource: JobTerminal {
  var isInterrupted: Bool {
    if isEditing {
      // While a line is edited, the key is no signal.
      _ = wait(0)
      return decoder.hasInterrupt
    }
    if chimp_signal_take(SIGTSTP) != 0 { stopBetweenLines() }
    return wasInterrupted || chimp_signal_is_pending(SIGINT) != 0
  }

  var screenText: ScreenText { Terminal.screenText }

  var milliseconds: Int { Int(machineTime()) }

  func show(_ line: String) {
    sink.send("\r\u{1b}[K" + line)
    isProgressShown = !line.isEmpty
  }

  func waits(for descriptor: Int32, milliseconds: Int?) -> Bool {
    let delay = [attention?.idleBehindCommand(), milliseconds].compactMap(\.self).min()
    output.flush()
    let result = chimp_wait(-1, descriptor, Int32(clamping: delay ?? -1))
    guard result == CHIMP_WAIT_SIGNAL else { return false }
    for number in [SIGTERM, SIGHUP] where chimp_signal_take(number) != 0 { endingSignal = number }
    if chimp_signal_take(SIGTSTP) != 0 {
      show("")
      stopBetweenLines()
    }
    _ = chimp_signal_take(SIGCONT)
    if chimp_signal_take(SIGWINCH) != 0 { resize() }
    guard chimp_signal_take(SIGINT) != 0 else { return endingSignal != nil }
    wasInterrupted = true
    return true
  }
}

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
    output.write(text: sink.words().words(for: .answer(answer == .yes)) + "\n")
    return answer == .yes
  }

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
