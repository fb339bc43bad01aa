import Examiner

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

  package let name: String
  /// Where the test comes from.
  package let source: String
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
        name: "inoue-masking", source: "Inoue & Matsuzawa 2009, Animal Cognition 12:S59",
        plan: plan(5, from: 1...9), course: .trials(50)),
      TestPreset(
        name: "kawai", source: "Kawai & Matsuzawa 2000, Nature", plan: plan(5, from: 0...9),
        course: .trials(50)),
      TestPreset(
        name: "muramatsu", source: "Muramatsu & Matsuzawa 2023, Animals 13(5):774",
        plan: plan(9), course: .trials(50)),
    ]
  }

  private static var limitedHold: [TestPreset] {
    [("inoue-650", 650), ("inoue-430", 430), ("inoue-210", 210)].map { name, hold in
      TestPreset(
        name: name, source: "Inoue & Matsuzawa 2007, Current Biology 17(23):R1004",
        plan: plan(5, from: 1...9, hold: hold), course: .trials(50))
    }
  }

  private static var adaptive: [TestPreset] {
    [
      TestPreset(
        name: "human-benchmark", source: "the web site of that name, after a player's log",
        plan: plan(4), course: .strikes(3)),
      TestPreset(
        name: "monkey-ladder", source: "the game of that name, after its help pages",
        plan: plan(4, hold: 2_000), course: .ladder(3)),
      TestPreset(
        name: "span", source: "the way in which memory spans are measured", plan: plan(3),
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

extension TestPreset.Course: CustomStringConvertible {
  package var description: String {
    switch self {
    case .trials(let count): "\(count) rounds"
    case .strikes(let limit): "one more after a pass, \(limit) strikes end it"
    case .ladder(let limit):
      "one more after a pass, one less after an error, \(limit) errors end it"
    case .span(let count): "\(count) rounds a length, over when both fail"
    }
  }
}
