import Archive
import Events
import Examiner
import Game
import Observing
import Shell

/// The observable game: passes inputs to the session, stores the facts, and notifies the views.
///
/// The session itself is a value. If the facts of an input can't be stored, the session is
/// restored.
///
/// ```swift
/// let observation = model.reply.observe { _ in view.show(model.reply.value) }
/// model.perform(.press([cell]))
/// ```
final class GameModel {
  private(set) var session: GameSession

  /// What the latest input has led to, to which views subscribe.
  let reply = ObservedProperty<GameReply>(.facts([], skippedCount: 0))

  /// The end of the last trial, while it waits for the answers to the questions after it.
  private var waitingReply: GameReply?

  /// The observable credits, which are copied from the session.
  let credits = CreditModel()

  /// The journal that stores facts before views are notified; `nil` in a session without a store.
  var journal: StoredRounds?

  /// Returns the origin of a press of the current line; `nil` if all lines have the default device.
  var pressOrigin: (() -> PressOrigin?)?

  /// A press before the mask, which is stored once the mask is on the screen.
  private struct EarlyPress {
    let cell: Cell
    let origin: PressOrigin
    let time: Int
  }

  /// The presses of the current look, so that storing them does not delay the mask.
  private var earlyPresses: [EarlyPress] = []

  /// The number of other requests that must come before the next press of an agent.
  var pressDelay = 0
  /// The number of presses that came too early, which are no other requests.
  var delayedPressCount = 0

  /// The time of the session, in milliseconds.
  var now: Int { clock.now }

  private let clock: SessionClock
  var clockKind: SessionClock.Kind { clock.kind }
  private var observedHistory: RoundHistory?

  init(clock: SessionClock, usualInput: PressInput = .script) {
    self.clock = clock
    session = GameSession(usualInput: usualInput)
  }

  /// Notes a press before the mask, for ``performEarlyPresses()``.
  func noteEarlyPress(_ cell: Cell, from origin: PressOrigin) {
    earlyPresses.append(EarlyPress(cell: cell, origin: origin, time: now))
  }

  /// Performs the presses that were noted before the mask, at their times.
  ///
  /// Called when the mask is on the screen, before its move is performed.
  func performEarlyPresses() {
    let noted = earlyPresses
    earlyPresses = []
    for press in noted where session.examiner.ignoresPresses {
      perform(.move(.press(press.cell)), at: press.time, from: press.origin)
    }
  }

  /// Handles an input and notifies the views of its facts or its rejection.
  ///
  /// Returns the facts; `nil` if the input was rejected. `time` is the time of the input, if it is
  /// not now, and `origin` that of an earlier press.
  @discardableResult
  func perform(
    _ input: GameInput, at time: Int? = nil, from origin: PressOrigin? = nil
  ) -> [GameFact]? {
    do {
      let facts = try accept(input, at: time, from: origin)
      show(facts, of: input)
      return facts
    } catch {
      refuse(error)
      return nil
    }
  }

  /// Handles an input and stores its facts, without notifying the views.
  ///
  /// The caller passes the returned facts to ``show(_:of:)`` later. Throws the rejection or the
  /// error of the store; the session is then unchanged.
  func accept(
    _ input: GameInput, at time: Int? = nil, from origin: PressOrigin? = nil
  ) throws -> [GameFact] {
    let origin = origin ?? pressOrigin?()
    if input.isPress { try checkPress(from: origin) }
    let time = time ?? clock.now
    let creditCount = session.credits.count
    let before = journal.map { _ in session }
    let facts = try session.handle(
      input, at: time, by: origin?.device, digitDelay: origin?.digitDelay)
    if let journal, let before, !facts.isEmpty {
      do { session.renumber(to: try journal.keep(facts, of: session, at: time)) } catch {
        session = before
        throw error
      }
    }
    if session.credits.count != creditCount { credits.count = session.credits.count }
    return facts
  }

  /// Throws for a press of an agent that comes too early, and for one by a device that the study of
  /// the round does not allow.
  private func checkPress(from origin: PressOrigin?) throws {
    if pressDelay > 0 {
      delayedPressCount += 1
      throw Refusal.pressIsDelayed(by: pressDelay)
    }
    guard let required = session.round.test?.settings.presentation.device, session.isOpen, hasPlayer
    else { return }
    guard required.allows(origin?.device ?? session.usualInput) else { throw Refusal.onlyMouse }
  }

  /// Notifies the views of facts.
  ///
  /// Does nothing if there are none, or only measured times of the terminal.
  func show(_ facts: [GameFact], of input: GameInput? = nil) {
    guard let first = facts.first else { return }
    if case .exposed = first { return }
    var skippedCount = 0
    if case .press(let cells) = input { skippedCount = cells.count - facts.moveCount }
    if session.isOutcomeDeferred, let end = facts.firstIndex(where: { $0.outcome?.finish != nil }) {
      waitingReply = .deferred(Array(facts[end...]), skippedCount: skippedCount)
    }
    reply.value = .facts(facts, skippedCount: skippedCount)
    if case .covered = first { return }
    observedHistory?.update(from: session, after: facts)
  }

  /// Lets the views tell the outcome of the last trial, whose questions are answered.
  ///
  /// Does nothing if no outcome waits.
  func revealOutcome() {
    guard session.isOutcomeDeferred else { return }
    session.revealOutcome()
    if let waitingReply { reply.value = waitingReply }
    waitingReply = nil
    observedHistory?.update(from: session, after: [])
  }

  /// Restores an earlier state of the session, because later inputs could not be stored.
  func restore(_ earlier: GameSession) {
    session = earlier
    if credits.count != session.credits.count { credits.count = session.credits.count }
    observedHistory?.restore(session)
  }

  /// Forgets the rounds that have ended, because their data was erased.
  func forgetRounds() {
    session.forgetRounds()
    waitingReply = nil
    observedHistory?.restore(session)
  }

  /// Notifies the views that an input was rejected.
  func refuse(_ error: any Error) { reply.value = .rejected(error) }

  /// The observable list of the latest rounds, created at its first use.
  var history: RoundHistory {
    if let observedHistory { return observedHistory }
    let history = RoundHistory(session)
    observedHistory = history
    return history
  }

  /// Updates the progress of the test in `history`; does nothing if `history` was never used, or
  /// while the outcome of its last trial waits for answers.
  func noteTest(_ test: @autoclosure () -> TestSeries?) {
    guard !session.isOutcomeDeferred else { return }
    observedHistory?.update(from: test())
  }
}

/// What an input of the game has led to.
///
///     if case .rejected(let error) = model.reply.value { print(Refusal(error).name) }
enum GameReply {
  /// The facts of the input, of which `skippedCount` presses were not made: the round was over
  /// before them, or takes one press of a line.
  case facts([GameFact], skippedCount: Int)

  /// The facts of the end of a trial that waited for the answers to the questions after it.
  case deferred([GameFact], skippedCount: Int)

  /// The input was rejected.
  case rejected(any Error)
}

/// The input device of a press, and the time between the two digits of one by digits.
///
///     PressOrigin(.direct, digitDelay: 130).digitDelay  // Optional(130)
///     PressOrigin(.mouse, digitDelay: 130).digitDelay  // nil
struct PressOrigin {
  let device: PressInput
  let digitDelay: Int?

  init(_ device: PressInput, digitDelay: Int? = nil) {
    self.device = device
    self.digitDelay = device == .direct ? digitDelay : nil
  }
}
