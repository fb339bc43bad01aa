import Examiner

/// The rounds of a test, as far as they have come.
package struct TestSeries {
  package let preset: TestPreset
  /// What the next round is to be.
  package private(set) var plan: RoundPlan
  /// How many rounds are over.
  package private(set) var trialCount = 0
  package private(set) var passCount = 0
  package private(set) var failCount = 0
  /// The most numerals of a round that was passed.
  package private(set) var levelPassed = 0
  /// The most numerals of any round.
  package private(set) var levelReached = 0
  /// Whether the test is over.
  package private(set) var isOver = false
  /// How many rounds of the present length there were, and how many of them failed.
  private var lengthCount = 0
  private var lengthFailCount = 0

  /// Which round the next one is.
  package var nextTrial: TestTrial { TestTrial(name: preset.name, number: trialCount + 1) }

  /// Begins a test.
  package init(_ preset: TestPreset) {
    self.preset = preset
    plan = preset.plan
    levelReached = plan.count
  }

  /// Takes the end of a round, and decides what comes next.
  package mutating func take(hasPassed: Bool) {
    trialCount += 1
    if hasPassed {
      passCount += 1
      levelPassed = max(levelPassed, plan.count)
    } else {
      failCount += 1
    }
    switch preset.course {
    case .trials(let count): isOver = trialCount == count
    case .strikes(let limit):
      isOver = failCount == limit
      if hasPassed { goTo(plan.count + 1) }
    case .ladder(let limit):
      isOver = failCount == limit
      goTo(plan.count + (hasPassed ? 1 : -1))
    case .span(let count): takeLength(count, hasPassed)
    }
    if !isOver { levelReached = max(levelReached, plan.count) }
  }

  private mutating func takeLength(_ count: Int, _ hasPassed: Bool) {
    lengthCount += 1
    if !hasPassed { lengthFailCount += 1 }
    guard lengthCount == count else { return }
    isOver = lengthFailCount == count
    if !isOver { goTo(plan.count + 1) }
    (lengthCount, lengthFailCount) = (0, 0)
  }

  /// Another length, as far as the board has room; a full board that is passed ends the test.
  private mutating func goTo(_ count: Int) {
    if count > plan.size.cellCount { isOver = true }
    plan.count = min(max(count, 1), plan.size.cellCount)
  }
}

extension TestSeries {
  /// How the test stands.
  package var standing: TestStanding {
    let count: TestStanding.Count =
      switch preset.course {
      case .trials(let count): .rounds(trialCount, of: count, passed: passCount)
      case .strikes(let limit): .strikes(failCount, of: limit)
      case .ladder(let limit): .errors(failCount, of: limit)
      case .span: .span
      }
    return TestStanding(
      name: preset.name, levelPassed: levelPassed, levelReached: levelReached, count: count)
  }
}

/// How a test stands after some rounds.
package struct TestStanding: Equatable, Sendable {
  /// What is counted, by the course of the test.
  package enum Count: Equatable, Sendable {
    case rounds(Int, of: Int, passed: Int)
    case strikes(Int, of: Int)
    case errors(Int, of: Int)
    case span
  }

  package let name: String
  package let levelPassed: Int
  package let levelReached: Int
  package let count: Count
}

/// A test of the literature or of the web, by name.
package struct TestPreset: Equatable, Sendable {
  /// What follows the rounds of a test.
  package enum Course: Equatable, Sendable {
    /// So many rounds, whatever comes of them.
    case trials(Int)
    /// One numeral more after a pass; a fail is a strike, and so many strikes end it.
    case strikes(Int)
    /// One numeral more after a pass and one less after a fail; so many fails end it.
    case ladder(Int)
    /// So many rounds of each length; the test ends when all of one length fail.
    case span(Int)
  }

  /// Where a test comes from.
  package enum Source: Equatable, Sendable {
    case paper(String)
    case webSite
    case game
    case memorySpan
  }

  package let name: String
  /// Where the test comes from.
  package let source: Source
  /// The first round.
  package let plan: RoundPlan
  package let course: Course

  /// All tests, in the order in which the help lists them.
  package static var all: [TestPreset] { masking + limitedHold + adaptive }

  /// The test of this name.
  package static func named(_ name: String) -> TestPreset? {
    all.first { $0.name == name }
  }

  /// The names of all tests.
  package static var names: [String] {
    [
      "inoue-masking", "kawai", "muramatsu", "inoue-650", "inoue-430", "inoue-210",
      "human-benchmark", "monkey-ladder", "span",
    ]
  }

  private static var masking: [TestPreset] {
    [
      TestPreset(
        name: "inoue-masking", source: .paper("Inoue & Matsuzawa 2009, Animal Cognition 12:S59"),
        plan: plan(5, from: 1...9), course: .trials(50)),
      TestPreset(
        name: "kawai", source: .paper("Kawai & Matsuzawa 2000, Nature"), plan: plan(5, from: 0...9),
        course: .trials(50)),
      TestPreset(
        name: "muramatsu", source: .paper("Muramatsu & Matsuzawa 2023, Animals 13(5):774"),
        plan: plan(9), course: .trials(50)),
    ]
  }

  private static var limitedHold: [TestPreset] {
    [("inoue-650", 650), ("inoue-430", 430), ("inoue-210", 210)].map { name, hold in
      TestPreset(
        name: name, source: .paper("Inoue & Matsuzawa 2007, Current Biology 17(23):R1004"),
        plan: plan(5, from: 1...9, hold: hold), course: .trials(50))
    }
  }

  private static var adaptive: [TestPreset] {
    [
      TestPreset(
        name: "human-benchmark", source: .webSite,
        plan: plan(4), course: .strikes(3)),
      TestPreset(
        name: "monkey-ladder", source: .game,
        plan: plan(4, hold: 2_000), course: .ladder(3)),
      TestPreset(
        name: "span", source: .memorySpan, plan: plan(3),
        course: .span(2)),
    ]
  }

  private static func plan(
    _ count: Int, from numerals: ClosedRange<Int>? = nil, hold: Int? = nil
  ) -> RoundPlan {
    let range = numerals.flatMap { try? NumeralRange(low: $0.lowerBound, high: $0.upperBound) }
    return RoundPlan(
      count: count, size: .standard, range: range,
      rule: (try? Rule(hold: hold)) ?? .standard)
  }
}
