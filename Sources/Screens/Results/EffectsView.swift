import Science
import Shell
import Statistics

/// The reply of `effects`: interactions of conditions and groups, and effects of the order.
///
///     interaction of long - short and control - stress:
///     accuracy of 8 and 8 participants: difference -7.7 points (95 % -28.5 to 13.1), …
struct EffectsView {
  let language: Language

  /// Returns the effects of each study, and a line about excluded trials.
  func lines(of report: SurveyReport<DesignEffects>) -> [String] {
    let studies = report.figures.studies
    let place = FigurePlace(kind: .reply(nil), language: language)
    let found = studies.flatMap { study in
      (studies.count > 1 ? ["\(study.name):"] : [])
        + Figure.all.sentences(about: study, at: place)
    }
    return (found.isEmpty ? [noEffects] : found) + report.exclusions.notes(in: language)
  }

  private var noEffects: String {
    language.pick(
      "no trials of a study with several conditions to show", "条件が2つ以上ある研究の試行はありません")
  }
}

/// The reply of `reliability`.
///
///     short (plain), odd and even trials:
///     accuracy of 24 participants: reliability 0.81 (95 % 0.61 to 0.92), r = 0.68
struct ReliabilityView {
  let language: Language

  /// Returns the reliability of each test, and a line about excluded trials.
  func lines(of report: SurveyReport<TestReliability>) -> [String] {
    let place = FigurePlace(kind: .reply(nil), language: language)
    let found = report.figures.tests.flatMap { Figure.all.sentences(about: $0, at: place) }
    return (found.isEmpty ? [noTrials(in: language)] : found)
      + report.exclusions.notes(in: language)
  }
}
