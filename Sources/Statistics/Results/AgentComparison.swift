package import Archive
import Game
package import Science

/// The games of agents beside the published results of people and chimpanzees, test by test.
///
///     let comparison = AgentComparison(games: results.tests)
///     for row in comparison.rows { print(row.test, row.passes?.value ?? 0) }
package struct AgentComparison: Equatable, Sendable {
  /// A player or a published sample in a test.
  ///
  ///     let agents = comparison.rows.filter { if case .agent = $0.player { true } else { false } }
  package struct Row: Equatable, Sendable {
    /// The player or the sample.
    ///
    ///     let player = AgentComparison.Player.chimpanzee("Ayumu")
    package let player: Player
    /// The name of the test.
    package let test: String
    /// The number of numerals; `nil` for a test that changes it.
    package let numeralCount: Int?
    /// How many trials, games, people or chimpanzees there are.
    package let count: Int
    /// The passed trials of an agent; `nil` for any other row.
    package var passes: Share?
    /// The published share of passed trials in percent, which is a lower bound for some; `nil`
    /// where none is published.
    package var percent: Int?
    /// `true` if the share is only a lower bound.
    package var isAtLeast = false
    /// The level of a first game, or the median of published first games.
    package var level: Int?
    /// The interval of the median of published first games.
    package var levels: ClosedRange<Int>?
    /// The rank of a first game among those of the visitors.
    package var standing: Standing?
    /// The publication; `nil` for an agent, whose games are in the store.
    package var source: String?
  }

  /// The player of a row, or the sample of a publication.
  ///
  ///     if case .chimpanzee(let name) = row.player { print(name) }
  package enum Player: Equatable, Sendable {
    case agent(AgentName)
    case chimpanzee(String)
    case students
    case visitors
    /// No publication has a number for the test.
    case unpublished
  }

  /// The rows of each test that an agent has finished, agents first.
  package let rows: [Row]

  /// Compares the finished games of agents among `games`; those on boards that the agent had played
  /// before do not count.
  package init(games: [Results.Test]) {
    let own = games.filter { $0.kind?.agent != nil && $0.isComplete && !$0.isPractice }
    rows = TestPreset.all.flatMap { preset in
      let games = own.filter { $0.name == preset.name }
      let counts: [Int?] =
        preset.dependsOnOutcomes ? [nil] : Set(games.map(\.numeralCount)).sorted().map { $0 }
      return counts.flatMap { count -> [Row] in
        let chosen = count == nil ? games : games.filter { $0.numeralCount == count }
        let agents = Self.agents(in: chosen, of: preset, count)
        return agents.isEmpty ? [] : agents + Self.published(of: preset, count)
      }
    }
  }

  /// Returns a row for each agent and look.
  private static func agents(
    in games: [Results.Test], of preset: TestPreset, _ count: Int?
  ) -> [Row] {
    let byAgent = Dictionary(grouping: games) { $0.kind?.agent }
    let sorted = byAgent.compactMap { agent, games in agent.map { ($0, games) } }
      .sorted { "\($0.0)" < "\($1.0)" }
    return sorted.map { agent, games in
      guard count == nil, let first = games.first else {
        let passes = games.reduce(into: Proportion()) { $0.add($1.passes.proportion) }
        return Row(
          player: .agent(agent), test: preset.name, numeralCount: count, count: passes.count,
          passes: Share(passes))
      }
      return Row(
        player: .agent(agent), test: preset.name, numeralCount: nil, count: games.count,
        level: first.level, standing: first.standing)
    }
  }
}

/// The published rows.
extension AgentComparison {
  private static func published(of preset: TestPreset, _ count: Int?) -> [Row] {
    if preset.course.trainingCount > 0 { return [visitors(of: preset)] }
    // The share of students and of Ayumu is published for the same task with a hold only.
    let related = preset.name == "inoue-masking" ? ["inoue-650", "inoue-210"] : []
    let rows = [preset] + related.compactMap(TestPreset.named)
    let found = rows.flatMap { preset in
      preset.published.compactMap { row(of: $0, preset, count) }
    }
    return found.isEmpty
      ? [Row(player: .unpublished, test: preset.name, numeralCount: count, count: 0)] : found
  }

  /// Returns the row of a published share; `nil` for another finding.
  private static func row(
    of published: TestPreset.Published, _ preset: TestPreset, _ count: Int?
  ) -> Row? {
    func row(_ player: Player, _ people: Int, _ percent: Int, isAtLeast: Bool = false) -> Row {
      Row(
        player: player, test: preset.name, numeralCount: count, count: people, percent: percent,
        isAtLeast: isAtLeast, source: published.source)
    }
    switch published.finding {
    case .chimpanzee(let name, let percent): return row(.chimpanzee(name), 1, percent)
    case .students(let people, let percent): return row(.students, people, percent)
    case .mostlyPassed(let name, let four, let five):
      return row(.chimpanzee(name), 1, count == 4 ? four : five, isAtLeast: count == 4)
    case .practised, .surpassed, .unmatched, .games: return nil
    }
  }

  /// Returns the row of the zoo's adult visitors, with the median level of their first games.
  private static func visitors(of preset: TestPreset) -> Row {
    let adults = ZooAgeGroup.adults
    let median = adults.medianLevel
    return Row(
      player: .visitors, test: preset.name, numeralCount: nil, count: adults.gameCount,
      level: median.level, levels: median.interval, source: preset.published.first?.source)
  }
}
