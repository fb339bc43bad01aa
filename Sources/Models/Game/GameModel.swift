package import Archive
package import Events
package import Game
package import Observing

/// A notification about the round, as the value of ``GameModel/notice``.
///
///     let token = model.observe(\.notice) { change in
///       guard case .happened(let facts, _)? = change.new else { return }
///       print(facts.moveCount, "moves")
///     }
package enum GameNotice: Equatable, Sendable {
  /// No round has begun yet.
  case nothing

  /// Something happened; `lateCount` presses of the input came after the end of the round.
  case happened(GameFacts, lateCount: Int32)

  /// An input was rejected.
  ///
  /// Indirect, so that the other cases stay small and cheap to copy.
  indirect case refused(RoundFault)

  /// The round is over, and its result is to be shown before another mode begins.
  case concluded

  /// The user asked for the board.
  case shown

  /// The user asked for a report of the round.
  case reported

  /// The user asked for the board's identifiers.
  case identified

  /// The session was restored to the state before an input that could not be stored.
  case restored
}

/// The observed model of a session of play.
///
/// The session itself is a value. An input is first handled by it, then stored in the journal, if
/// there is one, and at last the observers are notified. If it can't be stored, the session is as
/// it was before.
///
/// ```swift
/// let observation = model.notices.observe { change in change.new.map(view.show) }
/// model.perform(.press([cell]))
/// ```
package final class GameModel: Observable {
  package private(set) var session: GameSession

  /// The latest notification.
  package private(set) var notice: GameNotice {
    get { notices.value }
    set { notices.value = newValue }
  }

  package let observation = ObservationTable()

  /// The latest notification, as an observed property.
  package let notices = ObservedProperty(GameNotice.nothing)

  /// The observed credits; they follow the session.
  package let credits = CreditModel()

  /// Returns the input device of the current line; `nil` if all lines have the usual one.
  package var inputDevice: (() -> PressInput?)?

  /// The journal that stores facts before observers are notified; `nil` without a store.
  package var journal: StoredRounds?

  /// The time of the session, in milliseconds.
  package var now: Int { clock.now }

  private let clock: SessionClock
  private var observedHistory: RoundHistory?

  package init(clock: SessionClock, usualInput: PressInput = .script) {
    self.clock = clock
    session = GameSession(usualInput: usualInput)
  }

  /// Handles an input and notifies the observers of the facts, or of the rejection.
  ///
  /// Returns the facts; `nil` if the input was rejected.
  @discardableResult
  package func perform(_ input: GameInput) -> GameFacts? {
    do throws(RoundFault) {
      let facts = try accept(input)
      show(facts, of: input)
      return facts
    } catch {
      refuse(error)
      return nil
    }
  }

  /// Handles an input and stores its facts, without notifying the observers of them.
  ///
  /// The caller passes the returned facts to ``show(_:of:)``. Throws the rejection or the error of
  /// the journal; the session is then unchanged.
  package func accept(_ input: GameInput) throws(RoundFault) -> GameFacts {
    let device = inputDevice?()
    let facts = try handle(input, at: clock.now, by: device)
    if input.mayChangeCredits { updateCredits() }
    return facts
  }

  private func handle(
    _ input: GameInput, at time: Int, by device: PressInput?
  ) throws(RoundFault) -> GameFacts {
    guard let journal else { return try play(input, at: time, by: device) }
    let before = session
    do throws(RoundFault) {
      let facts = try play(input, at: time, by: device)
      if !facts.isEmpty {
        let device = device ?? session.usualInput
        session.number(try journal.keep(facts, of: session, at: time, by: device))
      }
      return facts
    } catch {
      session = before
      throw error
    }
  }

  private func play(
    _ input: GameInput, at time: Int, by device: PressInput?
  ) throws(RoundFault) -> GameFacts {
    do throws(Rejection) { return try session.handle(input, at: time, by: device) } catch {
      throw .rejected(error)
    }
  }

  /// Copies the session's credits to the observed ones, if they differ.
  private func updateCredits() {
    if credits.count != session.credits.count { credits.count = session.credits.count }
  }

  /// Notifies the observers of facts; does nothing if there are none, or if they only report an
  /// exposure.
  package func show(_ facts: GameFacts, of input: GameInput? = nil) {
    if facts.isEmpty { return }
    if case .one(.exposed) = facts { return }
    var lateCount: Int32 = 0
    if case .press(let cells) = input { lateCount = Int32(cells.count - facts.moveCount) }
    notice = .happened(facts, lateCount: lateCount)
    if case .one(.covered) = facts { return }
    observedHistory?.update(from: session, after: facts)
  }

  /// Restores an earlier session, because the inputs after it could not be stored.
  package func restore(_ earlier: GameSession) {
    session = earlier
    updateCredits()
    notice = .restored
    observedHistory?.restore(session)
  }

  /// Notifies the observers of a rejection.
  package func refuse(_ fault: RoundFault) { notice = .refused(fault) }

  /// Notifies the observers of a request, or of its rejection before the first round.
  package func notify(_ notice: GameNotice) {
    self.notice = session.isStarted ? notice : .refused(.rejected(.noRound))
  }

  /// The observed list of the latest rounds, created when it is first used.
  package var history: RoundHistory {
    if let observedHistory { return observedHistory }
    let history = RoundHistory(session)
    observedHistory = history
    return history
  }

  /// Updates the standing of the test in the history; does nothing while no history is used.
  package func noteTest(_ test: @autoclosure () -> TestSeries?) {
    observedHistory?.update(from: test())
  }
}

extension GameInput {
  /// `true` unless the input is part of a round, whose credit was spent at its beginning.
  fileprivate var mayChangeCredits: Bool {
    switch self {
    case .move, .press, .exposure: false
    default: true
    }
  }
}
