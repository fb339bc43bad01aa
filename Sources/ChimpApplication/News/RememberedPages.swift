import Examiner

/// What the demonstration shows of the rounds that the program remembers.
package struct RememberedPages: AttractPages {
  private let rounds: GameModel

  /// Makes the pages of a session that keeps nothing.
  package init(_ rounds: GameModel) {
    self.rounds = rounds
  }

  package var bestResults: [BestResult] {
    let rounds = rounds.rememberedRounds
    return BestResult.best(
      3, of: rounds.compactMap { BestResult(RoundReport($0).measures, on: $0.board, $0.rule.wrong) }
    )
  }
}
