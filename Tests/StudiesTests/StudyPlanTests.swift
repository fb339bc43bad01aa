import Examiner
import Game
import Shell
import Studies
import Testing

/// Tests of the orders, groups, blocks and boards of a study.
struct StudyPlanTests {
  @Test func `Enrolment fills the order that the fewest have`() throws {
    let plan = try StudyFile.read(StudyText.whole)
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

  @Test func `A stopped block was stopped by the program if it missed its time`() {
    func state(_ missed: [Bool], _ end: TestEnd) -> BlockState {
      var state = BlockState()
      state.testState = end.rawValue
      for isMissed in missed { state.addRound(isMissed: isMissed) }
      return state
    }
    let eleven = Array(repeating: true, count: 11)
    #expect(state(eleven, .stopped).missedItsTime)
    #expect(state(eleven + Array(repeating: false, count: 9), .stopped).missedItsTime)
    #expect(!state(eleven + Array(repeating: false, count: 10), .stopped).missedItsTime)
    #expect(!state(Array(eleven.dropLast()), .stopped).missedItsTime)
    #expect(!state(eleven, .complete).missedItsTime)
    #expect(!BlockState().missedItsTime)
  }

  @Test func `A random order depends on the code alone`() throws {
    let text = StudyText.whole.split(separator: "latin").joined(separator: "random")
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
      StudyText.head + """
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

  @Test func `Shuffled boards have another order in each block, the same for all participants`()
    throws
  {
    let text =
      StudyText.head + """
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
    let text = StudyText.head + "condition a inoue-210 trials=4\nseed x"
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

  @Test func `Each block of a condition with a criterion has a practice before it`() throws {
    let text =
      StudyText.head + """
        sessions 2
        condition a inoue-210 trials=4 practice=5 until=2
        condition b span
        """
    let blocks = try StudyFile.read(text).blocks(of: "P1", order: 1)
    #expect(blocks.map(\.number) == [100_001, 1, 2, 100_003, 3, 4])
    #expect(blocks.map(\.session) == [1, 1, 1, 2, 2, 2])
    #expect(blocks.map(\.isPractice) == [true, false, false, true, false, false])
    #expect(blocks.map(\.settings.practice) == [5, 0, 0, 5, 0, 0])
    #expect(blocks.map(\.settings.until?.window) == [2, nil, nil, 2, nil, nil])
    #expect(blocks.map(\.settings.trials) == [nil, 4, nil, nil, 4, nil])
    #expect(Set(blocks.map { $0.settings.seed?.seed.text }).count == 6)
  }

  @Test func `The smallest group and the order that the fewest have come next`() throws {
    let plan = try StudyFile.read(StudyText.whole + "\ngroups x y z")
    #expect(plan.smallestGroup([:], offset: 0) == "x")
    #expect(plan.smallestGroup([:], offset: 4) == "y")
    #expect(plan.smallestGroup(["x": 2, "y": 1, "z": 1], offset: 0) == "y")
    #expect(plan.smallestGroup(["x": 2, "y": 1, "z": 1], offset: 2) == "z")
    #expect(try StudyFile.read(StudyText.whole).smallestGroup([:], offset: 1) == nil)
    #expect(plan.order(for: "P", counts: [:], offset: 8) == 3)
    #expect(plan.order(for: "P", counts: [1: 1, 2: 0, 3: 1, 4: 1, 5: 0, 6: 1], offset: 2) == 5)
    #expect(StudyPlan.offset(ofStation: nil) == 0)
    let offsets = (1...40).map { StudyPlan.offset(ofStation: "lab\($0)") % 6 }
    #expect(Set(offsets) == Set(0..<6))
  }
}
