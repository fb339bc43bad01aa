import Science
@testable import Screens
@testable import Statistics
import TestSupport
import Testing

/// Tests of the article about the members of figures, whose tables the declarations make.
struct FigureFormatTests {
  /// A heading of the article with the members of its table.
  private static var tables: [(heading: String, rows: [(path: String, meaning: String)])] {
    let reply = FigureMember<SurveyReport<Results>>.report("results", [])
    let paths = Set(reply.rowsOfMembers().map(\.path))
    // Behind the members that each reply has.
    func own(_ rows: [(path: String, meaning: String)]) -> [(path: String, meaning: String)] {
      rows.filter { !paths.contains($0.path) }
    }
    return [
      ("Values", FigureMember<Bounded>.all.rowsOfMembers()),
      ("Shares", FigureMember<Share>.all.rowsOfMembers()),
      ("Times", FigureMember<Latency>.all.rowsOfMembers()),
      ("Slopes", FigureMember<Slope>.all.rowsOfMembers()),
      ("In each reply", reply.rowsOfMembers()),
      ("`summary`", own(FigureMember.summary(by: nil).rowsOfMembers())),
      ("`compare`", own(FigureMember.compare.rowsOfMembers())),
      ("`learning`", own(FigureMember.learning.rowsOfMembers())),
      ("`results`", own(FigureMember.results.rowsOfMembers())),
    ]
  }

  private static func text(_ rows: [(path: String, meaning: String)]) -> String {
    "| member | meaning |\n|---|---|\n"
      + rows.map { "| `\($0.path)` | \($0.meaning) |\n" }.joined()
  }

  @Test func `The article has a table of all members, as they are declared`() {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let article = TemporaryFolder.text(at: root + "/Sources/Screens/Screens.docc/FigureFormat.md")
    for (heading, rows) in Self.tables {
      let section = article.split(separator: "\n## ").first { $0.hasPrefix(heading + "\n") }
      #expect(section?.contains(Self.text(rows)) == true, "\(heading)\n\(Self.text(rows))")
    }
  }

  @Test func `Every member says what it means, and no path comes twice unless another excludes it`()
  {
    for (heading, rows) in Self.tables {
      #expect(rows.allSatisfy { !$0.meaning.isEmpty })
      // A slope has the members of its method.
      if heading == "Slopes" { continue }
      #expect(Set(rows.map(\.path)).count == rows.count, "\(heading)")
    }
  }
}
