import Archive
import ChimpSystem
import Game
import Science
import Shell
import Statistics

/// The reply of `results`: the tests with their scores, and the best ones so far.
struct ResultsView {
  let language: Language
  var reader = TableReader()

  /// Returns a line for each test, and the number of older tests.
  func lines(of report: SurveyReport<Results>) -> [String] {
    let results = report.figures
    guard !results.tests.isEmpty else {
      return [noTrials(in: language)] + report.exclusions.lines(in: language)
    }
    let older = language.pick(
      "\(results.olderCount) older tests: results all", "古いテスト\(results.olderCount)件: results all")
    let isAnyOpen = results.tests.contains { !$0.isComplete }
    let note = isAnyOpen ? [language.pick("* not finished", "* 途中まで")] : []
    return table(of: results) + note + results.standings(in: language, for: reader)
      + (results.olderCount > 0 ? [older] : []) + report.exclusions.lines(in: language)
  }

  /// Returns the table of the tests, a row each.
  ///
  /// On a narrow screen it has, as far as necessary, no participant if all are the same, no year
  /// and no time in its dates, and no best results.
  private func table(of results: Results) -> [String] {
    let heads = [
      language.pick("date", "日時"), language.pick("participant", "参加者"),
      language.pick("test", "テスト"),
      language.pick("score", "得点"), language.pick("best", "最高"),
    ]
    let rows = [heads] + results.tests.map { cells(of: $0) }
    guard !reader.fits(rows), Set(results.tests.map(\.participant)).count == 1 else {
      return aligned(rows, textColumns: 3, for: reader)
    }
    let ofOne = rows.map { [$0[0]] + $0[2...] }
    // A date is such as 2026-11-26 06:15.
    let withDays = ofOne.map { row in
      [row[0].utf8.count == 16 ? String(row[0].dropFirst(5).prefix(5)) : row[0]] + row[1...]
    }
    let withoutBest = withDays.map { Array($0.prefix(3)) }
    let narrower = [ofOne, withDays, withoutBest]
    return aligned(narrower.first(where: reader.fits) ?? withDays, textColumns: 2, for: reader)
  }

  /// Returns the table row of a test.
  private func cells(of test: Results.Test) -> [String] {
    let date = test.date.prefix(10) + " " + test.date.dropFirst(11).prefix(5)
    let course = TestPreset.named(test.name)?.course
    let score = cell(test.isScoredByLevel ? test.level : nil, test.passes.proportion, course)
    let estimate = test.estimate?.decimal(1)
    let outside = estimate.flatMap { value in test.beyond.map { $0.words(value, in: language) } }
    let result = outside ?? estimate ?? score
    let best = cell(test.isScoredByLevel ? test.best.level : nil, test.best.passes, course)
    return [
      String(date), language.code(test.participant, for: reader), test.label,
      result + (test.isComplete ? "" : "*"),
      test.estimate == nil ? best : "",
    ]
  }

  /// Returns a score in a short form for tables.
  private func cell(
    _ level: Int?, _ passes: Proportion, _ course: TestPreset.Course?
  ) -> String {
    guard let level else { return "\(passes.passedCount)/\(passes.count)" }
    return course?.name(ofLevel: level, in: language) ?? "\(level)"
  }
}
