package import Console
package import Game
package import Science

/// The description of simulated participants: their groups, memory, latencies and seed.
///
///     var people = SimulatedPeople(like: .visitors)
///     people.latencies = try PressLatencies(first: 1.2, later: 0.5, spread: 0.3)
package struct SimulatedPeople: Equatable, Sendable {
  /// The population whose numbers are used unless others are given.
  package let population: Population.Name
  /// The distributions of capacities; only the comparison of two groups uses the second one.
  package var groups: [Capacities]
  /// The numbers that all of them share; its capacity is not used.
  package var model: MemoryModel
  package var latencies: PressLatencies
  /// The seed that the user named; `nil` without one.
  package var seed: SessionSeed?
  /// The seed of experiments: a fixed one where the user names none, the same on every machine.
  package var usedSeed: SessionSeed { seed ?? .script }

  /// The population whose people are simulated where none is named.
  package static var usual: Population.Name { .students }

  /// Creates people of a population; its latencies hold unless others are given.
  package init(
    like population: Population.Name = Self.usual, latencies: PressLatencies? = nil,
    seed: SessionSeed? = nil
  ) {
    self.population = population
    let people = population.population
    groups = [people.capacities]
    model = people.median
    self.latencies = latencies ?? people.latencies
    self.seed = seed
  }

  /// The key of the population.
  ///
  /// The chimpanzee is no population, and who asks for him is told the reason.
  package static var likeKey: Parameter {
    .key("like", .choice(Population.Name.allCases.map(\.rawValue)), explained: ["ayumu"])
  }

  /// The parameters that all commands about simulated participants have in common.
  package static var keys: [Parameter] {
    [
      likeKey, .key("tau", .text, "MS"), .key("decay", .text, "RATE"),
      .key("slips", .text, "SHARE"),
      .key("within", .text, "SD"), .key("latency", .text, "FIRST,LATER,SPREAD"),
      .key("seed", .text, "TEXT"),
    ]
  }
}
