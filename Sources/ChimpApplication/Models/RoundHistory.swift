package import Examiner
package import Observing

/// The latest rounds, as a list that can be observed.
package final class RoundHistory: Observable {
  /// How many rounds are remembered.
  package static let rememberedCount = 100

  /// The rounds, the latest last.
  @ObservedList package private(set) var rounds: [RoundSummary]
  package let observation = ObservationTable()

  /// Makes a history that begins with these rounds.
  package init(_ rounds: [RoundSummary]) {
    self.rounds = rounds
  }

  /// Goes back to what was there before.
  func restore(_ rounds: [RoundSummary]) {
    self.rounds = rounds
  }

  /// Adds a round; the oldest one goes when there are too many.
  package func append(_ round: RoundSummary) {
    $rounds.append(round)
    if $rounds.count > Self.rememberedCount { try? $rounds.remove(at: 0) }
  }
}

/// What is known of a round for ever.
package struct RoundSummary: Equatable, Sendable {
  package let number: Int
  package let board: Board
  package let rule: Rule

  /// Makes a summary of a round.
  package init(_ round: KeptRound) {
    number = round.number
    board = round.board
    rule = round.rule
  }
}
