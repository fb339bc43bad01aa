import Archive
import Game
import SampleData
import Science
import Statistics
import Testing

/// Tests of agents beside people and chimpanzees.
struct AgentComparisonTests {
  /// Returns trials of a finished test, the first `passed` of which are passed.
  private func trials(
    _ test: String, _ agent: AgentName?, passed: Int = 1, of all: Int = 2, count: Int = 5,
    number: Int = 1, seed: String = "agents-1"
  ) -> [ReadTrial] {
    (0..<all).map { index in
      var own = trial(
        [], in: test, isPassed: index < passed, count: count, board: index,
        of: agent?.name ?? "P07", test: number, settings: "seed=\(seed)")
      own.agent = agent
      return own
    }
  }

  private let withheld = AgentName(name: "llama 3.1", look: .withheld)
  private let context = AgentName(name: "llama 3.1", look: .context)

  private func rows(_ trials: [ReadTrial]) -> [AgentComparison.Row] {
    figures(ResultsTally(), trials).agents.rows
  }

  @Test func `Each look and each number of numerals has a row, and each the published ones`() {
    let found = rows(
      trials("kawai", withheld, count: 4) + trials("kawai", context, passed: 2, count: 4, number: 2)
        + trials("kawai", withheld, passed: 0, number: 3) + trials("kawai", nil, number: 4))
    #expect(
      found.map(\.player) == [
        .agent(context), .agent(withheld), .chimpanzee("Ai"), .agent(withheld), .chimpanzee("Ai"),
      ])
    #expect(found.map(\.numeralCount) == [4, 4, 4, 5, 5])
    #expect(found.map { $0.passes?.passedCount } == [2, 1, nil, 0, nil])
    #expect(found.map(\.percent) == [nil, nil, 90, nil, 65])
    #expect(found.map(\.isAtLeast) == [false, false, true, false, false])
  }

  @Test func `Students and Ayumu stand beside the same task without a hold`() {
    let found = rows(trials("inoue-masking", withheld)).dropFirst()
    #expect(found.map(\.test) == ["inoue-650", "inoue-650", "inoue-210", "inoue-210"])
    #expect(found.map(\.percent) == [80, 80, 79, 40])
    #expect(found.map(\.count) == [1, 9, 1, 9])
    #expect(found.allSatisfy { $0.source != nil && $0.passes == nil })
  }

  @Test func `Boards that an agent has played before do not count again`() {
    let twice =
      trials("muramatsu", withheld) + trials("muramatsu", withheld, passed: 2, number: 2)
    #expect(rows(twice).map(\.count) == [2, 0])
    let other = trials("muramatsu", withheld, passed: 2, number: 2, seed: "b")
    #expect(rows(trials("muramatsu", withheld) + other).map(\.count) == [4, 0])
  }

  @Test func `Visitors stand beside the first game of the zoo's course`() {
    var games = trials("zoo", withheld, count: 4)
    for index in games.indices { games[index].isOfFirstGame = true }
    let found = rows(games)
    #expect(found.map(\.player) == [.agent(withheld), .visitors])
    #expect(found[0].standing?.gameCount == 1525)
    #expect(found[1].count == 1525)
    #expect(found[1].level == 5)
    #expect(found[1].levels == 5...5)
  }

  @Test func `People alone have no row here`() {
    #expect(rows(trials("inoue-masking", nil)).isEmpty)
  }

  @Test func `The trials of an agent have rows apart from those of people`() {
    let all = trials("kawai", nil) + trials("kawai", withheld, number: 2)
    let tests = figures(SummaryTally(), all).tests
    #expect(tests.map(\.label) == ["kawai", "kawai [llama 3.1, look=withheld]"])
    #expect(tests.map(\.passes.count) == [2, 2])
  }
}
