import Characters
import Console
package import Examiner

/// What `start TEST` may say beyond the name of the test; a test that a killed program has left
/// behind goes on with it.
package struct TestSettings: Equatable, Sendable {
  /// What begins a trial: a key, a countdown, or nothing.
  package enum Begin: String, CaseIterable, Sendable {
    case key, countdown, now
  }

  /// What is told at the end of a round.
  package enum Feedback: String, CaseIterable, Sendable {
    /// How it ended, and the solution.
    case full
    /// How it ended.
    case outcome
    /// That it is over.
    case none
  }

  /// Which numerals stand on a board that are drawn out of a range.
  package enum Adjacency: String, CaseIterable, Sendable {
    /// Each is the next one of the one before.
    case yes
    /// Not all are.
    case no
  }

  /// How many rounds come before those that count.
  package var practice = 0
  /// After how many passes in a row the practice is over, and with it the test, in which no round
  /// counts then.
  package var until: Int?
  /// After how many rounds that count the test is over at the latest.
  package var trials: Int?
  /// How many numerals the first board has.
  package var count: Int?
  /// What the boards are drawn from: this text and the number of the round in the test.
  package var seed: SessionSeed?
  package var limit: Int?
  /// Nil for what is usual in the session, until the test begins.
  package var begin: Begin?
  package var feedback = Feedback.full
  package var numerals: NumeralRange?
  package var adjacency: Adjacency?
  package var mask: Rule.Mask?
  package var procedure = ProcedureSettings()
  /// Where in a study the test stands; no text of the settings says it.
  package var place: StudyPlace?

  package init() {}

  package static var practiceLimits: ClosedRange<Int> { 0...1_000 }
  package static var trialLimits: ClosedRange<Int> { 1...10_000 }
}

/// Where in a study a test stands.
package struct StudyPlace: Equatable, Sendable {
  package var study: String
  package var hash: String
  /// The sessions, the blocks and the orders are counted from 1.
  package var session: Int
  package var block: Int
  package var order: Int
  package var condition: String

  package init(study: String, hash: String, session: Int, block: Int, order: Int, condition: String)
  {
    self.study = study
    self.hash = hash
    self.session = session
    self.block = block
    self.order = order
    self.condition = condition
  }
}

extension TestSettings: LosslessStringConvertible {
  /// What is not as it would be anyway, as `start` takes it.
  package var description: String {
    var usual = TestSettings()
    usual.begin = begin
    usual.place = place
    if self == usual, begin == nil || begin == .now { return "" }
    return Self.keys.compactMap { key in key.text(self).map { "\(key.parameter.name)=\($0)" } }
      .joined(separator: " ")
  }

  /// Reads settings as they are written; nil for any other text.
  package init?(_ text: String) {
    self.init()
    for word in text.split(separator: " ") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = Self.keys.first { "\($0.parameter.name)" == parts[0] }
      guard parts.count == 2, let key else { return nil }
      key.take(&self, String(parts[1]))
    }
    guard text.isEmpty || description == text else { return nil }
    // No text says so.
    begin = begin ?? .now
  }

  /// A key of `start TEST`.
  package struct Key {
    let parameter: Parameter
    /// Writes the value; nil where that is what there would be anyway.
    let text: (TestSettings) -> String?
    /// Takes a value, if it is one.
    let take: (inout TestSettings, String) -> Void
  }

  /// All keys, in the order in which they are written.
  static var keys: [Key] {
    [
      number("practice", practiceLimits, "N", \.givenPractice),
      number("until", trialLimits, "N", \.until), number("trials", trialLimits, "N", \.trials),
      number("count", 1...9801, "N", \.count),
      Key(
        parameter: .key("seed", .text, "TEXT"), text: { $0.seed?.seed.text },
        take: { $0.seed = try? SessionSeed($1) }),
      number("limit", Rule.holdLimits, "MS", \.limit), choice("begin", \.givenBegin),
      choice("feedback", \.givenFeedback),
      Key(
        parameter: .key("numerals", .text, "1..9"),
        text: { $0.numerals.map { "\($0.low)..\($0.high)" } },
        take: {
          $0.numerals = NumeralRange.ends(of: $1).flatMap {
            try? NumeralRange(low: $0.low, high: $0.high)
          }
        }),
      choice("adjacent", \.adjacency), choice("mask", \.mask),
    ] + procedureKeys
  }

  package static var procedureKeys: [Key] {
    [
      choice("method", \.procedure.method), number("start", 1...2_000, "N", \.procedure.start),
      number("step", 1...18, "N", \.procedure.step),
      number("down", 1...3, "N", \.procedure.down),
      Key(
        parameter: .key("sd", .text, "SD"),
        text: { $0.procedure.deviation.map { (Double($0) / 1000).decimal(3) } },
        take: { settings, text in
          settings.procedure.deviation = Double(text).flatMap {
            ProcedureSettings.deviations.contains($0) ? Int(($0 * 1000).rounded()) : nil
          }
        }),
    ]
  }

  // The key paths are made when a setting is asked for, which takes time at each start otherwise.
  private static func number(
    _ name: StaticString, _ limits: ClosedRange<Int>, _ placeholder: String,
    _ path: @escaping @autoclosure () -> WritableKeyPath<TestSettings, Int?>
  ) -> Key {
    Key(
      parameter: .key(name, .number(limits), placeholder),
      text: { $0[keyPath: path()].map { "\($0)" } },
      take: { settings, text in
        settings[keyPath: path()] = Int(text).flatMap { limits.contains($0) ? $0 : nil }
      })
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: StaticString,
    _ path: @escaping @autoclosure () -> WritableKeyPath<TestSettings, Choice?>
  ) -> Key {
    Key(
      parameter: .key(name, .choice(Choice.allCases.map(\.rawValue))),
      text: { $0[keyPath: path()]?.rawValue },
      take: { $0[keyPath: path()] = Choice(rawValue: $1) })
  }

  private var givenPractice: Int? {
    get { practice > 0 ? practice : nil }
    set { practice = newValue ?? 0 }
  }

  private var givenBegin: Begin? {
    get { begin == .now ? nil : begin }
    set { begin = newValue }
  }

  private var givenFeedback: Feedback? {
    get { feedback == .full ? nil : feedback }
    set { feedback = newValue ?? .full }
  }
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
    package var hasLevels: Bool {
      switch self {
      case .trials, .procedure(.hold): false
      case .strikes, .ladder, .span, .procedure(.span): true
      }
    }
  }

  /// Where a test comes from.
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
  /// Out of which numerals may be drawn, where that can be chosen.
  package var ranges: [NumeralRange] = []
  package var published: Published?

  /// All tests, in the order in which the help lists them.
  // Made once, because importing and exporting ask for the test of each trial.
  package static let all = published + adaptive

  /// The test of a name.
  package static func named(_ name: String) -> TestPreset? { all.first { $0.name == name } }

  package static var names: [String] { all.map(\.name) }

  /// What the rounds of the test are like with settings.
  package func plan(_ settings: TestSettings) -> RoundPlan {
    var plan = plan
    plan.count = settings.count ?? plan.count
    plan.range = settings.numerals ?? plan.range
    plan.adjacency = settings.adjacency ?? plan.adjacency
    plan.rule = plan.rule.with(mask: settings.mask, hold: plan.rule.hold, limit: settings.limit)
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
        course: .trials(50), counts: [4, 5], published: .ai(four: 90, five: 65)),
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
