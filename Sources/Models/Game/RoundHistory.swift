package import Examiner
package import Game
package import Observing

/// The latest rounds and their statistics, as observed properties.
///
///     let token = history.observe(\.statistics) { change in
///       if let statistics = change.new { print(statistics.passedCount) }
///     }
package final class RoundHistory: Observable {
  /// The largest number of rounds in the list.
  package static let rememberedCount = PastRounds.limit + 1

  /// The numbers of the rounds, the latest last.
  @ObservedList package private(set) var rounds: [Int]

  /// The progress of the current round.
  @Observed package private(set) var round: RoundProgress

  /// The number of rounds started in the session, and their numbers by outcome.
  @Observed package private(set) var statistics: RoundStatistics

  /// The standing of the round's test; `nil` without a test, or if it gives no feedback.
  @Observed package private(set) var test: TestStanding?

  package let observation = ObservationTable()

  /// Creates the history of a session's rounds so far.
  init(_ session: GameSession) {
    rounds = session.rememberedRounds.map(\.number)
    round = RoundProgress(session)
    statistics = session.statistics
  }

  /// Updates the standing of a test.
  ///
  /// Does nothing if it has not changed.
  package func update(from test: TestSeries?) {
    let standing = test.flatMap { $0.settings.feedback == .none ? nil : $0.standing }
    if standing != self.test { self.test = standing }
  }

  /// Updates the properties from a session after some facts.
  ///
  /// The statistics stay unchanged while the participant may not know the outcomes.
  func update(from session: GameSession, after facts: GameFacts) {
    if facts.haveBeginning { append(session.number) }
    round = RoundProgress(session)
    if statistics != session.statistics, session.laterFeedback != .none {
      statistics = session.statistics
    }
  }

  /// Restores the history of an earlier session.
  func restore(_ session: GameSession) {
    rounds = session.rememberedRounds.map(\.number)
    round = RoundProgress(session)
    statistics = session.statistics
  }

  /// Appends a round; removes the oldest one if there are too many.
  private func append(_ round: Int) {
    $rounds.append(round)
    if $rounds.count > Self.rememberedCount { try? $rounds.remove(at: 0) }
  }
}

/// The progress of a round, as the value of the observed `round`.
///
///     print(history.round.pressedCount, "of", history.round.count)
package struct RoundProgress: Equatable, Sendable {
  package let number: Int
  package let pressedCount: Int
  package let count: Int

  /// The result of the round; `nil` while it is in progress, and while the participant may not know
  /// it.
  package let finish: ChimpanzeeExaminer.Finish?

  init(_ session: GameSession) {
    number = session.number
    pressedCount = session.examiner.pressedCount
    count = session.board.count
    finish = session.laterFeedback == .none ? nil : session.finish
  }
}
