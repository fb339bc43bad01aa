import Archive
import Glibc
import SampleData
import Science
@testable import Statistics
import Testing

/// Tests of the points of plots, as values.
struct PlotTests {
  /// Returns a point at the share of passed trials, with its interval.
  private func point(
    _ position: Double, _ label: Plot.Point.Label, _ passed: Int, of count: Int,
    chance: Double? = nil, time: Double? = nil
  ) throws -> Plot.Point {
    let estimate = try Proportion(passed, of: count).estimate()
    return Plot.Point(
      position, label, value: estimate.value, estimate.interval, count: count,
      passedCount: passed, chance: chance, time: time)
  }

  /// Returns the summary of the first test in the trials, or `nil` if there is none.
  private func test(_ trials: [ReadTrial], by grouping: Summary.Grouping? = nil) -> Summary.Test? {
    figures(SummaryTally(by: grouping), trials).tests.first
  }

  @Test func `All tests have a point each`() throws {
    let summary = figures(
      SummaryTally(), [trial([500], in: "span"), trial([500]), trial([], isPassed: false)])
    let plot = Plot(
      .accuracy, .share, test: nil,
      points: [
        try point(0, .test("inoue-210"), 1, of: 2, chance: 1 / 120),
        try point(1, .test("span"), 1, of: 1, chance: 1 / 24),
      ])
    #expect(summary.plots(.accuracy, most: 20) == [plot])
    #expect(figures(SummaryTally(), []).plots(.accuracy, most: 20) == [])
  }

  @Test func `Each session has a point, and neighbours are merged`() throws {
    let trials = (1...5).map { trial([500], isPassed: $0 < 4, board: $0, session: $0) }
    #expect(
      test(trials)?.plot(.session, most: 2)
        == Plot(
          .session, .share, test: "inoue-210",
          points: [
            try point(1, .numbers(1...3), 3, of: 3, chance: 1 / 120),
            try point(4, .numbers(4...5), 0, of: 2, chance: 1 / 120),
          ]))
    #expect(test(trials)?.plot(.session).points.count == 5)
  }

  @Test func `Each position has its chance and the mean of its times`() throws {
    let trials = [trial([400, 300, 200, 100, 100]), trial([400, 300], isPassed: false, board: 1)]
    func mean(_ time: Double) -> Double { exp(log(time)) }
    #expect(
      test(trials)?.plot(.position)
        == Plot(
          .position, .share, test: "inoue-210",
          points: [
            try point(1, .numbers(1...1), 2, of: 2, chance: 1 / 5, time: mean(400)),
            try point(2, .numbers(2...2), 2, of: 2, chance: 1 / 4, time: mean(300)),
            try point(3, .numbers(3...3), 1, of: 2, chance: 1 / 3, time: mean(200)),
            try point(4, .numbers(4...4), 1, of: 1, chance: 1 / 2, time: mean(100)),
            try point(5, .numbers(5...5), 1, of: 1, chance: 1, time: mean(100)),
          ]))
    #expect(
      test(trials)?.plot(.latency, most: 2)
        == Plot(
          .latency, .milliseconds, test: "inoue-210",
          points: [
            Plot.Point(1, .numbers(1...1), value: mean(400), nil, count: 2),
            Plot.Point(2, .numbers(2...2), value: mean(300), nil, count: 2),
          ]))
  }

  @Test func `Counts have a curve of 41 steps where there is one`() throws {
    let counts = [(4, 3), (6, 2), (8, 1)]
    let trials = counts.flatMap { count, passedCount in
      (0..<4).map { trial([500], in: "span", isPassed: $0 < passedCount, count: count, board: $0) }
    }
    let plot = try #require(test(trials, by: .count)?.plot(.count))
    let points = try counts.map { count, passedCount in
      CurvePoint(position: Double(count), try Proportion(passedCount, of: 4))
    }
    let curve = try LearningCurve(points)
    #expect(
      plot.curve
        == (0...40).map { step in
          let position = 4.0 + 4.0 * Double(step) / 40
          let estimate = curve.estimate(session: position)
          return Plot.CurvePoint(
            position: position, value: estimate.value, band: estimate.interval)
        })
    #expect(
      plot.points == [
        try point(4, .numbers(4...4), 3, of: 4, chance: 1 / 6),
        try point(6, .numbers(6...6), 2, of: 4, chance: 1 / 120),
        try point(8, .numbers(8...8), 1, of: 4, chance: 1 / 5040),
      ])
    #expect(test([trials[0]], by: .count)?.plot(.count).curve == [])
  }

  @Test func `Holds are plotted at their logarithms, and trials without a hold left of them`()
    throws
  {
    let trials = [trial([500]), trial([500], in: "inoue-masking", isPassed: false)]
    #expect(
      test(trials, by: .hold)?.plot(.hold)
        == Plot(
          .hold, .share, test: nil,
          points: [
            try point(log(210) - 0.3, .none, 0, of: 1, chance: 1 / 24),
            try point(log(210), .numbers(210...210), 1, of: 1, chance: 1 / 120),
          ]))
  }

  @Test func `Levels are a plot of their own unit`() throws {
    let spans = [
      trial([500], in: "adapt-span", session: 1, estimate: "7.0000"),
      trial([500], in: "adapt-span", session: 3, estimate: "8.0000"),
    ]
    var expected = Plot(
      .span, .numerals, test: "adapt-span",
      points: [
        Plot.Point(1, .numbers(1...1), value: 7, nil, count: 1),
        Plot.Point(3, .numbers(3...3), value: 8, nil, count: 1),
      ])
    expected.dependsOnOutcomes = true
    #expect(test(spans)?.plot(.span) == expected)
    let hold = test([trial([500], in: "adapt-hold", estimate: "200.0000")])?.plot(.span)
    #expect(hold?.unit == .milliseconds)
    #expect(test([trial([500])])?.plot(.span).points == [])
  }

  @Test func `Many groups are merged, and named after their ends`() throws {
    var shares: [Int: Proportion] = [:]
    for number in 1...45 { shares[number] = try Proportion(number > 20 ? 1 : 0, of: 1) }
    let groups = [TrialGroup]([shares], overParticipants: false) { 1 / Double($0) }
    let merged = groups.merged(into: 20)
    #expect(merged.count == 15)
    #expect(
      merged.prefix(2) == [
        TrialGroup(1...3, try Proportion(0, of: 3), chance: 1),
        TrialGroup(4...6, try Proportion(0, of: 3), chance: 1 / 4),
      ])
    #expect(groups.merged(into: nil) == groups)
    #expect(groups.merged(into: 45) == groups)
  }

  @Test func `Participants are counted at each point, also where groups are merged`() throws {
    let first = [1: try Proportion(1, of: 2), 2: try Proportion(2, of: 2)]
    let second = [1: try Proportion(2, of: 4)]
    let groups = [TrialGroup]([first, second], overParticipants: true)
    #expect(groups.map(\.share.participants?.count) == [2, 1])
    #expect(groups.map(\.share.value) == [0.5, 1])
    #expect(
      groups.merged(into: 1).map(\.share)
        == [Share([try Proportion(3, of: 4), try Proportion(2, of: 4)])])
  }
}
