import Archive
import Game
import SampleData
import Science
@testable import Statistics
import Testing

/// Tests of the games of a test in the order in which they were played: their numbers, the plot of
/// their scores, and the days in a row.
struct ScorePlotTests {
  /// Returns the plots of the scores of some trials.
  private func plots(
    _ trials: [ReadTrial], in tests: [String] = [], most: Int? = nil
  ) -> [Plot] {
    var filter = TrialFilter()
    filter.tests = tests
    let summary = figures(SummaryTally(), trials)
    return SurveyReport(summary, filter: filter).plots(.score, most: most).figures
  }

  /// Returns a passed trial of a game on a day, whose level is the number of its numerals.
  private func game(
    _ number: Int, _ level: Int, in test: String = "human-benchmark", on day: String,
    of code: String = "P07", isComplete: Bool = true
  ) -> ReadTrial {
    trial(
      [500], in: test, count: level, of: code, isComplete: isComplete, test: number, on: day)
  }

  /// Returns the point of a game with a level.
  private func point(_ number: Int, _ level: Double, best: Double, day: String? = nil) -> Plot.Point
  {
    var point = Plot.Point(
      Double(number), .numbers(number...number), value: level, nil, count: 1, passedCount: 1)
    point.best = best
    point.day = day
    return point
  }

  @Test func `Each finished game has its score, the best so far, and the day that it begins`() {
    let games = [
      game(1, 5, on: "2026-11-27"), game(2, 4, on: "2026-11-27"),
      game(3, 9, on: "2026-11-28", isComplete: false), game(4, 7, on: "2026-11-28"),
    ]
    var expected = Plot(
      .score, .level, test: "human-benchmark",
      points: [
        point(1, 5, best: 5, day: "2026-11-27"), point(2, 4, best: 5),
        point(4, 7, best: 7, day: "2026-11-28"),
      ])
    expected.preset = TestPreset.named("human-benchmark")
    #expect(plots(games) == [expected])
    let last = plots(games, most: 1)
    #expect(last.map(\.points) == [[point(4, 7, best: 7, day: "2026-11-28")]])
    #expect(last.map(\.olderCount) == [2])
    #expect(plots([]) == [])
  }

  @Test func `Without a choice the plot is that of the test that was played last`() {
    let games = [
      game(1, 5, on: "2026-11-28"), game(2, 4, in: "span", on: "2026-11-29"),
      game(3, 6, on: "2026-11-27", of: "P08"),
    ]
    #expect(plots(games).map(\.test) == ["span"])
    let chosen = plots(games, in: ["human-benchmark", "span"])
    #expect(chosen.map(\.test) == ["span", "human-benchmark", "human-benchmark"])
    #expect(chosen.map(\.participant) == [nil, "P07", "P08"])
  }

  @Test func `A score is a share of passes, a level or an estimate`() {
    let shares = plots([
      trial([500], in: "inoue-210", test: 1), trial([], isPassed: false, test: 1),
    ])
    #expect(shares.map(\.unit) == [.share])
    #expect(shares.map { $0.points.map(\.value) } == [[0.5]])
    let spans = plots([trial([500], in: "adapt-span", estimate: "7.2000")])
    #expect(spans.map(\.unit) == [.numerals])
    #expect(spans.map { $0.points.map(\.best) } == [[nil]])
    #expect(
      plots([trial([500], in: "adapt-hold", estimate: "240.0000")]).map(\.unit) == [.milliseconds])
  }

  @Test func `Games are numbered by participant and test`() {
    let tests = figures(
      ResultsTally(),
      [
        game(1, 5, on: "2026-11-27"), game(2, 5, in: "span", on: "2026-11-27"),
        game(3, 5, on: "2026-11-28", of: "P08"), game(4, 5, on: "2026-11-28"),
      ]
    ).tests
    #expect(tests.map(\.number) == [1, 1, 1, 2])
    #expect(tests.map(\.day) == ["2026-11-27", "2026-11-27", "2026-11-28", "2026-11-28"])
  }

  @Test(arguments: [
    (["2026-11-28"], "2026-11-28", 1),
    (["2026-11-28", "2026-11-26", "2026-11-27", "2026-11-27"], "2026-11-28", 3),
    (["2026-11-25", "2026-11-27", "2026-11-28"], "2026-11-28", 2),
    (["2027-01-01", "2026-12-31", "2026-12-30"], "2027-01-01", 3),
    (["2028-02-28", "2028-02-29", "2028-03-01"], "2028-03-01", 3),
    (["2026-02-28", "2026-03-01", "x"], "2026-03-01", 2),
  ])
  func `Days in a row end with the last one, across months and years`(
    _ days: [String], _ last: String, _ length: Int
  ) {
    #expect(DayRun(days)?.last == last)
    #expect(DayRun(days)?.length == length)
  }

  @Test func `No day is no run`() {
    #expect(DayRun([String]()) == nil)
    #expect(DayRun(["2026-02-29"]) == nil)
  }

  @Test func `A date is as many days after 1970 as its instant says`() {
    for day in [-719_528, -1, 0, 1, 59, 60, 11_016, 20_786, 2_932_896] {
      let instant = InstantText(milliseconds: day * InstantText.millisecondsOfDay)
      #expect(instant.daysSince1970 == day, "\(instant)")
    }
  }
}
