import Examiner
import Game
@testable import Screens
import Shell
import Testing

struct TestSeriesTests {
  /// Plays the rounds of a test and returns their levels, then its state: `+` is a passed round,
  /// `-` a failed one, `P` and `F` are the same with a hold that lasted too long.
  private func course(_ name: String, _ results: String) throws -> String {
    var series = TestSeries(try #require(TestPreset.named(name)))
    var levels: [Int] = []
    for result in results {
      #expect(!series.isOver)
      levels.append(series.plan.count)
      // A capital letter is a round whose hold was not met.
      series.endTrial(hasPassed: "+P".contains(result), isHoldMet: !"PF".contains(result))
    }
    return
      "\(levels.map(String.init).joined(separator: " ")): "
      + "\(series.standing.parts(in: .english).joined(separator: ", "))"
      + (series.isOver ? ", over" : ", next \(series.plan.count)")
  }

  @Test(arguments: [
    ("+", "4: level 5, best 4, misses 0 of 3, next 5"),
    ("---", "4 4 4: level 4, misses 3 of 3, over"),
    ("++--+-", "4 5 6 6 6 7: level 7, best 6, misses 3 of 3, over"),
  ])
  func `Strikes`(results: String, words: String) throws {
    #expect(try course("human-benchmark", results) == words)
  }

  @Test(arguments: [
    ("+-+", "4 5 4: level 5, best 4, misses 1 of 3, next 5"),
    ("---", "4 3 2: level 4, misses 3 of 3, over"),
    ("-+-+-", "4 3 4 3 4: level 4, best 3, misses 3 of 3, over"),
  ])
  func `A ladder`(results: String, words: String) throws {
    #expect(try course("monkey-ladder", results) == words)
  }

  @Test(arguments: [
    ("++", "3 3: level 4, best 3, try 1 of 2, next 4"),
    ("+--+", "3 3 4 4: level 5, best 4, try 1 of 2, next 5"),
    ("-+--", "3 3 4 4: level 4, best 3, try 1 of 2, over"),
    ("--", "3 3: level 3, try 1 of 2, over"),
  ])
  func `A span`(results: String, words: String) throws {
    #expect(try course("span", results) == words)
  }

  @Test(arguments: [
    ("", ": practice, 0 of 4 trials, next 3"),
    ("+-F", "3 4 5: practice, 3 of 4 trials, next 9"),
    ("----", "3 4 5 9: level 4 at 1000 ms, misses 0 of 3, next 4"),
    (
      "-----++-",
      "3 4 5 9 4 4 4 4: level 4 at 600 ms, best 4 at 800 ms, misses 2 of 3, next 4"
    ),
    (
      "+++++++P+++-F--",
      "3 4 5 9 4 4 4 4 4 4 4 5 5 5 5: level 5 at 1000 ms, best 4 at 210 ms, misses 3 of 3, over"
    ),
    ("++++---", "3 4 5 9 4 4 4: level 4 at 1000 ms, misses 3 of 3, over"),
  ])
  func `A course`(results: String, words: String) throws {
    #expect(try course("zoo", results) == words)
  }

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
    #expect(series.title(best: nil, in: .english) == "Score 9 at 210 ms")
  }

  @Test func `Fifty rounds are fifty rounds`() throws {
    let results = String(repeating: "+-", count: 25)
    let words = try course("inoue-210", results)
    #expect(words.hasSuffix(": 50 of 50 trials, 25 passed, over"))
  }

  @Test(arguments: [
    ("F", "4: level 4, misses 0 of 3, next 4"),
    ("+P-F-", "4 5 5 4 4: level 3, best 4, misses 2 of 3, next 3"),
    ("-F-P-", "4 3 3 2 2: level 4, misses 3 of 3, over"),
  ])
  func `A ladder repeats the level of a hold that was not met`(
    results: String, words: String
  ) throws {
    #expect(try course("monkey-ladder", results) == words)
  }

  @Test(arguments: [
    ("+", 48, "PF", "48 of 50 trials, 48 passed, next 5"),
    ("+", 48, "PF--", "50 of 50 trials, 48 passed, over"),
    ("+F", 25, "", "25 of 50 trials, 25 passed, next 5"),
    ("F+", 50, "", "50 of 50 trials, 50 passed, over"),
  ])
  func `Another board replaces one whose hold was not met`(
    pattern: String, count: Int, end: String, words: String
  ) throws {
    let results = String(repeating: pattern, count: count) + end
    #expect(try course("inoue-210", results).hasSuffix(": " + words))
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

  @Test func `A practice ends after passes in a row; one whose hold was not met is none of them`()
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

  @Test func `A full board that is passed ends the test`() throws {
    let results = String(repeating: "+", count: 37)
    #expect(
      try course("human-benchmark", results).hasSuffix(
        ": level 40, best 40, misses 0 of 3, over"))
  }
}
