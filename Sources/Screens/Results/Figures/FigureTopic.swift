import Shell
import Statistics

/// The page `help figures`: the members of the JSON objects of statistical commands, made from the
/// declarations of the figures.
extension HelpTopic {
  /// Returns the page with a heading in a language; the meanings are English, as the names are.
  static func figures(in language: Language) -> HelpTopic {
    let summary = language.pick("the members of format=json", "format=json の項目")
    return HelpTopic(
      "figures", summary,
      lines: FigureMember<Bounded>.tables.flatMap { heading, rows in
        ["\(heading):"] + rows.map { "  \($0.path): \($0.meaning)" }
      })
  }
}

extension FigureMember where Subject == Bounded {
  /// The members of all objects, with a heading for each object.
  static var tables: [(heading: String, rows: [(path: String, meaning: String)])] {
    let reply = FigureMember<SurveyReport<Results>>.report("results", []).rowsOfMembers()
    let paths = Set(reply.map(\.path))
    // Behind the members that each reply has.
    func own(_ rows: [(path: String, meaning: String)]) -> [(path: String, meaning: String)] {
      rows.filter { !paths.contains($0.path) }
    }
    return [
      ("a share", FigureMember<Share>.all.rowsOfMembers()),
      ("the mean of times", FigureMember<Latency>.all.rowsOfMembers()),
      (
        "a slope or a regression, of each method other members",
        FigureMember<Slope>.ofHolds.rowsOfMembers()
      ),
      ("each reply", reply),
      ("summary", own(FigureMember<SurveyReport<Summary>>.summary(by: nil).rowsOfMembers())),
      ("compare", own(FigureMember<SurveyReport<Comparison>>.compare.rowsOfMembers())),
      ("effects", own(FigureMember<SurveyReport<DesignEffects>>.effects.rowsOfMembers())),
      (
        "reliability", own(FigureMember<SurveyReport<TestReliability>>.reliability.rowsOfMembers())
      ),
      ("learning", own(FigureMember<SurveyReport<Learning>>.learning.rowsOfMembers())),
      ("results", own(FigureMember<SurveyReport<Results>>.results.rowsOfMembers())),
    ]
  }
}
