import Console
import Events
import Examiner
import Game
import Models
import Words

/// The glance: from the fixation mark to the mask of a round whose numerals are shown for a time.
extension Application: PromptAttention {
  /// Whether time passes by itself, and something may be due while nothing is typed.
  package var passesTime: Bool { metronome.clock.kind == .real }

  package var isGlanceOpen: Bool {
    guard passesTime else { return false }
    if game.model.preparation == .fixation {
      return game.model.round.game.placed?.rule.hold != nil
    }
    return play?.isHolding == true
  }

  package var isRoundExpected: Bool {
    let round = game.model.round
    return passesTime && (round.game.hasPlaced || round.game.isInTest && !round.game.isOpen)
  }

  package var isTimedTest: Bool { passesTime && game.series != nil }

  package func idle() -> Int? {
    do throws(EventFault) { try metronome.catchUp() } catch { refuse(error) }
    return metronome.delay
  }

  package func willShow() {
    guard passesTime else { return }
    if play?.takeNewHold() == true { metronome.skip() }
    if game.model.recordShown() { unaskedPart = .numerals }
  }

  package func didShow() -> Bool {
    guard let part = unaskedPart else { return false }
    unaskedPart = nil
    if asksTerminal { askedPart = part }
    return asksTerminal
  }

  package func didAcknowledge() {
    if let askedPart { game.model.recordAnswer(to: askedPart) }
    askedPart = nil
  }

  package func countEarlyInputs(_ count: Int) { game.model.countEarlyInputs(count) }

  package func closeGlance(stopsTest: Bool) {
    play?.interruptHold()
    if stopsTest, game.series != nil { _ = try? root.send(.action(RoundAction.stop)) }
  }

  package func didContinue() {
    guard passesTime else { return }
    metronome.skip()
    play?.interruptHold()
    guard game.model.interrupt(), game.series != nil else { return }
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
