import Archive
import Game
import Science

/// The requests that an agent on a virtual clock needed, which are told instead of times.
///
///     if let turns = test.turns { print(turns.first.value ?? 0, "requests to the first press") }
package struct Turns: Equatable, Sendable {
  /// The number of trials that are told by turns.
  package let trialCount: Int
  /// The mean number of requests after the look, up to the first press.
  package let first: UnitMean
  /// The mean number of requests after the look, up to the last move.
  package let all: UnitMean
  /// The mean number of tokens that the driver declared for a trial; `nil` if it declared none.
  package let tokens: UnitMean?
}

/// Collects the trials of agents for ``Turns``.
struct TurnTally: Sendable {
  private var first = MeanTally()
  private var all = MeanTally()
  private var tokens = MeanTally()

  /// Adds a trial; does nothing for one with times.
  mutating func add(_ trial: ReadTrial) {
    let exposure = trial.values.exposure
    guard let turns = exposure.turns else { return }
    all.add(Double(turns))
    if let turn = exposure.firstTurn { first.add(Double(turn)) }
    if let count = exposure.tokens { tokens.add(Double(count)) }
  }

  /// The means; `nil` without a trial.
  var figures: Turns? {
    guard all.count > 0 else { return nil }
    let limits = 0.0 ... .infinity
    return Turns(
      trialCount: all.count, first: UnitMean(first, limits: limits),
      all: UnitMean(all, limits: limits),
      tokens: tokens.count > 0 ? UnitMean(tokens, limits: limits) : nil)
  }
}
