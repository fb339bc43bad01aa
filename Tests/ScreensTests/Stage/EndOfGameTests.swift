import ChimpSystem
import Examiner
@testable import Game
@testable import Screens
@testable import Shell
import Terminal
import Testing

/// Tests of the picture at the end of a game.
struct EndOfGameTests {
  /// Returns a finished game of human-benchmark that reached a level.
  private static func game(_ level: Int) throws -> TestSeries {
    var series = TestSeries(try #require(TestPreset.named("human-benchmark")))
    for _ in stride(from: 4, through: level, by: 1) { series.endTrial(hasPassed: true) }
    while !series.isOver { series.endTrial(hasPassed: false) }
    return series
  }

  /// Returns the scores of earlier games.
  private static func earlier(_ levels: [Int]) throws -> EarlierScores {
    var scores = EarlierScores(byLevel: true)
    for level in levels { scores.add(TestScore(try game(level)), on: nil) }
    return scores
  }

  /// Returns the rows of the end of a game in a plain window, without blanks at their ends.
  private static func rows(
    _ level: Int, behind levels: [Int], columns: Int, rowCount: Int
  ) throws -> [String] {
    let series = try game(level)
    let scores = try earlier(levels)
    let comparison = series.comparisonWithEarlier(scores, offersLooks: true, in: .english)
    let end = try #require(
      EndOfGame(
        series, behind: scores, comparisons: [comparison].compactMap(\.self), in: .english))
    let scene = LiveScene(
      title: series.title(best: scores.best, in: .english), sentence: "",
      body: .end(end, LiveBoard(.standard)), state: "wrong", keys: "Enter again; s share")
    let picture = ScenePicture(
      scene, columns: columns, rowCount: rowCount,
      pen: .init(
        isPlain: true, hasColor: false, supportsUnicode: false, width: { _ in 1 },
        language: .english))
    return picture.grid.rows(hasColor: false).prefix(picture.rows.count).map { row in
      let text = row.replacing("\u{1b}[1m", with: "").replacing("\u{1b}[0m", with: "")
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  @Test func `In a small window the score is large, and the games before it stand beside`() throws {
    #expect(
      try Self.rows(7, behind: [5, 9, 6], columns: 40, rowCount: 13) == [
        "human-benchmark: score 7, your best is 9", "", "the median of your last 4 games is 6.5",
        "", "  ######           the last 4 games", "      ##", "    ##", "    ##",
        "    ##   numerals  5  9* 6  7", "", "wrong", "Enter again; s share",
      ])
  }

  @Test func `A first game has no games beside it, and its text stands where the board's did`()
    throws
  {
    let indent = String(repeating: " ", count: 18)
    #expect(
      try Self.rows(4, behind: [], columns: 80, rowCount: 12)
        == [
          "human-benchmark: score 4", "",
          "\"start zoo\" ranks you among the visitors of a zoo", "",
          "  ##  ##", "  ##  ##", "  ######", "      ##", "      ## numerals", "", "wrong",
          "Enter again; s share",
        ].enumerated().map { $0 == 1 || $0 == 3 || $0 == 9 ? $1 : indent + $1 })
  }

  @Test func `Without room for large digits the games are a line`() throws {
    #expect(
      try Self.rows(7, behind: [5, 9], columns: 60, rowCount: 7) == [
        "human-benchmark: score 7, your best is 9", "", "the median of your last 3 games is 7",
        "the last 3 games: 5 9* 7", "", "wrong", "Enter again; s share",
      ])
  }

  @Test(
    arguments: [
      ([], nil), ([5], nil),
      ([5, 7], "the median of your last 3 games is 6"),
      ([5, 7, 8, 8], "the median of your last 5 games is 7"),
      ([4, 4, 4, 6, 6], "the median of your last 6 games is 5, they rise"),
      ([9, 9, 9, 6, 6], "the median of your last 6 games is 7.5, they fall"),
      ([6, 6, 6, 6, 6], "the median of your last 6 games is 6, they are steady"),
      (
        [4, 4, 9, 9, 9, 9, 9, 9, 9, 9, 9], "the median of your last 10 games is 9, they are steady"
      ),
    ] as [([Int], String?)])
  func `A game is compared with the latest ones`(levels: [Int], words: String?) throws {
    let own = try Self.game(6)
    let earlier = try Self.earlier(levels)
    let first = "\"start zoo\" ranks you among the visitors of a zoo"
    #expect(
      own.comparisonWithEarlier(earlier, offersLooks: true, in: .english)
        == (levels.isEmpty ? first : words))
  }

  @Test func `A test by its passes is compared in percent`() throws {
    let preset = try #require(TestPreset.named("inoue-210"))
    func game(_ passes: Int) -> TestSeries {
      var series = TestSeries(preset)
      for number in 1...50 { series.endTrial(hasPassed: number <= passes) }
      return series
    }
    var scores = EarlierScores(byLevel: false)
    for passes in [10, 20] { scores.add(TestScore(game(passes)), on: nil) }
    let own = game(12)
    #expect(
      own.comparisonWithEarlier(scores, offersLooks: true, in: .english)
        == "the median of your last 3 games is 24 %")
    let end = try #require(EndOfGame(own, behind: scores, comparisons: [], in: .english))
    #expect(end.score == "24" && end.unit == "%")
    #expect(end.scores == [20, 40, 24])
  }

  @Test func `Of many games the last ten are shown`() throws {
    let series = try Self.game(5)
    let end = try #require(
      EndOfGame(
        series, behind: try Self.earlier(Array(4...14)), comparisons: [], in: .english))
    #expect(end.scores == [6, 7, 8, 9, 10, 11, 12, 13, 14, 5])
    let rows = try Self.rows(5, behind: Array(4...14), columns: 40, rowCount: 13)
    #expect(rows.contains { $0.hasSuffix("   the last 5 games") })
  }
}
