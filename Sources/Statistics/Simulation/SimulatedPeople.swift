package import Game
package import Science
package import Shell

/// The parameters of simulated participants: groups, memory, reaction times and seed.
///
///     var people = SimulatedPeople(like: .visitors)
///     people.latencies = try PressLatencies(first: 1.2, later: 0.5, spread: 0.3)
package struct SimulatedPeople: Equatable, Sendable {
  /// The population that provides all parameters that are not given.
  package let population: Population.Name
  /// The distributions of capacities: one for all, or one for each group.
  package var groups: [Capacities]
  /// The memory parameters that all participants share; its capacity is not used.
  package var model: MemoryModel
  package var latencies: PressLatencies
  /// How people differ besides their capacities, and what changes from trial to trial.
  package var variation = Variation()
  /// The seed that the user gave; `nil` if none was given.
  package var seed: SessionSeed?
  /// The user's seed, or the fixed default seed of scripts.
  package var usedSeed: SessionSeed { seed ?? .script }

  /// The default population.
  package static var usual: Population.Name { .students }

  /// Creates participants of a population, with its reaction times unless others are given.
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

  /// Throws a refusal of capacities that are neither one for all nor one for each of these groups.
  package func checkGroups(_ names: [String]) throws(Refusal) {
    guard groups.count != 1, groups.count != names.count else { return }
    throw Refusal(
      "capacity-count",
      "capacity= is there \(groups.count) times: once for all, or once for each group"
        + (names.isEmpty ? ", and the study has none" : " (\(names.joined(separator: ", ")))"),
      "capacity= が\(groups.count)個あります。全員に1個か、グループごとに1個です"
        + (names.isEmpty ? "（研究にグループはありません）" : "（\(names.joined(separator: "、"))）"))
  }

  /// The key `like=` for the population.
  ///
  /// `ayumu`, the chimpanzee, is no choice, and has an error message of its own.
  package static var likeKey: Parameter {
    .key("like", .choice(Population.Name.allCases.map(\.rawValue)), explained: ["ayumu"])
  }

  /// The keys that all commands about simulated participants have.
  package static var keys: [Parameter] {
    [
      likeKey, .key("tau", .text, "MS"), .key("decay", .text, "RATE"),
      .key("slips", .text, "SHARE"),
      .key("within", .text, "SD"), .key("latency", .text, "FIRST,LATER,SPREAD"),
      .key("spread", .text, "NAME:SD,..."), .key("learning", .text, "POWER"),
      .key("boards", .text, "SD"), .key("seed", .text, "TEXT"),
    ]
  }
}
