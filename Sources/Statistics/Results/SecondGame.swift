import Examiner
package import Game
package import Science

/// The prediction of a second game of the same person, which tells how sure one score is.
///
///     var games = SecondGames()
///     let second = games.secondGame(after: score, of: preset, TestSettings(), standing)
package enum SecondGame: Equatable, Sendable {
  /// The interval of its rank among the visitors of a zoo.
  case rank(Interval)
  /// The levels that it reaches.
  case level(SecondLevel)

  /// The lower and the upper bound: of the rank as a share, or of the level.
  package var bounds: (lower: Double, upper: Double) {
    switch self {
    case .rank(let interval): (interval.lower, interval.upper)
    case .level(let second): (Double(second.levels.lowerBound), Double(second.levels.upperBound))
    }
  }

  /// The probability with which a second game lies within the bounds.
  package var probability: Double {
    switch self {
    case .rank: SecondGames.probability
    case .level(let second): second.probability
    }
  }
}

extension SecondGames {
  /// Returns the prediction for a finished test; `nil` if no model knows its players.
  ///
  /// `standing` is the rank of a game at the zoo's steps. With a limit of the answer time, players
  /// would have to be as fast as those of the model; a game of so many trials is another one.
  package mutating func secondGame(
    after score: TestScore, of preset: TestPreset, _ settings: TestSettings, _ standing: Standing?
  ) -> SecondGame? {
    if let standing { return rank(after: standing).map(SecondGame.rank) }
    guard case .strikes(SecondGames.failureLimit) = preset.course, settings.limit == nil,
      settings.trials == nil, preset.plan.rule.hold == nil
    else { return nil }
    return level(after: score.level, start: preset.plan(settings).count).map(SecondGame.level)
  }
}
