/// What the demonstration shows of the rounds that the program remembers.
package struct RememberedPages: AttractPages {
  private let rounds: RoundModel

  /// Makes the pages of a session that keeps nothing.
  package init(_ rounds: RoundModel) {
    self.rounds = rounds
  }

  package var bestResults: [BestResult] {
    BestResult.best(3, of: rounds.rememberedRounds.compactMap { BestResult(RoundReport($0)) })
  }

  package var newestNews: [String] { [] }
}
