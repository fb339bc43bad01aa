import CEditLine
import Glibc
import Shell

/// What happens on the terminal while a command runs.
extension EditLineSource: JobTerminal {
  /// Whether the user wants what runs to end.
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

  var milliseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  func show(_ line: String) {
    sink.send("\r\u{1b}[K" + line)
    isProgressShown = !line.isEmpty
  }

  func waits(for descriptor: Int32, milliseconds: Int?) -> Bool {
    let delay = [attention?.idle(), milliseconds].compactMap(\.self).min()
    output.flush()
    let result = chimp_wait(-1, descriptor, Int32(clamping: delay ?? -1))
    guard result == CHIMP_WAIT_SIGNAL else { return false }
    for number in [SIGTERM, SIGHUP] where chimp_signal_take(number) != 0 { endingSignal = number }
    if chimp_signal_take(SIGTSTP) != 0 {
      show("")
      stopBetweenLines()
    }
    _ = chimp_signal_take(SIGCONT)
    if chimp_signal_take(SIGWINCH) != 0 {
      editor.resize()
      sink.adapt(hasColor: output.hasColor)
    }
    guard chimp_signal_take(SIGINT) != 0 else { return endingSignal != nil }
    wasInterrupted = true
    return true
  }
}
