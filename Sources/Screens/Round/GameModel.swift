package import Archive
package import Events
package import Examiner
package import Game
package import Observing
import Shell

/// The observable game: passes inputs to the session, stores the facts, and notifies the views.
///
/// The session itself is a value. If the facts of an input can't be stored, the session is
/// restored.
///
/// ```swift
/// let observation = model.facts.observe { change in change.new.map(view.show) }
/// model.perform(.press([cell]))
/// ```
package final class GameModel {
  package private(set) var session: GameSession

  /// The facts of the latest input, to which views subscribe.
  package let facts = ObservedProperty<[GameFact]>([])

  /// The facts of the end of a trial that waited for the answers to the questions after it, to
  /// which views subscribe.
  package let deferredFacts = ObservedProperty<[GameFact]>([])

  /// The facts that wait for the answers.
  private var waitingFacts: [GameFact] = []

  /// The number of presses of that input that were not made.
  ///
  /// The round was over before them, or takes one press of a line.
  private(set) var skippedCount = 0

  /// The error of the latest input that was rejected, to which views subscribe.
  package let rejection = ObservedProperty<(any Error)?>(nil)

  /// The observable credits, which are copied from the session.
  package let credits = CreditModel()

  /// The journal that stores facts before views are notified; `nil` in a session without a store.
  package var journal: StoredRounds?

  /// Returns the input device of the current line; `nil` if all lines have the default device.
  package var inputDevice: (() -> PressInput?)?

  /// Returns the time between the two digits of the current press by digits; `nil` for other lines.
  package var digitDelay: () -> Int? = { nil }

  /// A press before the mask, which is stored once the mask is on the screen.
  private struct EarlyPress {
    let cell: Cell
    let device: PressInput
    let time: Int
    let digitDelay: Int?
  }

  /// The presses of the current look, so that storing them does not delay the mask.
  private var earlyPresses: [EarlyPress] = []

  /// The number of other requests that must come before the next press of an agent.
  package var pressDelay = 0
  /// The number of presses that came too early, which are no other requests.
  package var delayedPressCount = 0

  /// `true` if the next rounds are told by turns.
  package var countsTurns: Bool {
    get { session.countsTurns }
    set { session.countsTurns = newValue }
  }

  /// `true` if the outcomes of the next trials wait for the answers to the questions after them.
  package var asksAfterTrials: Bool {
    get { session.asksAfterTrials }
    set { session.asksAfterTrials = newValue }
  }

  /// `true` if the outcome of each finished test waits for answers.
  package var asksAfterTests: Bool {
    get { session.asksAfterTests }
    set { session.asksAfterTests = newValue }
  }

  /// The time of the session, in milliseconds.
  package var now: Int { clock.now }

  private let clock: SessionClock
  var clockKind: SessionClock.Kind { clock.kind }
  private var observedHistory: RoundHistory?

  package init(clock: SessionClock, usualInput: PressInput = .script) {
    self.clock = clock
    session = GameSession(usualInput: usualInput)
  }

  /// Notes a press before the mask, for ``performEarlyPresses()``.
  package func noteEarlyPress(_ cell: Cell, by device: PressInput, digitDelay: Int?) {
    earlyPresses.append(
      EarlyPress(cell: cell, device: device, time: now, digitDelay: digitDelay))
  }

  /// Performs the presses that were noted before the mask, at their times.
  ///
  /// Called when the mask is on the screen, before its move is performed.
  package func performEarlyPresses() {
    let noted = earlyPresses
    earlyPresses = []
    for press in noted where session.examiner.ignoresPresses {
      do {
        show(
          try keep(
            .move(.press(press.cell)), at: press.time, by: press.device,
            digitDelay: press.digitDelay))
      } catch { refuse(error) }
    }
  }

  /// Handles an input and notifies the views of its facts or its rejection.
  ///
  /// Returns the facts; `nil` if the input was rejected. `time` is the time of the input, if it is
  /// not now.
  @discardableResult
  package func perform(_ input: GameInput, at time: Int? = nil) -> [GameFact]? {
    do {
      let facts = try accept(input, at: time)
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
  package func accept(_ input: GameInput, at time: Int? = nil) throws -> [GameFact] {
    if pressDelay > 0, input.isPress {
      delayedPressCount += 1
      throw Refusal.pressIsDelayed(by: pressDelay)
    }
    let device = inputDevice?()
    if input.isPress { try checkDevice(device) }
    let facts = try keep(
      input, at: time ?? clock.now, by: device,
      digitDelay: device == .direct ? digitDelay() : nil)
    if input.mayChangeCredits { updateCredits() }
    return facts
  }

  /// Handles an input and stores its facts; if they can't be stored, nothing has changed.
  private func keep(
    _ input: GameInput, at time: Int, by device: PressInput?, digitDelay: Int?
  ) throws -> [GameFact] {
    guard let journal else {
      return try session.handle(input, at: time, by: device, digitDelay: digitDelay)
    }
    let before = session
    let facts = try session.handle(input, at: time, by: device, digitDelay: digitDelay)
    if facts.isEmpty { return facts }
    do {
      session.renumber(to: try journal.keep(facts, of: session, at: time))
    } catch {
      session = before
      throw error
    }
    return facts
  }

  /// Copies the credits of the session to the observable ones if they differ.
  private func updateCredits() {
    let count = session.credits.count
    if credits.count != count { credits.count = count }
  }

  /// Notifies the views of facts.
  ///
  /// Does nothing if there are none, or only measured times of the terminal.
  package func show(_ facts: [GameFact], of input: GameInput? = nil) {
    guard let first = facts.first else { return }
    if case .exposed = first { return }
    skippedCount = 0
    if case .press(let cells) = input { skippedCount = cells.count - facts.moveCount }
    if session.isOutcomeDeferred, let end = facts.firstIndex(where: { $0.outcome?.finish != nil }) {
      waitingFacts = Array(facts[end...])
    }
    self.facts.value = facts
    if case .covered = first { return }
    observedHistory?.update(from: session, after: facts)
  }

  /// Lets the views tell the outcome of the last trial, whose questions are answered.
  ///
  /// Does nothing if no outcome waits.
  package func revealOutcome() {
    guard session.isOutcomeDeferred else { return }
    session.revealOutcome()
    deferredFacts.value = waitingFacts
    observedHistory?.update(from: session, after: [])
  }

  /// Restores an earlier state of the session, because later inputs could not be stored.
  package func restore(_ earlier: GameSession) {
    session = earlier
    updateCredits()
    observedHistory?.restore(session)
  }

  /// Notifies the views that an input was rejected.
  package func refuse(_ error: any Error) { rejection.value = error }

  /// The observable list of the latest rounds, created at its first use.
  package var history: RoundHistory {
    if let observedHistory { return observedHistory }
    let history = RoundHistory(session)
    observedHistory = history
    return history
  }

  /// Updates the progress of the test in `history`; does nothing if `history` was never used, or
  /// while the outcome of its last trial waits for answers.
  package func noteTest(_ test: @autoclosure () -> TestSeries?) {
    guard !session.isOutcomeDeferred else { return }
    observedHistory?.update(from: test())
  }
}

extension GameInput {
  /// `true` for an input that can spend or return a credit.
  fileprivate var mayChangeCredits: Bool {
    switch self {
    case .move, .press, .exposure: false
    default: true
    }
  }
}
