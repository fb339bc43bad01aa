package import Console
package import Game
package import Science

/// The description of simulated participants: their groups, memory, latencies and seed.
package struct SimulatedPeople: Equatable, Sendable {
  /// The distributions of capacities; only the comparison of two groups uses the second one.
  package var groups = [SimulatedPower.Group(capacity: 6.5, deviation: 1)]
  package var model: MemoryModel
  package var latencies: PressLatencies
  /// The seed that the user named; `nil` without one.
  package var seed: SessionSeed?
  /// The seed of experiments: a fixed one where the user names none, the same on every machine.
  package var usedSeed: SessionSeed { seed ?? .script }

  package init(model: MemoryModel, latencies: PressLatencies, seed: SessionSeed? = nil) {
    self.model = model
    self.latencies = latencies
    self.seed = seed
  }

  /// The parameters that all commands about simulated participants have in common.
  package static var keys: [Parameter] {
    [
      .key("tau", .text, "MS"), .key("decay", .text, "RATE"), .key("slips", .text, "SHARE"),
      .key("latency", .text, "FIRST,LATER,SPREAD"), .key("seed", .text, "TEXT"),
    ]
  }
}
