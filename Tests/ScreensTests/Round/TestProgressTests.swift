import Game
@testable import Screens
import Shell
import Testing

/// Tests of the words about the progress of a test.
struct TestProgressTests {
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
  func `A test of strikes goes up with a pass and ends with the third miss`(
    results: String, words: String
  ) throws {
    #expect(try course("human-benchmark", results) == words)
  }

  @Test(arguments: [
    ("+-+", "4 5 4: level 5, best 4, misses 1 of 3, next 5"),
    ("---", "4 3 2: level 4, misses 3 of 3, over"),
    ("-+-+-", "4 3 4 3 4: level 4, best 3, misses 3 of 3, over"),
  ])
  func `A ladder goes up with a pass and down with a miss`(results: String, words: String) throws {
    #expect(try course("monkey-ladder", results) == words)
  }

  @Test(arguments: [
    ("++", "3 3: level 4, best 3, try 1 of 2, next 4"),
    ("+--+", "3 3 4 4: level 5, best 4, try 1 of 2, next 5"),
    ("-+--", "3 3 4 4: level 4, best 3, try 1 of 2, over"),
    ("--", "3 3: level 3, try 1 of 2, over"),
  ])
  func `A span test goes up with one pass in two tries and ends with two misses`(
    results: String, words: String
  ) throws {
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
  func `A course goes through the holds of each level and ends with the third miss`(
    results: String, words: String
  ) throws {
    #expect(try course("zoo", results) == words)
  }

  @Test func `A test of fifty rounds ends after fifty, passed or not`() throws {
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

  @Test func `A full board that is passed ends the test`() throws {
    let results = String(repeating: "+", count: 37)
    #expect(
      try course("human-benchmark", results).hasSuffix(
        ": level 40, best 40, misses 0 of 3, over"))
  }

  @Test func `The title of a finished course is its level and its hold`() throws {
    var series = TestSeries(try #require(TestPreset.named("zoo")))
    while !series.isOver { series.endTrial(hasPassed: true) }
    #expect(series.title(best: nil, in: .english) == "zoo: score 9 at 210 ms")
  }

  /// Returns the test `name` with settings, which are parsed from a text such as `trials=3`.
  private func series(_ name: String, _ text: String) throws -> TestSeries {
    TestSeries(try #require(TestPreset.named(name)), try #require(TestSettings(text)))
  }

  @Test func `Practice neither counts nor changes the level`() throws {
    var series = try series("human-benchmark", "practice=2 trials=2")
    var words: [String] = []
    for hasPassed in [true, false, true, false] {
      words.append("\(series.nextTrial.isPractice) \(series.plan.count)")
      series.endTrial(hasPassed: hasPassed)
      words.append(
        series.standing.parts(in: .english).joined(separator: ", ")
          + (series.isOver ? ", over" : ""))
    }
    #expect(
      words == [
        "true 4", "practice, 1 of 2 trials", "true 4", "level 4, misses 0 of 3", "false 4",
        "level 5, best 4, misses 0 of 3", "false 5",
        "level 5, best 4, misses 1 of 3, over",
      ])
  }

  @Test func `The session has the position in the test, and what its round waits for`() throws {
    let output = OutputWriter(sink: DiscardingSink())
    let application = Application(
      output: output, environment: ApplicationEnvironment(sessionSeed: .script))
    let console = makeConsole(application, output)
    let model = application.game.model
    func state(after line: String) -> String {
      console.perform(line: Array(line.utf8))
      let trial = (model.session.placed ?? model.session.round).test
      let series = model.session.test.flatMap { series in
        trial.map { "\($0.number)\($0.isPractice ? " practice" : ""), \(series.failCount) failed" }
      }
      let preparation = model.session.preparation.map { ", \($0)" } ?? ""
      return (series ?? "none") + preparation
    }
    let lines = [
      "start 1 1 1", "start human-benchmark practice=1 begin=key", "begin", "wait 512", "give-up",
      "wait 32", "begin", "wait 512", "give-up", "wait 32", "stop",
      "start span trials=2 begin=countdown", "wait 16", "wait 1000", "wait 1000", "wait 1000",
      "wait 512", "stop",
    ]
    let waiting = "waiting"
    #expect(
      lines.map(state) == [
        "none", "1 practice, 0 failed, \(waiting)", "1 practice, 0 failed, fixation",
        "1 practice, 0 failed", "1 practice, 0 failed", "2, 0 failed, \(waiting)",
        "2, 0 failed, fixation", "2, 0 failed", "2, 1 failed", "3, 1 failed, \(waiting)", "none",
        "1, 0 failed", "1, 0 failed, counting(3)", "1, 0 failed, counting(2)",
        "1, 0 failed, counting(1)", "1, 0 failed, fixation", "1, 0 failed", "none",
      ])
  }
}
