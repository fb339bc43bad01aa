import Examiner
import Science
import Testing

/// Tests of the adaptive procedures: reference values, limits, and efficiency.
struct ProcedureTests {
  private static let vector = [
    (4, true), (5, true), (6, true), (7, false), (6, true), (7, true), (8, false), (8, false),
  ]

  @Test func `Eight trials give the span of the reference vector`() throws {
    var quest = try SpanQuest()
    #expect(quest.nextCount == 4)
    for (count, isPassed) in Self.vector { try quest.add(count: count, isPassed: isPassed) }
    #expect(quest.posterior.mean.rounded(4) == "7.1926")
    #expect(quest.posterior.deviation.rounded(4) == "0.9890")
    #expect(quest.posterior.interval == Interval(5.5, 9.5))
    #expect(quest.mostInformativeCount == 8)
    #expect(quest.nextCount == 8)
    #expect(!quest.isOver)
  }

  @Test func `The same trials lead to the same state`() throws {
    var (one, other) = (try SpanQuest(), try SpanQuest())
    for (count, isPassed) in Self.vector { try one.add(count: count, isPassed: isPassed) }
    for (count, isPassed) in Self.vector {
      #expect(one != other)
      try other.add(count: count, isPassed: isPassed)
    }
    #expect(one == other)
  }

  @Test func `A step is at most two numerals and stays among those that are allowed`() throws {
    var quest = try SpanQuest()
    try quest.add(count: 4, isPassed: true)
    #expect(quest.mostInformativeCount > 6)
    #expect(quest.nextCount == 6)
    var settings = SpanQuest.Settings()
    settings.counts = 3...5
    var narrow = try SpanQuest(settings)
    try narrow.add(count: 5, isPassed: true)
    #expect(narrow.nextCount == 5)
    try narrow.add(count: 20, isPassed: false)
    #expect(narrow.nextCount == 5)
  }

  @Test func `A span is sought until it is sure, or for so many trials`() throws {
    var settings = SpanQuest.Settings()
    settings.trialLimit = 3
    var short = try SpanQuest(settings)
    for _ in 0..<3 {
      #expect(!short.isOver)
      try short.add(count: short.nextCount, isPassed: true)
    }
    #expect(short.isOver)
    var sure = try SpanQuest()
    while !sure.isOver { try sure.add(count: sure.nextCount, isPassed: sure.nextCount <= 7) }
    #expect(sure.trialCount < 40)
    #expect(sure.posterior.deviation < 0.5)
    #expect(sure.posterior.interval.lower < 7.5 && sure.posterior.interval.upper > 7.5)
  }

  @Test func `No outcomes, however unlikely, make the posterior infinite`() throws {
    var settings = SpanQuest.Settings()
    settings.counts = 2...2
    settings.start = 2
    var quest = try SpanQuest(settings)
    for _ in 0..<3000 { try quest.add(count: 2, isPassed: true) }
    try quest.add(count: 20, isPassed: true)
    for _ in 0..<3 { try quest.add(count: 2, isPassed: false) }
    #expect(quest.posterior.mean.isFinite)
    #expect(quest.posterior.deviation >= 0)
  }

  @Test func `Impossible settings and trials are refused`() throws {
    var settings = SpanQuest.Settings()
    settings.start = 21
    #expect(throws: ScienceError.impossible(.numeralCount)) { try SpanQuest(settings) }
    settings.start = 4
    settings.trialLimit = 0
    #expect(throws: ScienceError.impossible(.parameter)) { try SpanQuest(settings) }
    var quest = try SpanQuest()
    #expect(throws: ScienceError.impossible(.numeralCount)) {
      try quest.add(count: 1, isPassed: true)
    }
    var hold = HoldQuest.Settings()
    hold.numeralCount = 1
    #expect(throws: ScienceError.impossible(.numeralCount)) { try HoldQuest(hold) }
    var holds = try HoldQuest()
    #expect(throws: ScienceError.impossible(.hold)) {
      try holds.add(holdIndex: 16, isPassed: true)
    }
    #expect(throws: ScienceError.impossible(.parameter)) {
      try Staircase.forCounts(passesNeeded: 4)
    }
    #expect(throws: ScienceError.impossible(.numeralCount)) { try Staircase.forCounts(start: 1) }
    #expect(throws: ScienceError.impossible(.hold)) { try Staircase.forHolds(factor: 1) }
  }

  @Test func `The holds go from 50 to 2000 in sixteen equal ratios`() {
    #expect(HoldQuest.holds.count == 16)
    #expect(
      HoldQuest.holds.map { $0.rounded(0).dropLast() }.joined(separator: " ")
        == "50 64 82 105 134 171 219 280 358 457 585 748 956 1223 1564 2000")
  }

  @Test func `A simulated threshold is found again`() throws {
    var quest = try HoldQuest()
    while !quest.isOver {
      let index = quest.nextHoldIndex
      try quest.add(holdIndex: index, isPassed: HoldQuest.holds[index] > 300)
    }
    #expect(quest.trialCount < 40)
    #expect(quest.threshold.interval.lower < 300)
    #expect(quest.threshold.interval.upper > 300)
  }

  @Test(arguments: [(true, RangeEnd.lower), (false, .upper)])
  func `A hold beyond the range is told by its end`(_ isPassed: Bool, _ end: RangeEnd) throws {
    var quest = try HoldQuest()
    while !quest.isOver { try quest.add(holdIndex: quest.nextHoldIndex, isPassed: isPassed) }
    #expect(quest.logPosterior.beyond == end)
    var staircase = try Staircase.forHolds()
    while !staircase.isOver, staircase.trialCount < 200 {
      // An error now and then turns the staircase at its end.
      let isRare = staircase.trialCount % 9 == 8
      staircase.add(isPassed: isPassed != isRare)
    }
    #expect(staircase.beyond == end)
  }

  @Test(arguments: [(true, RangeEnd.upper), (false, .lower)])
  func `A span beyond the range is told by its end`(_ isPassed: Bool, _ end: RangeEnd) throws {
    var quest = try SpanQuest()
    while !quest.isOver { try quest.add(count: quest.nextCount, isPassed: isPassed) }
    #expect(quest.posterior.beyond == end)
  }

  @Test func `A value within the range is at no end of it`() throws {
    for hold in [80.0, 120, 300, 700, 1300] {
      var quest = try HoldQuest()
      while !quest.isOver {
        let index = quest.nextHoldIndex
        try quest.add(holdIndex: index, isPassed: HoldQuest.holds[index] > hold)
      }
      #expect(quest.logPosterior.beyond == nil, "\(hold)")
    }
    for span in 4...18 {
      var quest = try SpanQuest()
      while !quest.isOver {
        let count = quest.nextCount
        try quest.add(count: count, isPassed: count <= span)
      }
      #expect(quest.posterior.beyond == nil, "\(span)")
    }
    #expect(try SpanQuest().posterior.beyond == nil)
    #expect(try HoldQuest().logPosterior.beyond == nil)
  }

  @Test(arguments: [(true, RangeEnd.lower, 50.0, 16), (false, .upper, 2000, 12)])
  func `A staircase on which everything is passed, or nothing, ends outside of its range`(
    isPassed: Bool, end: RangeEnd, bound: Double, trialCount: Int
  ) throws {
    var staircase = try Staircase.forHolds()
    while !staircase.isOver, staircase.trialCount < 100 { staircase.add(isPassed: isPassed) }
    #expect(staircase.trialCount == trialCount)
    #expect(staircase.reversals == [])
    #expect(staircase.beyond == end)
    #expect(try staircase.estimate() == bound)
  }

  @Test func `A staircase whose answers change at an end of its range ends within it`() throws {
    var holds = try Staircase.forHolds()
    while !holds.isOver { holds.add(isPassed: holds.stimulus > 55) }
    #expect(holds.reversals.suffix(6).count { $0 < 50.01 } == 3)
    #expect(holds.beyond == nil)
    var counts = try Staircase.forCounts()
    while !counts.isOver { counts.add(isPassed: counts.stimulus < 3) }
    #expect(counts.beyond == nil)
    #expect(try counts.estimate() == 2.5)
    var long = try Staircase.forHolds(start: 2000)
    while !long.isOver { long.add(isPassed: long.stimulus > 1_990) }
    #expect(long.beyond == nil)
  }

  @Test func `A staircase goes where its rule leads`() throws {
    var staircase = try Staircase.forCounts()
    #expect(throws: ScienceError.tooFew(count: 0, needed: 6)) { try staircase.estimate() }
    var counts: [Int] = []
    while !staircase.isOver {
      counts.append(Int(staircase.stimulus))
      staircase.add(isPassed: staircase.stimulus < 6)
    }
    #expect(counts == [4, 5, 6, 5, 6, 5, 6, 5, 6, 5])
    #expect(try staircase.estimate() == 5.5)
  }

  @Test func `For a span of 8 the procedures vary in their known order`() throws {
    let curve = SpanCurve(span: 8, width: 0.8, lapse: 0.02)
    func deviation(_ procedure: SpanProcedure, _ runs: Int) throws -> (Double, Double) {
      let seed = try Seed("order")
      var (estimates, trials) = (MeanTally(), MeanTally())
      let plan = try ProcedureRuns(procedure, curve: curve, seed: seed)
      for run in 0..<runs {
        let outcome = try plan.outcome(of: run)
        estimates.add(outcome.estimate)
        trials.add(Double(outcome.trialCount))
      }
      return (try estimates.deviation(), try trials.mean())
    }
    let strikes = try deviation(.strikes(start: 4, limit: 3), 8_000)
    let lengths = try deviation(.lengths(start: 3, trials: 2), 8_000)
    let ladder = try deviation(.ladder(start: 4, limit: 3), 8_000)
    let quest = try deviation(.quest(trials: 10), 40)
    let longQuest = try deviation(.quest(trials: 25), 40)
    #expect(abs(strikes.0 - 0.86) < 0.03 && abs(strikes.1 - 8.1) < 0.2)
    #expect(abs(lengths.0 - 0.99) < 0.03 && abs(lengths.1 - 13.8) < 0.2)
    #expect(abs(ladder.0 - 0.83) < 0.03 && abs(ladder.1 - 9.4) < 0.2)
    #expect(abs(quest.0 - 0.68) < 0.2)
    #expect(abs(longQuest.0 - 0.40) < 0.15)
    #expect(longQuest.0 < quest.0 && ladder.0 < strikes.0 && strikes.0 < lengths.0)
  }
}
