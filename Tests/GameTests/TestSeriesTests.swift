import Examiner
import Game
import Testing

/// Tests of the course of a test: which round is next, and what ends it.
struct TestSeriesTests {
  @Test func `The holds of a course are those of the exhibit, to the last step`() throws {
    var series = TestSeries(try #require(TestPreset.named("zoo")))
    var holds: [Int?] = []
    while !series.isOver {
      holds.append(series.plan.rule.hold)
      series.endTrial(hasPassed: true)
    }
    let steps = [1000, 800, 600, 400, 300, 210]
    #expect(holds == [Int](repeating: 1000, count: 4) + (0..<6).flatMap { _ in steps })
    #expect(series.levelPassed == 36)
    #expect(series.settings.description == "practice=4")
  }

  @Test(arguments: [("FFFF+++", 3, false), ("FFFF++FF", 2, false), ("FFFF++FFFF", 2, true)])
  func `No more boards are replaced than the test has`(
    results: String, counted: Int, isOver: Bool
  ) throws {
    let settings = try #require(TestSettings("trials=5"))
    var series = TestSeries(try #require(TestPreset.named("inoue-210")), settings)
    for result in results {
      #expect(!series.isOver)
      series.endTrial(hasPassed: true, isHoldMet: result == "+")
    }
    #expect(series.passCount == counted)
    #expect(series.isOver == isOver)
  }

  @Test func `A round that replaces another one has its place`() throws {
    let settings = try #require(TestSettings("trials=3"))
    var series = TestSeries(try #require(TestPreset.named("inoue-210")), settings)
    var places: [[Int]] = []
    for (index, result) in "+FF+F+".enumerated() {
      let before = series.place(ofTrial: index + 1)
      series.endTrial(hasPassed: true, isHoldMet: result == "+")
      places.append([before, series.place(ofTrial: index + 1)])
    }
    #expect(places == [[1, 1], [2, 2], [2, 2], [2, 2], [3, 3], [3, 3]])
    #expect(series.isOver)
  }

  @Test(arguments: [
    ("FFFFFFFFFF", false), ("FFFFFFFFFFF", true), ("FFFFFFFFFF++++++++++F", false),
    ("FFFFF+++++++++FFFFFF", true), ("FFFFF++++++++++FFFFFF", false),
  ])
  func `More than half of the latest 20 holds end the test`(
    results: String, isOver: Bool
  ) throws {
    var series = TestSeries(try #require(TestPreset.named("inoue-210")))
    for result in results { series.endTrial(hasPassed: true, isHoldMet: result == "+") }
    #expect(series.cannotKeepTime == isOver)
    #expect(series.isOver == isOver)
  }

  @Test func `A practice ends after passes in a row, of which none missed its hold`()
    throws
  {
    let settings = try #require(TestSettings("practice=6 until=2"))
    var series = TestSeries(try #require(TestPreset.named("inoue-210")), settings)
    for isHoldMet in [true, false] { series.endTrial(hasPassed: true, isHoldMet: isHoldMet) }
    #expect(!series.isOver)
    series.endTrial(hasPassed: true)
    #expect(series.isOver)
  }

  @Test(arguments: [
    (210, 190, true), (210, 230, true), (210, 231, true), (210, 232, false), (210, 189, true),
    (210, 188, false), (210, 844, false),
    (2_000, 2_200, true), (2_000, 2_201, false), (2_000, 1_799, false), (100, 120, true),
    (100, 121, false),
  ])
  func `A hold is met within 20 ms or 10 percent`(requested: Int, measured: Int, isMet: Bool) {
    #expect(HoldAccuracy(requested: requested, measured: measured).isMet == isMet)
  }
}
