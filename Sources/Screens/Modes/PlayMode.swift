import Events
import Examiner
import Game
import Observing

/// The `play` mode, in which a round is played.
///
/// The session computes deadlines but has no timers. The mode has timers in the event tree, and
/// passes an input to the session at each deadline.
///
///     switcher.bind([AttractMode(game, demonstration), PlayMode(game)])
final class PlayMode: GameMode {
  /// The timer that ends the time for which numerals are visible.
  private let hold = Deadline("hold")
  /// The timer that ends the time for the answer, which is bound when a round first needs it.
  private let limit = Deadline("limit")

  init(_ game: GameController) {
    super.init(.play, game, board: game.board)
    bind(hold)
  }

  /// The round, unless the feedback of its test hides how it ended.
  override var examiner: ChimpanzeeExaminer? {
    let session = model.session
    let mayBeSeen = session.isOpen || session.isStarted && session.laterFeedback == .full
    return mayBeSeen ? session.examiner : nil
  }

  override var showsNumerals: Bool { true }

  /// Begins the round and starts its timers.
  override func didEnter(by change: ModeChange) {
    defer {
      game.board.renew()
      game.startBoard.renew()
    }
    if !change.isAtOnce {
      guard model.perform(.begin) != nil else {
        game.request(.attract)
        return
      }
    }
    enableTimers()
    if model.session.examiner.rule.limit != nil { bindLimit() }
    updateTimers()
  }

  /// Enables timers that were disabled by name, if they must not be disabled.
  ///
  /// In a test that is every timer; on a real clock it is the timer of the hold.
  private func enableTimers() {
    let isTest = model.session.round.test != nil
    if isTest || game.application.passesTime { hold.enable() }
    if isTest { limit.enable() }
  }

  /// Binds the timer of the answer time, for the first round that needs it.
  private func bindLimit() { if limit.container == nil { bind(limit) } }

  /// Sets the timers to the deadlines of the session.
  func updateTimers() {
    let deadlines = model.session.deadlines
    let now = model.now
    hold.run(to: deadlines.hold, from: now)
    limit.run(to: deadlines.answer, from: now)
  }

  /// Abandons the round; returns `false` if that could not be stored, so that the mode stays.
  override func mayLeave(by change: ModeChange) -> Bool {
    // A round that begins immediately has ended the previous one already.
    if change.isAtOnce { return true }
    model.performEarlyPresses()
    let isForNextRound = change.to == ModeName.start.rawValue
    return model.perform(isForNextRound ? .leave : .stop) != nil
  }

  /// Stops the timers, because the mode is left.
  override func willLeave(by change: ModeChange) {
    model.noteTest(model.session.test)
    hold.stop()
    limit.stop()
  }

  /// Updates the timers after a move, and writes the result if the round has ended.
  override func didPlay(_ facts: [GameFact]) {
    updateTimers()
    if facts.haveEnd { game.finishRound() }
  }

  /// Masks the numerals before the end of the hold, because the player interrupted it.
  ///
  /// Does nothing unless a hold is running.
  func interruptHold() {
    guard model.session.isHolding else { return }
    let isOver = model.session.deadlines.hold.map { model.now >= $0 } ?? true
    cover()
    makeTimed(isOver ? .holdEnds : .hide)
  }

  /// Ends a trial that was interrupted; the test deals another one of its kind.
  ///
  /// Does nothing outside a test.
  func replaceTrial() {
    if model.session.isInterruptedTrial { makeTimed(.giveUp) }
  }

  /// Masks the numerals at the end of the hold; in a test, reports if it was too long or too short.
  private func endHold() {
    guard model.session.rule.hold != nil, !model.session.examiner.isMasked else { return }
    cover()
    makeTimed(.holdEnds)
    game.application.glance.unaskedPart = .mask
    guard model.session.round.test != nil, let accuracy = model.session.holdAccuracy,
      !accuracy.isMet
    else { return }
    game.view.showMissedHold(accuracy)
  }

  /// Writes the mask to the terminal before its move is stored, so that the disk doesn't delay it.
  private func cover() {
    model.perform(.exposure(.covered))
    game.application.glance.writeNow()
  }

  /// Performs the move of a deadline that is over.
  fileprivate func end(_ deadline: Deadline) {
    if deadline === hold {
      endHold()
    } else if model.session.deadlines.answer != nil {
      makeTimed(.timeOut)
    }
  }

  /// Performs a move at its deadline; does nothing if the round has ended.
  private func makeTimed(_ move: Move) {
    let time = model.now
    model.performEarlyPresses()
    guard model.session.isOpen, let facts = model.perform(.move(move), at: time) else { return }
    didPlay(facts)
  }
}

/// A deadline of the `play` mode, whose timer users can see and disable in the tree.
private final class Deadline: EventContainer {
  private let timer = EventTimer("timer", after: Metronome.tick)

  /// The time for which the timer was set; `nil` if there is none.
  private var time: Int?

  /// Creates a deadline without a time.
  init(_ name: String) {
    super.init(name)
    bind(timer)
    timer.isEnabled = false
  }

  /// Enables the timer if it was disabled by name.
  func enable() {
    timer.mayBeEnabled = true
    mayBeEnabled = true
    isEnabled = true
  }

  /// Sets the timer to a time; without one, stops it.
  ///
  /// Does nothing if the timer is already set to this time.
  func run(to time: Int?, from now: Int) {
    guard time != self.time else { return }
    guard let time else { return stop() }
    self.time = time
    timer.restart(after: time - now)
  }

  func stop() {
    time = nil
    timer.isEnabled = false
  }

  override func handle(_ event: inout Event, from sender: EventObject) {
    guard case .timer = event.message, sender === timer else { return }
    event.isHandled = true
    (container as? PlayMode)?.end(self)
  }
}
