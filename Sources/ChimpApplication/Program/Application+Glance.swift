import Console
import Events
import Examiner
import Game
import Models
import Observing
import Words

/// The glance: from the fixation mark to the mask of a round whose numerals are shown for a time.
extension Application: PromptAttention {
  /// Whether time passes by itself, and something may be due while nothing is typed.
  package var passesTime: Bool { metronome.clock.kind == .real }

  package var isGlanceOpen: Bool {
    guard passesTime else { return false }
    let session = game.model.session
    if session.preparation == .fixation { return session.placed?.rule.hold != nil }
    return session.isHolding
  }

  package var isRoundExpected: Bool {
    let session = game.model.session
    return passesTime && (session.hasPlaced || session.isInTest && !session.isOpen)
  }

  package var isTimedTest: Bool { passesTime && game.model.session.isInTest }

  package func idle() -> Int? {
    do throws(EventFault) { try metronome.catchUp() } catch { refuse(error) }
    return metronome.delay
  }

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

  package func didShow() -> Bool {
    guard let part = unaskedPart else { return false }
    unaskedPart = nil
    if asksTerminal { askedPart = part }
    return asksTerminal
  }

  package func didAcknowledge() {
    if let askedPart { game.model.perform(.exposure(.acknowledged(askedPart))) }
    askedPart = nil
  }

  package func countEarlyInputs(_ count: Int) {
    game.model.perform(.exposure(.droppedInputs(count)))
  }

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

  package func didContinue() {
    guard passesTime else { return }
    metronome.skip()
    play?.interruptHold()
    guard let facts = game.model.perform(.interrupt), !facts.isEmpty else { return }
    play?.followDeadlines()
    guard game.model.session.isInTest else { return }
    speaker.say { $0.interruptedTrial }
  }

  package func noticePerson() { _ = try? root.send(.action(GameAction.noticePerson)) }

  package func awaitMask() {
    while isGlanceOpen, let delay = metronome.delay {
      guard sleep(delay) else { return closeGlance(stopsTest: false) }
      _ = idle()
    }
  }

  /// Sleeps while a line that lets time pass is answered, with everything shown that is to be seen;
  /// returns false if the user wants no more of it.
  func sleep(_ milliseconds: Int) -> Bool {
    willShow()
    environment.writeNow()
    _ = didShow()
    return isGlanceOpen
      ? environment.sleepInGlance(milliseconds) : environment.sleep(milliseconds)
  }
}
