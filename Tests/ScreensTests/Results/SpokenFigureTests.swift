import Archive
import Game
import SampleData
import Science
@testable import Screens
@testable import Shell
@testable import Statistics
import TestSupport
import Testing

/// Tests of tables and plots as sentences, for screen readers.
struct SpokenFigureTests {
  private let reader = TableReader(isSpoken: true)

  /// Returns the sentences of a plot with one point.
  private func sentence(
    _ kind: Plot.Kind, _ unit: Plot.Unit, _ point: Plot.Point, in language: Language = .english
  ) -> String {
    let plot = Plot(kind, unit, test: "inoue-210", points: [point])
    return LabelledPlot(plot, language).sentences.joined()
  }

  @Test func `A table is sentences with the titles of its columns`() {
    let table = Table(
      ["participant", "C", "95 %", "slips", "share %", "ms"],
      [["P07", "5.94", "3.76 to 18.00", "-", "24.0", "512"], ["P08", "", "", "", "", ""]])
    #expect(
      reader.lines(of: table, in: .english) == [
        "P07: C 5.94, between 3.76 and 18.00, share 24 percent, 512 milliseconds.", "P08.",
      ])
    var other = Table(["", "found", "95 %"], [["1", "-", "3 to -"], ["2", "3/5", "- to 4.5"]])
    other.spokenHeads = ["participant", "C found", "95 %"]
    other.missing = "not identified"
    #expect(
      reader.lines(of: other, in: .english) == [
        "participant 1: C found not identified, above 3.",
        "participant 2: C found 3 of 5, below 4.5.",
      ])
    #expect(
      TableReader().lines(of: table, in: .english).first
        == "participant     C           95 %  slips  share %   ms")
  }

  @Test func `A point is a sentence with its number, its interval and its chance`() {
    let interval = Interval(0.143, 0.374)
    let count = Plot.Point(
      1, .numbers(1...5), value: 0.24, interval, count: 50, passedCount: 12, chance: 1 / 120)
    #expect(
      sentence(.count, .share, count)
        == "1 to 5 numerals: 12 of 50 passed, 24 percent, between 14.3 and 37.4, "
        + "chance 0.83 percent.")
    #expect(
      sentence(.count, .share, count, in: .japanese)
        == "数字1から5個: 50回中12回成功、24パーセント、14.3から37.4の間、偶然0.83パーセント。")
    let mean = Plot.Point(
      2, .numbers(2...2), value: 0.5, nil, count: 40, participantCount: 3, passedCount: 20,
      chance: 0.25, time: 480)
    #expect(
      sentence(.position, .share, mean)
        == "position 2: mean of 3 participants 50 percent, together 20 of 40 right, "
        + "chance 25 percent, 480 milliseconds.")
    #expect(sentence(.session, .share, mean).hasPrefix("session 2: mean of 3 participants"))
    let time = Plot.Point(1, .numbers(1...1), value: 603, Interval(563, 646), count: 289)
    #expect(
      sentence(.latency, .milliseconds, time)
        == "position 1: 603 milliseconds, between 563 and 646, 289 presses.")
    #expect(
      sentence(.span, .numerals, Plot.Point(1, .numbers(1...1), value: 5.6, nil, count: 1))
        == "session 1: 5.6, 1 test.")
    let hold = Plot.Point(5, .numbers(210...210), value: 1, nil, count: 1, passedCount: 1)
    #expect(
      sentence(.hold, .share, hold) == "shown for 210 milliseconds: 1 of 1 passed, 100 percent.")
    let none = Plot.Point(5, .none, value: 1, nil, count: 1, passedCount: 1)
    #expect(sentence(.hold, .share, none) == "no limited time: 1 of 1 passed, 100 percent.")
  }

  @Test(arguments: Language.allCases)
  func `No reply about figures has a drawing, a box or aligned columns when it is spoken`(
    _ language: Language
  ) {
    let kinds = PlotKind.allCases.map { "plot \($0) include=all" }
    let groupings = Summary.Grouping.allCases.map { "summary by=\($0) include=all" }
    let lines =
      [
        "set language \(language.rawValue)", "set plot braille", "set board spoken",
        "simulate 3 inoue-210 seed=apple trials=6", "simulate 2 zoo seed=apple",
        "simulate 2 human-benchmark seed=fig", "simulate 1 adapt-span seed=pear trials=6",
      ] + kinds + groupings
      + [
        "summary include=all", "results include=all", "results all include=all",
        "learning include=all", "compare zoo human-benchmark include=all", "fit all include=all",
        "compare procedures runs=5", "recovery n=2", "rounds",
      ]
    let output = run([], input: lines.joined(separator: "\n") + "\n").output
    let replies = output.split(separator: "\n")
    #expect(replies.count > 150)
    let drawn = replies.filter { line in
      line.contains("  ") || line.contains("|") || line.contains("--")
        || line.unicodeScalars.contains { (0x2500...0x28ff).contains($0.value) }
    }
    #expect(drawn == [])
  }
}
