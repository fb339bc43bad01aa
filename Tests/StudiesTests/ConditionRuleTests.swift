import Shell
import Studies
import Testing

/// Tests of exclusion rules that name a condition or a percentage.
struct ConditionRuleTests {
  private static let head =
    StudyText.head + """
      question age integer 18..99 x
      condition glance hold=200,400 trials=4
      condition span span practice=2 until=2

      """

  private func fault(_ rules: [String]) -> String {
    do throws(StudyError) {
      _ = try StudyFile.read(Self.head + rules.map { "exclude \($0)" }.joined(separator: "\n"))
      return ""
    } catch { return error.words(in: .english) }
  }

  @Test(arguments: [
    "participant passed below 50% in glance", "participant passed below 50 in \"glance 200\"",
    "participant trials below 3 in span", "participant excluded above 100% in glance",
    "participant hold-missed above 20%", "participant hold-missed above 0 in \"glance 400\"",
    "trial study-time above 110%", "trial study-time below 90%", "trial study-time above 5000",
  ])
  func `A rule is written as the file has it`(_ rule: String) throws {
    let plan = try StudyFile.read(Self.head + "exclude \(rule)")
    #expect(plan.exclusions.map(\.text) == [rule])
  }

  @Test(arguments: [
    (
      ["participant passed below 50% in long"],
      "7: CONDITION must be one of glance, span, glance 200, glance 400: \"long\" at column 41"
    ),
    (
      ["participant age below 50 in glance"],
      "7: age is not counted by condition: \"in\" can't follow it, at column 37"
    ),
    (
      ["participant practice is failed in span"],
      "7: practice is not counted by condition: \"in\" can't follow it, at column 43"
    ),
    (
      ["trial time above 500 in glance"],
      "7: time is not counted by condition: \"in\" can't follow it, at column 33"
    ),
    (
      ["participant hold-missed above 101%"],
      "7: \"101%\" is not a value of hold-missed: 0% to 100%, at column 39"
    ),
    (
      ["participant trials below 3%"],
      "7: \"3%\" is not a value of trials: a whole number such as 150, at column 34"
    ),
    (
      ["participant age above 60%"],
      "7: \"60%\" is not a value of age: 18 to 99, at column 31"
    ),
    (
      ["participant passed below 5%%"],
      "7: \"5%%\" is not a value of passed: 0% to 100%, at column 34"
    ),
    (
      ["trial study-time above 5%%"],
      "7: \"5%%\" is not a value of study-time: a whole number such as 150, at column 32"
    ),
    (
      ["trial study-time above %"],
      "7: \"%\" is not a value of study-time: a whole number such as 150, at column 32"
    ),
    (
      ["trial time above 5%"],
      "7: \"5%\" is not a value of time: a whole number such as 150, at column 26"
    ),
    (
      ["participant passed below 5 in"],
      "7: CONDITION is missing (usage: exclude SUBJECT MEASURE RELATION VALUE in CONDITION), "
        + "at column 38"
    ),
    (
      ["participant passed below 5 of glance"],
      "7: unexpected argument \"of\" at column 36 (usage: exclude SUBJECT MEASURE RELATION VALUE "
        + "[in] [CONDITION])"
    ),
    (
      ["participant passed below 60% in glance", "participant passed above 50 in glance"],
      "8: the rules about passed leave no value: all would be excluded, at column 34"
    ),
    (["participant passed below 60% in glance", "participant passed above 50 in span"], ""),
  ])
  func `A rule that can't be is refused with its column`(_ rules: [String], _ words: String) {
    #expect(fault(rules) == words)
  }
}
