package import Examiner

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
    /// A procedure finds the next round, and when there have been enough.
    case procedure(ProcedureTarget)

    /// How many fails end the test; nil where none does.
    package var strikeLimit: Int? {
      switch self {
      case .strikes(let limit), .ladder(let limit): limit
      case .trials, .span, .procedure: nil
      }
    }

    /// Whether the rounds differ in how many numerals they have.
    var hasLevels: Bool {
      switch self {
      case .trials, .procedure(.hold): false
      case .strikes, .ladder, .span, .procedure(.span): true
      }
    }
  }

  package enum Source: Equatable, Sendable {
    case paper(String)
    case webSite, game, memorySpan
  }

  /// What is published of a test, in percent of its trials.
  package enum Published: Equatable, Sendable {
    /// What Ayumu passed; practised people match him.
    case ayumu(Int)
    /// What Ai passed: of four numerals at least so many, of five about so many.
    case ai(four: Int, five: Int)

    /// Who says so.
    package var source: String {
      switch self {
      case .ayumu: "Silberberg & Kearns 2009, Animal Cognition 12:405"
      case .ai: "Kawai & Matsuzawa 2000, Nature"
      }
    }
  }

  package let name: String
  package let source: Source
  /// The first round, where the settings say nothing else.
  package let plan: RoundPlan
  package let course: Course
  /// How many numerals there may be; nil for as many as fit.
  package var counts: [Int]?
  var needsCount = false
  /// Out of which numerals may be drawn, where that can be chosen.
  package var ranges: [NumeralRange] = []
  package var published: Published?

  /// All tests, in the order in which the help lists them.
  // Made once, because importing and exporting ask for the test of each trial.
  package static let all = published + adaptive

  package static func named(_ name: String) -> TestPreset? { all.first { $0.name == name } }

  package static var names: [String] { all.map(\.name) }

  package func plan(_ settings: TestSettings) -> RoundPlan {
    var plan = plan
    plan.count = settings.count ?? plan.count
    plan.range = settings.numerals ?? plan.range
    plan.adjacency = settings.adjacency ?? plan.adjacency
    let rule = plan.rule
    plan.rule =
      (try? Rule(
        mask: settings.mask ?? rule.mask, emptyCell: rule.emptyCell, wrong: rule.wrong,
        hold: rule.hold, limit: settings.limit, line: rule.line)) ?? rule
    return plan
  }

  private static var published: [TestPreset] {
    var muramatsu = plan(5, from: 1...19)
    muramatsu.adjacency = .no
    return [
      TestPreset(
        name: "inoue-masking", source: .paper("Inoue & Matsuzawa 2009, Animal Cognition 12:S59"),
        plan: plan(5, from: 1...9), course: .trials(50)),
      TestPreset(
        name: "kawai", source: .paper("Kawai & Matsuzawa 2000, Nature"), plan: plan(5, from: 0...9),
        course: .trials(50), counts: [4, 5], needsCount: true, published: .ai(four: 90, five: 65)),
      TestPreset(
        name: "muramatsu", source: .paper("Muramatsu & Matsuzawa 2023, Animals 13(5):774"),
        plan: muramatsu, course: .trials(50), counts: [3, 4, 5],
        ranges: [9, 19].compactMap { try? NumeralRange(low: 1, high: $0) }),
    ]
      + [("inoue-650", 650, 80), ("inoue-430", 430, 80), ("inoue-210", 210, 79)].map {
        name, hold, percent in
        TestPreset(
          name: name, source: .paper("Inoue & Matsuzawa 2007, Current Biology 17(23):R1004"),
          plan: plan(5, from: 1...9, hold: hold), course: .trials(50), published: .ayumu(percent))
      }
  }

  private static var adaptive: [TestPreset] {
    let source = Source.paper("Watson 2017, Journal of Vision 17(3):10")
    return [
      TestPreset(
        name: "human-benchmark", source: .webSite,
        plan: plan(4, emptyCell: .ignore), course: .strikes(3)),
      TestPreset(
        name: "monkey-ladder", source: .game, plan: plan(4, hold: 2_000), course: .ladder(3)),
      TestPreset(name: "span", source: .memorySpan, plan: plan(3), course: .span(2)),
      TestPreset(name: "adapt-span", source: source, plan: plan(4), course: .procedure(.span)),
      TestPreset(
        name: "adapt-hold", source: source, plan: plan(5, from: 1...9, hold: 650),
        course: .procedure(.hold), counts: Array(3...9)),
    ]
  }

  /// A plan on the usual board, of whose lines only one press is made before the mask.
  private static func plan(
    _ count: Int, from numerals: ClosedRange<Int>? = nil, hold: Int? = nil,
    emptyCell: Rule.EmptyCell = .wrong
  ) -> RoundPlan {
    let range = numerals.flatMap { try? NumeralRange(low: $0.lowerBound, high: $0.upperBound) }
    return RoundPlan(
      count: count, size: .standard, range: range,
      rule: (try? Rule(emptyCell: emptyCell, hold: hold, line: .one)) ?? .standard)
  }
}
