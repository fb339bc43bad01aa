import Shell
import Studies
import Testing

/// Tests of rules and boards that have no effect.
struct RuleNotesTests {
  private static let head =
    StudyText.head + """
      question age integer 18..99 x
      question dose decimal 0.5..9 x
      condition glance hold=200,400 trials=4
      condition still hold=300 trials=4

      """

  private func fault(_ rules: [String], in language: Language = .english) -> String {
    do throws(StudyError) {
      _ = try StudyFile.read(Self.head + rules.map { "exclude \($0)" }.joined(separator: "\n"))
      return ""
    } catch { return error.words(in: language) }
  }

  @Test(arguments: [
    ("participant age above 150", 18...99), ("participant age below 18", 18...99),
    ("participant age is 17", 18...99), ("participant dose above 9", 0.5...9),
    ("participant hold-missed above 100%", 0...100), ("participant passed below 0", 0...100),
    ("trial number below 1", 1...Double.infinity), ("trial time below 0", 0...Double.infinity),
  ])
  func `A rule that can exclude nothing is found`(_ rule: String, _ values: ClosedRange<Double>)
    throws
  {
    let plan = try StudyFile.read(Self.head + "exclude \(rule)")
    #expect(plan.idleExclusions.map(\.rule.text) == [rule])
    #expect(plan.idleExclusions.map(\.values) == [values])
  }

  @Test(arguments: [
    "participant age above 98", "participant age below 19", "participant dose below 0.6",
    "participant hold-missed above 99%", "trial number is 1", "trial latency beyond 3 sd",
  ])
  func `A rule that can exclude somebody is not found`(_ rule: String) throws {
    #expect(try StudyFile.read(Self.head + "exclude \(rule)").idleExclusions.isEmpty)
  }

  @Test(arguments: [
    (
      ["trial study-time above 110"],
      "8: each hold is 200 ms or longer, so that all would be excluded (110% is a share of the "
        + "hold), at column 32"
    ),
    (
      ["participant dose above 3", "participant dose below 3", "participant dose is 3"],
      "10: the rules about dose leave no value: all would be excluded, at column 29"
    ),
    (
      ["participant dose above 0.2"],
      "8: the rules about dose leave no value: all would be excluded, at column 32"
    ),
    (["trial study-time above 185"], ""),
    (["participant dose above 3", "participant dose below 3"], ""),
  ])
  func `A rule that leaves no trial or answer is refused`(_ rules: [String], _ words: String) {
    #expect(fault(rules) == words)
  }

  @Test func `A study time shorter than each hold is refused in Japanese`() {
    #expect(
      fault(["trial study-time above 110"], in: .japanese)
        == "8: 提示時間は200ミリ秒以上なので、すべて除外されます（提示時間の割合は110%と書きます）（32文字目）")
  }

  @Test func `Free trials can have any study time`() throws {
    let text = Self.head + "condition free trials=4\nexclude trial study-time above 110"
    #expect(try StudyFile.read(text).exclusions.count == 1)
  }

  @Test func `Practice without until= must be passed without a fault`() throws {
    let rule = "exclude participant practice is failed"
    let text = Self.head + "practice practice=5\n"
    #expect(try StudyFile.read(text).faultlessPractice == nil)
    #expect(try StudyFile.read(text + rule).faultlessPractice == 5)
    let other = Self.head + "practice practice=5 until=3\n" + rule
    #expect(try StudyFile.read(other).faultlessPractice == nil)
  }

  @Test func `Conditions with other numerals, ranges or sizes have other boards`() throws {
    let plan = try StudyFile.read(
      StudyText.head + """
        boards paired
        condition a hold=200 trials=4 count=5 feedback=outcome
        condition b trials=4 count=5 numerals=1..5 feedback=outcome
        condition c trials=4 count=6
        condition d trials=4 count=5 numerals=1..9
        condition e trials=4 count=5 size=6x5
        """)
    #expect(plan.conditionsByBoards == [["a", "b"], ["c"], ["d"], ["e"]])
    // The only condition that shows solutions has no board of another one.
    #expect(!plan.showsSolutionsOfLaterBoards)
  }

  @Test func `Tests whose numerals change may have any boards in common`() throws {
    let plan = try StudyFile.read(
      StudyText.head + "boards paired\ncondition a span\ncondition b count=5 trials=4")
    #expect(plan.conditionsByBoards == [["a", "b"]])
    #expect(plan.showsSolutionsOfLaterBoards)
  }
}
