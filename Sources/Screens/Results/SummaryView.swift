import ChimpSystem
import Game
import Science
import Shell
import Statistics

/// The reply of `summary`: the results of all trials, test by test.
///
///     inoue-210: you passed 3 of 5, 60 %; students about 40 %, Ayumu about 79 %
///     inoue-210: 3 of 5 passed, 60.0 % (95 % interval 23.1 to 88.2)
///
/// A proportion is shown with its interval and with that of guessing. The end of the reply lists
/// the excluded trials by reason.
struct SummaryView {
  let language: Language
  var reader = TableReader()

  /// Returns the lines of a summary, test by test, and a line about excluded trials.
  func lines(of report: SurveyReport<Summary>) -> [String] {
    let summary = report.figures
    let place = FigurePlace(kind: .reply(summary.grouping), language: language, reader: reader)
    let sentence = SummarySentence(language, report.filter, for: reader)
    let found = summary.tests.flatMap { test in
      let lines =
        [sentence.line(about: test, named: place.name(of: test))]
        + Figure.all(by: summary.grouping).sentences(about: test, at: place)
      let published = test.name.flatMap(TestPreset.named)?.publishedResults(in: language) ?? []
      return test.kind?.marked(lines, published: published, in: language) ?? lines
    }
    let primaries = summary.primaries.flatMap { Figure.all.sentences(about: $0, at: place) }
    return report.exclusions.marked(primaries, in: language)
      + (found.isEmpty ? [noTrials(in: language)] : found)
      + report.exclusions.notes(in: language)
  }
}
