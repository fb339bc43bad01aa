import Examiner
import Game
import Observing
import Shell

/// The latest rounds of the session and their statistics, for the command `observe`.
///
///     let token = history.observe(\.statistics) { change in
///       if let statistics = change.new { print(statistics.passedCount) }
///     }
final class RoundHistory: Observable {
  /// The maximum number of rounds in the list.
  static let rememberedCount = GameSession.rememberedCount

  /// The round numbers, the latest last.
  @ObservedList private(set) var rounds: [Int]

  /// The progress of the current round.
  @Observed private(set) var round: RoundProgress

  /// The number of rounds started in the session, in total and by outcome.
  @Observed private(set) var statistics: RoundStatistics

  /// The progress of the test; `nil` without a test, or if the test gives no feedback.
  @Observed private(set) var test: TestStanding?

  let observation = ObservationTable()

  /// Creates the history from the rounds of a session.
  init(_ session: GameSession) {
    rounds = session.rememberedRounds.map(\.number)
    round = RoundProgress(session)
    statistics = session.toldStatistics
  }

  /// Updates the progress of the test.
  ///
  /// Does nothing if it has not changed.
  func update(from test: TestSeries?) {
    let standing = test.flatMap { $0.settings.feedback == .none ? nil : $0.standing }
    if standing != self.test { self.test = standing }
  }

  /// Updates the properties after an input changed the session.
  ///
  /// The statistics stay unchanged while the test gives no feedback, because they would reveal
  /// outcomes.
  func update(from session: GameSession, after facts: [GameFact]) {
    if facts.haveBeginning { append(session.number) }
    round = RoundProgress(session)
    if statistics != session.toldStatistics { statistics = session.toldStatistics }
  }

  /// Restores the history after the session was restored to an earlier state.
  func restore(_ session: GameSession) {
    rounds = session.rememberedRounds.map(\.number)
    round = RoundProgress(session)
    statistics = session.toldStatistics
  }

  /// Appends a round number; removes the oldest one beyond the maximum.
  private func append(_ round: Int) {
    $rounds.append(round)
    if $rounds.count > Self.rememberedCount { try? $rounds.remove(at: 0) }
  }
}

/// The progress of a round, the value of the observable property `round`.
///
///     print(history.round.pressedCount, "of", history.round.count)
struct RoundProgress: Equatable, Sendable {
  let number: Int
  /// The number of pressed numerals; 0 after the end while the test gives no feedback.
  let pressedCount: Int
  let count: Int

  /// The outcome; `nil` during the round, and while the test gives no feedback.
  let finish: RoundOutcome?

  /// `true` if the round was in progress when it or its test was stopped.
  private let wasLeft: Bool

  init(_ session: GameSession) {
    number = session.number
    let isSecret = session.finish != nil && session.laterFeedback == .none
    pressedCount = isSecret ? 0 : session.examiner.pressedCount
    count = session.board.count
    finish = isSecret ? nil : session.finish
    wasLeft = session.round.wasLeft
  }

  /// Returns the progress for the command `observe`; `none` before the first round.
  func words(in language: Language) -> String {
    guard number > 0 else { return language.pick("none", "なし") }
    let begin = finish.beginning(in: language, wasLeft: wasLeft)
    return language.pick(
      "round \(number): \(begin)\(pressedCount) of \(count)",
      "ラウンド\(number): \(begin)\(pressedCount)/\(count)")
  }
}

extension RoundStatistics {
  /// Returns the numbers of rounds for the command `observe`.
  func words(in language: Language) -> String {
    language.pick(
      "\(startedCount) started, \(passedCount) passed, \(failedCount) failed, "
        + "\(givenUpCount) given up",
      "開始\(startedCount)、成功\(passedCount)、失敗\(failedCount)、降参\(givenUpCount)")
  }
}
