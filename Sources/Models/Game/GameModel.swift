package import Archive
package import Events
package import Game
package import Observing

/// The latest news about the round: the model's `notice` is set to it.
package enum GameNotice: Equatable, Sendable {
  /// Before the first round.
  case nothing

  /// Something has happened; some presses came after the end of the round.
  case happened(GameFacts, lateCount: Int32)

  /// An input was rejected.
  // Indirect, so that the other cases stay small and cheap to copy.
  indirect case refused(RoundFault)

  /// The round is over, and something else begins.
  case concluded

  /// The board was asked for.
  case shown

  /// All that is known of the round was asked for.
  case reported

  /// The board's identifiers were asked for.
  case identified

  /// The session is again what it was before something that could not be kept.
  case restored
}

/// The observed model of a session of play: views and observers follow it.
///
/// The session itself is a value. An input is handled on it, kept in the journal, if there is one,
/// and then notified. What can't be kept has not happened.
package final class GameModel: Observable {
  package private(set) var session: GameSession

  /// The latest news.
  package private(set) var notice: GameNotice {
    get { notices.value }
    set { notices.value = newValue }
  }

  package let observation = ObservationTable()

  /// The latest news as an observed property.
  package let notices = ObservedProperty(GameNotice.nothing)

  /// The observed credits; they follow the session.
  package let credits = CreditModel()

  /// Returns the input device of the line at hand; `nil` where all lines have the usual one.
  package var inputDevice: (() -> PressInput?)?

  /// Keeps what happens before anybody is notified; `nil` if it is not kept.
  package var journal: StoredRounds?

  /// The time of the session, in milliseconds.
  package var now: Int { clock.now }

  private let clock: SessionClock
  private var observedHistory: RoundHistory?

  package init(clock: SessionClock, usualInput: PressInput = .script) {
    self.clock = clock
    session = GameSession(usualInput: usualInput)
  }

  /// Handles an input and notifies of what happened, or of the rejection.
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

  /// Handles an input, all or nothing, and returns the facts, which are still to be shown.
  package func accept(_ input: GameInput) throws(RoundFault) -> GameFacts {
    let device = inputDevice?()
    let facts = try handle(input, at: clock.now, by: device)
    if credits.count != session.credits.count { credits.count = session.credits.count }
    return facts
  }

  private func handle(
    _ input: GameInput, at time: Int, by device: PressInput?
  ) throws(RoundFault) -> GameFacts {
    guard let journal else { return try session.handle(input, at: time, by: device) }
    let before = session
    do throws(RoundFault) {
      let facts = try session.handle(input, at: time, by: device)
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

  /// Notifies all observers of facts.
  package func show(_ facts: GameFacts, of input: GameInput? = nil) {
    guard !facts.isEmpty, facts != .one(.exposed) else { return }
    var lateCount: Int32 = 0
    if case .press(let cells) = input { lateCount = Int32(cells.count - facts.moveCount) }
    notice = .happened(facts, lateCount: lateCount)
    if facts != .one(.covered) { observedHistory?.follow(session, after: facts) }
  }

  /// Goes back to an earlier session, because what followed could not be kept.
  package func restore(_ earlier: GameSession) {
    session = earlier
    credits.count = session.credits.count
    notice = .restored
    observedHistory?.restore(session)
  }

  package func refuse(_ fault: RoundFault) { notice = .refused(fault) }

  /// Notifies of something about the round that was asked for.
  package func tell(_ notice: GameNotice) {
    self.notice = session.isStarted ? notice : .refused(.noRound)
  }

  /// The observed list of the latest rounds.
  package var history: RoundHistory {
    if let observedHistory { return observedHistory }
    let history = RoundHistory(session)
    observedHistory = history
    return history
  }

  /// Follows the standing of a test, if anybody observes it.
  package func noteTest(_ test: @autoclosure () -> TestSeries?) { observedHistory?.follow(test()) }
}
