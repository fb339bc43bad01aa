import ChimpSystem
@testable import Screens
import Shell
@testable import Statistics
import Testing

/// Tests of the members of figures, as `help figures` lists them.
struct FigureFormatTests {
  @Test func `Every member says what it means, and no path comes twice unless another excludes it`()
  {
    for (heading, rows) in JSONMember.tables {
      #expect(rows.allSatisfy { !$0.meaning.isEmpty })
      // A slope has the members of its method.
      if heading.hasPrefix("a slope") { continue }
      #expect(Set(rows.map(\.path)).count == rows.count, "\(heading)")
    }
  }

  @Test func `A reply has the members that are listed, in their order`() throws {
    let report = SurveyReport(Results(tests: []))
    let names = report.json.members.map(\.name)
    let listed = JSONMember.results.rowsOfMembers().map(\.path)
    #expect(names == listed.filter { !$0.contains(".") && !$0.contains("[") })
  }
}
