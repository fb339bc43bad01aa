import Archive
import ChimpSystem
import Events
import Examiner
import Game
import Observing
package import Shell

/// The glance: the time from the fixation mark to the mask, while numerals are shown for a limited
/// time.
///
/// During a glance nothing may be written that could scroll or delay the numerals. The measured
/// time must not include time in which the player can't see them. With virtual time there is no
/// glance.
extension Application: PromptAttention {
  /// `true` during a glance, on a real clock.
  package var isGlanceOpen: Bool {
    guard passesTime else { return false }
    let session = model.session
    if session.preparation == .fixation { return session.placed?.rule.hold != nil }
    return session.isHolding
  }

  /// `true` if the clock may begin a round at any time, because one is placed or a test is in
  /// progress.
  private var isRoundExpected: Bool {
    let session = model.session
    return passesTime && (session.hasPlaced || session.isInTest && !session.isOpen)
  }

  /// `true` during a test on a real clock, which no command may delay.
  package var isTimed: Bool { passesTime && model.session.isInTest }

  /// Sends the event tree the time that has passed.
  ///
  /// Does nothing while a program reads framed replies, each of which answers a request: what
  /// becomes due waits for the next one.
  ///
  /// - Returns: The milliseconds until something is due again; `nil` if nothing is.
  package func idle() -> Int? {
    if console?.options.machineFormat == .frames { return nil }
    catchUp()
    return metronome.delay
  }

  private func catchUp() {
    refusing { try metronome.catchUp() }
    noteStudyChanges()
  }

  /// Does all work that is due while a command runs.
  ///
  /// Does nothing and returns `nil` while the clock may begin a round.
  package func idleBehindCommand() -> Int? { isRoundExpected ? nil : idle() }

  /// Called before output is written: if it shows new numerals, their time begins now.
  ///
  /// The time in which the board was composed is skipped, because the player could not see it. Does
  /// nothing if the output shows no new numerals.
  package func willShow() {
    guard passesTime, model.session.isUnseen else { return }
    noteWindow()
    let isHolding = model.session.isHolding
    // Numerals without room in a closed session are not visible.
    if isHolding, studyScreen.session != nil, !hasBoardRoom { play?.interruptHold() }
    let facts = model.perform(.exposure(.shown))
    if facts?.isEmpty == false { unaskedPart = .numerals }
    play?.updateTimers()
    // Last, so that the time since an earlier reading of the clock shortens no hold.
    if isHolding { metronome.skip() }
  }

  /// Stores the size of the window with the round in progress.
  ///
  /// Does nothing on a virtual clock, without a window, and without a round.
  package func noteWindow() {
    guard passesTime, let size = game.surface else { return }
    model.perform(.exposure(.sized("\(size.columns)x\(size.rows)")))
  }

  /// Called after output was written; returns whether to ask the terminal for an acknowledgement of
  /// the board.
  package func didShow() -> Bool {
    guard let part = unaskedPart else { return false }
    unaskedPart = nil
    if part == .numerals, model.perform(.exposure(.written))?.isEmpty == false {
      play?.updateTimers()
    }
    if asksTerminal { askedPart = part }
    return asksTerminal
  }

  /// Stores the time at which the terminal acknowledged the board.
  ///
  /// Does nothing if it was not asked.
  package func didAcknowledge() {
    if let askedPart { model.perform(.exposure(.acknowledged(askedPart))) }
    askedPart = nil
  }

  /// Stores the number of keys that were ignored during a glance.
  package func countEarlyInputs(_ count: Int) {
    model.perform(.exposure(.droppedInputs(count)))
  }

  /// Masks the numerals before their time and, if `stopsTest`, ends the test.
  ///
  /// Called if the glance can't continue: before the program is suspended, for Ctrl-C, and if the
  /// terminal can no longer be read.
  package func closeGlance(stopsTest: Bool) {
    play?.interruptHold()
    if stopsTest, let closed = studyScreen.session { return closed.interrupt() }
    guard stopsTest, model.session.isInTest else { return }
    refusing { try game.stop() }
  }

  /// Starts a closed session for a participant, after which the program exits; returns `false` on
  /// an error.
  func close(_ code: String) -> Bool {
    refusing { try perform(on: "study") { study.closeAtStart(code) } }
    return studyScreen.session != nil
  }

  /// Handles the end of a suspension such as Ctrl-Z: stores the interruption, and lets a test
  /// replace a trial whose look was cut short or seen longer, or whose time limit ran.
  ///
  /// After the mask, a round without a time limit goes on with the same board: another one would
  /// excuse a miss. Does nothing on a virtual clock.
  package func didContinue() {
    guard passesTime else { return }
    metronome.skip()
    if model.session.canPause {
      model.perform(.pause)
      if model.session.isInTest { game.view.showPause() }
    } else {
      play?.interruptHold()
      interruptTrial()
      play?.replaceTrial()
    }
  }

  /// Marks the round as interrupted; a test replaces its trial, which is said then.
  ///
  /// Does nothing if no round is in progress.
  package func interruptTrial() {
    guard let facts = model.perform(.interrupt), !facts.isEmpty else { return }
    play?.updateTimers()
  }

  /// Lets a test replace a resumed trial whose numerals would be seen for a second time.
  ///
  /// Does nothing after the mask, and for a look without a limit.
  func replaceRepeatedLook() {
    let session = model.session
    if session.isInterruptedTrial, session.isHolding { play?.replaceTrial() }
  }

  /// Decides what Ctrl-C does on a terminal without line editing; does nothing elsewhere.
  ///
  /// At the prompt it ends the program, or in a test explains how to leave that. While a command
  /// runs, it cancels that.
  package func awaitsLine(_ isWaiting: Bool) {
    guard hasPromptWithoutCursor else { return }
    // A command that was too short to be cancelled leaves its Ctrl-C behind.
    if isWaiting { _ = environment.consumeInterrupt() }
    environment.watchInterrupts(!isWaiting || isTimed)
  }

  /// Writes how to leave a test, if Ctrl-C was pressed.
  package func didInterrupt() {
    guard hasPromptWithoutCursor, environment.consumeInterrupt() else { return }
    speaker.say(line: Self.testLeaveHint.in(speaker.language))
  }

  /// Ends the demonstration, because a user is at the terminal.
  package func noticePerson() {
    guard game.switcher?.isReached == true else { return }
    if game.switcher?.current.name == ModeName.attract.rawValue {
      demonstration.rest()
    } else {
      noticeInput()
    }
  }

  /// The hint after Ctrl-C or Ctrl-D on an empty line in a test, that neither leaves it.
  package static let testLeaveHint = Text(
    "stop leaves the test, quit ends the program", "stop でテストをやめ、quit でプログラムを終わります")

  /// Restarts the idle timer of the mode in which a player chooses a round.
  func noticeInput() {
    if game.idleTimer.isReached { game.idleTimer.restart() }
  }

  /// Runs a closure outside of a command; writes the error that it throws.
  func refusing(_ body: () throws -> Void) {
    do { try body() } catch { speaker.refuse(Refusal(error)) }
  }

  /// Waits until the numerals are masked, before a command that must not act on a visible board.
  ///
  /// Returns immediately outside of a glance. Ctrl-C ends the wait and masks the numerals.
  package func awaitTurn() {
    while isGlanceOpen, let delay = metronome.delay {
      guard sleep(delay) else { return closeGlance(stopsTest: false) }
      catchUp()
    }
  }

  /// Writes all buffered output, then sleeps for the rest of the time, for the command `wait`.
  ///
  /// - Returns: `false` if the user has interrupted it.
  func sleep(_ milliseconds: Int) -> Bool {
    let beginning = metronome.clock.now
    willShow()
    writeNow()
    _ = didShow()
    let rest = max(0, milliseconds - (metronome.clock.now - beginning))
    // During a glance the terminal drops the keys that are typed meanwhile.
    if isGlanceOpen, let terminal = environment.terminal { return terminal.sleepInGlance(rest) }
    return environment.sleep(rest)
  }

  /// Writes all buffered output to the terminal at once.
  func writeNow() {
    if let terminal = environment.terminal { terminal.writeNow() } else { speaker.output.flush() }
  }
}
