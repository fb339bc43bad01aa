import Examiner
import Testing

@testable import Console
@testable import Game
@testable import Studies
@testable import Words

/// What a study file says, and what is wrong with others.
struct StudyFileTests {
  private static let head = "@ chimp-study 1\nname memory\nparticipants 12\n"
  private static let whole =
    head + """
      order latin
      boards own
      condition a inoue-210 trials=2
      condition b span
      condition c kawai count=4
      """

  private func fault(_ text: String) -> String {
    do throws(StudyFileFault) {
      _ = try StudyFile.read(text)
      return ""
    } catch { return Language.english.words(for: error) }
  }

  @Test(arguments: [
    ("", "1: a study begins with \"@ chimp-study 1\""),
    ("name memory", "1: a study begins with \"@ chimp-study 1\""),
    ("@ chimp-study 1", "1: \"name\" is missing"),
    ("@ chimp-study 1\nname memory\n", "3: \"participants\" is missing"),
    (head + "# no test\n", "5: \"condition\" is missing"),
    (
      "@ chimp-study 1\nname Anna Smith",
      "2: unexpected argument \"Smith\" at column 11 (usage: name NAME)"
    ),
    (
      "@ chimp-study 1\nname \"Anna Smith\"",
      "2: \"Anna Smith\" is no name: 1 to 32 letters, digits and \"-\", at column 6"
    ),
    (head + "name other", "4: \"name\" is there twice, at column 1"),
    (
      head + "  ordre latin",
      "4: unknown word \"ordre\" at column 3, did you mean \"order\"?"
    ),
    (
      head + "order Latin",
      "4: unknown order \"Latin\" at column 7, did you mean \"latin\"?"
    ),
    (
      head + "participants 0", "4: N must be from 1 to 10000: \"0\" at column 14"
    ),
    (head + "sessions 2 gap=1w", "4: no gap such as 30m, 24h or 7d: \"1w\", at column 12"),
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
    (head + "condition a span practice=3 until=2", "4: a study takes no until= here, at column 29"),
    (
      head + "condition end span",
      "4: \"end\" is no name: 1 to 32 letters, digits and \"-\", at column 11"
    ),
    (head + "condition a span\ncondition a span", "5: \"a\" is there twice, at column 11"),
    (head + "practice span", "4: practice=N is missing"),
    (
      head + "practice span practice=2 until=3", "4: until=3 needs practice=3 or more, at column 26"
    ),
    (
      head + "condition a span\npage b\n",
      "5: unknown place \"b\" at column 6, did you mean \"break\"?"
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
        == "16: a study has 12 conditions at the most, at column 1")
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
}
