package import Examiner
package import Game
package import Observing

/// The latest rounds, as a list that can be observed.
package final class RoundHistory: Observable {
  /// The most rounds that are remembered.
  package static let rememberedCount = PastRounds.limit + 1

  /// The numbers of the rounds, the latest last.
  @ObservedList package private(set) var rounds: [Int]

  /// The progress of the present round.
  @Observed package private(set) var round: RoundProgress

  /// The number of rounds started in the session, and how they ended.
  @Observed package private(set) var statistics: RoundStatistics

  /// The standing of the test that the round belongs to; `nil` if it belongs to none.
  @Observed package private(set) var test: TestStanding?

  package let observation = ObservationTable()

  /// Creates the history of a session as it stands.
  init(_ session: GameSession) {
    rounds = session.rememberedRounds.map(\.number)
    round = RoundProgress(session)
    statistics = session.statistics
  }

  /// Follows the standing of a test.
  ///
  /// Does nothing if it has not changed.
  package func follow(_ test: TestSeries?) {
    let standing = test.flatMap { $0.settings.feedback == .none ? nil : $0.standing }
    if standing != self.test { self.test = standing }
  }

  /// Follows a session after something happened in it.
  func follow(_ session: GameSession, after facts: GameFacts) {
    if facts.haveBeginning { append(session.number) }
    round = RoundProgress(session)
    if statistics != session.statistics, session.laterFeedback != .none {
      statistics = session.statistics
    }
  }

  /// Goes back to an earlier session.
  func restore(_ session: GameSession) {
    rounds = session.rememberedRounds.map(\.number)
    round = RoundProgress(session)
    statistics = session.statistics
  }

  /// Appends a round; the oldest one goes if there are too many.
  private func append(_ round: Int) {
    $rounds.append(round)
    if $rounds.count > Self.rememberedCount { try? $rounds.remove(at: 0) }
  }
}

/// The progress of a round.
package struct RoundProgress: Equatable, Sendable {
  package let number: Int
  package let pressedCount: Int
  package let count: Int

  /// The end of the round; `nil` while it goes on, or as long as it may not be told.
  package let finish: ChimpanzeeExaminer.Finish?

  init(_ session: GameSession) {
    number = session.number
    pressedCount = session.examiner.pressedCount
    count = session.board.count
    finish = session.laterFeedback == .none ? nil : session.finish
  }
}
