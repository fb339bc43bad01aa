import ChimpSystem
import Events
import Examiner
import Game
import Shell

/// The glance: the time from the fixation mark to the mask, while numerals are shown for a limited
/// time.
///
/// During a glance nothing may be written that could scroll or delay the numerals. The measured
/// time must not include time in which the player can't see them. With virtual time there is no
/// glance.
///
///     if glance.isOpen { glance.close(stopsTest: false) }
package final class Glance: PromptAttention {
  private unowned let application: Application
  private let model: GameModel
  private let metronome: Metronome
  /// `true` if a user types lines at a terminal that can't move its cursor.
  var hasPromptWithoutCursor = false
  /// `true` if the terminal must acknowledge each board, to measure its delay.
  var asksTerminal = false
  /// The output, numerals or mask, for which an acknowledgement must still be requested; `nil` for
  /// none.
  var unaskedPart: ExposurePart?
  /// The output, numerals or mask, for which an acknowledgement was requested last.
  private var askedPart: ExposurePart?
  /// `true` if a suspension has cut the look of a test's trial short, until it is over.
  private var hasCutLook = false

  /// Creates the glance of an application.
  init(_ application: Application) {
    self.application = application
    model = application.model
    metronome = application.metronome
  }

  /// `true` if the clock is real.
  private var passesTime: Bool { application.passesTime }
  /// The mode that masks the numerals.
  private var play: PlayMode? { application.play }

  /// `true` during a glance, on a real clock.
  package var isOpen: Bool {
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

  /// Sends the event tree the time that has passed.
  ///
  /// Does nothing while a program reads framed replies, each of which answers a request: what
  /// becomes due waits for the next one.
  ///
  /// - Returns: The milliseconds until something is due again; `nil` if nothing is.
  package func idle() -> Int? {
    if application.console?.options.machineFormat == .frames { return nil }
    // Time stands still while the experimenter is asked for the word, but in no glance.
    if application.studyScreen.session?.isLeaving == true, !isOpen { return nil }
    catchUp()
    return metronome.delay
  }

  private func catchUp() {
    application.refusing { try metronome.catchUp() }
    application.noteStudyChanges()
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
    if isHolding, application.studyScreen.session != nil, !application.hasBoardRoom {
      play?.interruptHold()
    }
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
    guard passesTime, let size = application.game.surface else { return }
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

  /// Masks the numerals before their time and, if `stopsTest`, ends the test; a closed session asks
  /// for its word instead.
  ///
  /// Called if the glance can't continue: for Ctrl-C, and if the terminal can no longer be read.
  package func close(stopsTest: Bool) {
    if stopsTest, let closed = application.studyScreen.session {
      willSuspend()
      return closed.interrupt()
    }
    play?.interruptHold()
    guard stopsTest, model.session.isInTest else { return }
    application.refusing { try application.game.stop() }
  }

  /// Masks the numerals before a suspension: that of the program, or the page of a closed session
  /// that asks for its word.
  package func willSuspend() {
    if model.session.isHolding, model.session.isInTest { hasCutLook = true }
    play?.interruptHold()
  }

  /// Handles the end of a suspension: stores the interruption, and lets a test replace a trial whose
  /// look was cut short or seen longer, or whose time limit ran.
  ///
  /// After the mask, a round without a time limit goes on with the same board: another one would
  /// excuse a miss. Does nothing on a virtual clock.
  package func didContinue() {
    guard passesTime else { return }
    metronome.skip()
    let mayGoOn = model.session.canPause && !hasCutLook
    hasCutLook = false
    if mayGoOn {
      model.perform(.pause)
      if model.session.isInTest { application.game.view.showPause() }
    } else {
      play?.interruptHold()
      interruptTrial()
      play?.replaceTrial()
    }
  }

  /// Handles the end of a closed session, whose trial in progress is interrupted.
  func didLeave() {
    guard passesTime else { return }
    metronome.skip()
    if hasCutLook || !model.session.canPause { interruptTrial() } else { model.perform(.pause) }
    hasCutLook = false
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
    if isWaiting { _ = application.environment.waiting.consumeInterrupt() }
    application.environment.waiting.watchInterrupts(!isWaiting || application.isTimed)
  }

  /// Writes how to leave a test, if Ctrl-C was pressed.
  package func didInterrupt() {
    guard hasPromptWithoutCursor, application.environment.waiting.consumeInterrupt() else { return }
    let speaker = application.speaker
    speaker.say(line: Application.testLeaveHint.in(speaker.language))
  }

  /// Waits until the numerals are masked, before a command that must not act on a visible board.
  ///
  /// Returns immediately outside of a glance. Ctrl-C ends the wait and masks the numerals.
  package func awaitTurn() {
    while isOpen, let delay = metronome.delay {
      guard sleep(delay) else { return close(stopsTest: false) }
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
    if isOpen, let terminal = application.environment.terminal {
      return terminal.sleepInGlance(rest)
    }
    return application.environment.waiting.sleep(rest)
  }

  /// Writes all buffered output to the terminal at once.
  func writeNow() {
    if let terminal = application.environment.terminal {
      terminal.writeNow()
    } else {
      application.speaker.output.flush()
    }
  }
}
