import Console
import Events
import Examiner
import Game
import Models
import Observing
import Words

/// The glance: from the fixation mark to the mask of a round whose numerals are shown for a time.
///
/// While it is open, nothing may be written that could scroll or delay the numerals, and the real
/// clock must not lose time to anything but the player's eye. A script with virtual time has no
/// glance.
extension Application: PromptAttention {
  /// Whether time passes by itself, so that something may be due while nothing is typed.
  package var passesTime: Bool { metronome.clock.kind == .real }

  /// Whether numerals are shown for a time, or their fixation mark is, on a real clock.
  package var isGlanceOpen: Bool {
    guard passesTime else { return false }
    let session = game.model.session
    if session.preparation == .fixation { return session.placed?.rule.hold != nil }
    return session.isHolding
  }

  /// Whether numerals are placed or the next trial of a test is about to be, on a real clock.
  package var isRoundExpected: Bool {
    let session = game.model.session
    return passesTime && (session.hasPlaced || session.isInTest && !session.isOpen)
  }

  /// Whether a test is in progress on a real clock, which no command may delay.
  package var isTimedTest: Bool { passesTime && game.model.session.isInTest }

  /// Lets the tree know the time that has passed.
  ///
  /// - Returns: The milliseconds until something is due again; `nil` if nothing is.
  package func idle() -> Int? {
    do throws(EventFault) { try metronome.catchUp() } catch { refuse(error) }
    return metronome.delay
  }

  /// Records that the numerals are about to be shown, and starts the hold at this moment.
  ///
  /// Time that passed before, while the board was written, is skipped: the hold is the player's.
  /// Does nothing if all that is shown has been seen.
  package func willShow() {
    guard passesTime, game.model.session.isUnseen else { return }
    if game.model.session.isHolding {
      metronome.skip()
      // Numerals that a closed session has no room for are not seen.
      if closedSession.session != nil, !hasBoardRoom { play?.interruptHold() }
    }
    let facts = game.model.perform(.exposure(.shown))
    if facts?.isEmpty == false { unaskedPart = .numerals }
    play?.followDeadlines()
  }

  /// Notes that a board has been written; returns whether the terminal is to acknowledge it.
  package func didShow() -> Bool {
    guard let part = unaskedPart else { return false }
    unaskedPart = nil
    if asksTerminal { askedPart = part }
    return asksTerminal
  }

  /// Records the moment at which the terminal had read the board; does nothing if it wasn't asked.
  package func didAcknowledge() {
    if let askedPart { game.model.perform(.exposure(.acknowledged(askedPart))) }
    askedPart = nil
  }

  /// Records how many keys were dropped while the numerals were shown.
  package func countEarlyInputs(_ count: Int) {
    game.model.perform(.exposure(.droppedInputs(count)))
  }

  /// Masks the numerals and, if asked to, stops the test.
  ///
  /// Called if the glance can't go on: before the program is suspended, for Ctrl-C, and if the
  /// terminal can't be read any more.
  package func closeGlance(stopsTest: Bool) {
    play?.interruptHold()
    if stopsTest, let closed = closedSession.session { return closed.interrupt() }
    if stopsTest, game.model.session.isInTest { _ = try? root.send(.action(RoundAction.stop)) }
  }

  /// Begins a closed session with which the program ends; answers whether it has begun.
  func close(_ code: String) -> Bool {
    receive(.action(StudyAction.close(code, endsProgram: true)))
    return closedSession.session != nil
  }

  /// Notes that the program was suspended while time passed: the hold ends, and the session records
  /// an interruption.
  ///
  /// Does nothing on a virtual clock.
  package func didContinue() {
    guard passesTime else { return }
    metronome.skip()
    play?.interruptHold()
    guard let facts = game.model.perform(.interrupt), !facts.isEmpty else { return }
    play?.followDeadlines()
    guard game.model.session.isInTest else { return }
    speaker.say { $0.interruptedTrial }
  }

  /// Tells the attract mode that a person is there, which ends the demonstration.
  package func noticePerson() { _ = try? root.send(.action(GameAction.noticePerson)) }

  /// Waits until the numerals are masked, so that a command can't act on a visible board.
  ///
  /// Returns at once if no glance is open; the user may interrupt it, which masks the numerals.
  package func awaitMask() {
    while isGlanceOpen, let delay = metronome.delay {
      guard sleep(delay) else { return closeGlance(stopsTest: false) }
      _ = idle()
    }
  }

  /// Sleeps while a line that lets time pass is answered, after everything pending has been
  /// written.
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
