import Examiner
import Game
import Shell
import Studies
import Testing

/// Texts of study files that several tests read.
enum StudyText {
  /// The lines that every study needs, without a condition.
  static let head = "@ chimp-study 1\nname memory\nparticipants 12\n"
  /// A valid study with three conditions.
  static let whole =
    head + """
      order latin
      boards own
      condition a inoue-210 trials=2
      condition b span
      condition c kawai count=4
      """
}

/// Tests of valid study files, their hashes, texts and questions.
struct StudyFileTests {
  @Test func `A study file without later keywords keeps its hash`() throws {
    #expect(try StudyFile.read(StudyText.whole).hash == "7bb320951fe92fe1")
    let lab = """
      @ chimp-study 1
      name lab
      participants 24
      groups stress control
      sessions 1 stale=1d
      consent agree en
      | You may stop at any time.
      question hand choice right,left "Which hand?" ja="どちら"
      condition short hold=300 count=5 numerals=1..9 trials=40 practice=10 until=3
      """
    #expect(try StudyFile.read(lab).hash == "bcd1f10a6e17c27f")
  }

  @Test func `Comments and blanks do not change a study's hash, all else does`() throws {
    let hash = try StudyFile.read(StudyText.whole).hash
    #expect(hash.utf8.count == 16)
    let same =
      StudyText.whole.split(separator: "\n").joined(separator: "\r\n# hm\r\n  \r\n") + "\n\n"
    #expect(try StudyFile.read(same).hash == hash)
    for (old, new) in [
      ("12", "13"), ("latin", "fixed"), ("own", "same"), ("trials=2", "trials=3"), ("a ", "d "),
      ("span", "span begin=key"), ("memory", "memory\nsessions 2"), ("memory", "memory\nbreak 9"),
      ("count=4", "count=4\npage a\n| x"), ("memory", "memory\nseed x"),
    ] {
      let text = StudyText.whole.split(
        separator: old, maxSplits: 1, omittingEmptySubsequences: false
      )
      .joined(separator: new)
      #expect(try StudyFile.read(text).hash != hash, "\(new)")
    }
  }

  @Test func `Exclusion rules that leave a value are accepted`() throws {
    let text =
      StudyText.head + """
        condition a span practice=3 until=2
        question age integer 18..20 x
        exclude trial time below 400
        exclude trial time above 400
        exclude participant passed below 50
        exclude participant passed above 51
        exclude participant passed is 50
        exclude participant passed is 51
        exclude participant age is 18
        exclude participant age is 20
        exclude participant practice is failed
        """
    let plan = try StudyFile.read(text)
    #expect(plan.exclusions.count == 9)
    #expect(plan.criteria == ["a": PracticeCriterion(passesInRow: 2)])
  }

  @Test func `A question with the name of practice keeps its rules`() throws {
    let text =
      StudyText.head + "condition a span\nquestion practice integer 1..9 x\n"
      + "exclude participant practice below 5"
    #expect(try StudyFile.read(text).exclusions.map(\.text) == ["participant practice below 5"])
  }

  @Test func `Pages are read in the language, or in the first that there is`() throws {
    let text =
      StudyText.whole + """

        page start ja
        | 始め
        page start en
        | one
        |
        | two
        page start
        | second
        page a ja
        | 条件
        """
    let plan = try StudyFile.read(text)
    #expect(plan.pages(at: "start", in: .english) == [["one", "", "two"], ["second"]])
    #expect(plan.pages(at: "start", in: .japanese) == [["始め"]])
    #expect(plan.pages(at: "a", in: .english) == [["条件"]])
    #expect(plan.pages(at: "b", in: .english) == [])
  }

  /// Lines that the first format of study files did not have, each with a variant that must give
  /// another hash.
  private static let later = [
    ("groups stress control", "groups control stress"),
    ("groups stress control assign=blocks", "groups stress control"),
    ("groups stress control assign=2:1", "groups stress control assign=1:2"),
    ("sessions 1 stale=1d", "sessions 1 stale=2d"),
    ("consent agree en\n| You may stop.", "consent agree en\n| You must not."),
    ("question age integer 18..99 x ja=\"何歳\"", "question age integer 18..98 x ja=\"何歳\""),
    ("question calm scale 1..7 a b x", "question calm scale 1..7 a c x"),
    ("question calm scale 1..7 a b x ja-labels=d,e", "question calm scale 1..7 a b x"),
    ("question dose decimal 0.5..2 x", "question dose decimal 0.5..2.5 x"),
    ("question dose decimal 1..2 x", "question dose integer 1..2 x"),
    ("question more text x after=block", "question more text x at=end"),
    (
      "question sex choice f,m x\nquestion more text x if sex=f",
      "question sex choice f,m x\nquestion more text x if sex=m"
    ),
    ("question hand choice a,b x optional at=end", "question hand choice a,b x at=end"),
    ("condition d hold=300 size=8x5 numerals=1..9", "condition d hold=310 size=8x5 numerals=1..9"),
    ("condition e span practice=5 until=2", "condition e span practice=5 until=3"),
    ("condition e span practice=5 until=80%/5", "condition e span practice=5 until=5"),
    (
      "condition e span practice=5 until=80%/5 fail=stop",
      "condition e span practice=5 until=80%/5 fail=go-on"
    ),
  ]

  @Test(arguments: later)
  func `Lines of later formats change the hash, and a file without them keeps its own`(
    _ line: String, _ other: String
  ) throws {
    let hashes = try ["", line, other].map { try StudyFile.read(StudyText.whole + "\n" + $0).hash }
    #expect(hashes[0] == "7bb320951fe92fe1")
    #expect(Set(hashes).count == 3)
  }

  @Test func `A condition without a test is plain rounds with any key`() throws {
    let text =
      StudyText.head
      + "condition short hold=300 count=5 size=9x4 numerals=1..9 trials=40 wrong=again"
    let condition = try #require(try StudyFile.read(text).conditions.first)
    #expect(condition.preset.name == "plain")
    #expect(condition.trialCount == 40)
    let plan = condition.preset.plan(condition.settings)
    let rule = try Rule(wrong: .again, hold: 300, line: .one)
    let expected = RoundPlan(
      count: 5, size: try BoardSize(h: 9, v: 4), range: try NumeralRange(low: 1, high: 9),
      rule: rule)
    #expect(plan == expected)
    #expect(TestSettings("\(condition.settings)")?.description == "\(condition.settings)")
  }

  @Test func `A question accepts the answers that it allows, and no others`() throws {
    let text =
      StudyText.whole + """

        question age integer -1..99 x
        question hand choice right,left x optional
        question more text x
        """
    let questions = try StudyFile.read(text).questions
    let answers = ["-1", "99", "100", "099", "right", "Right", "", "a b", "a\u{7}", "日本語"]
    #expect(
      questions.map { question in answers.filter(question.accepts) } == [
        ["-1", "99"], ["right", ""],
        ["-1", "99", "100", "099", "right", "Right", "a b", "日本語"],
      ])
    #expect(!questions[2].accepts(String(repeating: "x", count: 501)))
  }

  @Test(arguments: [
    ("", true), ("a=1", true), ("a=1\nb=", true), ("a", false), ("a=1\na=2", false),
  ])
  func `Answers are read as they are written`(_ text: String, _ isOne: Bool) {
    #expect(StudyAnswers(text)?.description == (isOne ? text : nil))
  }
}
