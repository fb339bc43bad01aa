import Archive
import Game
import SampleData
import Science
@testable import Statistics
import Testing

/// Tests of what is told where answers decide about the next trials.
struct AdaptedTestTests {
  @Test func `Every test whose answers decide about trials has a figure of its own`() {
    let found = TestPreset.all.map { preset in
      (preset.name, Comparability(ofTests: [preset.name]).adapted)
    }.filter { !$0.1.isEmpty }
    #expect(
      found.map { "\($0) \($1)" }
        == [
          "human-benchmark [.score]", "zoo [.score]", "monkey-ladder [.score]", "span [.score]",
          "adapt-span [.span]", "adapt-hold [.hold]",
        ].map { $0.replacing(".", with: "Statistics.Comparability.Finding.") })
    #expect(found.map(\.0) == TestPreset.all.filter(\.dependsOnOutcomes).map(\.name))
    #expect(
      Comparability(ofTests: ["zoo", "adapt-hold", "inoue-210", "span", "no test"]).adapted
        == [.hold, .score])
  }

  @Test func `A pair has the figures of both sides, and of no other condition`() {
    var tally = ComparisonTally(
      ["inoue-210", "inoue-650", "adapt-hold", "zoo"].compactMap {
        TrialCondition($0, isCode: false)
      })
    for test in ["inoue-210", "inoue-650", "adapt-hold", "zoo"] {
      for board in 0..<3 { tally.add(trial([500], in: test, board: board)) }
    }
    let found = tally.figures.pairs.map { "\($0.first) - \($0.second)" }
    #expect(
      found == [
        "inoue-650 - inoue-210", "adapt-hold - inoue-210", "adapt-hold - inoue-650",
        "zoo - inoue-210", "zoo - inoue-650", "zoo - adapt-hold",
      ])
    #expect(
      tally.figures.pairs.map(\.comparability.adapted) == [
        [], [.hold], [.hold], [.score], [.score], [.hold, .score],
      ])
  }

  @Test func `A hold or a participant has the figure of each test in which the trials are`() {
    let trials = [
      trial([500], in: "inoue-210", of: "P1"), trial([500], in: "span", of: "P2"),
      trial([500], in: "adapt-span", of: "P2"),
    ]
    var people = ComparisonTally(["P1", "P2"].compactMap { TrialCondition($0, isCode: true) })
    for trial in trials { people.add(trial) }
    #expect(people.figures.pairs.map(\.comparability.adapted) == [[.span, .score]])
    var summary = SummaryTally(by: nil)
    for trial in trials { summary.add(trial) }
    #expect(
      summary.figures.tests.map { "\($0.name ?? "") \($0.dependsOnOutcomes)" } == [
        "inoue-210 false", "span true", "adapt-span true",
      ])
  }
}
