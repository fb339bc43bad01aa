import Game
import Testing

/// Tests of the criterion that ends practice.
struct PracticeCriterionTests {
  @Test(
    arguments: [
      ("3", "3"), ("80%/10", "80%/10"), ("100%/4", "4"), ("1%/10000", "1%/10000"), ("0", nil),
      ("-1", nil), ("03", nil), ("+3", nil), ("80%", nil), ("80/10", nil), ("0%/10", nil),
      ("101%/10", nil), ("80%/0", nil), ("80%/10001", nil), ("80%/10%/1", nil), ("%/10", nil),
      ("80%/ 10", nil), ("", nil), ("3.5", nil), ("99999999999999999999%/1", nil),
    ] as [(String, String?)])
  func `A criterion is a number of passes or a share of the latest rounds`(
    _ text: String, _ normal: String?
  ) {
    #expect(PracticeCriterion(text)?.description == normal)
  }

  /// Plays practice with outcomes, `+` for a pass, `o` for a round that missed its hold; returns
  /// the number of rounds played.
  private func roundCount(_ settings: String, _ outcomes: String) throws -> Int {
    let preset = try #require(TestPreset.named("inoue-650"))
    var series = TestSeries(preset, try #require(TestSettings(settings)))
    for outcome in outcomes where !series.isOver {
      series.endTrial(hasPassed: outcome == "+", isHoldMet: outcome != "o")
    }
    return series.isOver ? series.trialCount : -1
  }

  @Test(arguments: [
    ("practice=20 until=80%/5", "++++-", 5), ("practice=20 until=80%/5", "++++", -1),
    ("practice=20 until=80%/5", "--++++", 6), ("practice=20 until=80%/5", "+-+-+-+-++++", 11),
    ("practice=8 until=80%/5", "+-+-+-+-++++", 8), ("practice=20 until=80%/5", "++o+o+-", 7),
    ("practice=20 until=3", "++-+++", 6), ("practice=20 until=3", "++o+", 4),
    ("practice=9 until=67%/3", "++-", -1), ("practice=9 until=66%/3", "++-", 3),
    ("practice=1 until=1", "-", 1), ("practice=6 until=1%/6", "-----+", 6),
  ])
  func `Practice ends as soon as the latest rounds meet its criterion, or with its last round`(
    _ settings: String, _ outcomes: String, _ count: Int
  ) throws {
    #expect(try roundCount(settings, outcomes) == count)
  }

  @Test func `A criterion that was met stays met`() throws {
    let criterion = try #require(PracticeCriterion("50%/4"))
    #expect(criterion.isMet(byAnyOf: [true, true, false, false, false, false]))
    #expect(!criterion.isMet(byLatest: [true, true, false, false, false, false]))
    #expect(!criterion.isMet(byAnyOf: [true, false, false, false, true, false]))
    #expect(!criterion.isMet(byAnyOf: []))
  }
}
