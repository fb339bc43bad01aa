import Examiner
import Testing

@testable import Console
@testable import Game
@testable import Studies
@testable import Words

/// Tests of valid study files, and of the errors of invalid ones.
struct StudyFileTests {
  private static let spanKeys = "practice, until, trials, count, seed, limit, begin, feedback"
  private static let head = "@ chimp-study 1\nname memory\nparticipants 12\n"
  private static let whole =
    head + """
      order latin
      boards own
      condition a inoue-210 trials=2
      condition b span
      condition c kawai count=4
      """

  /// Returns the message of the error in a study file; empty if it is valid.
  private func fault(_ text: String) -> String {
    do throws(StudyError) {
      _ = try StudyFile.read(text)
      return ""
    } catch { return Language.english.words(for: error) }
  }

  @Test(arguments: [
    ("", "1: a study begins with \"@ chimp-study 1\", at column 1"),
    ("name memory", "1: a study begins with \"@ chimp-study 1\", at column 1"),
    ("@ chimp-study 1", "1: \"name\" is missing, at column 1"),
    ("@ chimp-study 1\nname memory\n", "3: \"participants\" is missing, at column 1"),
    (head + "# no test\n", "5: \"condition\" is missing, at column 1"),
    (
      "@ chimp-study 1\nname Anna Smith",
      "2: unexpected argument \"Smith\" at column 11 (usage: name NAME)"
    ),
    (
      "@ chimp-study 1\nname \"Anna Smith\"",
      "2: \"Anna Smith\" is not a name: 1 to 32 letters, digits and \"-\", at column 6"
    ),
    (head + "name other", "4: \"name\" appears twice, at column 1"),
    (
      head + "  ordre latin",
      "4: unknown word \"ordre\" at column 3, did you mean \"order\"?"
    ),
    (
      head + "order latn",
      "4: unknown order \"latn\" at column 7, did you mean \"latin\"?"
    ),
    (
      head + "participants 0", "4: N must be from 1 to 10000: \"0\" at column 14"
    ),
    (head + "sessions 2 gap=1w", "4: \"1w\" is not a time such as 30m, 24h or 7d, at column 12"),
    (head + "seed a\"b", "4: the quote at column 7 is not closed"),
    (head + "seed 12345678901234567", "4: TEXT is longer than 16 bytes at column 6"),
    (head + "| text", "4: no page has begun, at column 1"),
    (
      head + "condition a inoue-21",
      "4: unknown test \"inoue-21\" at column 13, did you mean \"inoue-210\"?"
    ),
    (
      head + "condition a kawai count=6",
      "4: kawai is played with 4 or 5 numerals, not with 6, at column 19"
    ),
    (head + "condition a span seed=x", "4: a study takes no seed= here, at column 18"),
    (
      head + "condition a span practice=3 until=4",
      "4: until=4 needs practice=4 or more, at column 29"
    ),
    (head + "condition a hold=49", "4: hold must be from 50 to 60000: \"49\" at column 13"),
    (head + "condition a size=8", "4: size= takes a size such as 8x5, not \"8\", at column 13"),
    (
      head + "condition a count=5 size=2x2",
      "4: 5 numerals do not fit on 2x2 (4 squares), at column 13"
    ),
    (
      head + "condition a hold=300 mask=never",
      "4: hold= masks the numerals, mask=never does not, at column 13"
    ),
    (
      head + "condition a span size=2x2",
      "4: span takes no size=, only \(spanKeys), at column 18"
    ),
    (head + "sessions 1 stale=1", "4: \"1\" is not a time such as 30m, 24h or 7d, at column 12"),
    (head + "groups a b a", "4: \"a\" appears twice, at column 12"),
    (
      head + "group a b",
      "4: unexpected argument \"b\" at column 9 (usage: group NAME)"
    ),
    (
      head + "groups a b.c",
      "4: \"b.c\" is not a name: 1 to 32 letters, digits and \"-\", at column 10"
    ),
    (
      head + "groups",
      "4: NAME is missing (usage: groups NAME [NAME ...]), at column 7"
    ),
    (
      head + "  question x choice a,b",
      "4: TEXT is missing (usage: question NAME integer LOW..HIGH TEXT [optional] [KEY=VALUE ...], "
        + "or question NAME choice A,B TEXT [optional] [KEY=VALUE ...], "
        + "or question NAME text TEXT [optional] [KEY=VALUE ...]), at column 24"
    ),
    (head + "practice inoue-210", "4: practice=N is missing, at column 19"),
    (
      head + "condition a span\ngroups a b c d e f g\ngroup h\nparticipants 7",
      "7: \"participants\" appears twice, at column 1"
    ),
    (
      "@ chimp-study 1\nname memory\nparticipants 2\ngroups a b\ngroup c\ncondition a span",
      "5: 3 groups of 2 participants: each group needs someone, at column 7"
    ),
    (
      head + "condition a span\nconsent agree ja\n|\n|  \nconsent agree\n| You may stop.",
      "5: the consent \"agree\" has no text to agree to, at column 9"
    ),
    (
      head + "question group text x",
      "4: \"group\" is a column of the data: give the question another name, at column 10"
    ),
    (head + "consent no", "4: \"no\" can't be the key, at column 9"),
    (head + "consent yes\nconsent yes en", "5: \"consent en\" appears twice, at column 1"),
    (head + "question a integer 5 x", "4: \"5\" is not a range such as 18..99, at column 20"),
    (head + "question a integer 9..5 x", "4: \"9..5\" is not a range such as 18..99, at column 20"),
    (
      head + "question a choice x y",
      "4: \"x\" is not a list of choices such as right,left, at column 19"
    ),
    (
      head + "question a choice x,y z ja-choices=x",
      "4: no 2 other choices in Japanese: \"x\", at column 25"
    ),
    (
      head + "question a choice x,y z ja-choices=y,x",
      "4: no 2 other choices in Japanese: \"y,x\", at column 25"
    ),
    (
      head + "question a text z ja-choices=x,y",
      "4: only a choice takes ja-choices=, at column 19"
    ),
    (
      head + "exclude people passed below 5",
      "4: SUBJECT must be one of participant, trial: \"people\" at column 9"
    ),
    (
      head + "exclude trial first-press under 5",
      "4: RELATION must be one of below, above, is: \"under\" at column 27"
    ),
    (
      head + "condition a span\nexclude trial passed below 5",
      "5: \"passed\" can't be used to exclude, only first-press, press, time, study-time, "
        + "early-inputs, number, at column 15"
    ),
    (
      head + "condition a span\nquestion age integer 1..2 x\nquestion t text y\n"
        + "exclude participant t is x",
      "7: \"t\" can't be used to exclude, only trials, passed, excluded, practice, age, at column 21"
    ),
    (
      head + "condition a span\nquestion passed integer 1..2 x\n"
        + "exclude participant passed is 2",
      "6: \"passed\" is a question and a measure: give the question another name, at column 21"
    ),
    (
      head + "condition a span\nexclude trial time above 1.5",
      "5: \"1.5\" is not a value of time, at column 26"
    ),
    (
      head + "condition a span\nexclude participant hand below left\nquestion hand choice a,b x",
      "5: hand takes no \"below\", only \"is\", at column 26"
    ),
    (
      head + "condition a span\nexclude participant hand is left\nquestion hand choice a,b x",
      "5: \"left\" is not a value of hand, at column 29"
    ),
    (
      head + "exclude trial time above 5\nexclude trial time above 5",
      "5: \"trial time above 5\" appears twice, at column 1"
    ),
    (
      head + "condition a span\nexclude trial time below 500\nexclude trial press above 9\n"
        + "exclude trial time above 400",
      "7: the rules about time leave no value: all would be excluded, at column 26"
    ),
    (
      head + "condition a span\nexclude trial number above 1\nexclude trial number is 1",
      "6: the rules about number leave no value: all would be excluded, at column 25"
    ),
    (
      head + "condition a span\nexclude participant passed below 50\n"
        + "exclude participant passed above 50\nexclude participant passed is 50",
      "7: the rules about passed leave no value: all would be excluded, at column 31"
    ),
    (
      head + "condition a span\nquestion hand choice a,b x\nexclude participant hand is a\n"
        + "exclude participant hand is b",
      "7: the rules about hand leave no value: all would be excluded, at column 29"
    ),
    (
      head + "condition a span\nquestion age integer 18..20 x\nexclude participant age above 18\n"
        + "exclude participant age is 18",
      "7: the rules about age leave no value: all would be excluded, at column 28"
    ),
    (
      head + "condition a span\nexclude participant practice is failed",
      "5: no practice of this study has a criterion (until=N), at column 21"
    ),
    (
      head + "condition a span practice=2 until=2\nexclude participant practice below 1",
      "5: practice takes no \"below\", only \"is\", at column 30"
    ),
    (
      head + "condition a span practice=2 until=2\nexclude participant practice is passed",
      "5: \"passed\" is not a value of practice, at column 33"
    ),
    (
      head + "boards same shuffled",
      "4: only boards that come again can be shuffled: boards paired, not same, at column 13"
    ),
    (head + "leave no", "4: \"no\" can't be the word that leaves, at column 7"),
    (head + "leave \"a b\"", "4: \"a b\" can't be the word that leaves, at column 7"),
    (head + "question a text x\nquestion a text y", "5: \"a\" appears twice, at column 10"),
    (
      head + "question a number 1..2 x",
      "4: integer must be one of integer, choice, text: \"number\" at column 12"
    ),
    (
      head + "condition end span",
      "4: \"end\" is not a name: 1 to 32 letters, digits and \"-\", at column 11"
    ),
    (head + "condition a span\ncondition a span", "5: \"a\" appears twice, at column 11"),
    (head + "practice span", "4: practice=N is missing, at column 14"),
    (
      head + "practice span practice=2 until=3", "4: until=3 needs practice=3 or more, at column 26"
    ),
    (
      head + "condition a span\npage b\n",
      "5: unknown place \"b\" at column 6, did you mean \"break\"?"
    ),
    (
      head + "condition a span\ngroup x\nparticipants 9",
      "6: \"participants\" appears twice, at column 1"
    ),
    (
      head + "condition a span\ngroup x",
      "5: x is the only group: a study has none, or two at least, at column 7"
    ),
    (
      head + "condition a span\npage break\n|  \npage a\n| text",
      "5: the page \"break\" has no text, at column 6"
    ),
    (
      head + "condition a span\npage a\n| te\u{0}xt",
      "6: a character that can't be shown, at column 5"
    ),
    (
      head + "condition a span\nexclude participant passed below 500",
      "5: \"500\" is not a value of passed, at column 34"
    ),
    (
      head + "condition a inoue-210 trials=12\nexclude trial number below 400",
      "5: no block has as many trials: 12 at the most, so that all would be excluded, at column 28"
    ),
    (
      head + "condition a span\nshow results conditions results",
      "5: \"results\" appears twice, at column 25"
    ),
    (
      head + "condition a span\nshow scores",
      "5: ITEM must be one of conditions, results: \"scores\" at column 6"
    ),
    (head + "condition a span\npage a fr", "5: LANGUAGE must be one of en, ja: \"fr\" at column 8"),
  ])
  func `A line that is wrong is named with its column`(text: String, words: String) {
    #expect(fault(text) == words)
  }

  @Test func `A study has at most twelve conditions`() {
    let lines = (1...13).map { "condition c\($0) span" }
    #expect(
      fault(Self.head + lines.joined(separator: "\n"))
        == "16: a study has at most 12 conditions, at column 1")
  }

  @Test func `A file from before a word keeps its hash`() throws {
    #expect(try StudyFile.read(Self.whole).hash == "7bb320951fe92fe1")
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

  @Test func `Comments and blanks are no other study, whatever else is changed is one`() throws {
    let hash = try StudyFile.read(Self.whole).hash
    #expect(hash.utf8.count == 16)
    let same = Self.whole.split(separator: "\n").joined(separator: "\r\n# hm\r\n  \r\n") + "\n\n"
    #expect(try StudyFile.read(same).hash == hash)
    for (old, new) in [
      ("12", "13"), ("latin", "fixed"), ("own", "same"), ("trials=2", "trials=3"), ("a ", "d "),
      ("span", "span begin=key"), ("memory", "memory\nsessions 2"), ("memory", "memory\nbreak 9"),
      ("count=4", "count=4\npage a\n| x"), ("memory", "memory\nseed x"),
    ] {
      let text = Self.whole.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false)
        .joined(separator: new)
      #expect(try StudyFile.read(text).hash != hash, "\(new)")
    }
  }

  @Test func `Enrolment fills the order that the fewest have`() throws {
    let plan = try StudyFile.read(Self.whole)
    #expect(plan.orderCount == 6)
    var counts: [Int: Int] = [:]
    for number in 0..<12 { counts[plan.order(for: "P\(number)", counts: counts), default: 0] += 1 }
    #expect(counts == [1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2])
    #expect(plan.order(for: "P", counts: [1: 1, 2: 1, 3: 0, 4: 1]) == 3)
    #expect(
      (1...6).map { plan.conditions(inOrder: $0).map(\.name).joined() } == [
        "abc", "bca", "cab", "cba", "acb", "bac",
      ])
  }

  @Test func `Each order by chance is one of all, and the same for the same code`() throws {
    let text = Self.whole.split(separator: "latin").joined(separator: "random")
    let plan = try StudyFile.read(text)
    let orders = (1...6).map { plan.conditions(inOrder: $0).map(\.name).joined() }
    #expect(Set(orders) == ["abc", "acb", "bac", "bca", "cab", "cba"])
    let drawn = (0..<100).map { plan.order(for: "P\($0)", counts: [:]) }
    #expect(Set(drawn) == Set(1...6))
    #expect(drawn == (0..<100).map { plan.order(for: "P\($0)", counts: [1: 99]) })
  }

  @Test(arguments: [
    ("same", ["x.0", "x.1", "x.2", "x.3", "x.4"]),
    ("own", ["x.P1.0", "x.P1.1", "x.P1.2", "x.P1.3", "x.P1.4"]),
    ("paired", ["x.0", "x.s1", "x.s1", "x.s2", "x.s2"]),
  ])
  func `Boards are drawn from the study, the block and the trial`(
    _ boards: String, _ seeds: [String]
  ) throws {
    let text =
      Self.head + """
        boards \(boards)
        seed x
        sessions 2 gap=2d
        practice span practice=2
        condition a span
        condition b inoue-210
        """
    let plan = try StudyFile.read(text)
    let blocks = plan.blocks(of: "P1", order: 1)
    #expect(blocks.map { $0.settings.seed?.seed.text } == seeds)
    #expect(blocks.map(\.number) == [0, 1, 2, 3, 4])
    #expect(blocks.map(\.session) == [1, 1, 1, 2, 2])
    #expect(blocks.map(\.condition.name) == ["practice", "a", "b", "a", "b"])
    #expect(plan.gap == 172_800_000)
  }

  @Test func `Rules that leave a value are accepted`() throws {
    let text =
      Self.head + """
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
    #expect(plan.criteria == ["a": 2])
  }

  @Test func `A question with the name of practice keeps its rules`() throws {
    let text =
      Self.head + "condition a span\nquestion practice integer 1..9 x\n"
      + "exclude participant practice below 5"
    #expect(try StudyFile.read(text).exclusions.map(\.text) == ["participant practice below 5"])
  }

  @Test func `Shuffled boards come in another order in each block, the same for everybody`() throws
  {
    let text =
      Self.head + """
        boards paired shuffled
        seed x
        sessions 2
        practice inoue-650 practice=3
        condition a inoue-210 trials=4
        condition b inoue-650 trials=4 practice=2
        condition c span
        """
    let plan = try StudyFile.read(text)
    func boards(of code: String) -> [[String]] {
      plan.blocks(of: code, order: 1).map { block in
        (1...6).compactMap {
          block.condition.preset.boardSeed(ofTrial: $0, block.settings)?.text
        }
      }
    }
    let own = boards(of: "P1")
    func named(_ seed: String, _ numbers: [Int]) -> [String] { numbers.map { "\(seed).\($0)" } }
    let expected: [[String]] = [
      named("x.0", [1, 2, 3, 4, 5, 6]), named("x.s1", [4, 1, 3, 2, 5, 6]),
      named("x.s1", [1, 2, 5, 4, 3, 6]), named("x.s1", [1, 2, 3, 4, 5, 6]),
      named("x.s2", [3, 2, 1, 4, 5, 6]), named("x.s2", [1, 2, 3, 5, 4, 6]),
      named("x.s2", [1, 2, 3, 4, 5, 6]),
    ]
    #expect(own == expected)
    #expect(boards(of: "P2") == own)
    let shuffles: [Int?] = [nil, 1, 2, 3, 4, 5, 6]
    #expect(plan.blocks(of: "P1", order: 1).map(\.settings.shuffle) == shuffles)
    let settings = plan.blocks(of: "P1", order: 1)[1].settings
    #expect("\(settings)" == "trials=4 seed=x.s1 shuffle=1")
    #expect(TestSettings("\(settings)")?.shuffle == 1)
    let other = text.split(separator: " shuffled").joined()
    #expect(try StudyFile.read(other).hash != plan.hash)
  }

  @Test func `A block that was begun anew has other boards, which the study knows`() throws {
    let text = Self.head + "condition a inoue-210 trials=4\nseed x"
    let block = try #require(try StudyFile.read(text).blocks(of: "P1", order: 1).first)
    #expect(block.restarted(0).settings.seed?.seed.text == "x.1")
    #expect(block.restarted(2).settings.seed?.seed.text == "x.1.r2")
    let seeds = [
      "x.1", "x.1.r1", "x.1.r12", "x.1.r0", "x.1.r01", "x.1.r", "x.1.r-1", "x.2", "x.12",
    ]
    #expect(
      seeds.filter { block.hasBoards(of: try? SessionSeed($0)) } == ["x.1", "x.1.r1", "x.1.r12"])
    #expect(!block.hasBoards(of: nil))
  }

  @Test func `Texts in a single language are named, once for each part of the study`() throws {
    let text =
      Self.head + """
        condition a inoue-210
        consent yes ja
        | 同意
        page start
        | one
        page start
        | two
        page end en
        | end
        page end ja
        | 終
        """
    let plan = try StudyFile.read(text)
    #expect(
      Language.english.notes(on: plan) == [
        "note: only in English: page start", "note: only in Japanese: consent",
      ])
    #expect(Language.japanese.notes(on: plan) == ["注意: 英語だけ: page start", "注意: 日本語だけ: consent"])
    for language in Language.allCases {
      for sample in [language.studySample, language.fullStudySample] {
        #expect(language.notes(on: try StudyFile.read(sample)) == [])
      }
    }
  }

  @Test func `Pages are read in the language, or in the first that there is`() throws {
    let text =
      Self.whole + """

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

  @Test(arguments: Language.allCases)
  func `The study to begin with is one`(_ language: Language) throws {
    let plan = try StudyFile.read(language.studySample)
    #expect(plan.orderCount == 6)
    #expect(plan.practice?.settings.until == 3)
  }

  /// Lines that the first format of study files did not have, each with a variant that must give
  /// another hash.
  private static let later = [
    ("groups stress control", "groups control stress"),
    ("sessions 1 stale=1d", "sessions 1 stale=2d"),
    ("consent agree en\n| You may stop.", "consent agree en\n| You must not."),
    ("question age integer 18..99 x ja=\"何歳\"", "question age integer 18..98 x ja=\"何歳\""),
    ("question hand choice a,b x optional at=end", "question hand choice a,b x at=end"),
    ("condition d hold=300 size=8x5 numerals=1..9", "condition d hold=310 size=8x5 numerals=1..9"),
    ("condition e span practice=5 until=2", "condition e span practice=5 until=3"),
  ]

  @Test(arguments: later)
  func `What a study has not always had changes its hash, and a file without it keeps its own`(
    _ line: String, _ other: String
  ) throws {
    let hashes = try ["", line, other].map { try StudyFile.read(Self.whole + "\n" + $0).hash }
    #expect(hashes[0] == "7bb320951fe92fe1")
    #expect(Set(hashes).count == 3)
  }

  @Test func `A condition without a test is plain rounds with any key`() throws {
    let text =
      Self.head + "condition short hold=300 count=5 size=9x4 numerals=1..9 trials=40 wrong=again"
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

  @Test func `Each block of a condition with a criterion has a practice before it`() throws {
    let text =
      Self.head + """
        sessions 2
        condition a inoue-210 trials=4 practice=5 until=2
        condition b span
        """
    let blocks = try StudyFile.read(text).blocks(of: "P1", order: 1)
    #expect(blocks.map(\.number) == [100_001, 1, 2, 100_003, 3, 4])
    #expect(blocks.map(\.session) == [1, 1, 1, 2, 2, 2])
    #expect(blocks.map(\.isPractice) == [true, false, false, true, false, false])
    #expect(blocks.map(\.settings.practice) == [5, 0, 0, 5, 0, 0])
    #expect(blocks.map(\.settings.until) == [2, nil, nil, 2, nil, nil])
    #expect(blocks.map(\.settings.trials) == [nil, 4, nil, nil, 4, nil])
    #expect(Set(blocks.map { $0.settings.seed?.seed.text }).count == 6)
  }

  @Test(arguments: ["groups x y", "consent agree"])
  func `A study that was stored before a check existed stays readable`(_ line: String) throws {
    let text = "@ chimp-study 1\nname m\nparticipants 1\ncondition a span\n" + line
    #expect(throws: StudyError.self) { try StudyFile.read(text) }
    #expect(try StudyFile.read(stored: text).name == "m")
  }

  @Test func `The smallest group and the order that the fewest have come next`() throws {
    let plan = try StudyFile.read(Self.whole + "\ngroups x y z")
    #expect(plan.smallestGroup([:], offset: 0) == "x")
    #expect(plan.smallestGroup([:], offset: 4) == "y")
    #expect(plan.smallestGroup(["x": 2, "y": 1, "z": 1], offset: 0) == "y")
    #expect(plan.smallestGroup(["x": 2, "y": 1, "z": 1], offset: 2) == "z")
    #expect(try StudyFile.read(Self.whole).smallestGroup([:], offset: 1) == nil)
    #expect(plan.order(for: "P", counts: [:], offset: 8) == 3)
    #expect(plan.order(for: "P", counts: [1: 1, 2: 0, 3: 1, 4: 1, 5: 0, 6: 1], offset: 2) == 5)
    #expect(StudyPlan.offset(ofStation: nil) == 0)
    let offsets = (1...40).map { StudyPlan.offset(ofStation: "lab\($0)") % 6 }
    #expect(Set(offsets) == Set(0..<6))
  }

  @Test func `An answer is one that its question allows`() throws {
    let text =
      Self.whole + """

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
