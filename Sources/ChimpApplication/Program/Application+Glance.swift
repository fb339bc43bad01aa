import Console
import Controllers
import Events
import Examiner
import Game
import Models
import Observing
import Words

/// The glance: from the fixation mark to the mask of a round whose numerals are shown for a time.
///
/// During it, nothing may be written that could scroll or delay the numerals, and the hold must not
/// include time in which the player can't see them. A script with virtual time has no glance.
extension Application: PromptAttention {
  /// `true` if the clock is real, so that events may be due while nothing is typed.
  package var passesTime: Bool { metronome.clock.kind == .real }

  /// `true` if numerals that are shown for a limited time, or their fixation mark, are visible on a
  /// real clock.
  package var isGlanceOpen: Bool {
    guard passesTime else { return false }
    let session = game.model.session
    if session.preparation == .fixation { return session.placed?.rule.hold != nil }
    return session.isHolding
  }

  /// Whether, on a real clock, numerals are placed or the next trial of a test is about to begin.
  package var isRoundExpected: Bool {
    let session = game.model.session
    return passesTime && (session.hasPlaced || session.isInTest && !session.isOpen)
  }

  /// `true` if a test is in progress on a real clock, which no command may delay.
  package var isTimedTest: Bool { passesTime && game.model.session.isInTest }

  /// Sends the tree the time that has passed.
  ///
  /// - Returns: The milliseconds until something is due again; `nil` if nothing is.
  package func idle() -> Int? {
    do throws(EventFault) { try metronome.catchUp() } catch { refuse(error) }
    return metronome.delay
  }

  /// Records that the numerals are about to be shown, and starts the hold at this moment.
  ///
  /// The time before, in which the board was written, is skipped, because the player could not see
  /// it. Does nothing if no new numerals are shown.
  package func willShow() {
    guard passesTime, game.model.session.isUnseen else { return }
    if game.model.session.isHolding {
      metronome.skip()
      // Numerals without room in a closed session are not visible.
      if closedSession.session != nil, !hasBoardRoom { play?.interruptHold() }
    }
    let facts = game.model.perform(.exposure(.shown))
    if facts?.isEmpty == false { unaskedPart = .numerals }
    play?.updateTimers()
  }

  /// Notes that a board has been written; returns whether the terminal must acknowledge it.
  package func didShow() -> Bool {
    guard let part = unaskedPart else { return false }
    unaskedPart = nil
    if asksTerminal { askedPart = part }
    return asksTerminal
  }

  /// Records the moment at which the terminal had read the board; does nothing if it was not asked.
  package func didAcknowledge() {
    if let askedPart { game.model.perform(.exposure(.acknowledged(askedPart))) }
    askedPart = nil
  }

  /// Records the number of keys that were dropped while the numerals were shown.
  package func countEarlyInputs(_ count: Int) {
    game.model.perform(.exposure(.droppedInputs(count)))
  }

  /// Masks the numerals and, if asked to, stops the test.
  ///
  /// Called if the glance can't continue: before the program is suspended, for Ctrl-C, and if the
  /// terminal can no longer be read.
  package func closeGlance(stopsTest: Bool) {
    play?.interruptHold()
    if stopsTest, let closed = closedSession.session { return closed.interrupt() }
    if stopsTest, game.model.session.isInTest { _ = try? root.send(.action(RoundAction.stop)) }
  }

  /// Begins a closed session that also ends the program; returns whether it has begun.
  func close(_ code: String) -> Bool {
    receive(.action(StudyAction.close(code, endsProgram: true)))
    return closedSession.session != nil
  }

  /// Handles the end of a suspension: the hold ends, and the session records an interruption.
  ///
  /// Does nothing on a virtual clock.
  package func didContinue() {
    guard passesTime else { return }
    metronome.skip()
    play?.interruptHold()
    guard let facts = game.model.perform(.interrupt), !facts.isEmpty else { return }
    play?.updateTimers()
    guard game.model.session.isInTest else { return }
    speaker.say { $0.interruptedTrial }
  }

  /// Notifies the attract mode of a person, which ends the demonstration.
  package func noticePerson() { _ = try? root.send(.action(GameAction.noticePerson)) }

  /// Waits until the numerals are masked, so that a command can't act on a visible board.
  ///
  /// Returns immediately if no glance is open; the user may interrupt it, which masks the numerals.
  package func awaitMask() {
    while isGlanceOpen, let delay = metronome.delay {
      guard sleep(delay) else { return closeGlance(stopsTest: false) }
      _ = idle()
    }
  }

  /// Sleeps during a `wait`, after writing all pending output.
  ///
  /// - Returns: `false` if the user has interrupted it.
  func sleep(_ milliseconds: Int) -> Bool {
    willShow()
    environment.writeNow()
    _ = didShow()
    return isGlanceOpen
      ? environment.sleepInGlance(milliseconds) : environment.sleep(milliseconds)
  }
}
