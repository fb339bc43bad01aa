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
      lines: JSONMember<Bounded>.tables.flatMap { heading, rows in
        ["\(heading):"] + rows.map { "  \($0.path): \($0.meaning)" }
      })
  }
}

extension JSONMember where Subject == Bounded {
  /// The members of all objects, with a heading for each object.
  static var tables: [(heading: String, rows: [(path: String, meaning: String)])] {
    let reply = JSONMember<SurveyReport<Results>>.report("results", []).rowsOfMembers()
    let paths = Set(reply.map(\.path))
    // Behind the members that each reply has.
    func own(_ rows: [(path: String, meaning: String)]) -> [(path: String, meaning: String)] {
      rows.filter { !paths.contains($0.path) }
    }
    return [
      ("a share", JSONMember<Share>.all.rowsOfMembers()),
      ("the mean of times", JSONMember<Latency>.all.rowsOfMembers()),
      (
        "a slope or a regression, of each method other members",
        JSONMember<Slope>.ofHolds.rowsOfMembers()
      ),
      ("each reply", reply),
      ("summary", own(JSONMember<SurveyReport<Summary>>.summary(by: nil).rowsOfMembers())),
      ("compare", own(JSONMember<SurveyReport<Comparison>>.compare.rowsOfMembers())),
      ("effects", own(JSONMember<SurveyReport<DesignEffects>>.effects.rowsOfMembers())),
      (
        "reliability", own(JSONMember<SurveyReport<TestReliability>>.reliability.rowsOfMembers())
      ),
      ("learning", own(JSONMember<SurveyReport<Learning>>.learning.rowsOfMembers())),
      ("results", own(JSONMember<SurveyReport<Results>>.results.rowsOfMembers())),
    ]
  }
}
