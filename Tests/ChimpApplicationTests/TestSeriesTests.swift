import ChimpApplication
import Testing

struct TestSeriesTests {
  /// The levels of the rounds, then how the test stands; `+` is a pass, `-` a fail.
  private func course(_ name: String, _ results: String) throws -> String {
    var series = TestSeries(try #require(TestPreset.named(name)))
    var levels: [Int] = []
    for result in results {
      #expect(!series.isOver)
      levels.append(series.plan.count)
      series.take(hasPassed: result == "+")
    }
    return
      "\(levels.map(String.init).joined(separator: " ")): \(Language.english.words(for: series.standing))"
      + (series.isOver ? ", over" : ", next \(series.plan.count)")
  }

  @Test(arguments: [
    ("+", "4: level passed 4, level reached 5, strikes 0/3, next 5"),
    ("---", "4 4 4: level passed 0, level reached 4, strikes 3/3, over"),
    ("++--+-", "4 5 6 6 6 7: level passed 6, level reached 7, strikes 3/3, over"),
  ])
  func `Strikes`(results: String, words: String) throws {
    #expect(try course("human-benchmark", results) == words)
  }

  @Test(arguments: [
    ("+-+", "4 5 4: level passed 4, level reached 5, errors 1/3, next 5"),
    ("---", "4 3 2: level passed 0, level reached 4, errors 3/3, over"),
    ("-+-+-", "4 3 4 3 4: level passed 3, level reached 4, errors 3/3, over"),
  ])
  func `A ladder`(results: String, words: String) throws {
    #expect(try course("monkey-ladder", results) == words)
  }

  @Test(arguments: [
    ("++", "3 3: level passed 3, level reached 4, span 3, next 4"),
    ("+--+", "3 3 4 4: level passed 4, level reached 5, span 4, next 5"),
    ("-+--", "3 3 4 4: level passed 3, level reached 4, span 3, over"),
    ("--", "3 3: level passed 0, level reached 3, span 0, over"),
  ])
  func `A span`(results: String, words: String) throws {
    #expect(try course("span", results) == words)
  }

  @Test func `Fifty rounds are fifty rounds`() throws {
    let results = String(repeating: "+-", count: 25)
    let words = try course("inoue-210", results)
    #expect(words.hasSuffix(": 50 of 50 trials, 25 passed, over"))
  }

  @Test func `A full board that is passed ends the test`() throws {
    let results = String(repeating: "+", count: 37)
    #expect(
      try course("human-benchmark", results).hasSuffix(
        ": level passed 40, level reached 40, strikes 0/3, over"))
  }

  @Test func `Every test is named in the list of names, and the other way round`() {
    #expect(TestPreset.all.map(\.name) == TestPreset.names)
  }
}
