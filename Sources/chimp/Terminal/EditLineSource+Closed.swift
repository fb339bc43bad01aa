import CEditLine
import Glibc
import Screens
import Shell
import Terminal

/// Input in a closed session, which has no prompt: every key goes to the stage.
extension EditLineSource {
  /// The stage of a closed session; `nil` in any other session.
  var closedStage: LiveStage? {
    guard let stage = sink.stage, stage.isClosed else { return nil }
    return stage
  }

  /// Handles keys until the stage returns a command line; returns `nil` at the end of the session.
  ///
  /// The terminal modes stay unchanged while the line is performed, so that no key sends a signal.
  func readClosedLine() -> String? {
    staged = nil
    beginning = nil
    editor.prepare(isEditing: true)
    sink.send("\u{1b}[?2004h\u{1b}[?25l")
    readClosedKeys()
    if closedStage != nil, staged != nil { return staged?.line }
    isDroppingPaste = false
    sink.send("\u{1b}[?25h\u{1b}[?2004l")
    editor.prepare(isEditing: false)
    return staged?.line
  }

  private func readClosedKeys() {
    var isFinal = false
    while endingSignal == nil, staged == nil, let stage = closedStage {
      if console.program.glance.isOpen {
        runGlance()
        continue
      }
      let answer = decoder.next(isFinal: isFinal)
      isFinal = false
      switch answer {
      case .character(let scalar): _ = handle(.character(scalar), stage)
      case .key(let key):
        if case .known(let known) = key.meaning { _ = handle(known, stage) }
      case .pasted: break
      case .needsMore, .mayContinue:
        let result = waitClosed(behind: answer)
        isFinal = isRestLost(behind: answer, result)
        if result == CHIMP_WAIT_SIGNAL, chimp_signal_consume(SIGINT) != 0 {
          decoder.clear()
          _ = handle(.character(ControlKey.interrupt), stage)
        }
        // Without a terminal, no key can arrive any more.
        if result == CHIMP_WAIT_FAILED { endingSignal = SIGHUP }
      }
    }
  }

  /// Waits for a key while timers and background jobs run.
  private func waitClosed(behind answer: KeyDecoder.Answer) -> chimp_wait_result {
    var delay: Int?
    repeat {
      draw()
      delay = console.program.glance.idle()
      if console.program.glance.isOpen { return CHIMP_WAIT_TIME }
    } while output.hasUnwritten
    return wait(waitTime(behind: answer, atMost: delay) ?? -1)
  }

  /// Handles signals that do not end the session.
  func handleClosedSignals() {
    _ = chimp_signal_consume(SIGTSTP)
    if chimp_signal_consume(SIGCONT) != 0 {
      console.program.glance.didContinue()
      editor.prepare(isEditing: true)
      sink.redraw()
    }
    if chimp_signal_consume(SIGWINCH) != 0 { resize() }
  }
}
