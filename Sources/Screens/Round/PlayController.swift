package import Events
import Examiner
import Game
import Observing
import Shell

/// The `play` mode, in which a round is played.
///
/// The session computes deadlines but has no timers. This controller runs timers in the event tree,
/// and passes an input to the session at each deadline.
///
///     let play = PlayController(game: game)
///     play.didMask = { print("the mask is on the screen") }
///     let mode = EventMode("play", handler: play, children: [play.makeHold()])
package final class PlayController: ModeHandler {
  /// Flushes the output to the terminal at once.
  package var writeNow: () -> Void = {}

  /// Called after the mask has been written at the end of a hold.
  package var didMask: () -> Void = {}

  /// The controller of the actions for all modes.
  private let game: GameController
  /// The model of the session.
  private let model: GameModel
  /// The cells of the board, which handle touches once they exist.
  private let board: BoardController
  /// The timer that ends the time for which numerals are visible.
  private let hold = DeadlineTimer()

  /// The timer that ends the time for the answer; `nil` until a round needs it.
  private var answer: DeadlineTimer?

  /// The deadlines for which the timers were set.
  private var timedDeadlines = Deadlines()

  /// Creates the handler of the `play` mode.
  package init(game: GameController) {
    self.game = game
    model = game.model
    board = game.board
    board.handleTouch = { [unowned self] event in handleMove(of: &event) }
    hold.end = { [unowned self] in endHold() }
  }

  /// Creates the tree object of the timer that masks the numerals.
  package func makeHold() -> EventContainer { hold.makeContainer("hold") }

  /// Begins the round and starts its timers.
  package func didEnter(_ mode: EventMode, by change: ModeChange) {
    defer {
      board.renew()
      game.startBoard.renew()
    }
    if !change.isAtOnce {
      guard model.perform(.begin) != nil else {
        game.request(.attract)
        return
      }
    }
    enableTimers()
    if model.session.examiner.rule.limit != nil { makeAnswerTimer(in: mode) }
    runTimers(to: model.session.deadlines)
  }

  /// Enables timers that were disabled by name, if they must not be disabled.
  ///
  /// In a test that is every timer; on a real clock it is the timer of the hold.
  private func enableTimers() {
    let isTest = model.session.round.test != nil
    if isTest || game.isRealTime { hold.enable() }
    if isTest { answer?.enable() }
  }

  /// Creates the timer of the answer time, for the first round that needs it.
  private func makeAnswerTimer(in mode: EventMode) {
    guard answer == nil else { return }
    let made = DeadlineTimer()
    made.end = { [unowned self] in
      if model.session.deadlines.answer != nil { makeTimed(.timeOut) }
    }
    guard (try? mode.bind(made.makeContainer("limit"))) != nil else { return }
    answer = made
  }

  /// Sets the timers to the deadlines of the session.
  ///
  /// Does nothing if the deadlines are unchanged.
  package func updateTimers() {
    let deadlines = model.session.deadlines
    if deadlines == timedDeadlines { return }
    runTimers(to: deadlines)
  }

  /// Sets both timers to deadlines.
  private func runTimers(to deadlines: Deadlines) {
    timedDeadlines = deadlines
    hold.run(to: deadlines.hold, from: model.now)
    answer?.run(to: deadlines.answer, from: model.now)
  }

  /// Abandons the round; returns `false` if that could not be stored, so that the mode stays.
  package func mayLeave(_ mode: EventMode, by change: ModeChange) -> Bool {
    // A round that begins immediately has ended the previous one already.
    if change.isAtOnce { return true }
    model.performEarlyPresses()
    let isForNextRound = change.to == ModeName.start.index
    return model.perform(isForNextRound ? .leave : .stop) != nil
  }

  /// Stops the timers, because the mode is left.
  package func willLeave(_ mode: EventMode, by change: ModeChange) {
    model.noteTest(model.session.test)
    timedDeadlines = Deadlines()
    hold.stop()
    answer?.stop()
  }

  /// Handles a move, unless an object of the tree handles it.
  package func handleEvent(_ event: inout Event, of object: EventObject) {
    if !board.claims(event, in: model) { handleMove(of: &event) }
  }

  /// Performs the move of an event and consumes the event; ignores other events.
  private func handleMove(of event: inout Event) {
    guard let facts = game.handleMove(of: event) else { return }
    event.consume()
    finishMove(facts)
  }

  /// Updates the timers after a move, and writes the result if the round has ended.
  private func finishMove(_ facts: GameFacts) {
    // Most presses neither mask the numerals nor end the round.
    if case .one(.moved(.right(_, _, masksOthers: false))) = facts { return }
    updateTimers()
    if facts.haveEnd { game.finishRound() }
  }

  /// Masks the numerals before the end of the hold, because the player interrupted it.
  ///
  /// Does nothing unless a hold is running.
  package func interruptHold() {
    guard model.session.isHolding else { return }
    let isOver = model.session.deadlines.hold.map { model.now >= $0 } ?? true
    cover()
    makeTimed(isOver ? .holdEnds : .hide)
  }

  /// Ends a trial that was interrupted; the test deals another one of its kind.
  ///
  /// Does nothing outside a test.
  package func replaceTrial() {
    if model.session.isInterruptedTrial { makeTimed(.giveUp) }
  }

  /// Masks the numerals at the end of the hold; in a test, reports if it was too long or too short.
  private func endHold() {
    guard model.session.rule.hold != nil, !model.session.examiner.isMasked else { return }
    cover()
    makeTimed(.holdEnds)
    didMask()
    guard model.session.round.test != nil, let accuracy = model.session.holdAccuracy,
      !accuracy.isMet
    else { return }
    game.speaker.say { $0.missedHold(accuracy) }
  }

  /// Writes the mask to the terminal before its move is stored, so that the disk doesn't delay it.
  private func cover() {
    model.perform(.exposure(.covered))
    writeNow()
  }

  /// Performs a move at its deadline; does nothing if the round has ended.
  private func makeTimed(_ move: Move) {
    let time = model.now
    model.performEarlyPresses()
    guard model.session.isOpen, let facts = model.perform(.move(move), at: time) else { return }
    finishMove(facts)
  }
}

/// Runs a timer of the event tree until a deadline.
///
/// Timer events from other objects are ignored.
private final class DeadlineTimer: EventHandler {
  /// Called at the deadline.
  var end: () -> Void = {}

  /// The timer in the event tree, where users can see and disable it.
  private let timer = EventTimer("timer", after: Metronome.tick)

  // Unowned, because the tree holds this object as its handler.
  private unowned var container: EventContainer?

  /// The deadline for which the timer was set; `nil` if there is none.
  private var deadline: Int?

  /// Creates a stopped timer.
  init() { timer.isEnabled = false }

  /// Enables the timer if it was disabled by name.
  func enable() {
    timer.mayBeEnabled = true
    container?.mayBeEnabled = true
    container?.isEnabled = true
  }

  /// Sets the timer to a deadline; without one, stops it.
  ///
  /// Does nothing if the timer is already set to this deadline.
  func run(to deadline: Int?, from now: Int) {
    guard let deadline else { return stop() }
    guard deadline != self.deadline else { return }
    self.deadline = deadline
    timer.restart(after: deadline - now)
  }

  /// Stops the timer.
  func stop() {
    deadline = nil
    timer.isEnabled = false
  }

  /// Creates the tree object that contains the timer.
  func makeContainer(_ name: String) -> EventContainer {
    let container = EventContainer(name, handler: self, children: [timer])
    self.container = container
    return container
  }

  func handleEvent(_ event: inout Event, of object: EventObject) {
    guard case .timer = event.message, event.isSent(by: timer) else { return }
    event.consume()
    end()
  }
}
