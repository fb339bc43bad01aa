import CEditLine
import Game
import Glibc
import Screens
import Shell
import Terminal

/// Input during a glance, while nothing may delay the mask of the numerals.
extension EditLineSource {
  /// Waits until the glance is over, or until a signal or, by some rules, a press ends it.
  ///
  /// All keys except presses on the board are ignored and counted. Neither the line editor nor a
  /// command runs meanwhile. The exceptions are Ctrl-C, Ctrl-D and Escape of a user: they mask the
  /// numerals, and the first of them is handled as soon as the mask is visible.
  func runGlance(atMost milliseconds: Int? = nil) {
    let isScript = milliseconds != nil
    let end = milliseconds.map { self.milliseconds + $0 }
    keys = GlanceKeys()
    var isFinal = false
    let application = console.program
    while application.glance.isOpen, endingSignal == nil {
      draw()
      // Input before the mask is dropped even if the machine handles both late.
      if waitInGlance(0, isScript: isScript) == CHIMP_WAIT_FAILED {
        application.glance.close(stopsTest: false)
      }
      readKeys(isScript: isScript, isFinal: isFinal)
      guard staged == nil, application.glance.isOpen else { break }
      mayMask = true
      let delay = application.glance.idle()
      mayMask = false
      guard application.glance.isOpen else {
        // If the terminal has delayed the mask, keys were typed before it meanwhile.
        _ = waitInGlance(0, isScript: isScript)
        break
      }
      // A timer that fired may have shown the numerals.
      if output.hasUnwritten { continue }
      let rest = end.map { $0 - self.milliseconds }
      if let rest, rest <= 0 { break }
      // Only a pause tells Escape from the beginning of a longer key.
      let answer: KeyDecoder.Answer = keys.isIncomplete ? .mayContinue : .needsMore
      let next = waitTime(behind: answer, atMost: [delay, rest].compactMap(\.self).min())
      let result = waitInGlance(next, isScript: isScript)
      isFinal = isRestLost(behind: answer, result)
      if result == CHIMP_WAIT_FAILED { application.glance.close(stopsTest: false) }
    }
    // A press that arrives together with the mask counts as a press. A sequence that has only begun
    // goes on after the mask.
    if staged == nil { readKeys(isScript: isScript, isFinal: !decoder.isAmidSequence) }
    isDroppingPaste = decoder.isPasting
    console.program.glance.countEarlyInputs(keys.droppedCount + (keys.digit == nil ? 0 : 1))
    if let wish = keys.wish { decoder.prepend(String(Character(wish))) }
  }

  /// Reads the keys that were typed before the mask was on the screen.
  ///
  /// Called when the mask has been written, before the end of the hold is stored; does nothing
  /// unless the clock has ended the glance.
  func readKeysBeforeMask() {
    guard mayMask else { return }
    mayMask = false
    if chimp_wait(STDIN_FILENO, -1, 0) == CHIMP_WAIT_INPUT { _ = readInput() }
    while staged == nil {
      var rest = decoder
      let key: StageKey
      switch rest.next() {
      case .character(let scalar) where ("1"..."9").contains(scalar): key = .character(scalar)
      case .key(let pressed):
        guard case .known(let click) = pressed.meaning, case .click = click else { return }
        key = click
      default: return
      }
      decoder = rest
      staged = press(for: key)
    }
  }

  /// Reads keys up to the first press, which becomes the next command line.
  private func readKeys(isScript: Bool, isFinal: Bool) {
    while let line = dropKeys(isScript: isScript, isFinal: isFinal) {
      guard isScript else {
        staged = line
        return
      }
      keys.droppedCount += 1
    }
  }

  /// Waits once for the end of the glance, a key or a signal.
  private func waitInGlance(
    _ delay: Int?, isScript: Bool
  ) -> chimp_wait_result {
    let result = chimp_wait(STDIN_FILENO, -1, Int32(clamping: delay ?? -1))
    if result == CHIMP_WAIT_INPUT { return readInput() }
    if result == CHIMP_WAIT_SIGNAL {
      if chimp_signal_consume(SIGINT) != 0 { noteWish(ControlKey.interrupt, isScript: isScript) }
      handleSignals()
    }
    return result
  }

  /// Ignores keys up to a press; returns its command line, or `nil` if there is none.
  private func dropKeys(
    isScript: Bool, isFinal: Bool
  ) -> (line: String, device: PressInput)? {
    keys.isIncomplete = false
    while true {
      switch decoder.next(isFinal: isFinal) {
      case .needsMore: return nil
      case .mayContinue:
        keys.isIncomplete = true
        return nil
      case .pasted: keys.droppedCount += 1
      case .character(let key) where key == ControlKey.interrupt || key == ControlKey.inputEnd:
        noteWish(key, isScript: isScript)
      case .character(ControlKey.suspension) where closedStage == nil: stop()
      case .character(let scalar):
        if let line = press(for: .character(scalar)) { return line }
      case .key(let key):
        guard case .known(let known) = key.meaning else {
          if key.meaning != .noise { keys.droppedCount += 1 }
          continue
        }
        guard known != .escape else {
          noteWish(ControlKey.escape, isScript: isScript)
          continue
        }
        if let line = press(for: known) { return line }
      }
    }
  }

  /// Masks the numerals for a key of a user who wants to leave, and remembers the first one.
  ///
  /// Outside a test Ctrl-C only masks. During a command and in a closed session, which asks for its
  /// word, the other keys are dropped.
  private func noteWish(_ key: Unicode.Scalar, isScript: Bool) {
    let isInterrupt = key == ControlKey.interrupt
    guard !isScript, closedStage == nil else {
      if isInterrupt {
        console.program.glance.close(stopsTest: true)
      } else {
        keys.droppedCount += 1
      }
      return
    }
    let isTest = console.program.isTimed
    console.program.glance.close(stopsTest: false)
    // The figures must not contain a look that was cut short.
    if isTest, keys.wish == nil { console.program.glance.interruptTrial() }
    guard isTest || !isInterrupt else { return }
    if keys.wish == nil { keys.wish = key } else { keys.droppedCount += 1 }
  }

  /// Returns the command line of a press; otherwise counts the key as ignored.
  private func press(
    for key: StageKey
  ) -> (line: String, device: PressInput)? {
    guard let stage = sink.stage, stage.refresh() else {
      keys.droppedCount += 1
      return nil
    }
    let digit = keys.digit.map { String($0) } ?? ""
    let delay = keys.digit == nil ? nil : readTime - keys.digitTime
    lineTime = readTime
    let isKept = stage.keepsEarlyPress(for: key, afterDigit: digit, digitDelay: delay)
    lineTime = nil
    if isKept {
      keys.digit = nil
      return nil
    }
    if let line = stage.pressLine(for: key, afterDigit: digit) {
      keys.digit = nil
      digitDelay = delay
      return line
    }
    if keys.digit != nil { keys.droppedCount += 1 }
    keys.digit = nil
    if case .character(let scalar) = key, ("1"..."9").contains(scalar) {
      keys.digit = scalar
      keys.digitTime = readTime
    } else {
      keys.droppedCount += 1
    }
    return nil
  }
}

/// The keys that were typed during the glance.
struct GlanceKeys {
  /// The first digit of a cell, if the second is still missing.
  var digit: Unicode.Scalar?
  /// The time of that digit.
  var digitTime = 0
  /// `true` if the bytes so far may be Escape, or the beginning of a longer key.
  var isIncomplete = false
  /// The first Ctrl-C, Ctrl-D or Escape.
  var wish: Unicode.Scalar?
  var droppedCount = 0
}
