import CEditLine
import Console
import Glibc
import Terminal

/// The glance: numerals are shown for a time, or are about to be, and nothing may delay their mask.
extension EditLineSource {
  /// Waits until the glance is over, a press ends it, a signal ends the session, or the
  /// milliseconds have passed.
  ///
  /// Every key that is no press on the board is dropped and counted. Neither the line editor nor
  /// any command gets to run meanwhile.
  func runGlance(atMost milliseconds: Int? = nil) {
    let isScript = milliseconds != nil
    let end = milliseconds.map { self.milliseconds + $0 }
    var keys = GlanceKeys()
    while let attention, attention.isGlanceOpen, endingSignal == nil {
      draw()
      // What came before the mask is dropped even where the machine is late with both.
      if waitInGlance(0) == CHIMP_WAIT_FAILED { attention.closeGlance(stopsTest: false) }
      readKeys(&keys, isScript: isScript, isFinal: false)
      guard staged == nil, attention.isGlanceOpen else { break }
      let delay = attention.idle()
      guard attention.isGlanceOpen else { break }
      // What has become due may have brought the numerals.
      if output.hasUnwritten { continue }
      let rest = end.map { $0 - self.milliseconds }
      if let rest, rest <= 0 { break }
      if waitInGlance([delay, rest].compactMap(\.self).min()) == CHIMP_WAIT_FAILED {
        attention.closeGlance(stopsTest: false)
      }
    }
    // A press that came together with the mask is a press.
    if staged == nil { readKeys(&keys, isScript: isScript, isFinal: true) }
    isDroppingPaste = decoder.isPasting
    attention?.countEarlyInputs(keys.droppedCount + (keys.digit == nil ? 0 : 1))
  }

  /// Reads keys up to the first press, which becomes the line that is answered next; a script lets
  /// no press act.
  private func readKeys(_ keys: inout GlanceKeys, isScript: Bool, isFinal: Bool) {
    while let line = dropKeys(&keys, isFinal: isFinal) {
      guard isScript else {
        staged = line
        return
      }
      keys.droppedCount += 1
    }
  }

  /// Waits once for time to pass, for a key or for a signal, but for no job.
  private func waitInGlance(_ delay: Int?) -> chimp_wait_result {
    let result = chimp_wait(STDIN_FILENO, -1, Int32(clamping: delay ?? -1))
    if result == CHIMP_WAIT_INPUT { return readInput() }
    if result == CHIMP_WAIT_SIGNAL {
      if chimp_signal_take(SIGINT) != 0 { attention?.closeGlance(stopsTest: true) }
      takeSignals()
    }
    return result
  }

  /// Drops the keys that have been read; returns the line of a press, if they made one.
  private func dropKeys(
    _ keys: inout GlanceKeys, isFinal: Bool
  ) -> (line: String, origin: LineOrigin)? {
    while true {
      switch decoder.next(isFinal: isFinal) {
      case .needsMore, .mayContinue: return nil
      case .pasted: keys.droppedCount += 1
      case .character("\u{3}"): attention?.closeGlance(stopsTest: true)
      case .character("\u{1a}"): _ = stop()
      case .character(let scalar):
        if let line = press(for: .character(scalar), &keys) { return line }
      case .key(let key):
        guard case .known(let known) = key.meaning else {
          if key.meaning != .noise { keys.droppedCount += 1 }
          continue
        }
        if let line = press(for: known, &keys) { return line }
      }
    }
  }

  private func press(
    for key: StageKey, _ keys: inout GlanceKeys
  ) -> (line: String, origin: LineOrigin)? {
    guard let stage = sink.stage, stage.isOpen else {
      keys.droppedCount += 1
      return nil
    }
    if let line = stage.pressLine(for: key, afterDigit: keys.digit.map { String($0) } ?? "") {
      keys.digit = nil
      return line
    }
    if keys.digit != nil { keys.droppedCount += 1 }
    keys.digit = nil
    if case .character(let scalar) = key, ("1"..."9").contains(scalar) {
      keys.digit = scalar
    } else {
      keys.droppedCount += 1
    }
    return nil
  }
}

/// The keys that were typed while the glance was open.
private struct GlanceKeys {
  /// The first digit of a cell.
  var digit: Unicode.Scalar?
  var droppedCount = 0
}
