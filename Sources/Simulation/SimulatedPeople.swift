package import Console
package import Game
package import Science

/// The description of simulated participants: their groups, memory, latencies and seed.
///
///     var people = SimulatedPeople(like: .visitors)
///     people.latencies = try PressLatencies(first: 1.2, later: 0.5, spread: 0.3)
package struct SimulatedPeople: Equatable, Sendable {
  /// The population whose parameters are used unless others are given.
  package let population: Population.Name
  /// The distributions of capacities; only the comparison of two groups uses the second one.
  package var groups: [Capacities]
  /// The parameters shared by all participants; the capacity is not used.
  package var model: MemoryModel
  package var latencies: PressLatencies
  /// The seed that the user has given; `nil` if there is none.
  package var seed: SessionSeed?
  /// The seed of experiments: by default a fixed one, the same on every machine.
  package var usedSeed: SessionSeed { seed ?? .script }

  /// The default population.
  package static var usual: Population.Name { .students }

  /// Creates people of a population; its latencies are used unless others are given.
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
  /// `ayumu`, the chimpanzee, is not a population: its error explains the reason.
  package static var likeKey: Parameter {
    .key("like", .choice(Population.Name.allCases.map(\.rawValue)), explained: ["ayumu"])
  }

  /// The parameters common to all commands about simulated participants.
  package static var keys: [Parameter] {
    [
      likeKey, .key("tau", .text, "MS"), .key("decay", .text, "RATE"),
      .key("slips", .text, "SHARE"),
      .key("within", .text, "SD"), .key("latency", .text, "FIRST,LATER,SPREAD"),
      .key("seed", .text, "TEXT"),
    ]
  }
}
