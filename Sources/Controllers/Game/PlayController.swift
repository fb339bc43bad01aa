import Console
package import Events
import Examiner
import Game
import Models
import Observing
import Words

/// The play mode, in which the numerals are pressed until the round ends.
///
/// The session computes deadlines but has no timers: this controller runs timers of the tree until
/// the deadlines, and then gives the session its input.
///
///     let play = PlayController(game: game)
///     play.didMask = { print("the mask is on the screen") }
///     let mode = EventMode("play", handler: play, children: [play.makeHold()])
package final class PlayController: ModeHandler {
  /// Writes all output so far to the terminal, before anything else is done.
  package var writeNow: () -> Void = {}

  /// Called after a hold has ended and its mask is written.
  package var didMask: () -> Void = {}

  /// The controller of all modes.
  private let game: GameController
  /// The model of the session.
  private let model: GameModel
  /// The timer of the hold.
  private let hold = DeadlineController()

  /// The timer of the time to answer, created when it is first needed.
  private var answer: DeadlineController?

  /// The deadlines to which the timers run.
  private var timedDeadlines = Deadlines()

  /// Creates the handler of the mode.
  package init(game: GameController) {
    self.game = game
    model = game.model
    game.board.handleTouch = { [unowned self] event in handleMove(of: &event) }
    hold.end = { [unowned self] in endHold() }
  }

  /// Creates the container whose timer ends the hold.
  package func makeHold() -> EventContainer { hold.makeContainer("hold") }

  /// Begins the round, and starts the timers that it needs.
  package func didEnter(_ mode: EventMode, by change: ModeChange) {
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
    if model.session.examiner.rule.limit != nil { makeAnswerTimer(in: mode) }
    runTimers(to: model.session.deadlines)
  }

  /// Enables timers that were disabled by name: in a test all timers run, and on a real clock a
  /// hold always does.
  private func enableTimers() {
    let isTest = model.session.round.test != nil
    if isTest || game.isRealTime { hold.enable() }
    if isTest { answer?.enable() }
  }

  /// Creates the timer of the time to answer, for the first round that needs it.
  private func makeAnswerTimer(in mode: EventMode) {
    guard answer == nil else { return }
    let made = DeadlineController()
    made.end = { [unowned self] in
      if model.session.deadlines.answer != nil { makeTimed(.timeOut) }
    }
    guard (try? mode.bind(made.makeContainer("limit"))) != nil else { return }
    answer = made
  }

  /// Makes the timers of the tree run to the deadlines of the session.
  ///
  /// Does nothing if the deadlines are unchanged.
  package func updateTimers() {
    let deadlines = model.session.deadlines
    if deadlines != timedDeadlines { runTimers(to: deadlines) }
  }

  /// Runs both timers to the deadlines.
  private func runTimers(to deadlines: Deadlines) {
    timedDeadlines = deadlines
    hold.run(to: deadlines.hold, from: model.now)
    answer?.run(to: deadlines.answer, from: model.now)
  }

  /// Ends the round in the session; returns whether the session has accepted that, so that the mode
  /// may be left.
  package func mayLeave(_ mode: EventMode, by change: ModeChange) -> Bool {
    // A round that begins immediately has ended the previous one already.
    if change.isAtOnce { return true }
    let isForNextRound = change.next.name == ModeName.start.rawValue
    return model.perform(isForNextRound ? .leave : .stop) != nil
  }

  /// Stops the timers.
  package func willLeave(_ mode: EventMode, by change: ModeChange) {
    model.noteTest(model.session.test)
    timedDeadlines = Deadlines()
    hold.stop()
    answer?.stop()
  }

  /// Handles a move, unless a cell of the tree handles it.
  package func handleEvent(_ event: inout Event) {
    if !game.board.claims(event, in: model) { handleMove(of: &event) }
  }

  /// Makes the move of an event and consumes it; ignores other events.
  private func handleMove(of event: inout Event) {
    guard let facts = game.handleMove(of: event) else { return }
    event.consume()
    finishMove(facts)
  }

  /// Runs the timers to the deadlines after a move, and finishes the round if it is over.
  private func finishMove(_ facts: GameFacts) {
    updateTimers()
    if facts.haveEnd { game.finishRound() }
  }

  /// Ends a hold before its time, because the player interrupts it.
  ///
  /// Does nothing unless a hold is running.
  package func interruptHold() {
    guard model.session.isHolding else { return }
    let isOver = model.session.deadlines.hold.map { model.now >= $0 } ?? true
    cover()
    makeTimed(isOver ? .holdEnds : .hide)
  }

  /// Masks the numerals at the end of the hold, and in a test reports a missed hold.
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

  /// Writes the mask before anything else: no disk may delay it.
  private func cover() {
    model.perform(.exposure(.covered))
    writeNow()
  }

  /// Performs a move because its time has come; does nothing if the round is over.
  private func makeTimed(_ move: Move) {
    guard model.session.isOpen, let facts = model.perform(.move(move)) else { return }
    finishMove(facts)
  }
}

/// Runs a timer of the tree to a deadline.
///
/// Timer events that another object sends are ignored.
private final class DeadlineController: EventHandler {
  /// Called when the deadline has passed.
  var end: () -> Void = {}

  /// The timer in the tree, which users can see and disable.
  private let timer = EventTimer("timer", after: Metronome.tick)

  // Unowned, because the tree holds this object as its handler.
  private unowned var container: EventContainer?

  /// The deadline to which the timer runs, or has run; `nil` if there is none.
  private var deadline: Int?

  /// Creates a stopped timer.
  init() { timer.isEnabled = false }

  /// Enables the timer, even if it was disabled by name.
  func enable() {
    timer.mayBeEnabled = true
    container?.mayBeEnabled = true
    container?.isEnabled = true
  }

  /// Runs to a deadline, or stops if there is none.
  ///
  /// Does nothing if the timer runs to the same deadline already.
  func run(to deadline: Int?, from now: Int) {
    guard let deadline else { return stop() }
    guard deadline != self.deadline else { return }
    self.deadline = deadline
    timer.restart(after: deadline - now)
  }

  /// Stops the timer; does nothing if it is stopped.
  func stop() {
    deadline = nil
    timer.isEnabled = false
  }

  /// Creates the object that makes the timer a part of the tree.
  func makeContainer(_ name: String) -> EventContainer {
    let container = EventContainer(name, handler: self, children: [timer])
    self.container = container
    return container
  }

  func handleEvent(_ event: inout Event) {
    guard case .timer = event.message, event.sender === timer else { return }
    event.consume()
    end()
  }
}
