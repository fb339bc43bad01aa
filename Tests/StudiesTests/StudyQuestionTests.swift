import Shell
import Studies
import Testing

/// Tests of the kinds, moments and conditions of a study's questions.
struct StudyQuestionTests {
  private func plan(_ lines: String) throws -> StudyPlan {
    try StudyFile.read(StudyText.whole + "\n" + lines)
  }

  @Test func `A decimal answer is stored in its shortest form, within the limits`() throws {
    let question = try #require(try plan("question dose decimal -0.5..99.5 x").questions.first)
    let answers = [
      "1.50", "1.5", "01", "-0.50", ".5", "99.5", "99.51", "-1", "1,5", "1e1", "0x10", "nan", "inf",
      "", "1.2.3", "-0",
    ].map(question.answer)
    #expect(
      answers == [
        "1.5", "1.5", "1", "-0.5", "0.5", "99.5", "99.51", "-1", "1,5", "1e1", "0x10", "nan", "inf",
        "", "1.2.3", "0",
      ])
    #expect(
      answers.filter(question.accepts) == ["1.5", "1.5", "1", "-0.5", "0.5", "99.5", "0"])
    #expect(!question.accepts("1.50"))
  }

  @Test func `A scale has whole numbers, and its labels in both languages`() throws {
    let line = #"question calm scale 1..7 "not at all" very x ja-labels=全く,とても"#
    let question = try #require(try plan(line).questions.first)
    #expect(["0", "1", "7", "8", "3.5", "very"].filter(question.accepts) == ["1", "7"])
    #expect(question.labels(in: .english) == ["not at all", "very"])
    #expect(question.labels(in: .japanese) == ["全く", "とても"])
    let other = try #require(try plan("question calm scale 1..7 a b x").questions.first)
    #expect(other.labels(in: .japanese) == ["a", "b"])
  }

  /// Returns the names under which the questions of a moment are answered, one after the other.
  private func asked(
    _ plan: StudyPlan, at moment: StudyQuestion.Moment, block: Int? = nil,
    _ given: [String: String]
  ) -> [String] {
    var answers = StudyAnswers()
    for (name, value) in given where name.contains(":") {
      answers[String(name.dropFirst())] = value
    }
    var names: [String] = []
    while let question = plan.openQuestion(at: moment, after: block.map(String.init), answers) {
      let name = question.answerName(block: block)
      names.append(name)
      answers[name] = given[name] ?? ""
    }
    return names
  }

  @Test func `A question with a condition is asked after this answer only`() throws {
    let plan = try plan(
      """
      question sex choice f,m,other "Sex?" optional
      question which text "Which?" optional if sex=other
      question often integer 1..9 "How often?" optional if which="so so"
      question age integer 1..99 "Age?" optional
      question last text "Anything?" optional at=end if sex=f
      """)
    #expect(asked(plan, at: .start, ["sex": "f"]) == ["sex", "age"])
    #expect(asked(plan, at: .start, [:]) == ["sex", "age"])
    #expect(asked(plan, at: .start, ["sex": "other"]) == ["sex", "which", "age"])
    #expect(
      asked(plan, at: .start, ["sex": "other", "which": "so so"])
        == ["sex", "which", "often", "age"])
    #expect(asked(plan, at: .end, [":sex": "f"]) == ["last"])
    #expect(asked(plan, at: .end, [":sex": "m"]) == [])
  }

  @Test func `After each block a condition is about the answer after the same block`() throws {
    let plan = try plan(
      """
      question sex choice f,m "Sex?"
      question calm scale 1..3 low high "Calm?" after=block
      question why text "Why?" after=block optional if calm=1
      question how text "How?" after=block optional if sex=f
      """)
    #expect(asked(plan, at: .block, block: 2, ["calm.2": "1"]) == ["calm.2", "why.2"])
    #expect(asked(plan, at: .block, block: 2, ["calm.2": "2", ":calm.1": "1"]) == ["calm.2"])
    #expect(
      asked(plan, at: .block, block: 3, ["calm.3": "2", ":sex": "f"]) == ["calm.3", "how.3"])
    #expect(plan.blockNumbers == 1...3)
  }

  @Test func `A text of one word if is no condition, as in earlier files`() throws {
    let question = try #require(try plan("question a text if").questions.first)
    #expect(question.text(in: .english) == "if")
    #expect(question.condition == nil)
    let plan = try plan("question a choice x,y if\nquestion \"b\" text \"é if\" if a=\"x\"")
    #expect(plan.questions.map { $0.condition?.value } == [nil, "x"])
    #expect(plan.questions[1].text(in: .english) == "é if")
  }
}
