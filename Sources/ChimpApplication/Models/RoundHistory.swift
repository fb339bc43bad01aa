package import Observing

/// The latest rounds, as a list that can be observed.
package final class RoundHistory: Observable {
  /// How many rounds are remembered.
  package static let rememberedCount = 100

  /// The rounds, the latest last.
  @ObservedList package private(set) var rounds: [Round]
  package let observation = ObservationTable()

  /// Makes a history that begins with these rounds.
  package init(_ rounds: [Round]) {
    self.rounds = rounds
  }

  /// Adds a round; the oldest one goes when there are too many.
  package func append(_ round: Round) {
    $rounds.append(round)
    if $rounds.count > Self.rememberedCount { try? $rounds.remove(at: 0) }
  }
}
