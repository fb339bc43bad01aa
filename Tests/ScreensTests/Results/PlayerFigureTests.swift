import Archive
import ChimpSystem
import Game
import SampleData
import Science
@testable import Screens
@testable import Shell
@testable import Statistics
import TestSupport
import Testing

/// Tests of the figures that a player reads: games in their order, the first line of a summary, and
/// the rank among visitors.
struct PlayerFigureTests {
  /// Returns a passed trial of a game on a day, whose level is the number of its numerals.
  private func game(
    _ number: Int, _ level: Int, on day: String, of code: String = "P07", daily: String? = nil,
    isComplete: Bool = true
  ) -> ReadTrial {
    trial(
      [500], in: "human-benchmark", count: level, of: code, isComplete: isComplete, test: number,
      on: day, settings: daily.map { "seed=daily-\($0)" })
  }

  /// Returns the lines of `results` about some trials.
  private func results(
    _ trials: [ReadTrial], for reader: TableReader = TableReader(), most: Int = .max,
    in language: Language = .english
  ) -> [String] {
    ResultsView(language: language, reader: reader)
      .lines(of: SurveyReport(figures(ResultsTally(), trials)), most: most)
  }

  /// Returns the first line of `summary` about some trials.
  private func sentence(
    _ trials: [ReadTrial], of code: String? = nil, for reader: TableReader = TableReader(),
    in language: Language = .english
  ) -> String? {
    var filter = TrialFilter()
    filter.participant = code
    let report = SurveyReport(figures(SummaryTally(), trials), filter: filter)
    return SummaryView(language: language, reader: reader).lines(of: report).first
  }

  private var threeDays: [ReadTrial] {
    [
      game(1, 5, on: "2026-11-26", daily: "2026-11-26"), game(2, 4, on: "2026-11-27"),
      game(3, 7, on: "2026-11-27", daily: "2026-11-27"),
      game(4, 6, on: "2026-11-28", daily: "2026-11-28"),
      game(5, 8, on: "2026-11-28", daily: "2026-11-28", isComplete: false),
    ]
  }

  private var secondGame: String {
    "last finished human-benchmark game, level 6: a second game of the same person reaches level 4 "
      + "to 8 in 95 of 100 cases"
  }

  @Test func `Results have the newest game first, and the days in a row below`() {
    #expect(
      results(threeDays) == [
        "date (UTC)        participant  test              game  score  best",
        "2026-11-28 13:04  P07          2026-11-28 again     5     8*     7",
        "2026-11-28 13:04  P07          daily 2026-11-28     4      6     7",
        "2026-11-27 13:04  P07          daily 2026-11-27     3      7     7",
        "2026-11-27 13:04  P07          human-benchmark      2      4     5",
        "2026-11-26 13:04  P07          daily 2026-11-26     1      5     5",
        "* not finished", secondGame, "daily games: 3 days in a row, the last 2026-11-28",
      ])
    // A shorter page has the same run of days.
    #expect(
      results(threeDays, most: 1).suffix(2) == [
        "daily games: 3 days in a row, the last 2026-11-28", "4 older tests: results all",
      ])
    #expect(results([game(1, 5, on: "2026-11-26")]).count == 3)
  }

  @Test func `A daily game on another day than its date is in no run of days`() {
    let late = [
      game(1, 5, on: "2026-11-26", daily: "2026-11-26"),
      game(2, 5, on: "2026-11-28", daily: "2026-11-27"),
      game(3, 5, on: "2026-11-26", of: "P08", daily: "2026-11-26"),
    ]
    #expect(
      results(late).suffix(2) == [
        "daily games of P07: 1 day in a row, the last 2026-11-26",
        "daily games of P08: 1 day in a row, the last 2026-11-26",
      ])
  }

  @Test(arguments: [76, 60, 45, 34])
  func `Results fit a narrow window`(_ columns: Int) {
    let lines = results(threeDays, for: TableReader(columns: columns, ownCode: "P07"))
    let table = lines.prefix { $0 != "* not finished" }
    #expect(table.count == 6)
    #expect(table.allSatisfy { $0.utf8.count <= columns }, "\(table)")
  }

  @Test func `Spoken results are sentences`() {
    let spoken = TableReader(ownCode: "P07", isSpoken: true)
    #expect(
      results(Array(threeDays.suffix(2)), for: spoken) == [
        "2026-11-28 13:04, you, 2026-11-28 again: game 2, score 8, not finished, best 6.",
        "2026-11-28 13:04, you, daily 2026-11-28: game 1, score 6, best 6.",
        secondGame, "daily games: 1 day in a row, the last 2026-11-28",
      ])
    #expect(
      results([trial([500]), trial([], isPassed: false)], for: spoken, in: .japanese) == [
        "2026-11-22 13:04、あなた、inoue-210: 回 1、得点 2のうち1、最高 2のうち1。"
      ])
  }

  @Test func `The best so far is a line that steps to the right in a plot of scores`() throws {
    let summary = figures(SummaryTally(), threeDays)
    let plot = try #require(summary.plots(.score, most: 20).first)
    let labelled = LabelledPlot(plot, .english)
    #expect(
      labelled.rows(.ascii, width: 60) == [
        "1 |                          o                | 5 2026-11-26",
        "2 |                     o    +                | 4 2026-11-27",
        "3 |                          -----------o     | 7",
        "4 |                                o    +     | 6 2026-11-28",
        "  0                                           8",
        "o score  + best so far  date: the first game of a day",
      ])
    #expect(
      labelled.rows(.blocks, width: 60)[1]
        == "2 |██████████████████████    +                | 4 2026-11-27")
    #expect(
      labelled.sentences == [
        "game 1: score 5, best so far 5, first game of 2026-11-26.",
        "game 2: score 4, best so far 5, first game of 2026-11-27.",
        "game 3: score 7, best so far 7.",
        "game 4: score 6, best so far 7, first game of 2026-11-28.",
      ])
    let table = labelled.table
    #expect(table[0] == ["game", "score", "best", "day"])
    #expect(table[2] == ["2", "4", "5", "2026-11-27"])
  }

  @Test func `The first line of a summary is a sentence for the person who played`() {
    let trials = [trial([500]), trial([], isPassed: false)]
    let others = "; students about 40 %, Ayumu about 79 %"
    #expect(sentence(trials) == "inoue-210: you passed 1 of 2, 50 %\(others)")
    #expect(sentence(trials, of: "P07") == "inoue-210: P07 passed 1 of 2, 50 %\(others)")
    #expect(
      sentence(trials, of: "P07", for: TableReader(ownCode: "P07"))
        == "inoue-210: you passed 1 of 2, 50 %\(others)")
    #expect(
      sentence(trials + [trial([500], of: "P08")])
        == "inoue-210: 2 participants passed 75 % on average\(others)")
    #expect(sentence([trial([500], in: "muramatsu")]) == "muramatsu: you passed 1 of 1, 100 %")
    #expect(
      sentence(trials, in: .japanese)
        == "inoue-210: あなたは2回中1回成功、50 %。学生は約40 %、Ayumu は約79 %")
  }

  @Test func `The first line about games has their number, the best and the last one`() {
    #expect(sentence(threeDays) == "human-benchmark: 4 games, best 7, last 6")
    #expect(sentence([game(1, 5, on: "2026-11-26")]) == "human-benchmark: 1 game, score 5")
    #expect(
      sentence(threeDays + [game(6, 9, on: "2026-11-28", of: "P08")])
        == "human-benchmark: 5 games of 2 participants, best 9")
    #expect(
      sentence(threeDays, of: "P07") == "human-benchmark: 4 games of P07, best 7, last 6")
    #expect(
      sentence([game(1, 5, on: "2026-11-26", isComplete: false)])
        == "human-benchmark: no game is finished yet")
    #expect(
      sentence([trial([500], in: "adapt-span", estimate: "7.2000")])
        == "adapt-span: 1 test, the last one found 7.2 numerals")
    #expect(
      sentence([trial([500], in: "adapt-hold", estimate: "240.0000")])
        == "adapt-hold: 1 test, the last one found 240 ms")
    #expect(
      sentence(threeDays, in: .japanese) == "human-benchmark: 4ゲーム、最高7、最後は6")
  }

  @Test func `Learning has no column that is empty`() {
    func learning(_ trials: [ReadTrial], isSpoken: Bool = false) -> [String] {
      LearningView(language: .english, reader: TableReader(isSpoken: isSpoken))
        .lines(of: SurveyReport(figures(LearningTally(), trials)))
    }
    #expect(
      learning([trial([500]), trial([], isPassed: false)]) == [
        "inoue-210:", "participant  sessions  passed %", "P07                 1      50.0",
        "learning takes two sessions; \"plot score\" shows one game after the other",
      ])
    // Passes and failures don't overlap, so that there is no odds ratio.
    let two = [trial([], isPassed: false), trial([500], session: 2)]
    #expect(
      learning(two).prefix(3) == [
        "inoue-210:", "participant  sessions  first %  last %",
        "P07                 2      0.0   100.0",
      ])
    #expect(
      learning(two, isSpoken: true)[1] == "P07: sessions 2, first 0 percent, last 100 percent.")
  }

  @Test(arguments: [(0, "further than 3 %"), (36, "above all 590 visitors")])
  func `A rank never says 0 or 100 %`(_ level: Int, _ words: String) throws {
    let steps = GameCourse.zoo.levels
    let standing = try Standing(highest: level > 0 ? steps[level - 1] : nil, age: 30)
    #expect(standing.words(in: .english).hasPrefix(words), "\(standing.words(in: .english))")
  }

  @Test func `No rank of any level and age reads as 0 or 100 %`() throws {
    let steps = [nil] + GameCourse.zoo.levels.map { Optional($0) }
    for age in [8, 12, 16, 30, 45, 70] {
      for step in steps {
        let words = try Standing(highest: step, age: age).words(in: .english)
        #expect(!words.contains(" 100") && !words.contains(" 0 %") && !words.contains(" 0.0"))
      }
    }
  }
}
