import Examiner
import Game
import Shell
import Studies
import Testing

/// Tests of conditions that mix several holds.
struct MixedHoldTests {
  private static let head = StudyText.head + "seed x\n"

  private func plan(_ lines: String) throws -> StudyPlan {
    try StudyFile.read(Self.head + lines)
  }

  /// Returns the holds of a block's trials, none of which misses its hold.
  private func holds(of block: StudyBlock) throws -> [Int] {
    let sequence = try #require(HoldSequence(block.condition.preset, block.settings))
    let count = block.isPractice ? block.settings.practice : block.condition.trialCount ?? 0
    return (1...count).map { sequence.hold(ofTrial: $0, afterMissed: 0) }
  }

  @Test func `The same participant has the same order everywhere and for ever`() throws {
    let plan = try plan("boards paired shuffled\ncondition glance hold=200,400,800 trials=12")
    let blocks = plan.blocks(of: "P07", order: 1)
    #expect(
      "\(blocks[0].settings)"
        == "trials=12 seed=x.s1 shuffle=1 holds=200,400,800 draw=e2d308106737b1a5")
    let own = try holds(of: blocks[0])
    #expect(own == [400, 400, 800, 400, 800, 200, 400, 200, 800, 200, 200, 800])
    let other = try holds(of: plan.blocks(of: "P08", order: 1)[0])
    #expect(other == [200, 200, 200, 800, 400, 800, 800, 400, 200, 400, 800, 400])
  }

  @Test func `Each block has an order of its own, and keeps it when it is begun anew`() throws {
    let plan = try plan(
      "sessions 2\ncondition glance hold=200,400,800 trials=60 practice=6 until=6\n")
    let blocks = plan.blocks(of: "P07", order: 1)
    let orders = try blocks.map(holds(of:))
    #expect(orders.map(\.count) == [6, 60, 6, 60])
    #expect(Set(orders).count == 4)
    let anew = blocks[1].restarted(2)
    #expect(anew.settings.seed?.seed.text == "x.1.r2")
    #expect(try holds(of: anew) == orders[1])
  }

  @Test func `A condition that mixes holds has a cell for each of them`() throws {
    let plan = try plan("condition glance hold=800,200 trials=4\ncondition still hold=650")
    #expect(plan.conditions.flatMap(\.cells).map(\.name) == ["glance 800", "glance 200", "still"])
    #expect(plan.conditions.map(\.trialCount) == [4, 50])
  }

  @Test func `The order of the holds and the rule for runs belong to the hash`() throws {
    let lines = ["hold=200,400", "hold=400,200", "hold=200,400 runs=free", "hold=200"]
    let hashes = try lines.map { try plan("condition a \($0) trials=4").hash }
    #expect(Set(hashes).count == 4)
    #expect(hashes[3] == (try plan("condition a trials=4 hold=200").hash))
  }

  @Test func `Practice of several holds may have any number of trials`() throws {
    let plan = try plan("practice hold=200,400,800 practice=4\ncondition a span")
    let practice = plan.blocks(of: "P07", order: 1)[0]
    #expect(Set(try holds(of: practice).prefix(3)) == [200, 400, 800])
  }

  @Test(arguments: [
    ("hold=200,400,800", "50 trials can't have 3 holds equally often, at column 13"),
    ("hold=200,400,800 trials=20", "20 trials can't have 3 holds equally often, at column 30"),
    ("trials=1 hold=200,400", "1 trial can't have 2 holds equally often, at column 13"),
    ("hold=200,400,200 trials=6", "hold= has 200 twice, at column 13"),
    (
      "inoue-210 hold=200,400",
      "inoue-210 takes no hold=, only practice, until, trials, count, "
        + "seed, limit, begin, feedback, press, at column 23"
    ),
    ("zoo hold=200,400", "zoo takes no hold=, only seed, begin, feedback, press, at column 17"),
    ("hold=200 runs=free", "runs= needs several holds, such as hold=200,400,800, at column 22"),
    ("span runs=free", "runs= needs several holds, such as hold=200,400,800, at column 18"),
    ("hold=200,400 runs=4", "runs must be free: \"4\" at column 26"),
    ("hold=200,400 limit=300 trials=4", ""),
    ("hold=49", "hold must be from 50 to 60000: \"49\" at column 13"),
    (
      "hold=9999999999999999999999",
      "hold must be from 50 to 60000: \"9999999999999999999999\" at "
        + "column 13"
    ),
    ("hold=", "hold must be a number: \"\" at column 13"),
    ("hold=fast", "hold must be a number: \"fast\" at column 13"),
    ("hold=-200", "hold must be a number: \"-200\" at column 13"),
  ])
  func `A hold that can't be mixed is refused with its column`(
    _ words: String, _ message: String
  ) {
    expect("condition a " + words, message)
  }

  @Test(arguments: ["200,", "200,40", "200,60001", "200,+400", "0200,400", "200,400,x", ","])
  func `A list that is no list of holds is refused`(_ text: String) {
    expect(
      "condition a hold=\(text) trials=4",
      "\"\(text)\" is not a list of holds such as 200,400,800: 2 to 20 numbers from 50 to 60000, "
        + "at column 13")
  }

  private func expect(_ line: String, _ message: String) {
    do throws(StudyError) {
      _ = try StudyFile.read(Self.head + line)
      #expect(message == "")
    } catch { #expect(error.words(in: .english) == "5: " + message) }
  }
}
