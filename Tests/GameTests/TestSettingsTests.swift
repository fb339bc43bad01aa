import Examiner
import Game
import Testing

/// Tests of the settings of a test, and of their text form.
struct TestSettingsTests {
  @Test(arguments: [
    "", "practice=3", "trials=10 count=4 seed=fig limit=3000 begin=key feedback=none",
    "practice=1000 begin=countdown feedback=outcome", "numerals=1..19 adjacent=no mask=never",
    "count=3 numerals=1..9 adjacent=yes",
  ])
  func `Settings are read as they are written`(_ text: String) {
    #expect(TestSettings(text)?.description == text)
  }

  @Test(arguments: [
    "practice", "practice=", "practice=0", "practice=1001", "trials=1 practice=1", "trials=01",
    "trials=1  count=1", " trials=1", "seed=", "seed=a=b c", "begin=now", "begin=soon",
    "feedback=full", "limit=0", "hold=3", "numerals=9..1", "adjacent=maybe", "trials=1\n",
  ])
  func `Unknown, malformed and contradictory settings are not read`(_ text: String) {
    #expect(TestSettings(text) == nil)
  }

  @Test func `adjacent=yes draws a run of numerals, adjacent=no never does`() throws {
    let preset = try #require(TestPreset.named("muramatsu"))
    for (text, isRun) in [("adjacent=yes", true), ("adjacent=no", false)] {
      for count in 3...5 {
        let settings = try #require(TestSettings("count=\(count) numerals=1..9 \(text)"))
        let plan = preset.plan(settings)
        var lowest: Set<Int> = []
        for number in 1...200 {
          let board = try plan.identifier(Seed("\(number)")).board()
          let (first, last) = (board.numerals[0], board.numerals[count - 1])
          #expect(first >= 1 && last <= 9 && board.count == count)
          #expect((last - first == count - 1) == isRun, "\(number)")
          lowest.insert(first)
        }
        #expect(lowest.contains(1) && lowest.count >= 9 - count)
      }
    }
  }

  @Test func `The settings of a procedure are kept as they were said`() throws {
    for text in [
      "trials=12 method=staircase start=5 step=2 down=2", "method=quest sd=0.400", "begin=key",
    ] {
      #expect(TestSettings(text)?.description == text)
    }
    #expect(TestSettings("sd=-1") == nil)
    #expect(TestSettings("method=guess") == nil)
  }
}
