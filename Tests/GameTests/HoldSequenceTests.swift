import Examiner
import Game
import Testing

/// Tests of the order in which chance mixes the holds of a test.
struct HoldSequenceTests {
  /// Returns the holds of the first trials of a test, none of which misses its hold.
  private func holds(_ text: String, count: Int) throws -> [Int] {
    let settings = try #require(TestSettings(text))
    var series = TestSeries(.plain, settings)
    return (0..<count).map { _ in
      let hold = series.plan.rule.hold ?? 0
      series.endTrial(hasPassed: true)
      return hold
    }
  }

  private func longestRun(_ holds: [Int]) -> Int {
    holds.indices.reduce((0, 0)) { run, index in
      let length = index > 0 && holds[index] == holds[index - 1] ? run.0 + 1 : 1
      return (length, max(run.1, length))
    }.1
  }

  @Test func `An order stays the same in every release`() throws {
    let mixed = try holds("trials=24 holds=200,400,800 draw=9f86d081884c7d65", count: 24)
    #expect(
      mixed == [
        200, 800, 400, 800, 400, 800, 800, 400, 400, 200, 400, 200, 200, 200, 800, 200, 800, 800,
        400, 400, 200, 800, 400, 200,
      ])
    let free = try holds("trials=12 holds=200,400 runs=free draw=9f86d081884c7d65", count: 12)
    #expect(free == [200, 400, 200, 400, 400, 400, 400, 200, 200, 200, 400, 200])
    let practised = try holds(
      "practice=7 trials=3 holds=200,400,800 draw=9f86d081884c7d65", count: 10)
    #expect(practised == [400, 800, 200, 200, 400, 800, 400, 200, 800, 400])
  }

  @Test(arguments: [(2, 60), (2, 400), (3, 60), (4, 8), (5, 30), (20, 40)])
  func `Each hold comes equally often, and never four times in a row`(
    _ holdCount: Int, _ count: Int
  ) throws {
    let names = (1...holdCount).map { "\($0)00" }.joined(separator: ",")
    var lengths: Set<Int> = []
    for draw in 0..<300 {
      let holds = try holds("trials=\(count) holds=\(names) draw=\(draw)", count: count)
      let counts = Dictionary(grouping: holds, by: \.self).mapValues(\.count)
      #expect(Set(counts.values) == [count / holdCount] && counts.count == holdCount)
      lengths.insert(longestRun(holds))
    }
    #expect(lengths.max() ?? 0 <= HoldSequence.longestRun)
    if holdCount < 4 { #expect(lengths.contains(HoldSequence.longestRun)) }
  }

  @Test func `Free runs may be longer, and the draw decides on the order`() throws {
    var lengths: Set<Int> = []
    var orders: Set<[Int]> = []
    for draw in 0..<300 {
      let holds = try holds("trials=40 holds=200,400 runs=free draw=\(draw)", count: 40)
      #expect(holds.count { $0 == 200 } == 20)
      lengths.insert(longestRun(holds))
      orders.insert(holds)
    }
    #expect((lengths.max() ?? 0) > 6)
    #expect(orders.count == 300)
  }

  @Test(arguments: ["", " runs=free"])
  func `Each hold is as likely at each position`(_ runs: String) throws {
    let drawCount = 3_000
    var counts = [Int](repeating: 0, count: 12)
    for draw in 0..<drawCount {
      let holds = try holds("trials=12 holds=200,400,800\(runs) draw=\(draw)", count: 12)
      for (index, hold) in holds.enumerated() where hold == 200 { counts[index] += 1 }
    }
    // Five standard errors of a share of one third.
    let tolerance = 5 * (Double(drawCount) * 2 / 9).squareRoot()
    #expect(counts.allSatisfy { abs(Double($0) - Double(drawCount) / 3) < tolerance }, "\(counts)")
  }

  @Test func `Practice goes through all holds, in another order than the trials that count`() throws
  {
    let holds = try holds("practice=6 trials=6 holds=200,400,800 draw=x", count: 12)
    #expect(Set(holds[..<3]) == [200, 400, 800])
    #expect(Set(holds[3..<6]) == [200, 400, 800])
    #expect(holds[6...].count { $0 == 200 } == 2)
  }

  @Test func `A trial that misses its hold is replaced at once by one with the same hold`() throws {
    let settings = try #require(TestSettings("trials=6 holds=200,400,800 draw=x"))
    let expected = try holds("\(settings)", count: 6)
    var series = TestSeries(.plain, settings)
    var counted: [Int] = []
    for isMet in [true, false, false, true, true, false, true, true, true] {
      let hold = series.plan.rule.hold ?? 0
      #expect(hold == expected[counted.count])
      series.endTrial(hasPassed: true, isHoldMet: isMet)
      if isMet { counted.append(hold) }
    }
    #expect(series.isOver)
    #expect(counted == expected)
  }

  @Test(arguments: [
    "holds=200", "holds=200,200", "holds=200,", "holds=49,200", "holds=0200,400", "runs=3",
    "holds=200,400 draw=",
  ])
  func `Settings that are no mixture of holds are no settings`(_ text: String) {
    #expect(TestSettings("trials=4 \(text)") == nil)
  }

  @Test func `Only plain rounds mix holds, and not beside a single one`() throws {
    let settings = try #require(TestSettings("trials=4 holds=200,400 draw=x"))
    #expect(TestPreset.all.filter { $0.accepts(settings) }.map(\.name) == ["plain"])
    #expect(
      !TestPreset.plain.accepts(try #require(TestSettings("trials=4 hold=200 holds=200,400"))))
  }
}
