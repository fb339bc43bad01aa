import ChimpSystem
import Game
import Science
import Shell
import Statistics

/// The reply of `results`: the games with their scores, and the best ones so far, newest first;
/// below them, agents beside people and chimpanzees.
struct ResultsView {
  let language: Language
  var reader = TableReader()

  /// Returns a line for each of the newest games, at most `most`, the days in a row with a daily
  /// game, and the number of older games.
  func lines(of report: SurveyReport<Results>, most: Int = .max) -> [String] {
    let all = report.figures
    let results = all.newest(most)
    guard !results.tests.isEmpty else {
      return [noTrials(in: language)] + report.exclusions.lines(in: language)
    }
    let older = language.pick(
      "\(results.olderCount) older tests: results all", "古いテスト\(results.olderCount)件: results all")
    let isAnyOpen = results.tests.contains { !$0.isComplete } && !reader.isSpoken
    let note = isAnyOpen ? [language.pick("* not finished", "* 途中まで")] : []
    let place = FigurePlace(kind: .reply(nil), language: language, reader: reader)
    let agents = AgentComparisonView(language: language).lines(of: all.agents, for: reader)
    return table(of: results) + note + results.standings(in: language, for: reader)
      + results.secondGames(at: place) + all.dayRuns(in: language, for: reader) + agents
      + (results.olderCount > 0 ? [older] : []) + report.exclusions.lines(in: language)
  }

  /// Returns the table of the games, a row each.
  ///
  /// On a narrow screen it has, as far as necessary, no participant if all are the same, no numbers
  /// of games, no year and no time in its dates, and no best results.
  private func table(of results: Results) -> [String] {
    let heads = [
      language.pick(reader.isSpoken ? "date" : "date (UTC)", "日時（UTC）"),
      language.pick("participant", "参加者"),
      language.pick("test", "テスト"), language.pick("game", "回"),
      language.pick("score", "得点"), language.pick("best", "最高"),
    ]
    let rows = [heads] + results.tests.reversed().map(cells)
    guard !reader.fits(rows), Set(results.tests.map(\.participant)).count == 1 else {
      return reader.lines(of: Table(heads, Array(rows.dropFirst()), textColumns: 3), in: language)
    }
    let ofOne = rows.map { [$0[0]] + $0[2...] }
    // A date is such as 2026-11-26 06:15.
    let withoutNumbers = ofOne.map { Array($0[..<2] + $0[3...]) }
    let withDays = withoutNumbers.enumerated().map { index, row in
      let day = row[0].utf8.count == 16 ? String(row[0].dropFirst(5).prefix(5)) : row[0]
      return [index == 0 ? language.pick("date", "日時") : day] + row[1...]
    }
    let withoutBest = withDays.map { Array($0.prefix(3)) }
    let narrower = [ofOne, withoutNumbers, withDays, withoutBest]
    return aligned(narrower.first(where: reader.fits) ?? withDays, textColumns: 2, for: reader)
  }

  /// Returns the table row of a game.
  private func cells(of test: Results.Test) -> [String] {
    let date = test.date.prefix(10) + " " + test.date.dropFirst(11).prefix(5)
    let course = TestPreset.named(test.name)?.course
    let score = cell(test.isScoredByLevel ? test.level : nil, test.passes.proportion, course)
    let estimate = test.estimate?.decimal(1)
    let outside = estimate.flatMap { value in test.beyond.map { $0.words(value, in: language) } }
    let result = outside ?? estimate ?? score
    let best = test.best.map { cell(test.isScoredByLevel ? $0.level : nil, $0.passes, course) }
    let open = reader.isSpoken ? language.pick(", not finished", "、途中まで") : "*"
    return [
      String(date), reader.name(of: test.participant, in: language), name(of: test),
      "\(test.number)",
      (reader.isSpoken ? SpokenFigure.units(of: result, in: language) : result)
        + (test.isComplete ? "" : open),
      test.estimate == nil ? best ?? "" : "",
    ]
  }

  /// Returns the name of a game: that of its test, or the date of a daily game, of which only the
  /// first attempt counts.
  private func name(of test: Results.Test) -> String {
    guard let date = test.dailyDate, test.kind?.agent == nil else { return test.label }
    return test.isPractice
      ? language.pick("\(date) again", "\(date) の練習")
      : language.pick("daily \(date)", "\(date) のゲーム")
  }

  /// Returns a score in a short form for tables.
  private func cell(
    _ level: Int?, _ passes: Proportion, _ course: TestPreset.Course?
  ) -> String {
    guard let level else { return "\(passes.passedCount)/\(passes.count)" }
    return course?.name(ofLevel: level, in: language) ?? "\(level)"
  }
}

extension Results.Test {
  /// The date whose boards a daily game has; `nil` for any other game.
  fileprivate var dailyDate: String? {
    settings.flatMap { TestSettings($0) }.flatMap { Daily.date(of: $0, test: name) }
  }
}

extension Results {
  /// Returns the number of days in a row on which each participant began the game of that day
  /// (UTC); none without a daily game.
  fileprivate func dayRuns(in language: Language, for reader: TableReader) -> [String] {
    let ofTheirDay = tests.filter { $0.dailyDate == $0.day && $0.kind?.agent == nil }
    let people = Dictionary(grouping: ofTheirDay, by: \.participant).sorted { $0.key < $1.key }
    return people.compactMap { code, games in
      guard let run = DayRun(games.map(\.day)) else { return nil }
      let isOfOne = people.count == 1
      let name = reader.name(of: code, in: language)
      let head =
        isOfOne
        ? language.pick("daily games", "今日のゲーム")
        : language.pick("daily games of \(name)", "\(name) の今日のゲーム")
      return language.pick(
        "\(head): \(counted(run.length, "day")) in a row, the last \(run.last)",
        "\(head): \(run.length)日連続、最後は \(run.last)")
    }
  }
}
