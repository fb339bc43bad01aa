import Archive
import SampleData
import Science
@testable import Screens
@testable import Shell
@testable import Statistics
import Testing

/// Tests of the report that compares conditions, and of its plots.
struct ComparisonViewTests {
  /// Returns the lines of the report that compares the named conditions.
  private static func lines(_ words: [String], _ trials: [ReadTrial]) -> [String] {
    var tally = ComparisonTally(words.compactMap { TrialCondition($0, isCode: false) })
    for trial in trials { tally.add(trial) }
    return ComparisonView(language: .english).lines(of: SurveyReport(tally.figures))
  }

  /// Returns trials of the same boards with a hold of 650 ms and one of 210 ms.
  ///
  /// `counts` has the number of boards that are passed with both holds, with the longer one only,
  /// with the shorter one only, and with none.
  private static func boards(
    _ counts: [Int], of participant: String = "P07", times: (Int, Int) = (500, 400)
  ) -> [ReadTrial] {
    let outcomes = [(true, true), (true, false), (false, true), (false, false)]
    let all = zip(outcomes, counts).flatMap { Array(repeating: $0, count: $1) }
    return all.enumerated().flatMap { board, passed in
      [("inoue-650", passed.0, times.0), ("inoue-210", passed.1, times.1)].map {
        test, isPassed, time in
        trial(
          [time + 10 * (board % 7) * (board % 3)], in: test, isPassed: isPassed, board: board,
          of: participant)
      }
    }
  }

  @Test func `Boards in both conditions are paired`() {
    #expect(
      Self.lines(["210", "650"], Self.boards([25, 15, 5, 5])) == [
        "210: 30 of 50 passed, 60.0 % (95 % interval 46.2 to 72.4)",
        "650: 40 of 50 passed, 80.0 % (95 % interval 67.0 to 88.8)",
        "15 boards only at 650, 5 only at 210: McNemar p = 0.0414, mid-p 0.0266",
        "difference 20.0 points (95 % 2.5 to 36.0), 50 shared boards",
        "first press of 50 boards: 1.23 times as long (95 % 1.23 to 1.24), "
          + "t(49) = 101.40, p < 0.0001, d_z 14.34 (11.49 to 17.18), g 14.12, "
          + "Wilcoxon p < 0.0001",
        "later presses: none",
      ])
  }

  @Test func `Two participants are the unit, and their difference stays in its range`() {
    let trials =
      Self.boards([0, 2, 0, 0], times: (500, 400))
      + Self.boards([1, 1, 0, 0], of: "P08", times: (600, 450))
    #expect(
      Self.lines(["inoue-210", "inoue-650"], trials) == [
        "inoue-210: mean of 2 participants 25.0 % (an interval needs 3 participants "
          + "with the trials for it, and 2 have them), pooled 1 of 4",
        "inoue-650: mean of 2 participants 100.0 % (an interval needs 3 participants "
          + "with the trials for it, and 2 have them), pooled 4 of 4",
        "inoue-650 - inoue-210:",
        "accuracy of 2 participants: difference 75.0 points, "
          + "t(1) = 3.00, p = 0.2048, d_z 2.12, Wilcoxon p = 0.5000",
        "no mixed regression (it takes 5 participants, here are 2): "
          + "the difference is by participant",
        "played in both: 2 boards of 2 participants",
        "first press of 2 participants: 1.29 times as long, "
          + "t(1) = 7.87, p = 0.0805, d_z 5.56, Wilcoxon p = 0.5000",
        "later presses of 0 and 0 participants: none", "caution: only two participants",
      ])
  }

  @Test func `Conditions without shared boards are compared by Newcombe and Welch`() {
    let trials = (0..<50).flatMap { (board: Int) -> [ReadTrial] in
      [
        trial([400 + board], isPassed: board < 39, board: board, of: "P1"),
        trial([600 + board], isPassed: board < 20, board: board + 50, of: "P2"),
      ]
    }
    #expect(
      Self.lines(["P2", "P1"], trials).suffix(3) == [
        "difference 38.0 points (95 % 18.9 to 53.5), no shared boards",
        "first press: 0.68 times as long (95 % 0.67 to 0.69), Welch t(86.3) = -65.75, p < 0.0001",
        "later presses: none",
      ])
  }

  @Test func `Equal times and one trial have a sentence each`() {
    #expect(
      Self.lines(["210", "650"], Self.boards([0, 1, 0, 0])).suffix(3) == [
        "difference 100.0 points (95 % -12.2 to 100.0), 1 shared board",
        "first press: an interval needs 2 trials", "later presses: none",
      ])
    #expect(
      Self.lines(["210", "650"], Self.boards([2, 0, 0, 0], times: (400, 400))).suffix(2) == [
        "first press of 2 boards: there is no spread, so there is no interval",
        "later presses: none",
      ])
    #expect(
      Self.lines(["430", "650"], []) == ["430: no trials to show", "650: no trials to show"])
  }

  private let plot = LabelledPlot(
    Plot(
      .accuracy, .share, test: nil,
      points: [
        .init(1, .test("inoue-210"), value: 0.6, Interval(0.462, 0.724), count: 50),
        .init(2, .test("span"), value: 0, Interval(0, 0.2), count: 15),
        .init(3, .test("kawai"), value: 1, nil, count: 1),
      ]), .english)

  @Test func `A picture of signs, of blocks and of dots`() {
    #expect(
      plot.rows(.ascii, width: 60) == [
        "inoue-210 |                |---o----|         |  60.0 % n=50",
        "span      |o------|                           |   0.0 % n=15",
        "kawai     |                                  o| 100.0 %  n=1",
        "          0 %                             100 %",
        "o share of trials  |-| 95 % interval  n: trials",
      ])
    #expect(
      plot.rows(.blocks, width: 40) == [
        "inoue-210 |██████▓▓█░░    |  60.0 % n=50",
        "span      |█░░░           |   0.0 % n=15",
        "kawai     |███████████████| 100.0 %  n=1",
        "          0 %         100 %",
        "█ share of trials  ▓░ 95 % interval",
        "n: trials",
      ])
    #expect(
      plot.rows(.braille, width: 40) == [
        "inoue-210 |⠀⠀⠀⠀⠀⠀⠰⠤⢼⠤⠴⠀⠀⠀⠀|  60.0 % n=50",
        "span      |⡧⠤⠤⠆⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀|   0.0 % n=15",
        "kawai     |⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⢸| 100.0 %  n=1",
        "          0 %         100 %",
        "⡇ share of trials  ⠰⠆ 95 % interval",
        "n: trials",
      ])
  }

  @Test(arguments: PlotStyle.allCases)
  func `A picture is as wide as it is asked for`(_ style: PlotStyle) {
    for width in PlotStyle.widths {
      #expect(plot.rows(style, width: width).prefix(3).allSatisfy { $0.count == width })
    }
    #expect(plot.rows(style, width: 5) == plot.rows(style, width: 40))
    #expect(plot.rows(style, width: 999) == plot.rows(style, width: 200))
  }
}
